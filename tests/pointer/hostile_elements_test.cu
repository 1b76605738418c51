// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves elements with unusual operators and constructors (common/hostile_moves.hpp) on the GPU. Calls every function of
// coalesced_ptr, groups, tiles and algorithms.

#include "common/algorithms.cuh"
#include "common/gpu.cuh"
#include "common/hostile_moves.hpp"

#include <heddle/algorithm.cuh>
#include <heddle/heddle.cuh>
#include <heddle/thrust.cuh>

#include <cooperative_groups.h>
#include <thrust/copy.h>
#include <thrust/for_each.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <numeric>
#include <vector>

namespace heddle_test::hostile_elements_test {
namespace {

constexpr unsigned threads = 128;
constexpr unsigned blocks = 5;
constexpr unsigned count = threads * blocks;
constexpr unsigned lane_count = count - 7;  //!< some lanes of the last warp have no element

template <lane_way Way, class Element, class Policy>
__global__ void by_lanes(heddle::coalesced_ptr<Element const, Policy> in, heddle::coalesced_ptr<Element, Policy> out,
                         heddle::coalesced_ptr<Element, Policy> spare)
{
    move_by_lane<Way>(in, out, spare, static_cast<std::ptrdiff_t>(blockIdx.x * threads + threadIdx.x),
                      static_cast<std::ptrdiff_t>(lane_count));
}

template <group_way Way, unsigned Lanes, class Element>
__global__ void by_groups(Element const* in, Element* out)
{
    auto const group = cooperative_groups::tiled_partition<Lanes>(cooperative_groups::this_thread_block());
    unsigned const first = (blockIdx.x * threads + threadIdx.x) / Lanes * Lanes;
    move_by_group<Way>(group, in + first, out + first);
}

//! Odd and even lanes form separate groups.
template <group_way Way, class Element>
__global__ void by_active_groups(Element const* in, Element* out)
{
    unsigned const warp_first = (blockIdx.x * threads + threadIdx.x) / 32 * 32;
    bool const is_odd = threadIdx.x % 2 != 0;
    std::uint32_t const odd = __ballot_sync(0xffffffffu, is_odd);
    heddle::active_group<8> const group(is_odd ? odd : ~odd);
    unsigned const number = threadIdx.x % 32 / 16 + (is_odd ? 2 : 0);
    move_by_group<Way>(group, in + warp_first + number * 8, out + warp_first + number * 8);
}

enum class tile_way { by_tile, by_values, by_pipelines, by_scratch, by_block_reduce };

template <tile_way Way, class Element>
__global__ void by_tiles(Element const* in, Element* out)
{
    heddle::this_block<threads> const block;
    std::size_t const first = std::size_t{blockIdx.x} * threads;
    unsigned const k = threadIdx.x;
    if constexpr (Way == tile_way::by_tile || Way == tile_way::by_values) {
        __shared__ heddle::tile_stages<Element, threads> in_stage, out_stage;
        auto const from = heddle::load_tile(block, in_stage, in + first, threads);
        auto const to = heddle::make_tile(block, out_stage, out + first, threads);
        if constexpr (Way == tile_way::by_values) to.store(k, from.load(k));
        if constexpr (Way == tile_way::by_tile) to.store(k, from.data()[k]);
        heddle::store_tile(block, out_stage, to);
    }
    if constexpr (Way == tile_way::by_pipelines) {
        __shared__ heddle::tile_stages<Element, 32, 2> in_stages, out_stages;
        auto from = heddle::read_tiles(block, in_stages, in, count);
        auto to = heddle::write_tiles(block, out_stages, out, count);
        while (from.next() && to.next()) {
            heddle::for_each_element(block, from.tile(),
                                     [&](unsigned e) { to.tile().store(e, from.tile().data()[e]); });
        }
    }
    if constexpr (Way == tile_way::by_scratch) {
        using scratch = heddle::in_block<threads>;
        heddle::coalesced_ptr<Element const, scratch> const from = in;
        heddle::coalesced_ptr<Element, scratch> const to = out;
        to[static_cast<std::ptrdiff_t>(first + k)] = from[static_cast<std::ptrdiff_t>(first + k)];
    }
    if constexpr (Way == tile_way::by_block_reduce) {
        __shared__ heddle::block_reduce_scratch<Element, threads / 32> scratch;
        auto const warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
        Element const own = in[first + k];
        Element const last = heddle::block_reduce_to_all(block, warp, scratch, own, later_value{});
        copy_bytes(out[first + k], k == threads - 1 ? last : own);
    }
}

// The callables that the tests pass to algorithms. No callable takes an element by value.
struct keep_all {
    template <class Element>
    HEDDLE_INLINE bool operator()(Element const&) const
    {
        return true;
    }
};
struct leave_alone {
    template <class Element>
    HEDDLE_INLINE void operator()(Element&) const
    {
    }
};
//! A type without operators that has the size and the alignment of Element.
template <class Element>
struct plain_bytes {
    alignas(alignof(Element)) unsigned char byte[sizeof(Element)];
};
struct to_plain_bytes {
    template <class Element>
    HEDDLE_INLINE plain_bytes<Element> operator()(Element const& element) const
    {
        plain_bytes<Element> bytes;
        std::memcpy(bytes.byte, __builtin_addressof(element), sizeof(Element));
        return bytes;
    }
};

template <class Element>
class hostile_elements_test : public gpu_test {
protected:
    using bytes = std::vector<plain_bytes<Element>>;

