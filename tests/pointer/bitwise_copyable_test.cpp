// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests which types are bitwise copyable. (hostile_elements_test.cpp and hostile_elements_test.cu move types that are
// bitwise but not trivially copyable; build/library_types moves those of libraries.)

#include "field_shapes.hpp"

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/members.cuh>
#include <heddle/heddle.cuh>

#include <array>
#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

namespace heddle_test {

struct plain {
    float x;
    double y;
};
//! A type with a user-provided copy constructor and a trivial assignment.
template <bool IsDeclared>
struct with_constructor {
    int number;
    with_constructor() = default;
    with_constructor(with_constructor const& other) : number(other.number) {}
    with_constructor& operator=(with_constructor const&) = default;
};
using written_out = with_constructor<false>;
using assigned_trivially = with_constructor<true>;
//! A type that is declared bitwise copyable by a specialization.
struct proclaimed {
    std::int16_t value = 0;
    proclaimed() = default;
    proclaimed(proclaimed const& other) : value(other.value) {}
    proclaimed& operator=(proclaimed const& other);
};
struct rooted {
    int value = 0;
    rooted* self = this;
    rooted() = default;
    rooted(rooted const& other) : value(other.value) {}
};

struct no_members {};
using holder = shapes::struct_of<proclaimed[2], int>;
template <class Value>
using before_a_byte = shapes::struct_of<Value, char>;
template <class Last>
using behind_proclaimed = shapes::struct_of<proclaimed, Last>;
struct derived_holder : holder, no_members {
    std::pair<int, float> pair;
    char last[3];
    int const fixed;
};
struct default_only {
    written_out value;
    char last = 'c';
};
// A type that can be constructed from any type. The library cannot detect a member of this type by initializing it.
struct from_anything {
    int number = 0;
    from_anything() = default;
    template <class U>
    from_anything(U const&);
    from_anything(from_anything const& other);
};
struct base_with_assignment {
    int first, second;
    base_with_assignment& operator=(base_with_assignment const& other);
};
template <class Value>
struct with_such_a_base : base_with_assignment {
    Value value;
};
struct reference_like {
    int* to;
    reference_like& operator=(reference_like const& other);
};
struct not_copied {
    proclaimed value;
    not_copied(not_copied const&) = delete;
    not_copied& operator=(not_copied const&) = default;
};
struct destroyed {
    proclaimed value;
    ~destroyed() {}
};

}  // namespace heddle_test

template <>
struct std::tuple_size<heddle_test::rooted> : std::integral_constant<std::size_t, 1> {
};
template <>
struct std::tuple_element<0, heddle_test::rooted> {
    using type = int;
};
template <>
struct heddle::is_bitwise_copyable<heddle_test::proclaimed> : std::true_type {
};
template <>
struct heddle::is_bitwise_copyable<heddle_test::assigned_trivially> : std::true_type {
};

namespace heddle_test {
namespace {

using heddle::is_bitwise_copyable_v;

template <class... T>
constexpr bool are_copyable = (is_bitwise_copyable_v<T> && ...);
template <class... T>
constexpr bool are_not_copyable = (!is_bitwise_copyable_v<T> && ...);

static_assert(are_copyable<double, int*, plain, plain const, std::array<plain, 3>, std::complex<float>>);
static_assert(are_copyable<before_a_byte<int const>>);
static_assert(!std::is_trivially_copyable_v<std::pair<int, float>>);
static_assert(are_copyable<std::pair<int, float>, std::pair<char const, std::pair<short, double>> const>);
static_assert(are_copyable<std::tuple<>, std::tuple<int, float, plain>>);
static_assert(are_copyable<std::tuple<std::pair<int, float>, std::tuple<char>>>);
static_assert(are_not_copyable<void, int&, std::string, std::unique_ptr<int>, written_out, rooted>);
static_assert(are_not_copyable<std::pair<int, std::string>, std::tuple<int, written_out>, std::pair<int&, int>>);
static_assert(are_not_copyable<std::tuple<int, float&>>);

static_assert(!std::is_trivially_copyable_v<holder>);
static_assert(are_copyable<holder, holder const[2], derived_holder, std::array<proclaimed, 40>>);
static_assert(are_copyable<before_a_byte<assigned_trivially>, before_a_byte<assigned_trivially const>>);
static_assert(are_copyable<std::array<std::pair<int, holder>, 3>>);
static_assert(are_not_copyable<behind_proclaimed<written_out>, behind_proclaimed<from_anything>, default_only>);
static_assert(are_not_copyable<base_with_assignment, with_such_a_base<proclaimed>, with_such_a_base<written_out>>);
static_assert(are_not_copyable<reference_like, not_copied, destroyed, behind_proclaimed<int&>>);

// The trait has the same value for T, const T, arrays and blocks of T.
static_assert(are_copyable<proclaimed, proclaimed const, proclaimed[3], proclaimed const[3]>);
static_assert(are_copyable<std::pair<proclaimed, int>, heddle::blocked<proclaimed, 3>>);
static_assert(are_copyable<heddle::blocked<std::pair<int, float>, 2>>);
static_assert(are_not_copyable<written_out[3], heddle::blocked<written_out, 3>>);

// Algorithms and collectives accept the types for which this trait is true.
static_assert(heddle::detail::is_array<std::pair<int, float>*>);
static_assert(heddle::detail::is_array<proclaimed const*>);
static_assert(!heddle::detail::is_array<written_out*> && !heddle::detail::is_array<void*>);
static_assert(!heddle::detail::is_array<int volatile*>);
static_assert(sizeof(heddle::members<int, std::pair<int, float>, proclaimed>) > 0);

}  // namespace
}  // namespace heddle_test
