// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks every fence that the memory order needs: between a value and the published state of the value; between the
// load of a state and later stores of the block; and between ordinary stores and the bulk stores that follow them.
// Checks the warp barriers before and after accesses by lanes to the elements of other lanes.

#include "tile_copies.cuh"

#include <heddle/algorithm/detail/count_states.cuh>
#include <heddle/algorithm/detail/tile_ranges.cuh>
#include <heddle/algorithm/detail/tile_states.cuh>
#include <heddle/algorithm/detail/value_states.cuh>
#include <heddle/block/block_tile.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/unaligned_rows.cuh>
#include <heddle/group_access.cuh>
#include <heddle/scratch.cuh>
#include <heddle/update.cuh>
#include <heddle/warp/grid_reduce.cuh>

#include <cooperative_groups.h>

#include <cstddef>
#include <cstdint>

namespace {

namespace cg = cooperative_groups;
namespace detail = heddle::detail;
using detail::tile_state;

__device__ auto this_tile() { return cg::tiled_partition<32>(cg::this_thread_block()); }

//! Returns true for every state except `nothing`.
struct something {
    __device__ bool operator()(tile_state known) const { return known != tile_state::invalid; }
};

// order: publish_count ld.global fence.acq_rel.gpu st.relaxed.gpu.global
extern "C" __global__ void publish_count(std::uint64_t* words, std::uint64_t const* of)
{
    detail::count_states(words, true).publish(detail::full_warp(), 0, tile_state::partial, *of);
}

// order: read_count ld.relaxed.gpu.global fence.acq_rel.gpu st.global
extern "C" __global__ void read_count(std::uint64_t* words, std::uint64_t* to)
{
    *to = detail::count_states(words, true).await(detail::full_warp(), 0, something{}).value;
}

// order: add_counts ld.global fence.acq_rel.gpu red.relaxed.gpu.global
extern "C" __global__ void add_counts(std::uint64_t* words, std::uint64_t const* of)
{
    detail::count_sums(words, true).add_before(detail::full_warp(), 0, *of);
}

// order: read_sum ld.relaxed.gpu.global fence.acq_rel.gpu st.global
extern "C" __global__ void read_sum(std::uint64_t* words, std::uint64_t* to)
{
    *to = detail::count_sums(words, true).await(detail::full_warp(), 0, something{}).value;
}

// Each word of a value also contains the state, so no fence is needed.
// order: publish_value shfl.sync st.relaxed.gpu.global
extern "C" __global__ void publish_value(std::uint64_t* words, double value)
{
    detail::value_states<double>(words).publish(detail::full_warp(), 0, tile_state::inclusive, value);
}

// order: read_value ld.relaxed.gpu.global.v2 st.global
extern "C" __global__ void read_value(std::uint64_t* words, double* to)
{
    *to = detail::value_states<double>(words).await(detail::full_warp(), 0, something{}).value;
}

// order: write_range st.shared fence.proxy.async.shared::cta bar.sync fence.proxy.async.global cp.async.bulk.global
// order: write_range cp.async.bulk.global cp.async.bulk.commit_group cp.async.bulk.wait_group.read
extern "C" __global__ void write_range(seven_floats* to, unsigned count)
{
    __shared__ heddle::tile_stages<seven_floats, 128> stages;
    heddle::this_block<128> const block;
    auto const range = detail::range_of_selected<seven_floats>(block, stages.memory[0], stages.barriers[0], to, count);
    range.store(threadIdx.x, seven_floats{});
    range.publish();
    block.sync();
    range.begin_write_back();
    range.await_write_back();
}

// Barriers and fences order earlier accesses of the block to the stage before the bulk copy to the stage.
// order: load_tile st.shared bar.sync mbarrier.init fence.proxy.async.shared::cta mbarrier.arrive cp.async.bulk.shared
// order: load_tile cp.async.bulk.shared mbarrier.try_wait ld.shared

// order: store_tile st.shared fence.proxy.async.shared::cta bar.sync fence.proxy.async.global cp.async.bulk.global
// order: store_tile cp.async.bulk.global cp.async.bulk.commit_group "cp.async.bulk.wait_group 0"

// order: reduce_grid st.global membar.gl atom membar.gl ld.global
extern "C" __global__ void reduce_grid(float const* values, float* sums, unsigned* arrived, float* result)
{
    __shared__ heddle::grid_reduce_scratch<float, 4> scratch;
    auto const block = cg::this_thread_block();
    heddle::grid_reduce(cg::this_grid(), block, this_tile(), scratch, heddle::grid_reduce_memory<float>{sums, arrived},
                        values[block.thread_rank()], result);
}

struct alignas(16) sixteen_floats {
    float value[16];
};
struct shorts {
    short value[25];
};

// order: load_rows bar.warp.sync ld.global bar.warp.sync shfl.sync
extern "C" __global__ void load_rows(sixteen_floats const* from, float* to)
{
    sixteen_floats const loaded = heddle::load_contiguous(this_tile(), from);
    for (float const value : loaded.value) *to++ = value;
}

// order: store_rows shfl.sync bar.warp.sync st.global bar.warp.sync
extern "C" __global__ void store_rows(sixteen_floats* to, sixteen_floats value)
{
    heddle::store_contiguous(this_tile(), to, value);
}

// order: store_dense_rows bar.warp.sync st.global bar.warp.sync
extern "C" __global__ void store_dense_rows(shorts* to, shorts value)
{
    heddle::store_contiguous(this_tile(), to, value);
}

// order: store_sector_rows shfl.sync bar.warp.sync st.global
extern "C" __global__ void store_sector_rows(std::byte* first, shorts value)
{
    detail::memory_word<4> words[13];
    detail::words_from_element(words, value);
    detail::access it(this_tile(), true, reinterpret_cast<shorts*>(first), detail::indexed_at<shorts>{},
                      detail::every_lane{}, detail::no_scratch{}, detail::separate_lanes{});
    detail::mover<detail::route::sector_rows>::store(it, words);
}

// order: load_staged bar.warp.sync ld.global st.shared bar.warp.sync ld.shared
extern "C" __global__ void load_staged(sixteen_floats const* from, float* to)
{
    __shared__ heddle::warp_scratch<sixteen_floats> scratch;
    sixteen_floats const loaded = heddle::load_contiguous(this_tile(), from, scratch);
    for (float const value : loaded.value) *to++ = value;
}

// order: store_staged bar.warp.sync st.shared bar.warp.sync st.global bar.warp.sync
extern "C" __global__ void store_staged(sixteen_floats* to, sixteen_floats value)
{
    __shared__ heddle::warp_scratch<sixteen_floats> scratch;
    heddle::store_contiguous(this_tile(), to, value, scratch);
}

//! Returns a pointer whose stores are never compacted. (Compacted stores have additional barriers.)
__device__ heddle::coalesced_ptr<sixteen_floats, heddle::whole_warps> as_whole_warps(sixteen_floats* p)
{
    return heddle::coalesced_ptr<sixteen_floats, heddle::whole_warps>(p);
}

// After the body of an update, the lanes synchronize before they compare the addresses of their elements.
// order: update_meets "// the body" bar.warp.sync match.all.sync
extern "C" __global__ void update_meets(sixteen_floats* p, float factor)
{
    heddle::update(as_whole_warps(p) + threadIdx.x, [&](sixteen_floats& q) {
        if (q.value[0] < 0) return;
        asm volatile("// the body");
        q.value[1] *= factor;
    });
}

// order: update_of_changed_meets "// the body" bar.warp.sync vote.sync match.all.sync
extern "C" __global__ void update_of_changed_meets(sixteen_floats* p, float factor)
{
    heddle::update(as_whole_warps(p) + threadIdx.x, [&](sixteen_floats& q) {
        if (q.value[0] < 0) return false;
        asm volatile("// the body");
        q.value[1] *= factor;
        return true;
    });
}

}  // namespace
