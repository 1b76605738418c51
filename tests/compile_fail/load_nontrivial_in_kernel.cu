// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A collective load of such an element is refused in a kernel, too.
// expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes

#include <heddle/heddle.cuh>

#include <cooperative_groups.h>

struct tracked {
    float value[5];
    tracked() = default;
    __host__ __device__ tracked(tracked const& other) : value{other.value[0]} {}
    tracked& operator=(tracked const&) = default;
};

__global__ void copy(tracked const* from, tracked* to)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    to[tile.thread_rank()] = from[tile.thread_rank()];
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    to[tile.thread_rank()] = heddle::load_if(tile, threadIdx.x != 3, from, *from);
#endif
}
