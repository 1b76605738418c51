// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests reductions of sequences in emulated blocks, which run one after the other.

#include "common/memory_regions.hpp"
#include "emulated_blocks.hpp"

#include <heddle/algorithm/detail/extrema.cuh>
#include <heddle/algorithm/reduce.cuh>

#include <algorithm>
#include <cstring>
#include <functional>

namespace {

using namespace heddle_test;

struct hash {
    template <class Element>
    std::uint64_t operator()(Element const& element) const
    {
        std::uint64_t sum = 7;
        for (unsigned char byte : element.value) sum = sum * 31 + byte;
        return sum;
    }
};

constexpr unsigned capacity = 72;

//! Reduces an array in `blocks` emulated blocks, which form groups of group_size blocks.
template <unsigned WarpLanes, class Iterator, class Value, class Transform, class Operation>
Value reduced(Iterator first, std::size_t count, unsigned blocks, unsigned group_size, Value init, Transform transform,
              Operation operation)
{
    using element = std::decay_t<decltype(*first)>;
    using sum = heddle::detail::transformed_accumulator_t<Operation, Transform, element, Value>;
    // The shared memory is not cleared between blocks.
    auto& memory = shared<heddle::detail::reduce_memory<Iterator, capacity, 32 / WarpLanes, sum>>();
    std::vector<sum> of_blocks(blocks), of_groups(blocks);
    std::vector<unsigned> arrived(blocks + 1);
    // A single block has no memory for sums of blocks.
    heddle::detail::reduce_sums_memory<sum> sums{};
    if (blocks > 1) {
        sums = {of_blocks.data(), of_groups.data(), arrived.data() + 1, arrived.data(), group_size};
    }
    Value const nothing{};
    Value result(nothing);
    for (unsigned b = 0; b < blocks; ++b) {
        emulated_blocks<WarpLanes>::run([&](auto const& block) {
            heddle::detail::reduce_share<capacity>(block, memory, {b, blocks}, sums, first, count, &result, init,
                                                   transform, operation);
        });
        if (b + 1 < blocks) {
            EXPECT_EQ(0, std::memcmp(&result, &nothing, sizeof(Value))) << "before the last block";
        }
    }
    for (unsigned const number : arrived) EXPECT_EQ(0u, number);
    return result;
}

template <class Element, unsigned WarpLanes, unsigned GroupSize>
void check_element(random_source& random)
{
    for (std::size_t const skew : {std::size_t{0}, std::size_t{1}, std::size_t{5}}) {
        for (std::size_t const count : {1u, 2u, 15u, 31u, 33u, 71u, 72u, 73u, 1000u}) {
            SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, start " << skew << ", count " << count);
            // The array ends at the end of accessible memory, or alignof(Element) bytes before that end.
            heddle_test::fenced_bytes memory(count * sizeof(Element) + 128);
            auto* const first =
                reinterpret_cast<Element*>(memory.last(count * sizeof(Element) + skew % 2 * alignof(Element)));
            random.fill(first, count * sizeof(Element));
            std::conditional_t<WarpLanes == 8, Element const, Element>* const start = first;
            std::uint64_t expected = 11;
            for (std::size_t i = 0; i < count; ++i) expected += hash{}(start[i]);
            auto const tiles = static_cast<unsigned>(heddle::detail::divide_up(count, std::size_t{capacity}));
            for (unsigned const blocks : {tiles, tiles / 4 + 1, 1u}) {
                EXPECT_EQ(expected, (reduced<WarpLanes>(start, count, blocks, GroupSize, std::uint64_t{11}, hash{},
                                                        heddle::plus{})));
            }
        }
    }
}

//! An order with many equivalent elements. operator() is not const.
struct by_first_byte {
    template <class Element>
    bool operator()(Element const& a, Element const& b)
    {
        return a.value[0] / 32 < b.value[0] / 32;
    }
};

template <class Element>
void check_extrema(random_source& random)
{
    using heddle::detail::extremum;
    for (std::size_t const count : {1u, 2u, 33u, 72u, 73u, 1000u}) {
        SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, count " << count);
        guarded_array<Element> array(count, random, alignof(Element));
        Element const* const first = array.data();
        auto const smallest = std::min_element(first, first + count, by_first_byte{}) - first;
        auto const largest = std::max_element(first, first + count, by_first_byte{}) - first;
        heddle::detail::best_place<extremum::smallest, Element, by_first_byte> const smaller{first, {}};
        heddle::detail::best_place<extremum::largest, Element, by_first_byte> const larger{first, {}};
        heddle::detail::both_places<Element, by_first_byte> const both{smaller, larger};
        auto const tiles = static_cast<unsigned>(heddle::detail::divide_up(count, std::size_t{capacity}));
        for (unsigned const blocks : {tiles, tiles / 4 + 1, 1u}) {
            EXPECT_EQ(smallest, (reduced<8>(first, count, blocks, 4, std::ptrdiff_t{0}, smaller, smaller)));
            EXPECT_EQ(largest, (reduced<8>(first, count, blocks, 4, std::ptrdiff_t{0}, larger, larger)));
            auto const found = reduced<8>(first, count, blocks, 4, heddle::detail::extreme_places{0, 0}, both, both);
            EXPECT_EQ(smallest, found.smallest);
            EXPECT_EQ(largest, found.largest);
        }
    }
}

TEST(reduce, finds_the_first_of_the_smallest_and_of_the_largest_elements)
{
    random_source random("extrema");
    check_extrema<bytes<13>>(random);
    check_extrema<bytes<28>>(random);
    check_extrema<bytes<35>>(random);
    check_extrema<bytes<128>>(random);
}

TEST(reduce, gives_few_elements_to_a_single_block)
{
    using heddle::detail::is_for_single_block;
    static_assert(is_for_single_block(0, 384) && is_for_single_block(1, 384));
    static_assert(is_for_single_block(8 * 384, 384) && !is_for_single_block(8 * 384 + 1, 384));
    static_assert(is_for_single_block(4096, 2048) && !is_for_single_block(4097, 2048));
    // A single tile is always processed by a single block, even if the tile is large.
    static_assert(is_for_single_block(8192, 8192) && !is_for_single_block(8193, 8192));
    SUCCEED();
}

template <unsigned WarpLanes, unsigned GroupSize, class... Element>
void check_elements(random_source& random)
{
    (check_element<Element, WarpLanes, GroupSize>(random), ...);
}

TEST(reduce, takes_every_element_once)
{
    random_source random("reductions by emulated blocks");
    // Most types are tested with one warp size. The warp size affects only sums, and all sums have the same type.
    check_elements<8, 4, bytes<1>, bytes<2>, bytes<3>, bytes<4>, bytes<8, 2>, bytes<28>>(random);
    check_elements<32, 3, bytes<2, 1>, bytes<6>, bytes<12>, bytes<13>, bytes<28>, bytes<64, 4>>(random);
}

//! Returns the sum of an array, computed by three emulated blocks.
template <class Element, class Init, class Transform, class Operation>
Init sum_of(std::vector<Element> const& array, Init init, Transform transform, Operation operation)
{
    return reduced<32>(array.data(), array.size(), 3, 2, init, transform, operation);
}

struct point {
    float x, y;
};
struct x_of {
    float operator()(point const& p) const { return p.x; }
};
struct as_is {
    template <class T>
    T const& operator()(T const& value) const
    {
        return value;
    }
};

TEST(reduce, takes_any_iterator)
{
    for (unsigned const count : {1u, 7u, 72u, 73u, 1000u}) {
        std::ptrdiff_t const sum = reduced<16>(heddle::detail::counting{0}, count, (count + 71) / 72, 2,
                                               std::ptrdiff_t{5}, as_is{}, heddle::plus{});
        EXPECT_EQ(5 + count * (count - 1) / 2, sum);
    }
}

TEST(reduce, keeps_sums_in_what_the_operation_returns)
{
    // The sum of 1000 times 0.5 is 500. If each element were converted to int before the addition, the sum would be 0.
    std::vector<point> const points(1000, point{0.5f, 0});
    EXPECT_EQ(500, sum_of(points, 0, x_of{}, std::plus<>{}));
    EXPECT_EQ(500, sum_of(points, 0, x_of{}, heddle::plus{}));
    EXPECT_EQ(0, sum_of(points, 0, x_of{}, std::plus<int>{}));
    // Sums must have the type of the elements, double. In float, 1 + 0x1p-24 would be 1.
    std::vector<double> numbers(1000, 0x1p-24);
    numbers[0] = 1;
    EXPECT_EQ(1 + 999 * 0x1p-24f, sum_of(numbers, 0.0f, as_is{}, std::plus<>{}));
    EXPECT_EQ(1 + 999 * 0x1p-24, sum_of(numbers, 0.0, as_is{}, std::plus<>{}));
    // Bytes are added as ints. Only the final sum is converted to a byte.
    std::vector<unsigned char> const small(1000, 3);
    EXPECT_EQ(static_cast<unsigned char>(3007), sum_of(small, static_cast<unsigned char>(7), as_is{}, std::plus<>{}));
    EXPECT_EQ(3007, sum_of(small, 7, as_is{}, std::plus<>{}));
}

// A point can be assigned to a box, but a box cannot be constructed from a point.
struct box {
    float low, high;
    bool is_assigned;

