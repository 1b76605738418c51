// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Declares, in the namespace that includes this file, a function of every name that heddle's headers define or call. A call
// within the headers that does not name its namespace also considers this function, and fails to compile.

// A compiler deduces the arguments of every function that it considers for a call, even if another function is better.
// The templates match name(a), name<type>(a), name<1>(a), name<type, 1>(a), name<1, type>(a) and the like.
#define HEDDLE_TEST_NAME(name)                                                                   \
    template <class... Argument>                                                                 \
    struct considered_##name {                                                                   \
        static_assert(sizeof...(Argument) == 0, "heddle calls " #name " without its namespace"); \
        using type = void;                                                                       \
    };                                                                                           \
    template <auto..., class... Argument>                                                        \
    typename considered_##name<Argument...>::type name(Argument&&...);                           \
    template <class, auto..., class... Argument>                                                 \
    typename considered_##name<Argument...>::type name(Argument&&...);                           \
    template <auto, class, auto..., class... Argument>                                           \
    typename considered_##name<Argument...>::type name(Argument&&...);
#if HEDDLE_TEST_WITHOUT_NAMES_OF_THRUST
#    define HEDDLE_TEST_NAME_OF_THRUST(name)
#else
#    define HEDDLE_TEST_NAME_OF_THRUST(name) HEDDLE_TEST_NAME(name)
#endif
#include "names.inc"
