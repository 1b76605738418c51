// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// All idioms, including those that must not compile. Each idiom is on a line of its own, so that the line number in a
// compiler's message identifies the idiom (idioms.py). C++ compilers compile this file, too.

#include "elements.hpp"

namespace heddle_idioms {

// Each refused idiom has its own types, because compilers print the static_assert of a class only once. All other
// idioms share the types of line 0: if each of them had its own types, nvcc would take 13 times as long.
template <int Line>
struct policy_of_row : heddle::by_plan {
};

template <int Line>
struct row {
    using ptr = heddle::coalesced_ptr<particle, policy_of_row<Line>>;
    using cptr = heddle::coalesced_ptr<particle const, policy_of_row<Line>>;
    using vptr = heddle::coalesced_ptr<quad, policy_of_row<Line>>;
    struct scene {
        ptr to;
        cptr from;
    };
    HEDDLE_HOST_DEVICE static void step_by(ptr& p, int n) { p += n; }
    HEDDLE_HOST_DEVICE static void step_to(ptr& p, ptr q) { p = q; }
};

#if defined(__CUDACC__)
#    define HEDDLE_IDIOM_DEVICE __device__
#    define HEDDLE_IDIOM_THREAD
#else
#    define HEDDLE_IDIOM_DEVICE
#    define HEDDLE_IDIOM_THREAD , uint3 threadIdx
#endif
#define HEDDLE_IDIOM(line, name, ...)                                                                       \
    struct name : row<line> {                                                                               \
        HEDDLE_IDIOM_DEVICE static void run(ptr p, cptr c, vptr v, particle* raw, float* out, int n, int i, \
                                            int j HEDDLE_IDIOM_THREAD)                                      \
        {                                                                                                   \
            __VA_ARGS__                                                                                     \
        }                                                                                                   \
    };
#define IDIOM_SAME(name, ...) HEDDLE_IDIOM(0, name, __VA_ARGS__)
#define IDIOM_FIELD(name, ...) HEDDLE_IDIOM(0, name, __VA_ARGS__)
#define IDIOM_LIKE(name, plain, ...) HEDDLE_IDIOM(0, name, __VA_ARGS__)
#define IDIOM_REFUSED(name, words, ...) HEDDLE_IDIOM(__LINE__, name, __VA_ARGS__)
#include "idioms.def"

}  // namespace heddle_idioms
