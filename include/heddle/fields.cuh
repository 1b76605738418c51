// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// HEDDLE_FIELDS, the line that gives p[i] the fields of a struct.
//
// It declares a class with the same fields at the same places. p[i] is a reference to a class that
// inherits it and lies over the element: so p[i].x is an lvalue, the field itself, as in plain code.
#pragma once

#include "config.cuh"

#include <cstddef>
#include <type_traits>

namespace heddle {

namespace detail {

//! Whether elements of type T can be values: T is complete, and not abstract.
template <class T, class = void>
inline constexpr bool has_values = false;
template <class T>
inline constexpr bool has_values<T, std::void_t<decltype(sizeof(T))>> = !std::is_abstract_v<T>;

}  // namespace detail

//! The fields of p[i]: none, unless HEDDLE_FIELDS names them. What compilers print where one is used.
template <class T>
struct HEDDLE_LIES_OVER_ELEMENT this_field_needs_HEDDLE_FIELDS_or_is_written_p_arrow_field {
    static_assert(detail::has_values<T>,
                  "heddle: p[i] is a whole T: T must be defined, not only declared, where p[i] is "
                  "written, and must not be abstract");
    static_assert(!std::is_volatile_v<T>,
                  "heddle: T must not be volatile: other lanes move its bytes, as wider words");
    HEDDLE_INLINE static constexpr bool heddle_lies_as_in_element() { return true; }

private:
    alignas(T) unsigned char bytes_[sizeof(T)];
};

//! Whether HEDDLE_FIELDS names the fields of T.
template <class T>
inline constexpr bool has_named_fields = false;

}  // namespace heddle

//! HEDDLE_FIELDS(particle, position, velocity, id): p[i].position and its kin are lvalues, the fields of the
//! element itself, each read and written alone and as in plain code: =, +=, &p[i].x, atomicAdd(&p[i].x, 1.0f),
//! p[i].id[0], p[i].inner.a. For p of type coalesced_ptr<particle> and coalesced_ptr<particle const>.
//! It says, too, that a particle is these fields: copying its bytes copies it, even where a copy constructor is
//! written out (is_bitwise_copyable).
//! A field that is called load, store, member, edit or value_type is written p->load.
//! Write it at global scope, after the struct and before its first use in a coalesced_ptr.
//! Requires: all data members, in the order of their declaration, those of base classes first; at most 256
//! Errors:   a sentence at compile time where the named fields lie differently
#define HEDDLE_FIELDS(type, ...) \
    HEDDLE_DEFINE_FIELDS((), (type), HEDDLE_LIES_OVER_ELEMENT, __VA_ARGS__)

//! The same for a struct that is packed: `__attribute__((packed))` or `#pragma pack(1)`.
#define HEDDLE_PACKED_FIELDS(type, ...) \
    HEDDLE_DEFINE_FIELDS((), (type), HEDDLE_LIES_OVER_ELEMENT [[gnu::packed]], __VA_ARGS__)

//! The same for a class template: HEDDLE_TEMPLATE_FIELDS((class Real, int N), (vector<Real, N>), x, y, z).
#define HEDDLE_TEMPLATE_FIELDS(parameters, type, ...) \
    HEDDLE_DEFINE_FIELDS(parameters, type, HEDDLE_LIES_OVER_ELEMENT, __VA_ARGS__)

#define HEDDLE_DEFINE_FIELDS(parameters, type, attributes, ...)                                 \
    template <HEDDLE_WITHOUT_PARENTHESES parameters>                                            \
    inline constexpr bool heddle::has_named_fields<HEDDLE_WITHOUT_PARENTHESES type> = true;     \
    HEDDLE_BEGIN_OFFSETS                                                                        \
    template <HEDDLE_WITHOUT_PARENTHESES parameters>                                            \
    struct alignas(HEDDLE_WITHOUT_PARENTHESES type)                                             \
        attributes heddle::this_field_needs_HEDDLE_FIELDS_or_is_written_p_arrow_field<          \
            HEDDLE_WITHOUT_PARENTHESES type> {                                                  \
        using heddle_element = HEDDLE_WITHOUT_PARENTHESES type;                                 \
        HEDDLE_FOR_EACH(HEDDLE_DEFINE_FIELD, __VA_ARGS__)                                       \
        HEDDLE_INLINE static constexpr bool heddle_lies_as_in_element()                         \
        {                                                                                       \
            using heddle_fields = this_field_needs_HEDDLE_FIELDS_or_is_written_p_arrow_field;   \
            return sizeof(heddle_fields) ==                                                     \
                   sizeof(heddle_element) HEDDLE_FOR_EACH(HEDDLE_COMPARE_OFFSETS, __VA_ARGS__); \
        }                                                                                       \
    };                                                                                          \
    HEDDLE_END_OFFSETS                                                                          \
    static_assert(true)

#define HEDDLE_DEFINE_FIELD(name) decltype(heddle_element::name) name;
#define HEDDLE_COMPARE_OFFSETS(name) \
    &&offsetof(heddle_fields, name) == offsetof(heddle_element, name)
#define HEDDLE_WITHOUT_PARENTHESES(...) __VA_ARGS__

// All compilers know offsetof of classes with bases; some warn that the standard leaves it open.
#if defined(__CUDACC__)
#    define HEDDLE_BEGIN_OFFSETS                                       \
        _Pragma("nv_diagnostic push") _Pragma("nv_diag_suppress 1427") \
            _Pragma("GCC diagnostic push")                             \
                _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"")
#    define HEDDLE_END_OFFSETS _Pragma("GCC diagnostic pop") _Pragma("nv_diagnostic pop")
#elif defined(__GNUC__)
#    define HEDDLE_BEGIN_OFFSETS \
        _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"")
#    define HEDDLE_END_OFFSETS _Pragma("GCC diagnostic pop")
#else
#    define HEDDLE_BEGIN_OFFSETS
#    define HEDDLE_END_OFFSETS
#endif

// HEDDLE_FOR_EACH(m, a, b, c): m(a) m(b) m(c). Each step leaves the next one's name unexpanded, so that it is no
// recursion, and each HEDDLE_RESCAN expands what the steps so far have left. The last argument is followed
// by `()`, and only that turns HEDDLE_IF_PARENTHESES into two arguments, of which the second ends the walk.
#define HEDDLE_FOR_EACH(m, ...) HEDDLE_RESCAN_256(HEDDLE_STEP(m, __VA_ARGS__, (), 0))
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
