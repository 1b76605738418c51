// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// HEDDLE_FIELDS gives p[i] the fields of a struct. It declares a class that has the same fields at the same offsets,
// and p[i] is a reference to a class that inherits these fields and overlays the element. So p[i].x is the element's
// own field, an lvalue as in plain code.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/aggregate.cuh>
#include <heddle/detail/plain_access.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/vector_fields.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! True if T can have values: it is complete and not abstract.
template <class T, class = void>
inline constexpr bool has_values = false;
template <class T>
inline constexpr bool has_values<T, std::void_t<decltype(sizeof(T))>> = !std::is_abstract_v<T>;

//! True for the list that HEDDLE_FIELDS makes, if all members have pointers to members. (Static members have others.)
template <class List>
inline constexpr bool are_data_members = false;
template <class T, class... Member, class... Class>
inline constexpr bool are_data_members<type_list<T, Member Class::*...>> = (!std::is_function_v<Member> && ...);

//! Pointers to all members that HEDDLE_FIELDS names, in the order of their declaration.
template <class T, auto... Member>
struct members_named {
};

//! True for the name of a member: letters, digits and underscores, but no a.x, x[0] or &T::x.
HEDDLE_HOST_DEVICE constexpr bool is_name(char const* text)
{
    if (*text == '\0') return false;
    for (; *text != '\0'; ++text) {
        char const c = *text;
        if (c == '.' || c == '[' || c == '(' || c == '<' || c == ':' || c == '&' || c == '*' || c == ' ') return false;
    }
    return true;
}

//! True for names of members that differ from each other. (Compilers limit the steps of an evaluation, so this function
//! compares hash values of 256 names.)
template <std::size_t Count>
HEDDLE_HOST_DEVICE constexpr bool are_different_names(char const* const (&names)[Count])
{
    std::uint64_t hashes[Count] = {};
    for (std::size_t i = 0; i < Count; ++i) {
        if (!detail::is_name(names[i])) return false;
        for (char const* c = names[i]; *c != '\0'; ++c) hashes[i] = hashes[i] * 257 + static_cast<unsigned char>(*c);
        for (std::size_t k = 0; k < i; ++k) {
            if (hashes[k] == hashes[i]) return false;
        }
    }
    return true;
}

enum class fields_fault { none, other_places, same_place, missing };

//! Two offsets for each field of a list: one in the class that HEDDLE_FIELDS declares, and one in the struct.
template <class List>
struct places_of_fields;
template <class T, class... Member>
struct places_of_fields<type_list<T, Member...>> {
    static constexpr std::size_t count = 2 * sizeof...(Member);
    std::size_t of[count];
};

//! Returns what is wrong with a list of fields.
template <class Fields, class T, class... Member, class... Class>
HEDDLE_HOST_DEVICE constexpr fields_fault fault_of_fields(
    type_list<T, Member Class::*...>, places_of_fields<type_list<T, Member Class::*...>> const& places)
{
    constexpr std::size_t count = places_of_fields<type_list<T, Member Class::*...>>::count;
    for (std::size_t i = 3; i < count; i += 2) {
        if (places.of[i] == places.of[i - 2]) return fields_fault::same_place;
    }
    for (std::size_t i = 0; i < count; i += 2) {
        if (places.of[i] != places.of[i + 1]) return fields_fault::other_places;
    }
    if (sizeof(Fields) != sizeof(T)) return fields_fault::other_places;
    return lacks_members<T, Member...>() ? fields_fault::missing : fields_fault::none;
}

}  // namespace detail

namespace types {

//! The base class of p[i] if HEDDLE_FIELDS does not name the fields of T. It has no fields. (Vector types of CUDA use
//! vector_fields instead.) Compilers print the name of this class if code accesses a missing field.
template <class T>
struct HEDDLE_LIES_OVER_ELEMENT name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow {
    static_assert(
        detail::has_values<T>,
        "heddle: p[i] is a whole T: T must be defined, not only declared, where p[i] is written, and must not "
        "be abstract");
    static_assert(!std::is_volatile_v<T>, "heddle: T must not be volatile: other lanes move its bytes, as wider words");

private:
    alignas(T) unsigned char bytes_[sizeof(T)];
};

}  // namespace types

using types::name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow;

