// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels and launches that nvcc must refuse. (expect_refusal.cmake describes the test.)

#include <heddle/heddle.cuh>
#include <heddle/block.cuh>
#include <heddle/warp.cuh>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#define REFUSED(name, ...)
#define ACCEPTED(name, ...) __VA_ARGS__

struct vec {
    float x, y, z, w, t;
    float length() const;
};

// standard: c++14
// expect first: heddle needs C++17: compile with -std=c++17
REFUSED(standard_before_cxx17, )

// Writes through coalesced_ptr<T const>.

__global__ void write(heddle::coalesced_ptr<vec const> p, heddle::coalesced_ptr<vec> q)
{
    int const i = static_cast<int>(threadIdx.x);
    q[i] = p[i];
    q[i].member<&vec::x>() = p[i].member<&vec::y>();
    heddle::update(q + i, [](vec& v) { v.x = 0; });
    heddle::store_if(i < 7, q + i, vec{});
    // expect: cannot_write_through_coalesced_ptr_of_T_const
    REFUSED(member_through_const_in_kernel, p[i].member<&vec::x>() = 1.0f;)
    // expect: heddle: cannot write through a pointer to const T
    REFUSED(update_through_const_in_kernel, heddle::update(p + i, [](vec& v) { v.x = 0; });
            heddle::store_if(i < 7, p + i, vec{});)
}

// Bodies of update that change a copy.

template <class Body>
__global__ void update_by(heddle::coalesced_ptr<vec> p, Body body)
{
    heddle::update(p + threadIdx.x, body);
}
void launch_update(vec* p, float a)
{
    update_by<<<1, 32>>>(p, [a] __device__(vec & q) { q.x = a; });
    update_by<<<1, 32>>>(p, [a] __device__(auto&& q) { q.x = a; });
    update_by<<<1, 32>>>(p, [a] __host__ __device__(vec & q) { q.x = a; });
    // expect: heddle: the function that update calls takes the element by value, so its changes are lost; take it by reference
    REFUSED(update_by_value_in_device_lambda, update_by<<<1, 32>>>(p, [a] __device__(vec q) { q.x = a; });)
    REFUSED(update_by_auto_in_device_lambda, update_by<<<1, 32>>>(p, [a] __device__(auto q) { q.x = a; });)
    REFUSED(update_by_value_in_both_lambda, update_by<<<1, 32>>>(p, [a] __host__ __device__(vec q) { q.x = a; });)
}

// The first error must be about the copy, even if p[i] has no fields.
__global__ void copy_reference(heddle::coalesced_ptr<vec> p)
{
    vec q = p[threadIdx.x];
    q.x += q.y;
    // expect first: auto_would_copy_a_reference_write_T_q_or_p_i_load
    REFUSED(auto_without_fields_in_kernel, auto r = p[threadIdx.x]; r.x += r.y; r.y += r.z; p[threadIdx.x] = r;)
    p[threadIdx.x] = q;
}

// Elements that are not trivially copyable.

struct tracked {
    float value[5];
    tracked() = default;
    __host__ __device__ tracked(tracked const& other) : value{other.value[0]} {}
    tracked& operator=(tracked const&) = default;
};
__global__ void copy_tracked(heddle::coalesced_ptr<tracked> from, tracked* to)
{
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    to[tile.thread_rank()] = from.get()[tile.thread_rank()];
    // expect first: heddle: T must be trivially copyable, because its bytes are moved by other lanes
    // expect first: if copying its bytes copies it, specialize heddle::is_bitwise_copyable<T> for T itself, not only for its members: template <> struct heddle::is_bitwise_copyable<T> : std::true_type {};
    // expect first: [with Element=tracked]
    REFUSED(pointer_to_nontrivial_in_kernel, to[tile.thread_rank()] = from[tile.thread_rank()];)
    // expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes
    REFUSED(load_nontrivial_in_kernel,
            to[tile.thread_rank()] = heddle::load_if(tile, threadIdx.x != 3, from.get(), *to);)
}

struct destroyed {
    float x, y, z;
    int id;
    // expect: heddle: the destructor of T must do nothing, because copies of its bytes are not destroyed
    REFUSED(destructor_that_is_written_out_in_kernel, __device__ ~destroyed(){})
};
HEDDLE_FIELDS(destroyed, x, y, z, id);
__global__ void copy_destroyed(heddle::coalesced_ptr<destroyed> p) { p[threadIdx.x] = p[threadIdx.x + 32]; }

// This copy constructor is a host function. A kernel can update, edit and copy such elements, but not load values.
struct point {
    float x, y;
    point() : x(0), y(0) {}
    point(point const& other) : x(other.x), y(other.y) {}
    point& operator=(point const& other)
    {
        x = other.x;
        y = other.y;
        return *this;
    }
};
struct key_point {
    point pt;
    float size, angle, response;
    int octave, class_id;
};
HEDDLE_FIELDS(key_point, pt, size, angle, response, octave, class_id);
__global__ void grow(heddle::coalesced_ptr<key_point> p)
{
    int const i = static_cast<int>(threadIdx.x);
    heddle::update(p + i, [](key_point& q) { q.size += 1; });
    auto q = p[i].edit();
    q->pt.x += 1;
    p[i + 1024] = p[i];
    // expect: calling a __host__ function("point::point(const point&)") from a __device__ function
    REFUSED(value_of_host_copies_in_kernel, key_point const value = p[i]; q->size = value.size;)
}

