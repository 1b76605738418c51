// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses pointers, fields, updates, groups and scratch. (Only device code, so that NVRTC can compile this file, too.)
#include "elements.cuh"

#include <heddle/block.cuh>
#include <heddle/heddle.cuh>
#include <heddle/mdspan.cuh>
#include <heddle/warp.cuh>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

namespace {

__device__ unsigned own_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <class T>
__device__ void use_pointer(heddle::coalesced_ptr<T> p, heddle::coalesced_ptr<T const> c, T* raw, bool wanted)
{
    unsigned const i = threadIdx.x;
    T q = c[i];
    p[i] = q;
    p[i] = p[i + 1];
    p[i].store(c[i + 1].load());
    swap(p[i], p[i + 1]);
    heddle::update(p + i, [](T&) {});
    heddle::update(raw + i, [](T&) { return true; });
    heddle::update_if(wanted, p + i, [](T&) {});
    q = heddle::load_if(wanted, p + i);
    heddle::store_if(wanted, p + i, q);
    auto edited = heddle::edit(p + i);
    *edited = q;
    p[i].edit()->~T();
    heddle::coalesced_ptr<T, heddle::in_block<128>> shared(p);
    shared[i] = q;
    heddle::coalesced_ptr<T, heddle::lane_by_lane> alone(p);
    alone[i] = shared[i];
    heddle::coalesced_accessor<T> const accessor;
    accessor.access(p, i) = q;
}

template <class Group, class T>
__device__ void use_group(Group const& group, T* array, unsigned count, bool wanted)
{
    unsigned const lane = group.thread_rank();
    T q = heddle::load(group, array + lane);
    heddle::store(group, array + lane, q);
    q = heddle::load_if(group, wanted, array + lane, q);
    q = heddle::load_if(group, wanted, array + lane);
    heddle::store_if(group, wanted, array + lane, q);
    heddle::store_contiguous(group, array, heddle::load_contiguous(group, array));
    heddle::store_contiguous(group, array, heddle::load_contiguous(group, array, count), count);
    auto const items = heddle::load_contiguous<4>(group, array, count);
    heddle::store_contiguous<4>(group, array, items, count);
    bool exists;
    q = heddle::shuffle(group, q, 1);
    q = heddle::shuffle_up(group, heddle::shuffle_down(group, q, 1), 1, exists);
    q = heddle::shuffle_xor(group, heddle::shuffle_down(group, q, 1, exists), 1);
    q = heddle::broadcast(group, q, 0);
    q = heddle::broadcast_from_last(group, wanted, q).value;
    q = heddle::rotate(group, q);
    T values[8];
    heddle::rows_to_elements(group, values);
    heddle::elements_to_rows(group, values);
    heddle::exchange(group, values[0], values[1], 1);
    array[lane] = values[lane % 8];
    array[lane + 1] = q;
}

}  // namespace

__global__ void use_pointers(particle* particles, pixel* pixels, letters* texts, matrix* matrices, bool wanted)
{
    use_pointer<particle>(particles, particles, particles, wanted);
    use_pointer<pixel>(pixels, pixels, pixels, wanted);
    use_pointer<letters>(texts, texts, texts, wanted);
    use_pointer<matrix>(matrices, matrices, matrices, wanted);
    heddle::coalesced_ptr<particle> const p(particles);
    p[0].x += p[1].member<&particle::mass>() + p->y;
    bool const differs = p != particles || p + 1 > p || p == nullptr;
    p[differs].member<&particle::mass>() = 1;
}

__global__ void use_groups(particle* particles, letters* texts, matrix* matrices, unsigned count, bool wanted)
{
    auto const warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto const eight = cg::tiled_partition<8>(warp);
    heddle::active_group<8> const active(__activemask());
    use_group(warp, particles, count, wanted);
    use_group(eight, texts, count, wanted);
    use_group(active, matrices, count, wanted);
    __shared__ heddle::warp_scratch<particle> scratch;
    heddle::store(warp, particles, heddle::load(warp, particles, scratch), scratch);
    heddle::store_contiguous(warp, particles, heddle::load_contiguous(warp, particles, count, scratch), count, scratch);
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

__global__ void with_names_of_members(heddle::coalesced_ptr<cell> p)
{
    unsigned const i = own_index();
    p[i] = p[i + 1];
    swap(p[i], p[i + 1]);
    p->value_type = 1;
}

__global__ void add_particles(heddle::coalesced_ptr<particle> p, particle* raw, particle const* changes, bool wanted)
{
    auto const warp = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned const i = own_index();
    particle const change = changes[i];
    p[i].atomic_add(change);
    heddle::atomic_add_if(wanted, raw + i, change);
    heddle::atomic_add(warp, raw + i, change);
    heddle::atomic_min(warp, p + i, change);
    heddle::atomic_max_if(warp, wanted, raw + i, change);
}

__global__ void add_members(matrix* matrices, heddle::coalesced_ptr<cell, heddle::system_scope> cells)
{
    unsigned const i = own_index();
    heddle::atomic_add(matrices + i, matrix{});
    heddle::atomic_add<&cell::load, &cell::store>(cells + i, cell{1, 2, 3});
}
