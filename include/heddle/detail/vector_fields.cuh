// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The fields of CUDA's vector types, so that users need no HEDDLE_FIELDS for p[i].x of a coalesced_ptr<float3>.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/aggregate.cuh>
#include <heddle/detail/plain_access.cuh>
#include <heddle/detail/standard_library.hpp>

#if defined(__CUDACC_RTC__)
// NVRTC declares the types itself.
#    define HEDDLE_HAS_VECTOR_TYPES 1
#elif defined(__CUDACC__) || __has_include(<vector_types.h>)
#    include <vector_types.h>
#    define HEDDLE_HAS_VECTOR_TYPES 1
#else
#    define HEDDLE_HAS_VECTOR_TYPES 0
#endif

#include <heddle/detail/hide_macros.hpp>

namespace heddle::types {

//! A class with the first NameCount of the members x, y, z and w, at the same offsets as in T.
template <class T, unsigned NameCount>
struct vector_fields;
template <class T>
struct HEDDLE_LIES_OVER_ELEMENT alignas(T) vector_fields<T, 1> {
    HEDDLE_PLAIN_FIELD(x) decltype(T::x) x;
};
template <class T>
struct HEDDLE_LIES_OVER_ELEMENT alignas(T) vector_fields<T, 2> {
    HEDDLE_PLAIN_FIELD(x) decltype(T::x) x;
    HEDDLE_PLAIN_FIELD(y) decltype(T::x) y;
};
template <class T>
struct HEDDLE_LIES_OVER_ELEMENT alignas(T) vector_fields<T, 3> {
    HEDDLE_PLAIN_FIELD(x) decltype(T::x) x;
    HEDDLE_PLAIN_FIELD(y) decltype(T::x) y;
    HEDDLE_PLAIN_FIELD(z) decltype(T::x) z;
};
template <class T>
struct HEDDLE_LIES_OVER_ELEMENT alignas(T) vector_fields<T, 4> {
    HEDDLE_PLAIN_FIELD(x) decltype(T::x) x;
    HEDDLE_PLAIN_FIELD(y) decltype(T::x) y;
    HEDDLE_PLAIN_FIELD(z) decltype(T::x) z;
    HEDDLE_PLAIN_FIELD(w) decltype(T::x) w;
};

}  // namespace heddle::types

namespace heddle::detail {

using types::vector_fields;

#if HEDDLE_HAS_VECTOR_TYPES
#    define HEDDLE_VECTOR_TYPES(n)                                                                             \
        char##n, uchar##n, short##n, ushort##n, int##n, uint##n, long##n, ulong##n, longlong##n, ulonglong##n, \
            float##n, double##n
// CUDA 13 deprecates the four-component types with 8-byte components, each of which has two successors of different
// alignment.
#    if defined(__NV_SILENCE_DEPRECATION_BEGIN)
#        define HEDDLE_ALIGNED_VECTOR_TYPES(a) , long4_##a, ulong4_##a, longlong4_##a, ulonglong4_##a, double4_##a
__NV_SILENCE_DEPRECATION_BEGIN
#    else
#        define HEDDLE_ALIGNED_VECTOR_TYPES(a)
#    endif
using vectors_of_1 = type_list<HEDDLE_VECTOR_TYPES(1)>;
using vectors_of_2 = type_list<HEDDLE_VECTOR_TYPES(2)>;
using vectors_of_3 = type_list<HEDDLE_VECTOR_TYPES(3)>;
using vectors_of_4 =
    type_list<HEDDLE_VECTOR_TYPES(4) HEDDLE_ALIGNED_VECTOR_TYPES(16a) HEDDLE_ALIGNED_VECTOR_TYPES(32a)>;
#    if defined(__NV_SILENCE_DEPRECATION_BEGIN)
__NV_SILENCE_DEPRECATION_END
#    endif
#    undef HEDDLE_VECTOR_TYPES
#    undef HEDDLE_ALIGNED_VECTOR_TYPES
#else
using vectors_of_1 = type_list<>;
using vectors_of_2 = type_list<>;
using vectors_of_3 = type_list<>;
using vectors_of_4 = type_list<>;
#endif

template <class T, class... U>
HEDDLE_HOST_DEVICE constexpr bool is_in_list(type_list<U...>)
{
    return is_one_of<T, U...>;
}

//! Returns the number of components of a CUDA vector type; 0 for other types.
template <class T>
HEDDLE_HOST_DEVICE constexpr unsigned vector_component_count()
{
    return detail::is_in_list<T>(vectors_of_1())   ? 1
           : detail::is_in_list<T>(vectors_of_2()) ? 2
           : detail::is_in_list<T>(vectors_of_3()) ? 3
           : detail::is_in_list<T>(vectors_of_4()) ? 4
                                                   : 0;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
