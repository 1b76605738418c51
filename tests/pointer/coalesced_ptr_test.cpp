// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the conversions to and from coalesced_ptr. Tests that coalesced_ptr is a random-access iterator.

#include "numbers.hpp"

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

using heddle::coalesced_ptr;
using heddle::make_coalesced;
using heddle_test::numbered;
using heddle_test::numbers;

// A pointer that the library does not know.
template <class T>
struct unknown_ptr {
    T* raw;
    T* get() const { return raw; }
};

// A pointer with the interface of thrust::device_ptr.
template <class T>
struct device_ptr : unknown_ptr<T> {
    using raw_pointer = T*;
};

// A pointer class for which is_device_pointer is specialized.
template <class T>
struct mapped_ptr : unknown_ptr<T> {
};

// A class with the alias raw_pointer, like the pointers of Thrust. Objects of this class own their element.
template <class T>
struct owning_ptr : std::shared_ptr<T> {
    using raw_pointer = T*;
};

}  // namespace

template <class T>
struct heddle::is_device_pointer<mapped_ptr<T>> : std::true_type {
};

namespace {

using pointer = coalesced_ptr<numbers>;
using const_pointer = coalesced_ptr<numbers const>;

template <class From, class To>
constexpr bool converts = std::is_convertible_v<From, To>;

static_assert(sizeof(pointer) == sizeof(numbers*) && alignof(pointer) == alignof(numbers*));
static_assert(std::is_nothrow_default_constructible_v<pointer> && std::is_standard_layout_v<pointer>);
// coalesced_ptr is trivial, like T*, so it can live in memory where no constructor has run.
static_assert(std::is_trivial_v<pointer> && std::is_trivial_v<const_pointer>);
static_assert(std::is_trivial_v<coalesced_ptr<numbers, heddle::in_block<64>>>);
static_assert(std::is_trivial_v<coalesced_ptr<numbers, heddle::whole_warps>>);
constexpr pointer null_pointers[2] = {};
static_assert(null_pointers[1] == nullptr && pointer() == nullptr && !pointer{} && !pointer(nullptr).get());

template <class To, class... From>
constexpr bool takes = (converts<From, To> && ...);
template <class To, class... From>
constexpr bool takes_none = (!converts<From, To> && ...);
static_assert(takes<pointer, numbers*, device_ptr<numbers>, mapped_ptr<numbers>, std::nullptr_t>);
static_assert(takes<const_pointer, numbers*, numbers const*, pointer, device_ptr<numbers>, device_ptr<numbers const>>);
static_assert(takes<const_pointer, mapped_ptr<numbers>>);
static_assert(takes_none<pointer, numbers const*, const_pointer, device_ptr<numbers const>, mapped_ptr<numbers const>>);
static_assert(takes_none<pointer, mapped_ptr<int>, int, float*, void*>);

// Pointers that may own their elements are refused, also in assignments, unless is_device_pointer is specialized.
template <class To, class... From>
constexpr bool refuses = ((!std::is_constructible_v<To, From> && !converts<From, To> &&
                           !std::is_assignable_v<To&, From>)&&...);
static_assert(refuses<pointer, std::unique_ptr<numbers>, std::unique_ptr<numbers[]>, std::shared_ptr<numbers>>);
static_assert(refuses<const_pointer, std::shared_ptr<numbers>&>);
static_assert(refuses<pointer, std::reference_wrapper<numbers>, unknown_ptr<numbers>, owning_ptr<numbers>>);
using heddle::is_device_pointer;
static_assert(is_device_pointer<device_ptr<numbers>>::value && is_device_pointer<mapped_ptr<numbers>>::value);
static_assert(is_device_pointer<pointer>::value && !is_device_pointer<std::unique_ptr<numbers>>::value);
static_assert(!is_device_pointer<numbers>::value);

// Implicit conversions keep the policy. Conversions to another policy are explicit.
using alone_pointer = coalesced_ptr<numbers, heddle::lane_by_lane>;
using const_alone_pointer = coalesced_ptr<numbers const, heddle::lane_by_lane>;
using block_pointer = coalesced_ptr<numbers, heddle::in_block<64>>;
static_assert(takes<const_alone_pointer, alone_pointer> && takes<block_pointer, numbers*, device_ptr<numbers>>);
static_assert(takes_none<pointer, alone_pointer> && takes_none<const_pointer, alone_pointer>);
static_assert(takes_none<alone_pointer, pointer, block_pointer>);
static_assert(takes_none<block_pointer, pointer, coalesced_ptr<numbers, heddle::in_block<128>>>);
static_assert(!std::is_assignable_v<pointer&, alone_pointer>);
static_assert(std::is_constructible_v<pointer, alone_pointer> && std::is_constructible_v<const_pointer, block_pointer>);
static_assert(std::is_constructible_v<block_pointer, alone_pointer>);
static_assert(!std::is_constructible_v<alone_pointer, const_pointer>);
static_assert(!std::is_constructible_v<pointer, const_alone_pointer>);

// coalesced_ptr p = q deduces the same type as make_coalesced(q).
template <class From, class To>
constexpr bool gives = std::is_same_v<To, decltype(coalesced_ptr(std::declval<From>()))>&&
    std::is_same_v<To, decltype(make_coalesced(std::declval<From>()))>;
static_assert(gives<numbers*, pointer> && gives<numbers const*, const_pointer> && gives<numbers (&)[3], pointer>);
static_assert(gives<device_ptr<numbers>, pointer> && gives<mapped_ptr<numbers const> const&, const_pointer>);
static_assert(gives<const_pointer, const_pointer> && gives<block_pointer const&, block_pointer>);
static_assert(gives<float (&)[40], coalesced_ptr<float>> && gives<float const (&)[2], coalesced_ptr<float const>>);
static_assert(takes<block_pointer, numbers (&)[3]>);

static_assert(!converts<pointer, numbers*> && std::is_constructible_v<numbers*, pointer>);
static_assert(!converts<pointer, bool> && std::is_constructible_v<bool, pointer>);
static_assert(!std::is_constructible_v<numbers*, const_pointer>);

// (build/names/traits.cpp tests the concepts of iterators.)
template <class Pointer, class T>
constexpr bool obeys_traits()
{
    using traits = std::iterator_traits<Pointer>;
    using pointer_traits = std::pointer_traits<Pointer>;
    static_assert(std::is_same_v<typename traits::iterator_category, std::random_access_iterator_tag>);
    static_assert(std::is_same_v<typename traits::value_type, numbers>);
    static_assert(std::is_same_v<typename traits::difference_type, std::ptrdiff_t>);
    static_assert(std::is_same_v<typename traits::reference, decltype(*std::declval<Pointer const&>())>);
    static_assert(std::is_same_v<typename pointer_traits::element_type, T>);
    static_assert(std::is_same_v<typename pointer_traits::template rebind<int>, coalesced_ptr<int>>);
    return true;
}
static_assert(obeys_traits<pointer, numbers>() && obeys_traits<const_pointer, numbers const>());

// Operators are constant expressions. (pointer_operators_test.cpp tests their results.)
int compared[4];
constexpr coalesced_ptr<int> low = compared;
constexpr coalesced_ptr<int const> high = 1 + low + 1;
static_assert(low.get() == compared && high - low == 2 && low < high && low == high - 2);

TEST(coalesced_ptr, is_made_from_pointers_of_other_libraries)
{
    numbers array[2];
    device_ptr<numbers> const device{array + 1};
    EXPECT_EQ(array + 1, pointer(device).get());
    EXPECT_EQ(array + 1, const_pointer(device).get());
    EXPECT_EQ(array + 1, make_coalesced(device).get());
    EXPECT_EQ(array + 1, make_coalesced(mapped_ptr<numbers>{array + 1}).get());
    pointer assigned = array;
    EXPECT_EQ(array, make_coalesced(assigned).get());
    assigned = device;
    EXPECT_EQ(array + 1, assigned.get());
}

TEST(coalesced_ptr, is_a_pointer_for_the_standard_library)
{
    numbers array[2];
    pointer const p(array);
    std::unordered_map<pointer, int> values{{array, 1}, {array + 1, 2}};
    EXPECT_EQ(1, values[p]);
    EXPECT_EQ(2, values[p + 1]);
    EXPECT_EQ(std::hash<numbers const*>()(array), std::hash<const_pointer>()(array));
    EXPECT_EQ(p + 1, std::pointer_traits<pointer>::pointer_to(array[1]));
    EXPECT_EQ(p + 1, std::pointer_traits<pointer>::pointer_to(p[1]));
}

TEST(coalesced_ptr, changes_its_policy_when_asked)
{
    std::vector<numbers> array = numbered(0, 3);
    block_pointer const p = array.data() + 1, q(pointer(array.data() + 1));
    EXPECT_EQ(array.data() + 1, static_cast<const_alone_pointer>(p).get());
    EXPECT_EQ(array.data() + 1, make_coalesced(p).get());
    EXPECT_EQ(q, p);
    *alone_pointer(q) = q[1];
    q[-1] = pointer(q)[1];
    EXPECT_EQ((std::vector<numbers>(3, numbers::from(2))), array);
    static_assert(std::is_same_v<block_pointer, decltype(q + 1)>);
}

TEST(coalesced_ptr, indices_have_64_bits)
{
    coalesced_ptr<char> const origin(reinterpret_cast<char*>(std::uintptr_t{1} << 45));
    std::ptrdiff_t const far = std::ptrdiff_t{1} << 40;
    EXPECT_EQ(far, origin + far - origin);
    EXPECT_EQ(-far, origin - far - origin);
    EXPECT_EQ(origin.get() + far, (origin + far).get());
    coalesced_ptr<numbers> const wide(reinterpret_cast<numbers*>(std::uintptr_t{1} << 45));
    EXPECT_EQ((std::uintptr_t{1} << 45) + 28 * (std::uintptr_t{1} << 32),
              reinterpret_cast<std::uintptr_t>((wide + (std::ptrdiff_t{1} << 32)).get()));
}

//! Changes the 97 elements from p on by algorithms. Returns positions and sums that algorithms find.
template <class Pointer>
std::vector<std::ptrdiff_t> use_algorithms(Pointer const p)
{
    Pointer const end = p + 97;
    std::vector<std::ptrdiff_t> found;
    auto const found_at = [&](Pointer at) { found.push_back(at - p); };
    found.push_back(std::accumulate(p, end, 0, [](int sum, numbers const& n) { return sum + int(n.part[0]); }));
    found_at(std::transform(p, p + 9, p + 60, [](numbers n) { return n += 1u; }));
    std::copy_backward(p, p + 10, p + 40);
    std::reverse(p, end);
    std::rotate(p, p + 96, end);
    std::swap_ranges(p, p + 40, p + 50);
    std::reverse_iterator<Pointer> const back(end), front(p);
    found.push_back(std::vector<numbers>(back, front)[7].part[0]);
    *back = back[2];
    std::stable_sort(p, p + 60, [](numbers const& a, numbers const& b) { return b < a; });
    found_at(std::partition(p, p + 60, [](numbers n) { return n.part[0] % 3 == 0; }));
    std::sort(p, end);
    found_at(std::lower_bound(p, end, numbers::from(20)));
    found_at(std::remove_if(p, end, [](numbers n) { return n.part[0] >= 90000; }));
    found_at(std::prev(end, 3));
    found.push_back(std::equal(p, p + 5, p) + 2 * std::equal(p, p + 5, p + 40));
    return found;
}

TEST(coalesced_ptr, is_an_iterator_for_algorithms)
{
    std::vector<numbers> expected(97);
    for (std::size_t i = 0; i < 97; ++i) expected[i] = numbers::from(i * 31 % 97);
    std::vector<numbers> found = expected;
    EXPECT_EQ(use_algorithms(expected.data()), use_algorithms(pointer(found.data())));
    EXPECT_EQ(expected, found);
}

TEST(coalesced_ptr, is_made_from_an_array)
{
    static float const array[40] = {1, 2, 3};
    EXPECT_EQ(2.f, make_coalesced(array)[1]);
    heddle::emulate_group<32>(
        [&](auto tile) { EXPECT_EQ(array[tile.thread_rank()], heddle::load_contiguous(tile, array)); });
}

}  // namespace