namespace detail {

//! True if HEDDLE_FIELDS names the fields of T. Compilers print this name if HEDDLE_FIELDS comes too late.
template <class T>
inline constexpr bool has_heddle_fields_before_first_use = false;

//! The class that has the fields of p[i]: Fields, or vector_fields for a vector type of CUDA.
template <class T, class Fields, unsigned ComponentCount = vector_component_count<T>()>
using fields_of = std::conditional_t<ComponentCount == 0, Fields, vector_fields<T, ComponentCount>>;

HEDDLE_BEGIN_SILENCE
//! Returns true, or fails to compile if the list of fields is wrong.
template <class T>
HEDDLE_HOST_DEVICE constexpr bool has_valid_fields()
{
    if constexpr (has_heddle_fields_before_first_use<T>) {
        constexpr fields_fault fault = name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow<T>::heddle_fault();
        static_assert(fault != fields_fault::same_place,
                      "heddle: HEDDLE_FIELDS takes one member of an anonymous union: name one, and "
                      "write p->x for the others");
        static_assert(fault == fields_fault::none || fault == fields_fault::same_place,
                      "heddle: HEDDLE_FIELDS must name all data members of T in the order of their "
                      "declaration, those of base classes first (a packed T needs "
                      "HEDDLE_PACKED_FIELDS), and no member with alignas; or write p->x");
    }
    return true;
}
HEDDLE_END_SILENCE

}  // namespace detail

}  // namespace heddle

//! HEDDLE_FIELDS declares this class again, so that at another scope it declares another class.
struct heddle_global_scope;

// Otherwise g++ would show, with a warning about a field, each of hundreds of steps of the macros below.
#if HEDDLE_WARN_PLAIN && defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#    pragma GCC system_header
#endif

//! HEDDLE_FIELDS(particle, position, velocity, id) makes p[i].position, p[i].velocity and p[i].id lvalues that are the
//! element's own fields, if p is a coalesced_ptr<particle> or coalesced_ptr<particle const>. An access to a field is
//! plain and touches that field alone: =, +=, &p[i].x, atomicAdd(&p[i].x, 1.0f), p[i].id[0], p[i].inner.a.
//! HEDDLE_FIELDS also declares that copying the bytes of a particle makes a valid copy (is_bitwise_copyable). A
//! user-provided copy constructor or assignment is accepted, but not called. If a field is named load, store, member,
//! edit or value_type, write (p + i)->load instead of p[i].load. A mutable field is const in an element of a
//! coalesced_ptr<T const>; (c + i)->count writes it.
//! Use HEDDLE_FIELDS at global scope, after the struct and before the first coalesced_ptr to it, with or without a
//! semicolon.
//! Requires: the list names all data members, at most 256, in the order of declaration. Members of base classes come
//!           first. The list names one member of each anonymous union. T has no bit-fields, and
//!           no member with alignas
//! Errors:   a compile error if a named field would get another offset. If the list omits a member that fits into
//!           padding, no offset changes. heddle then detects the omission only if T and its base classes are aggregates
//!           whose members can all be initialized with braces. Otherwise p[i] lacks the field
#define HEDDLE_FIELDS(type, ...) HEDDLE_DEFINE_FIELDS((), (type), HEDDLE_LIES_OVER_ELEMENT, __VA_ARGS__)

//! The form of HEDDLE_FIELDS for a struct that `__attribute__((packed))` or `#pragma pack(1)` packs.
#define HEDDLE_PACKED_FIELDS(type, ...) \
    HEDDLE_DEFINE_FIELDS((), (type), HEDDLE_LIES_OVER_ELEMENT HEDDLE_PACKED, __VA_ARGS__)

//! The form of HEDDLE_FIELDS for a class template: HEDDLE_TEMPLATE_FIELDS((class Real, int N), (vector<Real, N>), x, y,
//! z).
#define HEDDLE_TEMPLATE_FIELDS(parameters, type, ...) \
    HEDDLE_DEFINE_FIELDS(parameters, type, HEDDLE_LIES_OVER_ELEMENT, __VA_ARGS__)