    box& operator=(point const& p)
    {
        low = p.x;
        high = p.y;
        is_assigned = true;
        return *this;
    }
    box() = default;
    box(box const&) = default;
    box& operator=(box const&) = default;
    box(float from, float to) : low(from), high(to), is_assigned(true) {}
};
static_assert(!std::is_constructible_v<box, point>);
struct unite {
    box operator()(point const& a, point const& b) const { return {std::min(a.x, b.x), std::max(a.y, b.y)}; }
    box operator()(box const& a, box const& b) const
    {
        EXPECT_TRUE(a.is_assigned && b.is_assigned);
        return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    point operator()(point const& a, box const& b) const { return {std::min(a.x, b.low), std::max(a.y, b.high)}; }
};

TEST(reduce, assigns_elements_to_sums_of_another_struct)
{
    std::vector<point> points(500);
    for (unsigned k = 0; k < points.size(); ++k) {
        points[k] = {100.0f - static_cast<float>(k % 97), 2.0f * static_cast<float>(k % 89)};
    }
    point const bounds = sum_of(points, point{50, 1}, as_is{}, unite{});
    EXPECT_EQ(4, bounds.x);
    EXPECT_EQ(176, bounds.y);
}

TEST(reduce, knows_the_type_of_sums)
{
    using heddle::detail::accumulator_t;
    using heddle::detail::transformed_accumulator_t;
    using std::is_same_v;
    static_assert(is_same_v<float, accumulator_t<std::plus<>, float, int>>);
    static_assert(is_same_v<double, accumulator_t<std::plus<>, double, float>>);
    static_assert(is_same_v<int, accumulator_t<std::plus<int>, float, int>>);
    static_assert(is_same_v<int, accumulator_t<std::plus<>, char, char>>);
    static_assert(is_same_v<float, accumulator_t<heddle::maximum, float, int>>);
    static_assert(is_same_v<char, accumulator_t<heddle::plus, char, char>>);
    // The type of sums is never a reference. If the operation does not accept the elements, sums have the type of the
    // initial value.
    static_assert(is_same_v<point, accumulator_t<point const& (*)(point const&, point const&), point&, point>>);
    static_assert(is_same_v<int, accumulator_t<std::plus<>, point, int>>);
    static_assert(is_same_v<float, transformed_accumulator_t<std::plus<>, x_of, point, int>>);
    static_assert(is_same_v<double, transformed_accumulator_t<std::plus<>, as_is, double, int>>);
}

TEST(reduce, reads_packs_that_are_whole_chunks)
{
    using heddle::detail::elements_of_tile_pack;
    static_assert(elements_of_tile_pack(1) == 16 && elements_of_tile_pack(2) == 8);
    static_assert(elements_of_tile_pack(3) == 16 && elements_of_tile_pack(6) == 8);
    static_assert(elements_of_tile_pack(12) == 4 && elements_of_tile_pack(5) == 1);
    static_assert(elements_of_tile_pack(16) == 1 && elements_of_tile_pack(28) == 1);
    alignas(16) static bytes<3> const array[32] = {};
    for (unsigned k = 0; k < 16; ++k) {
        EXPECT_EQ((16 - k) % 16, heddle::detail::elements_before_chunk(array + k));
    }
    // If elements of two bytes start at an odd address, no element starts at a multiple of 16.
    auto const* const odd = reinterpret_cast<bytes<2, 1> const*>(array[0].value + 1);
    EXPECT_EQ(8u, heddle::detail::elements_before_chunk(odd));
}

TEST(reduce, says_how_much_storage_it_takes)
{
    heddle::detail::temporary_storage nothing(nullptr);
    EXPECT_EQ(nullptr, nothing.take<int>(3));
    EXPECT_EQ(nullptr, nothing.take<char>(257));
    std::size_t bytes = 0;
    cudaError_t status = cudaSuccess;
    EXPECT_TRUE(nothing.is_missing(bytes, status));
    EXPECT_EQ(cudaSuccess, status);
    EXPECT_EQ(256u + 512u + 256u, bytes);
    alignas(256) static std::byte memory[768];
    heddle::detail::temporary_storage storage(memory);
    EXPECT_EQ(reinterpret_cast<int*>(memory), storage.take<int>(3));
    EXPECT_EQ(reinterpret_cast<char*>(memory) + 256, storage.take<char>(257));
    EXPECT_FALSE(storage.is_missing(bytes, status));
    std::size_t too_few = bytes - 1;
    EXPECT_TRUE(storage.is_missing(too_few, status));
    EXPECT_EQ(cudaErrorInvalidValue, status);
    EXPECT_EQ(bytes, too_few);
    EXPECT_EQ(1u, heddle::detail::temporary_storage(nullptr).bytes());
}

}  // namespace
