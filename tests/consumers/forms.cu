// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The forms of docs/forms.md: through registers, through shared memory, with several elements a lane, and by tiles of a
// block.
#include <heddle/heddle.cuh>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

struct particle {
    float x, y, z, vx, vy, vz, mass;
};

// The pointer declares its shared memory itself, and needs only the block's size.
__global__ void advance(heddle::coalesced_ptr<particle, heddle::in_block<256>> p, int n, float dt)
{
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    particle q = p[i];
    q.x += q.vx * dt;
    p[i] = q;
}

// The kernel declares shared memory, and passes it to the functions of a group.
__global__ void copy(particle const* from, particle* to)
{
    __shared__ heddle::block_scratch<particle, 256> scratch;
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    std::size_t const first = i - tile.thread_rank();
    particle const q = heddle::load_contiguous(tile, from + first, scratch);
    heddle::store_contiguous(tile, to + first, q, scratch);

    heddle::coalesced_ptr<particle, heddle::in_block<256>> const p = to;
    p[i] += q;
}

__host__ __device__ particle& operator+=(particle& a, particle const& b)
{
    a.mass += b.mass;
    return a;
}

struct pixel {
    unsigned char r, g, b;
};

// Sixteen pixels of 3 bytes a lane move as three words of 16 bytes.
__global__ void invert(pixel* pixels)
{
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    pixel* const first = pixels + (i - tile.thread_rank()) * 16;
    auto block = heddle::load_contiguous<16>(tile, first);
#pragma unroll
    for (pixel& p : block)
        p = {static_cast<unsigned char>(~p.r), static_cast<unsigned char>(~p.g), static_cast<unsigned char>(~p.b)};
    heddle::store_contiguous<16>(tile, first, block);
}

// A block of 64 threads has a tile of about 4 KiB in shared memory, and writes it back.
__global__ void __launch_bounds__(64) advance_tiles(particle* array, std::size_t count, float dt)
{
    constexpr unsigned capacity = heddle::tile_capacity<particle, 64>();
    __shared__ heddle::tile_stages<particle, capacity> stage;
    heddle::this_block<64> const block;
    std::size_t const start = std::size_t{blockIdx.x} * capacity;

    auto const tile = heddle::load_tile(block, stage, array + start, count - start);
    heddle::for_each_element(block, tile, [&](unsigned k) {
        particle q = tile.load(k);
        q.x += q.vx * dt;
        tile.store(k, q);
    });
    heddle::store_tile(block, stage, tile);
}

// Each block processes several tiles: it loads the next ones and stores the last ones at the same time.
__global__ void __launch_bounds__(128) weigh(particle const* from, float* to, std::size_t count, float* sum)
{
    constexpr unsigned capacity = heddle::tile_capacity<particle, 128>();
    __shared__ heddle::tile_stages<particle, capacity, 2> in_stages;
    __shared__ heddle::tile_stages<float, capacity, 2> out_stages;
    heddle::this_block<128> const block;
    float own = 0;

    auto in = heddle::read_tiles(block, in_stages, from, count);
    auto out = heddle::write_tiles(block, out_stages, to, count);
    while (in.next() && out.next()) {
        heddle::for_each_element(block, in.tile(), [&](unsigned k) {
            float const mass = in.tile().load(k).mass;
            out.tile().store(k, mass);
            own += mass;
        });
    }
    atomicAdd(sum, own);
}

int main() { advance<<<1, 256>>>(static_cast<particle*>(nullptr), 0, 0.1f); }