#define HEDDLE_DEFINE_FIELDS(parameters, type, attributes, ...)                                                        \
    struct heddle_global_scope;                                                                                        \
    static_assert(std::is_same_v<heddle_global_scope, ::heddle_global_scope>,                                          \
                  "heddle: HEDDLE_FIELDS is written at global scope, after the namespace, class or function that has " \
                  "T: HEDDLE_FIELDS(my_namespace::particle, x, y, z)");                                                \
    static_assert(sizeof(#type) > sizeof("()"),                                                                        \
                  "heddle: HEDDLE_FIELDS names a struct and its data members: HEDDLE_FIELDS(particle, x, y, z)");      \
    static_assert(heddle::detail::are_different_names({HEDDLE_FOR_EACH(HEDDLE_TEXT_OF_FIELD, __VA_ARGS__)}),           \
                  "heddle: HEDDLE_FIELDS lacks the name of a data member, which is x, not a.x or x[0], or has one "    \
                  "twice: HEDDLE_FIELDS(particle, x, y, z)");                                                          \
    template <HEDDLE_WITHOUT_PARENTHESES parameters>                                                                   \
    inline constexpr bool heddle::detail::has_heddle_fields_before_first_use<HEDDLE_WITHOUT_PARENTHESES type> = true;  \
    HEDDLE_BEGIN_OFFSETS                                                                                               \
    template <HEDDLE_WITHOUT_PARENTHESES parameters>                                                                   \
    struct alignas(HEDDLE_WITHOUT_PARENTHESES type)                                                                    \
        attributes heddle::types::name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow<HEDDLE_WITHOUT_PARENTHESES type> {     \
        using heddle_element = HEDDLE_WITHOUT_PARENTHESES type;                                                        \
        static_assert(std::is_class_v<std::remove_cv_t<heddle_element>> ||                                             \
                          std::is_union_v<std::remove_cv_t<heddle_element>>,                                           \
                      "heddle: HEDDLE_FIELDS names a struct and its data members; a number or a pointer has none");    \
        static_assert(std::is_same_v<heddle_element, std::remove_cv_t<heddle_element>>,                                \
                      "heddle: HEDDLE_FIELDS names T without const or volatile; a coalesced_ptr<T const> has the "     \
                      "fields, too");                                                                                  \
        template <class HeddleElement>                                                                                 \
        HEDDLE_HOST_DEVICE static heddle::detail::type_list<HeddleElement HEDDLE_FOR_EACH(HEDDLE_POINTER_TO_FIELD,     \
                                                                                          __VA_ARGS__)>                \
        heddle_members(HeddleElement*);                                                                                \
        HEDDLE_HOST_DEVICE static void heddle_members(...);                                                            \
        template <class HeddleElement>                                                                                 \
        HEDDLE_HOST_DEVICE static heddle::detail::members_named<                                                       \
            HeddleElement HEDDLE_FOR_EACH(HEDDLE_VALUE_OF_POINTER_TO_FIELD, __VA_ARGS__)>                              \
        heddle_named(HeddleElement*);                                                                                  \
        using heddle_member_list = decltype(heddle_members(static_cast<heddle_element*>(nullptr)));                    \
        static_assert(heddle::detail::are_data_members<heddle_member_list>,                                            \
                      "heddle: HEDDLE_FIELDS cannot name a bit-field or a reference, which have no address, a "        \
                      "function, a member that is static or private, or one that does not exist: name the data "       \
                      "members that T has, or leave out the line and write p->x");                                     \
        HEDDLE_FOR_EACH(HEDDLE_DEFINE_FIELD, __VA_ARGS__)                                                              \
        HEDDLE_PLAIN_ACCESS("no access") HEDDLE_INLINE static constexpr auto heddle_places()                           \
        {                                                                                                              \
            using heddle_fields = name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow;                                       \
            return heddle::detail::places_of_fields<heddle_member_list>{                                               \
                {HEDDLE_FOR_EACH(HEDDLE_PLACES_OF_FIELD, __VA_ARGS__)}};                                               \
        }                                                                                                              \
        HEDDLE_PLAIN_ACCESS("no access") HEDDLE_INLINE static constexpr auto heddle_fault()                            \
        {                                                                                                              \
            using heddle_fields = name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow;                                       \
            return heddle::detail::fault_of_fields<heddle_fields>(heddle_member_list(), heddle_places());              \
        }                                                                                                              \
    };                                                                                                                 \
    HEDDLE_END_OFFSETS HEDDLE_WARN_AGAIN

// HEDDLE_FOR_EACH(m, a, b, c) expands to m(a) m(b) m(c), for at most 256 arguments. Because a macro cannot expand
// itself, each step leaves the next step unexpanded, and each HEDDLE_EXPAND_1 expands one step. The `()` after the last
// argument turns HEDDLE_IF_LAST into two arguments; the second argument ends the recursion.
#define HEDDLE_FOR_EACH(m, ...) HEDDLE_EXPAND_256(HEDDLE_STEP(m, __VA_ARGS__, (), 0))
#define HEDDLE_STEP(m, argument, next, ...) \
    m(argument) HEDDLE_NEXT(HEDDLE_IF_LAST next, HEDDLE_OTHER_STEP)(m, next, __VA_ARGS__)
#define HEDDLE_OTHER_STEP(m, argument, next, ...) \
    m(argument) HEDDLE_NEXT(HEDDLE_IF_LAST next, HEDDLE_STEP)(m, next, __VA_ARGS__)
#define HEDDLE_NEXT(test, step) HEDDLE_SECOND(test, step, 0)
#define HEDDLE_SECOND(first, second, ...) second HEDDLE_NOTHING
#define HEDDLE_IF_LAST() 0, HEDDLE_STOP
#define HEDDLE_STOP(...)
#define HEDDLE_NOTHING
#define HEDDLE_EXPAND_256(...) HEDDLE_EXPAND_64(HEDDLE_EXPAND_64(HEDDLE_EXPAND_64(HEDDLE_EXPAND_64(__VA_ARGS__))))
#define HEDDLE_EXPAND_64(...) HEDDLE_EXPAND_16(HEDDLE_EXPAND_16(HEDDLE_EXPAND_16(HEDDLE_EXPAND_16(__VA_ARGS__))))
#define HEDDLE_EXPAND_16(...) HEDDLE_EXPAND_4(HEDDLE_EXPAND_4(HEDDLE_EXPAND_4(HEDDLE_EXPAND_4(__VA_ARGS__))))
#define HEDDLE_EXPAND_4(...) HEDDLE_EXPAND_1(HEDDLE_EXPAND_1(HEDDLE_EXPAND_1(HEDDLE_EXPAND_1(__VA_ARGS__))))
#define HEDDLE_EXPAND_1(...) __VA_ARGS__

#define HEDDLE_TEXT_OF_FIELD(name) #name,
#define HEDDLE_DEFINE_FIELD(name) HEDDLE_NEW_LINE HEDDLE_PLAIN_FIELD(name) decltype(heddle_element::name) name;
#define HEDDLE_POINTER_TO_FIELD(name) , decltype(&HeddleElement::name)
#define HEDDLE_VALUE_OF_POINTER_TO_FIELD(name) , &HeddleElement::name
#define HEDDLE_PLACES_OF_FIELD(name) HEDDLE_OFFSET(heddle_fields, name), HEDDLE_OFFSET(heddle_element, name),
#define HEDDLE_WITHOUT_PARENTHESES(...) __VA_ARGS__

// NVRTC does not know [[gnu::packed]], and its offsetof is not a constant expression.
#if defined(__CUDACC_RTC__)
#    define HEDDLE_PACKED __attribute__((packed))
#    define HEDDLE_OFFSET(type, name) __INTADDR__(&static_cast<type*>(nullptr)->name)
#else
#    define HEDDLE_PACKED [[gnu::packed]]
#    define HEDDLE_OFFSET(type, name) offsetof(type, name)
#endif

// All compilers support offsetof in classes with base classes, but some warn that the standard does not guarantee this.
#if defined(__CUDACC_RTC__)
#    define HEDDLE_BEGIN_OFFSETS
#    define HEDDLE_END_OFFSETS
#elif defined(__CUDACC__) && !HEDDLE_CLANG_CUDA
#    define HEDDLE_BEGIN_OFFSETS                                                                      \
        _Pragma("nv_diagnostic push") _Pragma("nv_diag_suppress 1427") _Pragma("GCC diagnostic push") \
            _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"")
#    define HEDDLE_END_OFFSETS _Pragma("GCC diagnostic pop") _Pragma("nv_diagnostic pop")
#elif defined(__GNUC__)
#    define HEDDLE_BEGIN_OFFSETS \
        HEDDLE_BEGIN_SILENCE _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"")
#    define HEDDLE_END_OFFSETS _Pragma("GCC diagnostic pop") HEDDLE_END_SILENCE
#else
#    define HEDDLE_BEGIN_OFFSETS
#    define HEDDLE_END_OFFSETS
#endif

#include <heddle/detail/restore_macros.hpp>
