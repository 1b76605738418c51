// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The fields of p[i] for structs such as float3, whose data members are x, or x and y, or x, y and z, or x, y, z and w.
// These structs do not need HEDDLE_FIELDS.
#pragma once

#include "../config.cuh"
#include "standard_library.hpp"

// In NVRTC, offsetof is not a constant expression.
#if defined(__CUDACC_RTC__)
#    define HEDDLE_OFFSET(type, name) __INTADDR__(&static_cast<type*>(nullptr)->name)
#else
#    define HEDDLE_OFFSET(type, name) offsetof(type, name)
#endif

namespace heddle::detail {

//! True if objects of type T can exist: T is complete and not abstract.
template <class T, class = void>
inline constexpr bool has_values = false;
template <class T>
inline constexpr bool has_values<T, std::void_t<decltype(sizeof(T))>> = !std::is_abstract_v<T>;

//! A class with the first NameCount of the members x, y, z and w, at the same offsets as in T.
template <class T, unsigned NameCount>
struct vector_fields;
template <class T>
struct HEDDLE_LIES_OVER_ELEMENT alignas(T) vector_fields<T, 1> {
    decltype(T::x) x;
};
template <class T>
struct HEDDLE_LIES_OVER_ELEMENT alignas(T) vector_fields<T, 2> {
    decltype(T::x) x;
    decltype(T::y) y;
};
template <class T>
struct HEDDLE_LIES_OVER_ELEMENT alignas(T) vector_fields<T, 3> {
    decltype(T::x) x;
    decltype(T::y) y;
    decltype(T::z) z;
};
template <class T>
struct HEDDLE_LIES_OVER_ELEMENT alignas(T) vector_fields<T, 4> {
    decltype(T::x) x;
    decltype(T::y) y;
    decltype(T::z) z;
    decltype(T::w) w;
};

// has_x<T>: true if T has a non-static data member x. has_same_x<Fields, T>(): returns whether x has the same offset in
// Fields as in T; true if Fields has no x.
#define HEDDLE_DEFINE_NAME(name)                                                                                       \
    template <class T, class = void>                                                                                   \
    inline constexpr bool has_##name = false;                                                                          \
    template <class T>                                                                                                 \
    inline constexpr bool has_##name<T, std::enable_if_t<std::is_member_object_pointer_v<decltype(&T::name)>>> = true; \
    template <class Fields, class T>                                                                                   \
    HEDDLE_HOST_DEVICE constexpr bool has_same_##name()                                                                \
    {                                                                                                                  \
        if constexpr (has_##name<Fields>) {                                                                            \
            return HEDDLE_OFFSET(Fields, name) == HEDDLE_OFFSET(T, name);                                              \
        } else {                                                                                                       \
            return true;                                                                                               \
        }                                                                                                              \
    }
HEDDLE_DEFINE_NAME(x)
HEDDLE_DEFINE_NAME(y)
HEDDLE_DEFINE_NAME(z)
HEDDLE_DEFINE_NAME(w)
#undef HEDDLE_DEFINE_NAME

//! Returns how many of x, y, z and w are the data members of T; 0 if T has any other members.
template <class T>
HEDDLE_HOST_DEVICE constexpr unsigned vector_name_count()
{
    if constexpr (has_values<T> && std::is_class_v<T> && !std::is_volatile_v<T>) {
        if constexpr (std::is_standard_layout_v<T> && has_x<T>) {
            constexpr unsigned count = !has_y<T> ? 1 : !has_z<T> ? 2 : !has_w<T> ? 3 : 4;
            using fields = vector_fields<T, count>;
            bool const same = sizeof(fields) == sizeof(T) && has_same_x<fields, T>() && has_same_y<fields, T>() &&
                              has_same_z<fields, T>() && has_same_w<fields, T>();
            return same ? count : 0;
        }
    }
    return 0;
}

}  // namespace heddle::detail