    void SetUp() override
    {
        gpu_test::SetUp();
        random.fill(values.data(), count * sizeof(Element));
        random.fill(others.data(), count * sizeof(Element));
    }

    //! Calls move(in, out, spare), and expects that `out` then equals `in`.
    template <class Move>
    void expect_moves(unsigned elements, char const* what, Move const& move)
    {
        device_vector<plain_bytes<Element>> const in(values), out(others), spare(values);
        move(reinterpret_cast<Element*>(in.data()), reinterpret_cast<Element*>(out.data()),
             reinterpret_cast<Element*>(spare.data()));
        finish_kernel();
        bytes const found = out.to_host(count);
        EXPECT_EQ(0, std::memcmp(found.data(), values.data(), elements * sizeof(Element))) << what;
    }

    //! Calls call(in, out, temporary, bytes, stream) in two phases.
    template <class Call>
    void expect_phases_move(char const* what, Call const& call, unsigned elements = count)
    {
        expect_moves(elements, what, [&](Element* in, Element* out, Element*) {
            run_in_two_phases(random, 0, [&](auto&&... storage) { return call(in, out, storage...); });
        });
    }

    template <auto Kernel>
    void expect_kernel_moves(char const* what)
    {
        expect_moves(count, what, [](Element* in, Element* out, Element*) { Kernel<<<blocks, threads>>>(in, out); });
    }

    template <class Policy, lane_way... Way>
    void expect_lanes_move(std::integer_sequence<lane_way, Way...>)
    {
        (expect_moves(lane_count, "lane",
                      [](Element* in, Element* out, Element* spare) {
                          by_lanes<Way, Element, Policy><<<blocks, threads>>>(in, out, spare);
                      }),
         ...);
    }
    template <group_way... Way>
    void expect_groups_move(std::integer_sequence<group_way, Way...>)
    {
        (expect_kernel_moves<by_groups<Way, 32, Element>>("warp"), ...);
        (expect_kernel_moves<by_groups<Way, 4, Element>>("group of 4"), ...);
        (expect_kernel_moves<by_active_groups<Way, Element>>("active group"), ...);
    }

