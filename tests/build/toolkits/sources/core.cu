// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses pointers, fields, updates, groups and scratch. (Only device code, so that NVRTC can compile this file, too.)
#include "elements.cuh"

#include <heddle/block.cuh>
#include <heddle/heddle.cuh>
#include <heddle/warp.cuh>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

namespace {

__device__ unsigned own_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

}  // namespace

__global__ void advance(heddle::coalesced_ptr<particle> p, unsigned n, float dt)
{
    unsigned const i = own_index();
    if (i >= n) return;
    particle q = p[i];
    q.x += q.vx * dt;
    p[i] = q;
}

__global__ void copy_letters(heddle::coalesced_ptr<letters> to, heddle::coalesced_ptr<letters const> from, unsigned n)
{
    unsigned const i = own_index();
    if (i < n) to[i] = from[n - 1 - i];
}

__global__ void copy_matrices(heddle::coalesced_ptr<matrix> to, heddle::coalesced_ptr<matrix const> from, unsigned n)
{
    unsigned const i = own_index();
    if (i < n) to[i] = from[i];
}

__global__ void name_fields(heddle::coalesced_ptr<particle> p, heddle::coalesced_ptr<particle const> c, float* out)
{
    unsigned const i = own_index();
    p[i].x += c[i].vx;
    out[i] = p[i].member<&particle::mass>() + p->y;
    particle& r = p[i];
    r.z = r.vz;
    float3 const f = heddle::coalesced_ptr<float3>(reinterpret_cast<float3*>(out))[i];
    atomicAdd(&p[i].vy, f.y);
    swap(p[i], p[i + 1]);
}

__global__ void update_all(heddle::coalesced_ptr<particle> p, unsigned n, float dt)
{
    unsigned const i = own_index();
    heddle::update_if(i < n, p + i, [&](particle& q) {
        if (q.mass <= 0) return;
        q.x += q.vx * dt;
    });
    heddle::update(p + i, [&](particle& q) { q.y += dt; });
    auto edited = p[i].edit();
    edited->z += edited->vz * dt;
}

__global__ void by_groups(particle* to, particle const* from, bool const* wanted, unsigned n)
{
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    auto const half = cg::tiled_partition<16>(tile);
    unsigned const i = own_index();
    unsigned const first = i - tile.thread_rank();
    particle q = heddle::load_contiguous(tile, from + first, n);
    q = heddle::load_if(tile, wanted[i], from + i, q);
    q = heddle::shuffle_xor(half, q, 1);
    heddle::store_if(half, wanted[i], to + i, q);
    heddle::store_contiguous(tile, to + first, heddle::load(tile, from + i));
    heddle::store(tile, to + i, q);
}

__global__ void by_active_lanes(particle* to, particle const* from, bool const* wanted)
{
    unsigned const i = own_index();
    if (wanted[i]) {
        heddle::active_group<8> const group(__activemask());
        if (group.is_full()) {
            particle q = heddle::load(group, from + i);
            q.mass = heddle::reduce_to_all(group, q.mass, heddle::plus{});
            heddle::store(group, to + i, q);
        }
    }
}

__global__ void through_a_block(heddle::coalesced_ptr<letters, heddle::in_block<256>> p, unsigned n)
{
    unsigned const i = own_index();
    if (i >= n) return;
    letters q = p[i];
    q.text[0] = 'h';
    p[i] = q;
}

__global__ void through_scratch(letters* to, letters const* from)
{
    __shared__ heddle::block_scratch<letters, 256> scratch;
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned const i = own_index();
    letters const q = heddle::load(tile, from + i, scratch);
    heddle::store_contiguous(tile, to + (i - tile.thread_rank()), q, scratch);
    heddle::coalesced_ptr<letters, heddle::in_block<256>> const p = to;
    letters const r = p[i + 1];
    p[i] = r;
}

__global__ void several_a_lane(pixel* pixels)
{
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    pixel* const first = pixels + (own_index() - tile.thread_rank()) * 16;
    auto block = heddle::load_contiguous<16>(tile, first);
    for (pixel& p : block) p.r = p.g;
    heddle::store_contiguous<16>(tile, first, block);
}

__global__ void with_names_of_members(heddle::coalesced_ptr<cell> p)
{
    unsigned const i = own_index();
    p[i] = p[i + 1];
    swap(p[i], p[i + 1]);
    p->value_type = 1;
}
