// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks the order of the copies of tiles on sm_80, which has no bulk copies. Each thread copies chunks of 16 bytes and
// arrives at the barrier when its copies are complete.
// architecture: 80

#include "tile_copies.cuh"

namespace {

// The block's stores to the stage precede the copies, which begin when the barrier is there. The block waits for them.
// order: load_tile st.shared bar.sync mbarrier.init bar.sync cp.async.cg cp.async.mbarrier.arrive
// order: load_tile cp.async.mbarrier.arrive bar.sync mbarrier.test_wait bar.sync mbarrier.inval
// order: load_tile mbarrier.test_wait ld.shared st.global

// order: store_tile st.shared bar.sync ld.shared st.global bar.sync

// The block initializes the barriers before the first copies, and waits before it frees them.
// order: read_tiles mbarrier.init bar.sync cp.async.cg cp.async.mbarrier.arrive
// order: read_tiles mbarrier.test_wait bar.sync mbarrier.inval
extern "C" __global__ void read_tiles(seven_floats const* from, std::size_t count, float* to)
{
    __shared__ heddle::tile_stages<seven_floats, 128, 2> stages;
    heddle::this_block<128> const block;
    auto tiles = heddle::read_tiles(block, stages, from, count);
    while (tiles.next()) to[threadIdx.x] += tiles.tile().load(threadIdx.x).value[0];
}

}  // namespace
