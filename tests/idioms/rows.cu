// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// All idioms, also those that must be refused, each in one line that the compilers name (check_refusals.cmake).
// C++ compilers take this file, too.

#include "elements.hpp"

#if defined(__CUDACC__)
#    define HEDDLE_IDIOM_FUNCTION(name) \
        __global__ void name(ptr p, cptr c, vptr v, particle* raw, float* out, int n, int i, int j)
#else
#    define HEDDLE_IDIOM_FUNCTION(name)                                                         \
        inline void name(ptr p, cptr c, vptr v, particle* raw, float* out, int n, int i, int j, \
                         uint3 threadIdx)
#endif
#define HEDDLE_IDIOM_BEGIN
#define HEDDLE_IDIOM_PLAIN 0
#define HEDDLE_TEST_REFUSED

namespace heddle_idioms::by_plan {

using ptr = heddle::coalesced_ptr<particle>;
using cptr = heddle::coalesced_ptr<particle const>;
using vptr = heddle::coalesced_ptr<quad>;
#include "functions.hpp"

}  // namespace heddle_idioms::by_plan
