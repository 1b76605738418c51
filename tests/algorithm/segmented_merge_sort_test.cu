// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares sorts of segments with a comparison with std::stable_sort of each segment: elements of many sizes, and
// segments around the borders of tiles.

#include "segments.cuh"

#include <heddle/algorithm/segmented_sort.cuh>

#include <common/bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace heddle_test::segmented_merge_sort_test {
namespace {

using namespace segments;

//! Compares the last byte, of which it ignores some values, so that the other bytes show whether a sort is stable. Its
//! operator() is not const.
template <class T>
struct by_last_byte {
    unsigned divisor;

    HEDDLE_HOST_DEVICE static unsigned last(T const& each) { return each.value[sizeof(T) - 1]; }
    HEDDLE_HOST_DEVICE bool operator()(T a, T const& b) { return last(a) / divisor < last(b) / divisor; }
};

//! Sorts with 256 / divisor different keys.
template <class T, class Offset>
void check(std::vector<Offset> const& offsets, unsigned divisor, random_source& random, way how)
{
    std::vector<T> elements(static_cast<std::size_t>(offsets.back()));
    random.fill(elements.data(), elements.size() * sizeof(T));
    auto const expected = sorted_segments(elements, offsets, [&](T const& a, T const& b) {
        return by_last_byte<T>::last(a) / divisor < by_last_byte<T>::last(b) / divisor;
    });
    expect_called(expected, elements, offsets, random, how,
                  [&](void* temporary, std::size_t& bytes, cudaStream_t stream, T const* in, T* out, Offset const* at) {
                      return heddle::device::segmented_sort(temporary, bytes, stream, in, out, elements.size(), at,
                                                            offsets.size() - 1, by_last_byte<T>{divisor});
                  });
}

template <class T>
using tile_of =
    heddle::detail::segment_rows_tile<std::conditional_t<heddle::detail::merges_indices(sizeof(T)), std::uint32_t, T>>;

template <class T>
class segmented_merge_sort_test : public gpu_test {
};
using elements =
    full_or<::testing::Types<bytes<1>, bytes<3>, bytes<4, 4>, bytes<8, 8>, bytes<12, 4>, bytes<16, 16>, bytes<20, 4>,
                             bytes<28, 4>, bytes<30, 2>, bytes<50, 1>, bytes<64, 64>, bytes<100, 4>, bytes<128, 4>,
                             bytes<255, 1>, bytes<256, 256>, bytes<257, 1>, bytes<1000, 8>>,
            ::testing::Types<bytes<1>, bytes<16, 16>, bytes<28, 4>, bytes<50, 1>, bytes<128, 4>, bytes<260, 4>>>;
TYPED_TEST_SUITE(segmented_merge_sort_test, elements);

TYPED_TEST(segmented_merge_sort_test, around_the_borders_of_tiles)
{
    random_source random("segments at borders");
    using tile = tile_of<TypeParam>;
    constexpr std::size_t size = tile::size, capacity = tile::capacity, few = tile::max_short;
    for (std::size_t const first : {std::size_t{0}, std::size_t{1}, few, size - 1, size, size + few}) {
        for (std::size_t const length : {std::size_t{2}, few, few + 1, size, capacity, capacity + 1, 3 * size + 1}) {
            SCOPED_TRACE(testing::Message() << first << " elements, and a segment of " << length);
            std::vector<std::size_t> offsets{0, first, first + length, first + length, first + length + 1};
            check<TypeParam>(offsets, 16, random, {0, false});
            for (std::size_t const more : {few, few + 1, size - few, 2 * size}) {
                offsets.push_back(offsets.back() + more);
            }
            check<TypeParam>(offsets, 100, random, {2, length % 2 == 0});
        }
    }
}

TYPED_TEST(segmented_merge_sort_test, of_any_lengths)
{
    random_source random("segments of any lengths");
    std::size_t const most = sizeof(TypeParam) <= 64 ? ~std::size_t{0} : 40000;
    for_each_case<std::int32_t>(sorted_cases, random, [&](std::vector<std::int32_t> offsets, unsigned number) {
        while (static_cast<std::size_t>(offsets.back()) > most) offsets.pop_back();
        check<TypeParam>(offsets, number % 2 == 0 ? 16 : 2, random, {number % 3, number % 4 == 0});
    });
}

using segmented_merge_sort_arrays_test = gpu_test;

TEST_F(segmented_merge_sort_arrays_test, of_many_tiles_are_divided_before_they_are_merged)
{
    random_source random("segments of many tiles");
    using element = bytes<128, 4>;
    std::size_t const size = tile_of<element>::size, tiles = heddle::detail::max_tiles_divided_by_blocks;
    for (std::size_t const more : {0, 1}) {
        std::vector<std::uint64_t> offsets{0, 5, 5 + 400 * size};
        while (offsets.back() + 3 * size < tiles * size) offsets.push_back(offsets.back() + random.below(3 * size));
        offsets.push_back(tiles * size + more);
        check<element>(offsets, 8, random, {2, more == 0});
    }
}

TEST_F(segmented_merge_sort_arrays_test, have_known_orders)
{
    random_source random("segments of numbers");
    std::vector<int> const offsets{0, 3, 3, 2000, 2001, 9000};
    std::vector<float> numbers;
    for (int k = 0; k < offsets.back(); ++k) numbers.push_back(static_cast<float>(random.below(100)));
    auto const check_order = [&](auto const& expected, auto... order) {
        expect_called(
            expected, numbers, offsets, random, {0, false},
            [&](void* temporary, std::size_t& bytes, cudaStream_t stream, float const* in, float* out, int const* at) {
                return heddle::device::segmented_sort(temporary, bytes, stream, in, out, numbers.size(), at,
                                                      offsets.size() - 1, order...);
            });
    };
    check_order(sorted_segments(numbers, offsets, std::less<float>()));
    check_order(sorted_segments(numbers, offsets, std::greater<float>()), std::greater<float>());
    check_order(sorted_segments(numbers, offsets, std::greater<float>()), heddle::descending());
}

TEST_F(segmented_merge_sort_arrays_test, stay_in_their_segments_without_an_order)
{
    random_source random("segments without an order");
    using element = bytes<28, 4>;
    std::size_t const size = tile_of<element>::size;
    std::vector<std::size_t> offsets{0, 100, 100, 100 + size / 2, 100 + 7 * size};
    for (unsigned k = 0; k < 1000; ++k) offsets.push_back(offsets.back() + random.below(20));
    offsets.push_back(offsets.back() + 600 * size);
    guarded_array<element> array(offsets.back(), random, alignof(element));
    auto const number_of = [](element const& each, std::size_t at) {
        std::uint32_t number = 0;
        std::memcpy(&number, each.value + at, sizeof number);
        return std::size_t{number};
    };
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        for (std::size_t k = offsets[s]; k < offsets[s + 1]; ++k) {
            std::size_t const origin[] = {k, s};
            for (std::size_t n : {0, 1}) {
                auto const number = static_cast<std::uint32_t>(origin[n]);
                std::memcpy(array[k].value + 8 + 4 * n, &number, sizeof number);
            }
        }
    }
    std::vector<element> const before(array.begin(), array.end());
    device_copy<element> const in(array);
    device_vector<std::size_t> const places(offsets);
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::segmented_sort(storage..., in.data(), in.data(), array.size(),
                                              static_cast<std::size_t const*>(places.data()), offsets.size() - 1,
                                              by_hash());
    });
    // Every element is still one of those in its segment.
    in.copy_to(array);
    EXPECT_TRUE(array.guards_intact());
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        for (std::size_t k = offsets[s]; k < offsets[s + 1]; ++k) {
            ASSERT_EQ(s, number_of(array[k], 12));
            ASSERT_EQ(0, std::memcmp(&array[k], &before[number_of(array[k], 8)], sizeof(element)));
        }
    }
}

TEST_F(segmented_merge_sort_arrays_test, refuse_overlapping_arrays)
{
    using element = bytes<28, 4>;
    constexpr std::size_t count = 100;
    device_vector<element> const array(std::vector<element>(2 * count));
    device_vector<int> const offsets(std::vector<int>{0, 10, 100});
    std::size_t bytes = 0;
    auto const sort = [&](void* temporary, std::size_t distance) {
        return heddle::device::segmented_sort(temporary, bytes, nullptr, static_cast<element const*>(array.data()),
                                              array.data() + distance, count, static_cast<int const*>(offsets.data()),
                                              2, by_last_byte<element>{1});
    };
    EXPECT_EQ(cudaSuccess, sort(nullptr, 1));
    device_memory const temporary(bytes);
    EXPECT_EQ(cudaErrorInvalidValue, sort(temporary.data(), 1));
    EXPECT_EQ(cudaErrorInvalidValue, sort(temporary.data(), count - 1));
    EXPECT_EQ(cudaSuccess, sort(temporary.data(), count));
    EXPECT_EQ(cudaSuccess, sort(temporary.data(), 0));
    finish_kernel();
}

}  // namespace
}  // namespace heddle_test::segmented_merge_sort_test
