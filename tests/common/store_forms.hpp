// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Code in which some lanes of a warp store, with every function that stores and in several kinds of control flow. In
// each form, a lane stores v to element k if `wanted` is true. `side` selects the branch that the lane takes.
#pragma once

#include <heddle/heddle.cuh>

#include <cstddef>

namespace heddle_test {

//! Keeps compilers from merging the stores in two branches.
template <int Number>
HEDDLE_INLINE void stay_apart()
{
#if defined(__CUDA_ARCH__)
    asm volatile("// branch %0" ::"n"(Number));
#endif
}

//! Defines a form: a struct with a static function run. The body of run follows the macro.
#define HEDDLE_TEST_STORE_FORM(name)                                                                \
    struct name {                                                                                   \
        template <class Pointer, class Element>                                                     \
        HEDDLE_ALWAYS_INLINE static void run(Pointer, std::size_t, Element const&, bool, unsigned); \
    };                                                                                              \
    template <class Pointer, class Element>                                                         \
    HEDDLE_ALWAYS_INLINE void name::run(Pointer p, std::size_t k, Element const& v, bool wanted,    \
                                        [[maybe_unused]] unsigned side)

HEDDLE_TEST_STORE_FORM(store_in_branch)
{
    if (wanted) p[k] = v;
}
HEDDLE_TEST_STORE_FORM(store_behind_exit)
{
    if (!wanted) return;
    p[k] = v;
}
HEDDLE_TEST_STORE_FORM(store_on_both_sides)
{
    if (!wanted) return;
    if (side % 3 == 0) {
        p[k] = v;
        stay_apart<1>();
    } else {
        p[k] = v;
        stay_apart<2>();
    }
}
HEDDLE_TEST_STORE_FORM(store_in_nested_branches)
{
    if (!wanted) return;
    if (side % 32 < 20) {
        if (side % 2 == 0) {
            p[k] = v;
            stay_apart<1>();
        } else if (side % 4 == 1) {
            p[k] = v;
            stay_apart<2>();
        } else {
            p[k] = v;
            stay_apart<3>();
        }
    } else {
        p[k] = v;
        stay_apart<4>();
    }
}
HEDDLE_TEST_STORE_FORM(store_in_loop)
{
    if (!wanted) return;
    for (unsigned round = 0;; ++round) {
        if (round == side % 4) {
            p[k] = v;
            break;
        }
    }
}
//! Of every 8 consecutive sides, 4 take the first case, 2 the second, and 1 each the third and the last.
HEDDLE_TEST_STORE_FORM(store_by_switch)
{
    if (!wanted) return;
    switch (side % 8) {
        case 0:
        case 1:
        case 2:
        case 3:
            p[k] = v;
            stay_apart<1>();
            break;
        case 4:
        case 5:
            p[k] = v;
            stay_apart<2>();
            break;
        case 6:
            p[k] = v;
            stay_apart<3>();
            break;
        default:
            p[k] = v;
            stay_apart<4>();
    }
}
template <class Pointer, class Element>
HEDDLE_HOST_DEVICE void store_at_depth(Pointer p, std::size_t k, Element const& v, unsigned depth)
{
    if (depth > 0) return store_at_depth(p, k, v, depth - 1);
    p[k] = v;
}
//! Stores at the end of a recursion whose depth differs between lanes.
HEDDLE_TEST_STORE_FORM(store_in_recursion)
{
    if (wanted) store_at_depth(p, k, v, side % 4);
}
//! Stores with store_if. Some lanes that store nothing do not call store_if.
HEDDLE_TEST_STORE_FORM(store_wanted)
{
    if (side % 8 == 7 && !wanted) return;
    heddle::store_if(wanted, p + k, v);
}
HEDDLE_TEST_STORE_FORM(update_valid)
{
    heddle::update_if(wanted, p + k, [&](Element& e) { e = v; });
}
HEDDLE_TEST_STORE_FORM(store_updated)
{
    if (side % 7 == 6 && !wanted) return;
    heddle::update(p + k, [&](Element& e) {
        if (wanted) e = v;
        return wanted;
    });
}
HEDDLE_TEST_STORE_FORM(store_edited)
{
    if (!wanted) return;
    auto e = p[k].edit();
    *e = v;
}
#undef HEDDLE_TEST_STORE_FORM

}  // namespace heddle_test
