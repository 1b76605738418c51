// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Macro that expands another one for each of its arguments, of which there are at most 256.
#pragma once

#include "../config.cuh"

// HEDDLE_FOR_EACH(m, a, b, c): m(a) m(b) m(c). Each step leaves the next one's name unexpanded, so that it is no
// recursion, and each HEDDLE_RESCAN expands what the steps so far have left. The last argument is followed
// by `()`, and only that turns HEDDLE_IF_PARENTHESES into two arguments, of which the second ends the walk.
#define HEDDLE_FOR_EACH(m, ...) HEDDLE_RESCANS(__VA_ARGS__)(HEDDLE_STEP(m, __VA_ARGS__, (), 0))
// Fewer arguments need fewer rescans, which are most of the time. The 65th of up to 64 arguments says how many.
#define HEDDLE_RESCANS(...)                                                                    \
    HEDDLE_RESCANS_IF(HEDDLE_65TH_OF(                                                          \
        __VA_ARGS__, HEDDLE_16_TIMES((HEDDLE_RESCAN_64)), HEDDLE_16_TIMES((HEDDLE_RESCAN_64)), \
        HEDDLE_16_TIMES((HEDDLE_RESCAN_64)), HEDDLE_16_TIMES((HEDDLE_RESCAN_16)), 0))
#define HEDDLE_RESCANS_IF(test) HEDDLE_RESCANS_OF(HEDDLE_FEW_RESCANS test, HEDDLE_RESCAN_256)
#define HEDDLE_RESCANS_OF(...) HEDDLE_2ND(__VA_ARGS__, 0)
#define HEDDLE_2ND(first, second, ...) second
#define HEDDLE_FEW_RESCANS(rescans) 0, rescans
#define HEDDLE_16_TIMES(x) x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x
#define HEDDLE_65TH_OF(...) HEDDLE_65TH(__VA_ARGS__)
#define HEDDLE_65TH(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, b0, b1, \
                    b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15, c0, c1, c2, c3, \
                    c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, d0, d1, d2, d3, d4, d5, \
                    d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, argument, ...)                  \
    argument
#define HEDDLE_STEP(m, argument, next, ...) \
    m(argument) HEDDLE_NEXT(HEDDLE_IF_PARENTHESES next, HEDDLE_OTHER_STEP)(m, next, __VA_ARGS__)
#define HEDDLE_OTHER_STEP(m, argument, next, ...) \
    m(argument) HEDDLE_NEXT(HEDDLE_IF_PARENTHESES next, HEDDLE_STEP)(m, next, __VA_ARGS__)
#define HEDDLE_NOTHING
#define HEDDLE_STOP(...)
#define HEDDLE_IF_PARENTHESES() 0, HEDDLE_STOP
#define HEDDLE_NEXT(test, step) HEDDLE_SECOND(test, step, 0)
#define HEDDLE_SECOND(first, second, ...) second HEDDLE_NOTHING
#define HEDDLE_RESCAN_256(...) \
    HEDDLE_RESCAN_64(HEDDLE_RESCAN_64(HEDDLE_RESCAN_64(HEDDLE_RESCAN_64(__VA_ARGS__))))
#define HEDDLE_RESCAN_64(...) \
    HEDDLE_RESCAN_16(HEDDLE_RESCAN_16(HEDDLE_RESCAN_16(HEDDLE_RESCAN_16(__VA_ARGS__))))
#define HEDDLE_RESCAN_16(...) \
    HEDDLE_RESCAN_4(HEDDLE_RESCAN_4(HEDDLE_RESCAN_4(HEDDLE_RESCAN_4(__VA_ARGS__))))
#define HEDDLE_RESCAN_4(...) \
    HEDDLE_RESCAN_1(HEDDLE_RESCAN_1(HEDDLE_RESCAN_1(HEDDLE_RESCAN_1(__VA_ARGS__))))
#define HEDDLE_RESCAN_1(...) __VA_ARGS__
