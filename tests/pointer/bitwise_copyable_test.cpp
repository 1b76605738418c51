// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests which types are bitwise copyable. (hostile_elements_test.cpp and hostile_elements_test.cu move types that are
// bitwise but not trivially copyable; build/library_types moves those of libraries.)

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
struct const_member {
    int const number;
};
struct written_out {
    int number;
    written_out() = default;
    written_out(written_out const& other) : number(other.number) {}
    written_out& operator=(written_out const&) = default;
};
//! A type that is declared bitwise copyable by a specialization.
struct proclaimed {
    std::array<std::int16_t, 7> value = {};
    proclaimed() = default;
    proclaimed(proclaimed const& other) : value(other.value) {}
    proclaimed& operator=(proclaimed const& other)
    {
        value = other.value;
        return *this;
    }
    bool operator==(proclaimed const& other) const { return value == other.value; }
};
struct rooted {
    int value = 0;
    rooted* self = this;
    rooted() = default;
    rooted(rooted const& other) : value(other.value) {}
};

struct holder {
    proclaimed value[2];
    int number;
    bool operator==(holder const& other) const
    {
        return value[0] == other.value[0] && value[1] == other.value[1] && number == other.number;
    }
};
struct no_members {};
//! A type with a user-provided copy constructor and a trivial assignment.
struct assigned_trivially {
    int number;
    assigned_trivially() = default;
    assigned_trivially(assigned_trivially const& other) : number(other.number) {}
    assigned_trivially& operator=(assigned_trivially const&) = default;
};
template <class Value>
struct before_a_byte {
    Value value;
    char last;
};
template <class Last>
struct behind_proclaimed {
    proclaimed value;
    Last last;
};
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
    from_anything(U const&)
    {
    }
    from_anything(from_anything const& other) : number(other.number + 1) {}
};
struct base_with_assignment {
    int first, second;
    base_with_assignment& operator=(base_with_assignment const& other)
    {
        first = other.first + 1;
        return *this;
    }
};
template <class Value>
struct with_such_a_base : base_with_assignment {
    Value value;
};
struct reference_like {
    int* to;
    reference_like& operator=(reference_like const& other)
    {
        *to = *other.to;
        return *this;
    }
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

static_assert(is_bitwise_copyable_v<double> && is_bitwise_copyable_v<plain>);
static_assert(is_bitwise_copyable_v<plain const> && is_bitwise_copyable_v<int*>);
static_assert(is_bitwise_copyable_v<const_member>);
static_assert(is_bitwise_copyable_v<std::array<plain, 3>>);
static_assert(is_bitwise_copyable_v<std::complex<float>>);

static_assert(!std::is_trivially_copyable_v<std::pair<int, float>>);
static_assert(is_bitwise_copyable_v<std::pair<int, float>>);
static_assert(is_bitwise_copyable_v<std::pair<char const, std::pair<short, double>> const>);
static_assert(is_bitwise_copyable_v<std::tuple<int, float, plain>>);
static_assert(is_bitwise_copyable_v<std::tuple<std::pair<int, float>, std::tuple<char>>>);
static_assert(is_bitwise_copyable_v<std::tuple<>>);

static_assert(!is_bitwise_copyable_v<std::string> && !is_bitwise_copyable_v<written_out>);
static_assert(!is_bitwise_copyable_v<std::unique_ptr<int>> && !is_bitwise_copyable_v<rooted>);
static_assert(!is_bitwise_copyable_v<std::pair<int, std::string>>);
static_assert(!is_bitwise_copyable_v<std::tuple<int, written_out>>);
static_assert(!is_bitwise_copyable_v<std::pair<int&, int>>);
static_assert(!is_bitwise_copyable_v<std::tuple<int, float&>>);
static_assert(!is_bitwise_copyable_v<void> && !is_bitwise_copyable_v<int&>);

static_assert(!std::is_trivially_copyable_v<holder> && is_bitwise_copyable_v<holder>);
static_assert(is_bitwise_copyable_v<holder const[2]> && is_bitwise_copyable_v<derived_holder>);
static_assert(is_bitwise_copyable_v<std::array<proclaimed, 40>>);
static_assert(is_bitwise_copyable_v<before_a_byte<assigned_trivially>>);
static_assert(is_bitwise_copyable_v<before_a_byte<assigned_trivially const>>);
static_assert(is_bitwise_copyable_v<std::array<std::pair<int, holder>, 3>>);
static_assert(!is_bitwise_copyable_v<behind_proclaimed<written_out>> && !is_bitwise_copyable_v<default_only>);
static_assert(!is_bitwise_copyable_v<behind_proclaimed<from_anything>>);
static_assert(!is_bitwise_copyable_v<base_with_assignment>);
static_assert(!is_bitwise_copyable_v<with_such_a_base<proclaimed>>);
static_assert(!is_bitwise_copyable_v<with_such_a_base<written_out>>);
static_assert(!is_bitwise_copyable_v<reference_like> && !is_bitwise_copyable_v<not_copied>);
static_assert(!is_bitwise_copyable_v<destroyed> && !is_bitwise_copyable_v<behind_proclaimed<int&>>);

// The trait has the same value for T, const T and arrays of T.
static_assert(is_bitwise_copyable_v<proclaimed> && is_bitwise_copyable_v<proclaimed const>);
static_assert(is_bitwise_copyable_v<proclaimed[3]> && is_bitwise_copyable_v<proclaimed const[3]>);
static_assert(is_bitwise_copyable_v<std::pair<proclaimed, int>>);
static_assert(is_bitwise_copyable_v<heddle::blocked<proclaimed, 3>>);
static_assert(is_bitwise_copyable_v<heddle::blocked<std::pair<int, float>, 2>>);
static_assert(!is_bitwise_copyable_v<written_out[3]>);
static_assert(!is_bitwise_copyable_v<heddle::blocked<written_out, 3>>);

// Algorithms and collectives accept the types for which this trait is true.
static_assert(heddle::detail::is_array<std::pair<int, float>*>);
static_assert(heddle::detail::is_array<proclaimed const*>);
static_assert(!heddle::detail::is_array<written_out*> && !heddle::detail::is_array<void*>);
static_assert(!heddle::detail::is_array<int volatile*>);
static_assert(sizeof(heddle::members<int, std::pair<int, float>, proclaimed>) > 0);

}  // namespace
}  // namespace heddle_test
