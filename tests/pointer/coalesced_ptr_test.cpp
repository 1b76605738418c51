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

static_assert(std::is_trivially_copyable_v<pointer> && std::is_trivially_copyable_v<const_pointer>);
static_assert(sizeof(pointer) == sizeof(numbers*) && alignof(pointer) == alignof(numbers*));
static_assert(std::is_nothrow_default_constructible_v<pointer>);
static_assert(std::is_standard_layout_v<pointer>);
// coalesced_ptr is trivial, like T*, so it can live in memory where no constructor has run.
static_assert(std::is_trivial_v<pointer> && std::is_trivial_v<const_pointer>);
static_assert(std::is_trivial_v<coalesced_ptr<numbers, heddle::in_block<64>>>);
static_assert(std::is_trivial_v<coalesced_ptr<numbers, heddle::whole_warps>>);
constexpr pointer null_pointers[2] = {};
static_assert(null_pointers[1] == nullptr && pointer() == nullptr && !pointer{});

static_assert(converts<numbers*, pointer> && converts<numbers*, const_pointer>);
static_assert(converts<numbers const*, const_pointer> && !converts<numbers const*, pointer>);
static_assert(converts<pointer, const_pointer> && !converts<const_pointer, pointer>);
static_assert(converts<device_ptr<numbers>, pointer> && converts<device_ptr<numbers>, const_pointer>);
static_assert(converts<device_ptr<numbers const>, const_pointer> && !converts<device_ptr<numbers const>, pointer>);
static_assert(converts<mapped_ptr<numbers>, pointer> && converts<mapped_ptr<numbers>, const_pointer>);
static_assert(!converts<mapped_ptr<numbers const>, pointer> && !converts<mapped_ptr<int>, pointer>);
static_assert(converts<std::nullptr_t, pointer>);

// Pointers that may own their elements are refused, also in assignments, unless is_device_pointer is specialized.
template <class From, class To>
constexpr bool is_refused =
    !std::is_constructible_v<To, From> && !converts<From, To> && !std::is_assignable_v<To&, From>;
static_assert(is_refused<std::unique_ptr<numbers>, pointer>);
static_assert(is_refused<std::unique_ptr<numbers[]>, pointer>);
static_assert(is_refused<std::shared_ptr<numbers>, pointer>);
static_assert(is_refused<std::shared_ptr<numbers>&, const_pointer>);
static_assert(is_refused<std::reference_wrapper<numbers>, pointer>);
static_assert(is_refused<unknown_ptr<numbers>, pointer>);
static_assert(is_refused<owning_ptr<numbers>, pointer>);
static_assert(heddle::is_device_pointer<device_ptr<numbers>>::value);
static_assert(heddle::is_device_pointer<mapped_ptr<numbers>>::value);
static_assert(heddle::is_device_pointer<pointer>::value);
static_assert(!heddle::is_device_pointer<std::unique_ptr<numbers>>::value);
static_assert(!heddle::is_device_pointer<numbers>::value);

// Implicit conversions keep the policy. Conversions to another policy are explicit.
using alone_pointer = coalesced_ptr<numbers, heddle::lane_by_lane>;
using const_alone_pointer = coalesced_ptr<numbers const, heddle::lane_by_lane>;
using block_pointer = coalesced_ptr<numbers, heddle::in_block<64>>;
static_assert(converts<alone_pointer, const_alone_pointer>);
static_assert(!converts<alone_pointer, pointer> && !converts<pointer, alone_pointer>);
static_assert(!converts<alone_pointer, const_pointer> && !converts<block_pointer, alone_pointer>);
static_assert(!converts<pointer, block_pointer>);
static_assert(!converts<coalesced_ptr<numbers, heddle::in_block<128>>, block_pointer>);
static_assert(!std::is_assignable_v<pointer&, alone_pointer>);
static_assert(std::is_constructible_v<pointer, alone_pointer>);
static_assert(std::is_constructible_v<const_pointer, block_pointer>);
static_assert(std::is_constructible_v<block_pointer, alone_pointer>);
static_assert(!std::is_constructible_v<alone_pointer, const_pointer>);
static_assert(!std::is_constructible_v<pointer, const_alone_pointer>);
static_assert(converts<numbers*, block_pointer> && converts<device_ptr<numbers>, block_pointer>);
static_assert(!converts<int, pointer> && !converts<float*, pointer> && !converts<void*, pointer>);