// An element without a copy constructor cannot be loaded by value, but can be updated in place.
struct uncopied {
    float x, y, z, w, t;
    uncopied() = default;
    uncopied(uncopied const&) = delete;
    uncopied& operator=(uncopied const&) = default;
};
__global__ void clear(heddle::coalesced_ptr<uncopied> p)
{
    p[threadIdx.x] = uncopied{};
    heddle::update(p + threadIdx.x, [](uncopied& s) { s.y = 0; });
    // expect: heddle: a T without a copy constructor cannot be returned by value; write heddle::update(p + i, ...) or p[i].edit()
    REFUSED(value_without_copies_in_kernel, p[threadIdx.x].load();)
}

// Construction of a coalesced_ptr.

#include <memory>
__global__ void clear(heddle::coalesced_ptr<float4> p) { p[threadIdx.x] = {}; }
void launch(std::shared_ptr<float4> const& owner)
{
    clear<<<1, 32>>>(owner.get());
    // expect: this_pointer_may_own_its_element_write_p_get_or_specialize_heddle_is_device_pointer
    REFUSED(pointer_from_shared_ptr_in_launch, clear<<<1, 32>>>(owner);)
}

struct particle {
    float x[7];
};
// expect first: heddle: the policy of coalesced_ptr<T, Policy> is in_block<N>, for blocks of N threads, whole_warps, lane_by_lane, or left out; pass a warp_scratch or block_scratch as the last argument of load, store and the related functions
REFUSED(policy_that_is_none_in_kernel, using policy = heddle::block_scratch<particle, 256>;)
ACCEPTED(policy_that_is_none_in_kernel, using policy = heddle::in_block<256>;)
__global__ void copy(heddle::coalesced_ptr<particle, policy> to, particle const* from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

// HEDDLE_FIELDS.

struct ordered {
    float x, y;
    int id;
};
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
REFUSED(fields_in_another_order, HEDDLE_FIELDS(ordered, y, x, id);)
ACCEPTED(fields_in_another_order, HEDDLE_FIELDS(ordered, x, y, id);)
__global__ void clear(heddle::coalesced_ptr<ordered> p) { p[threadIdx.x].x = 0; }

struct bits {
    int id;
    unsigned low : 3, high : 5;
};
// expect first: heddle: HEDDLE_FIELDS cannot name a bit-field or a reference
REFUSED(fields_of_bits_in_kernel, HEDDLE_FIELDS(bits, id, low, high);)
__global__ void clear(heddle::coalesced_ptr<bits> p) { p->low = 0; }

namespace inner {
struct listed {
    float x;
};
// expect first: heddle: HEDDLE_FIELDS is written at global scope, after the namespace, class or function that has T
REFUSED(fields_in_a_namespace_in_kernel, HEDDLE_FIELDS(listed, x);)
}  // namespace inner
// expect first: heddle: HEDDLE_FIELDS lacks the name of a data member: HEDDLE_FIELDS(particle, x, y, z)
REFUSED(fields_without_names_in_kernel, HEDDLE_FIELDS(inner::listed);)
__global__ void clear(heddle::coalesced_ptr<inner::listed> p) { p->x = 0; }

struct base {
    int id;
};
template <class Number>
struct derived : base {
    Number first[1], last;
};
// expect: heddle: HEDDLE_FIELDS must name all data members of T in the order of their declaration
REFUSED(fields_without_one_in_padding_in_kernel, HEDDLE_TEMPLATE_FIELDS((class Number), (derived<Number>), id, first);)
ACCEPTED(fields_without_one_in_padding_in_kernel,
         HEDDLE_TEMPLATE_FIELDS((class Number), (derived<Number>), id, first, last);)
__global__ void clear(heddle::coalesced_ptr<derived<short>> p) { p[threadIdx.x].id = 0; }

// Groups: the size of a group is a power of two, at most 32, and known at compile time.

__global__ void groups(vec const* from, vec* to, float* value)
{
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    auto const active = cg::coalesced_threads();
    __shared__ cg::block_tile_memory<1024> memory;
    auto const large = cg::tiled_partition<64>(cg::this_thread_block(memory));
    heddle::store_contiguous(tile, to, heddle::load_contiguous(tile, from));
    *value = heddle::shuffle(tile, *value, 0) + heddle::reduce(tile, *value);
    active.sync();
    large.sync();
    // expect: heddle: a group must have 1, 2, 4, 8, 16 or 32 lanes, known at compile time; make one with cooperative_groups::tiled_partition<32>(block)
    REFUSED(tile_without_static_size, heddle::store_contiguous(active, to, heddle::load_contiguous(active, from));)
    REFUSED(shuffle_in_coalesced_group, *value = heddle::shuffle(active, *value, 0);)
    // expect: heddle: a group must have 1, 2, 4, 8, 16 or 32 lanes, known at compile time
    REFUSED(reduce_in_tile_of_64, *value = heddle::reduce(large, *value);)
}

struct mat {
    float value[9];
};
__global__ void scratch(vec const* from, vec* to)
{
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    // expect: heddle: the scratch must be for elements of the type that the pointer names
    REFUSED(scratch_of_another_type, __shared__ heddle::warp_scratch<mat> scratch;)
    ACCEPTED(scratch_of_another_type, __shared__ heddle::warp_scratch<vec> scratch;)
    heddle::store_contiguous(tile, to, heddle::load_contiguous(tile, from, scratch), scratch);
}
