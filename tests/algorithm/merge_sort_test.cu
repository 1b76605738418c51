// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares merge sorts in tiles with std::stable_sort: elements of many sizes and alignments, compared by all their
// bytes, in counts around the borders of tiles.

#include "common/algorithms.cuh"

#include <heddle/algorithm/sort.cuh>

#include <common/bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

namespace heddle_test::merge_sort_test {
namespace {

// Bytes 4 to 7 of an element are its original index, which comparisons ignore, so the tests see whether a sort is
// stable.
constexpr std::size_t origin_begin = 4, origin_end = 8;

//! Compares all bytes but the original index. Takes elements by value if ByValue.
template <bool ByValue>
struct by_all_bytes {
    template <class T>
    HEDDLE_INLINE static bool precedes(T const& a, T const& b)
    {
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            if (i >= origin_begin && i < origin_end) continue;
            if (a.value[i] != b.value[i]) return a.value[i] < b.value[i];
        }
        return false;
    }
    template <class T>
    HEDDLE_INLINE bool operator()(std::conditional_t<ByValue, T, T const&> a, T const& b) const
    {
        return precedes(a, b);
    }
};

enum class keys { random, few, sorted, reversed };

template <class T>
void fill(guarded_array<T>& array, keys kind, random_source& random)
{
    for (std::size_t i = 0; i < array.size(); ++i) {
        auto& value = array[i].value;
        std::memset(value, 7, sizeof value);
        auto const origin = static_cast<std::uint32_t>(i);
        std::memcpy(value + origin_begin, &origin, sizeof origin);
        std::size_t const place = i * 199 / array.size();
        auto const key = kind == keys::sorted     ? place
                         : kind == keys::reversed ? 200 - place
                         : kind == keys::few      ? random.below(3)
                                                  : random.below(256);
        value[sizeof value - 1] = static_cast<unsigned char>(key);
        if (kind == keys::random) value[0] = static_cast<unsigned char>(random.below(4));
    }
}

template <class T>
void check(std::size_t count, keys kind, random_source& random, std::size_t skew = sizeof(T))
{
    SCOPED_TRACE(testing::Message() << count << " elements of " << sizeof(T) << " bytes, alignment " << alignof(T)
                                    << ", keys " << static_cast<int>(kind));
    guarded_array<T> array(count, random, skew);
    fill(array, kind, random);
    std::vector<T> expected(array.begin(), array.end());
    std::stable_sort(expected.begin(), expected.end(), by_all_bytes<false>::precedes<T>);
    using order = by_all_bytes<sizeof(T) % 8 == 0>;
    expect_sorted(expected, array, random, [&](T const* in, T* out, auto&&... storage) {
        return heddle::device::sort(storage..., in, out, count, order());
    });
}

template <class T>
constexpr std::size_t capacity()
{
    return heddle::detail::merge_memory<T>::capacity;
}

template <class T>
class merge_sort_test : public gpu_test {
};
using elements = full_or<::testing::Types<bytes<16, 1>, bytes<16, 16>, bytes<17>, bytes<20>, bytes<28>, bytes<30>,
                                          bytes<40>, bytes<48>, bytes<50>, bytes<64, 4>, bytes<64, 64>, bytes<96, 32>,
                                          bytes<100>, bytes<128, 4>, bytes<255>, bytes<256, 4>, bytes<256, 256>>,
                         ::testing::Types<bytes<16, 1>, bytes<28>, bytes<30>, bytes<64, 64>, bytes<256, 4>>>;
TYPED_TEST_SUITE(merge_sort_test, elements);

TYPED_TEST(merge_sort_test, around_the_borders_of_tiles)
{
    random_source random("merge sorts");
    std::size_t const c = capacity<TypeParam>();
    for (std::size_t const count : {std::size_t{2}, std::size_t{33}, c / 2, c - 1, c, c + 1, 2 * c, 2 * c + 1,
                                    3 * c - 1, 4 * c + 5, 5 * c + c / 2, 8 * c - 3}) {
        check<TypeParam>(count, keys::random, random);
    }
    for (keys const kind : {keys::few, keys::sorted, keys::reversed}) check<TypeParam>(5 * c + 7, kind, random);
}

using merge_sort_arrays_test = gpu_test;

TEST_F(merge_sort_arrays_test, of_many_tiles_are_divided_before_they_are_merged)
{
    random_source random("merge sorts of many tiles");
    std::size_t const tiles = heddle::detail::max_tiles_divided_by_blocks;
    check<bytes<256, 4>>(tiles * capacity<bytes<256, 4>>(), keys::random, random);
    check<bytes<256, 4>>(tiles * capacity<bytes<256, 4>>() + 1, keys::few, random);
}

template <class T>
void check_bounds(std::size_t count, random_source& random)
{
    SCOPED_TRACE(testing::Message() << count << " elements of " << sizeof(T) << " bytes");
    guarded_array<T> array(count, random, sizeof(T));
    fill(array, keys::random, random);
    device_copy<T> const in(array);
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::sort(storage..., in.data(), in.data(), count, by_hash());
    });
    // Every element is still one of those before.
    std::vector<T> const before(array.begin(), array.end());
    in.copy_to(array);
    EXPECT_TRUE(array.guards_intact());
    for (T const& each : array) {
        std::uint32_t origin = 0;
        std::memcpy(&origin, each.value + origin_begin, sizeof origin);
        ASSERT_LT(origin, count);
        ASSERT_EQ(0, std::memcmp(&each, &before[origin], sizeof(T)));
    }
}

TEST_F(merge_sort_arrays_test, stay_in_bounds_without_an_order)
{
    random_source random("merge sorts without an order");
    for (std::size_t const tiles : {3, 64, 600}) {
        check_bounds<bytes<28>>(tiles * capacity<bytes<28>>() - 5, random);
        check_bounds<bytes<128, 4>>(tiles * capacity<bytes<128, 4>>() - 5, random);
    }
}

TEST_F(merge_sort_arrays_test, begin_at_odd_addresses)
{
    random_source random("merge sorts at odd addresses");
    for (std::size_t const skew : {1, 2, 3}) check<bytes<32, 1>>(5000, keys::random, random, skew);
}

}  // namespace
}  // namespace heddle_test::merge_sort_test