// coalesced_ptr p = q deduces the same type as make_coalesced(q).
template <class From, class To>
constexpr bool gives = std::is_same_v<To, decltype(coalesced_ptr(std::declval<From>()))>&&
    std::is_same_v<To, decltype(make_coalesced(std::declval<From>()))>;
static_assert(gives<numbers*, pointer> && gives<numbers const*, const_pointer> && gives<numbers (&)[3], pointer>);
static_assert(gives<device_ptr<numbers>, pointer> && gives<mapped_ptr<numbers const> const&, const_pointer>);
static_assert(gives<const_pointer, const_pointer> && gives<block_pointer const&, block_pointer>);
static_assert(gives<float (&)[40], coalesced_ptr<float>> && gives<float const (&)[2], coalesced_ptr<float const>>);

static_assert(!converts<pointer, numbers*> && std::is_constructible_v<numbers*, pointer>);
static_assert(!converts<pointer, bool> && std::is_constructible_v<bool, pointer>);
static_assert(!std::is_constructible_v<numbers*, const_pointer>);

template <class Pointer, class T>
constexpr bool obeys_iterator_traits()
{
    using traits = std::iterator_traits<Pointer>;
    using reference = typename coalesced_ptr<T>::reference;
    static_assert(std::is_same_v<typename traits::iterator_category, std::random_access_iterator_tag>);
    static_assert(std::is_same_v<typename traits::value_type, numbers>);
    static_assert(std::is_same_v<typename traits::difference_type, std::ptrdiff_t>);
    static_assert(std::is_same_v<typename traits::reference, reference>);
    static_assert(std::is_same_v<decltype(*std::declval<Pointer const&>()), reference>);
    static_assert(std::is_same_v<decltype(std::declval<Pointer const&>()[0]), reference>);
    static_assert(std::is_same_v<decltype(*std::declval<Pointer&>()++), reference>);
    static_assert(std::is_same_v<decltype(++std::declval<Pointer&>()), Pointer&>);
    static_assert(std::is_same_v<decltype(std::declval<Pointer&>()++), Pointer>);
    static_assert(std::is_same_v<decltype(std::declval<Pointer&>() += 1), Pointer&>);
    static_assert(std::is_same_v<decltype(1 + std::declval<Pointer>()), Pointer>);
    static_assert(std::is_same_v<decltype(std::declval<Pointer>() - 1), Pointer>);
    static_assert(std::is_same_v<decltype(std::declval<Pointer>() - std::declval<Pointer>()), std::ptrdiff_t>);
    static_assert(std::is_same_v<typename std::pointer_traits<Pointer>::element_type, T>);
    static_assert(std::is_same_v<typename std::pointer_traits<Pointer>::template rebind<int>, coalesced_ptr<int>>);
    return true;
}
static_assert(obeys_iterator_traits<pointer, numbers>());
static_assert(obeys_iterator_traits<const_pointer, numbers const>());

constexpr int table[4] = {1, 2, 3, 4};
constexpr coalesced_ptr<int const> first = table;
static_assert(first.get() == table && first + 3 - first == 3 && first < first + 1);
static_assert(coalesced_ptr<int>(nullptr).get() == nullptr && !coalesced_ptr<int>());

// Compares and subtracts pointers to T and to const T. (build/idioms/idioms.def compares with raw pointers and null.)
int compared[4];
constexpr coalesced_ptr<int> low = compared;
constexpr coalesced_ptr<int const> high = compared + 2;
static_assert(high - low == 2 && low - high == -2);
static_assert(low == low && high == high && low == high - 2 && high - 2 == low);
static_assert(low != high && high != low && !(low == high) && !(low != low));
static_assert(low < high && low <= high && high > low && high >= low && low <= low && low >= low);
static_assert(!(high < low || high <= low || low > high || low >= high || low < low || low > low));

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

