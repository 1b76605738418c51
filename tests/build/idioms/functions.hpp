// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Every idiom as a function, and an array of these functions. This file is included once for each kind of pointer, in a
// namespace that defines the pointer types ptr (to particle), cptr (to particle const) and vptr (to quad). These types
// are not template parameters, so the code is the same as in a kernel.
// HEDDLE_IDIOM_PLAIN:          1 for raw pointers, 0 for coalesced_ptr with the policy `policy`
// HEDDLE_IDIOM_FUNCTION(name): the head of a function with the parameters p, c, v, raw, out and n; on the host, also
//                              i, j and threadIdx
// HEDDLE_IDIOM_BEGIN:          the first statements of a function; in a kernel, they define i and j

#if HEDDLE_IDIOM_PLAIN
using ptr = particle*;
using cptr = particle const*;
using vptr = quad*;
#else
using ptr = heddle::coalesced_ptr<particle, policy>;
using cptr = heddle::coalesced_ptr<particle const, policy>;
using vptr = heddle::coalesced_ptr<quad, policy>;
#endif

struct scene {
    ptr to;
    cptr from;
};
HEDDLE_HOST_DEVICE inline void step_by(ptr& p, int n) { p += n; }
HEDDLE_HOST_DEVICE inline void step_to(ptr& p, ptr q) { p = q; }

#define IDIOM_UNWRAP(...) __VA_ARGS__
#define IDIOM_SAME(name, ...)   \
    HEDDLE_IDIOM_FUNCTION(name) \
    {                           \
        HEDDLE_IDIOM_BEGIN      \
        __VA_ARGS__             \
    }
#define IDIOM_FIELD(name, ...) IDIOM_SAME(name, __VA_ARGS__)
#if HEDDLE_IDIOM_PLAIN
#    define IDIOM_LIKE(name, plain, ...) IDIOM_SAME(name, IDIOM_UNWRAP plain)
#else
#    define IDIOM_LIKE(name, plain, ...) IDIOM_SAME(name, __VA_ARGS__)
#endif
#define IDIOM_REFUSED(name, words, ...)
#include "idioms.def"
#undef IDIOM_SAME
#undef IDIOM_LIKE

struct entry {
    char const* name;
    decltype(&load) run;
};

#define IDIOM_SAME(name, ...) entry{#name, &name},
#define IDIOM_LIKE(name, plain, ...) IDIOM_SAME(name, )
constexpr entry entries[] = {
#include "idioms.def"
};
#undef IDIOM_SAME
#undef IDIOM_FIELD
#undef IDIOM_LIKE
#undef IDIOM_REFUSED
#undef IDIOM_UNWRAP