    random_source random{"hostile elements"};
    bytes values{count}, others{count};
};

using elements =
    full_or<::testing::Types<own_operators<4, 4>, own_operators<24, 4>, own_operators<29, 1>, own_operators<60, 16>,
                             no_address<24, 4>, made_of_anything<24, 4>, host_copies<4, 4>, host_copies<24, 4>,
                             host_copies<29, 1>, host_copies<60, 16>, device_copies<24, 4>, device_copies<29, 1>>,
            ::testing::Types<own_operators<24, 4>, no_address<24, 4>, made_of_anything<24, 4>, host_copies<24, 4>,
                             device_copies<24, 4>>>;
TYPED_TEST_SUITE(hostile_elements_test, elements);

TYPED_TEST(hostile_elements_test, move_through_the_pointer)
{
    this->template expect_lanes_move<heddle::by_plan>(lane_ways_without_values());
    this->template expect_lanes_move<heddle::in_block<threads>>(lane_ways_without_values());
    this->template expect_lanes_move<heddle::lane_by_lane>(lane_ways_without_values());
    if constexpr (is_value_on_device<TypeParam>) {
        this->template expect_lanes_move<heddle::by_plan>(lane_ways_with_values());
        this->template expect_lanes_move<heddle::in_block<threads>>(lane_ways_with_values());
    }
}

TYPED_TEST(hostile_elements_test, move_through_groups)
{
    if constexpr (is_value_on_device<TypeParam>) this->expect_groups_move(group_ways());
}

TYPED_TEST(hostile_elements_test, move_through_tiles)
{
    this->template expect_kernel_moves<by_tiles<tile_way::by_tile, TypeParam>>("tile");
    this->template expect_kernel_moves<by_tiles<tile_way::by_pipelines, TypeParam>>("pipelines");
    this->template expect_kernel_moves<by_tiles<tile_way::by_scratch, TypeParam>>("scratch");
    if constexpr (is_value_on_device<TypeParam>) {
        this->template expect_kernel_moves<by_tiles<tile_way::by_values, TypeParam>>("values of a tile");
        this->template expect_kernel_moves<by_tiles<tile_way::by_block_reduce, TypeParam>>("sums of a block");
    }
}

TYPED_TEST(hostile_elements_test, move_through_algorithms)
{
    using element = TypeParam;
    std::vector<int> places(count);
    std::iota(places.begin(), places.end(), 0);
    device_vector<int> const map(places), keys(places);
    device_vector<std::size_t> const found(std::vector<std::size_t>(2));

    this->expect_moves(count, "transform", [](element* in, element* out, element*) {
        auto* const bytes_out = reinterpret_cast<plain_bytes<element>*>(out);
        check_cuda(heddle::transform(nullptr, in, in + count, bytes_out, to_plain_bytes{}), "transform");
    });
    this->expect_moves(count, "for_each and copy", [](element* in, element* out, element*) {
        check_cuda(heddle::for_each(nullptr, in, in + count, leave_alone{}), "for_each");
        check_cuda(heddle::copy(nullptr, in, in + count, out), "copy");
    });
    this->expect_moves(count, "gather", [&](element* in, element* out, element*) {
        check_cuda(heddle::gather(nullptr, map.data(), map.data() + count, in, out), "gather");
    });
    this->expect_moves(count, "scatter", [&](element* in, element* out, element*) {
        check_cuda(heddle::scatter(nullptr, in, in + count, map.data(), out), "scatter");
    });
    this->expect_phases_move("copy_if", [&](element* in, element* out, auto&&... storage) {
        return heddle::device::copy_if(storage..., in, in + count, out, found.data(), keep_all{});
    });
    this->expect_phases_move("sort", [&](element* in, element* out, auto&&... storage) {
        return heddle::device::sort(storage..., in, out, count, never_before{});
    });
    this->expect_phases_move("sort_by_key", [&](element* in, element* out, auto&&... storage) {
        return heddle::device::sort_by_key(storage..., map.data(), keys.data(), in, out, count);
    });
    using first = decltype(element::first);
    device_memory const firsts(count * sizeof(first));
    this->expect_moves(count, "aos_to_soa and soa_to_aos", [&](element* in, element* out, element* spare) {
        auto* const array = reinterpret_cast<first*>(firsts.data());
        check_cuda(heddle::aos_to_soa<&element::first>(nullptr, in, in + count, array), "aos_to_soa");
        check_cuda(cudaMemset(spare, 0, sizeof(first)), "cudaMemset");
        check_cuda(heddle::soa_to_aos<&element::first>(nullptr, spare, spare + count, array), "soa_to_aos");
        check_cuda(heddle::copy(nullptr, spare, spare + count, out), "copy");
    });
    if constexpr (is_value_on_device<element>) {
        this->expect_phases_move("inclusive_scan", [&](element* in, element* out, auto&&... storage) {
            return heddle::device::inclusive_scan(storage..., in, in + count, out, later_value{});
        });
        auto const reduce = [&](element* in, element* out, auto&&... storage) {
            element const initial{};
            return heddle::device::reduce(storage..., in, in + 1, out, initial, later_value{});
        };
        this->expect_phases_move("reduce", reduce, 1);
    }
}

TYPED_TEST(hostile_elements_test, move_through_the_thrust_policy)
{
    using element = TypeParam;
    this->expect_moves(count, "transform", [](element* in, element* out, element*) {
        auto* const bytes_out = reinterpret_cast<plain_bytes<element>*>(out);
        thrust::transform(heddle::par, in, in + count, bytes_out, to_plain_bytes{});
    });
    this->expect_moves(count, "copy_if", [](element* in, element* out, element*) {
        EXPECT_EQ(out + count, thrust::copy_if(heddle::par, in, in + count, out, keep_all{}));
    });
    this->expect_moves(count, "for_each, stable_sort and copy", [](element* in, element* out, element*) {
        thrust::for_each(heddle::par, in, in + count, leave_alone{});
        thrust::stable_sort(heddle::par, in, in + count, never_before{});
        thrust::copy(heddle::par, in, in + count, out);
    });
}

}  // namespace
}  // namespace heddle_test::hostile_elements_test