TEST(coalesced_ptr, is_a_key_of_unordered_maps)
{
    numbers array[2];
    std::unordered_map<pointer, int> values{{array, 1}, {array + 1, 2}};
    EXPECT_EQ(1, values[pointer(array)]);
    EXPECT_EQ(2, values[pointer(array) + 1]);
    EXPECT_EQ(std::hash<numbers const*>()(array), std::hash<const_pointer>()(array));
}

TEST(coalesced_ptr, is_made_of_an_element_by_pointer_traits)
{
    numbers array[2];
    pointer const p(array);
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
    EXPECT_EQ(numbers::from(2), *(q + 1));
    static_assert(std::is_same_v<block_pointer, decltype(q + 1)>);
    *alone_pointer(q) = q[1];
    q[-1] = pointer(q)[1];
    EXPECT_EQ(numbers::from(2), array[1]);
    EXPECT_EQ(numbers::from(2), array[0]);
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

TEST(coalesced_ptr, is_an_iterator_for_algorithms)
{
    std::vector<numbers> array = numbered(0, 50), other(50);
    pointer const p(array.data()), q(other.data());
    const_pointer const c(p);
    EXPECT_EQ(q + 50, std::transform(c, c + 50, q, [](numbers n) { return n += 1u; }));
    EXPECT_EQ(numbers::from(49) += 1, other[49]);
    EXPECT_EQ(50 * 49 / 2 * 1000 + 50,
              std::accumulate(c, c + 50, 0, [](int sum, numbers const& n) { return sum + int(n.part[0]); }));
    EXPECT_EQ(c + 20, std::lower_bound(c, c + 50, numbers::from(20)));
    EXPECT_TRUE(std::equal(c, c + 50, p));
    std::copy_backward(c, c + 10, q + 40);
    EXPECT_EQ(numbers::from(9), other[39]);
    EXPECT_EQ(p, std::prev(p + 3, 3));
    EXPECT_EQ(array, std::vector<numbers>(c, c + 50));
    std::reverse_iterator<pointer> const last(p + 50), end(p);
    *last = numbers::from(77);
    EXPECT_EQ(numbers::from(77), array[49]);
    EXPECT_EQ(numbers::from(47), last[2]);
    EXPECT_EQ(std::vector<numbers>(array.rbegin(), array.rend()), std::vector<numbers>(last, end));
}

TEST(coalesced_ptr, is_an_iterator_for_algorithms_that_swap)
{
    std::vector<numbers> array(97);
    for (std::size_t i = 0; i < 97; ++i) array[i] = numbers::from(i * 31 % 97);
    pointer const p(array.data());
    std::reverse(p, p + 97);
    EXPECT_EQ(numbers::from(0), array[96]);
    std::rotate(p, p + 96, p + 97);
    EXPECT_EQ(numbers::from(0), array[0]);
    std::swap_ranges(p, p + 40, p + 50);
    EXPECT_EQ(numbers::from(0), array[50]);
    std::sort(p, p + 97);
    EXPECT_EQ(numbered(0, 97), array);
    std::sort(p, p + 97, [](numbers const& a, numbers const& b) { return b < a; });
    EXPECT_EQ(numbers::from(96), array[0]);
    std::stable_sort(p, p + 97);
    EXPECT_EQ(numbered(0, 97), array);
    EXPECT_EQ(p + 90, std::remove_if(p, p + 97, [](numbers n) { return n.part[0] >= 90000; }));
    EXPECT_EQ(p + 45, std::partition(p, p + 90, [](numbers n) { return n.part[0] < 45000; }));
}

TEST(coalesced_ptr, made_from_an_array_writes_to_it_unless_it_is_const)
{
    static float array[40] = {1, 2, 3};
    static float const constants[2] = {1, 2};
    auto const p = make_coalesced(array);
    p[39] = make_coalesced(constants)[1];
    EXPECT_EQ(2.f, array[39]);

    coalesced_ptr<float, heddle::in_block<32>> const q(array);
    q[0] = 3;
    EXPECT_EQ(3.f, array[0]);
    heddle::emulate_group<32>(
        [&](auto tile) { EXPECT_EQ(array[tile.thread_rank()], heddle::load_contiguous(tile, array)); });
}

}  // namespace
