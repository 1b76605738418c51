// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels and launches that nvcc must refuse. (refusals.py describes the test.)

#include <heddle/block.cuh>
#include <heddle/heddle.cuh>
#include <heddle/warp.cuh>

#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

#define REFUSED(name, ...)
#define ACCEPTED(name, ...) __VA_ARGS__

struct vec {
    float x, y, z, w, t;
};

// standard: c++14
// expect: heddle needs C++17
REFUSED(standard_before_cxx17, )

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
    // expect: the element by value
    REFUSED(update_by_value_in_device_lambda, update_by<<<1, 32>>>(p, [a] __device__(vec q) { q.x = a; });)
    REFUSED(update_by_auto_in_device_lambda, update_by<<<1, 32>>>(p, [a] __device__(auto q) { q.x = a; });)
    REFUSED(update_by_value_in_both_lambda, update_by<<<1, 32>>>(p, [a] __host__ __device__(vec q) { q.x = a; });)
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
    // expect: must be trivially copyable
    // expect: is_bitwise_copyable<T>
    // also: [with Element=tracked]
    REFUSED(pointer_to_nontrivial_in_kernel, to[tile.thread_rank()] = from[tile.thread_rank()];)
}

// This copy constructor is a host function. A kernel can update, edit and copy such elements, but not load values.
struct point {
    float x, y;
    point() : x(0), y(0) {}
    point(point const& other) : x(other.x), y(other.y) {}
    point& operator=(point const& other) { return x = other.x, y = other.y, *this; }
};
struct key_point {
    point pt;
    float size, angle, response;
};
HEDDLE_FIELDS(key_point, pt, size, angle, response);
__global__ void grow(heddle::coalesced_ptr<key_point> p)
{
    int const i = static_cast<int>(threadIdx.x);
    heddle::update(p + i, [](key_point& q) { q.size += 1; });
    auto q = p[i].edit();
    q->pt.x += 1;
    p[i + 1024] = p[i];
    // expect: calling a __host__ function
    REFUSED(value_of_host_copies_in_kernel, key_point const value = p[i]; q->size = value.size;)
}

// Functions of the user that are host code. nvcc would drop the calls of a __host__ __device__ function in device code.

struct on_host {
    float x[7];
    on_host() {}
    on_host operator+(on_host const&) const { return *this; }
    on_host& operator+=(on_host const&) { return *this; }
    on_host& operator++() { return *this; }
    constexpr bool operator==(on_host const& other) const { return x[0] == other.x[0]; }
    constexpr float const& operator[](int k) const { return x[k]; }
    __host__ __device__ on_host operator-() const { return *this; }
    __host__ __device__ on_host& operator--() { return *this; }
};
template <>
struct heddle::is_bitwise_copyable<on_host> : std::true_type {
};
struct reset_on_host {
    void operator()(on_host& q) const { q.x[0] = 0; }
};
struct constexpr_reset {
    constexpr void operator()(on_host& q) const { q.x[0] = 0; }
};
struct constexpr_reset_to {
    float const& value;
    constexpr void operator()(on_host& q) const { q.x[0] = value; }
};
constexpr auto reset_by_lambda = [](on_host& q) { q.x[0] = 0; };
struct reset_anywhere {
    __host__ __device__ void operator()(on_host& q) const { q.x[0] = 0; }
};
void change_on_host(heddle::coalesced_ptr<on_host> p) { heddle::update(p, reset_anywhere{}); }
__global__ void change_on_device(heddle::coalesced_ptr<on_host> p, float* value)
{
    int const i = static_cast<int>(threadIdx.x);
    --p[i];
    p[i] = -p[i];
    *value = p[i].member<&on_host::x>()[0];
    heddle::update(p + i, reset_anywhere{});
    heddle::update(p + i, [](on_host& q) { q.x[1] = 0; });
    // expect: calling a __host__ function
    REFUSED(host_plus_in_kernel, p[i] = p[i] + p[0];)
    REFUSED(host_plus_equals_in_kernel, p[i] += p[0];)
    REFUSED(host_step_in_kernel, ++p[i];)
    REFUSED(host_body_in_kernel, heddle::update(p + i, reset_on_host{});)
    REFUSED(host_default_constructor_in_kernel, p[i] = {};)
    // expect: calling a constexpr __host__
    REFUSED(constexpr_host_comparison_in_kernel, *value = p[i] == p[0];)
    REFUSED(constexpr_host_subscript_in_kernel, *value = p[i][3];)
    REFUSED(constexpr_host_body_in_kernel, heddle::update(p + i, constexpr_reset{});)
    REFUSED(constexpr_host_body_of_reference_in_kernel, heddle::update(p + i, constexpr_reset_to{*value});)
    REFUSED(host_lambda_in_kernel, auto reset = reset_by_lambda; heddle::update(p + i, reset);)
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
    // expect: without a copy constructor
    REFUSED(value_without_copies_in_kernel, p[threadIdx.x].load();)
}

// HEDDLE_FIELDS.

struct late {
    float x;
};
__global__ void copy(heddle::coalesced_ptr<late> p) { p[0] = p[1]; }
// expect: fields_before_first_use
REFUSED(fields_after_first_use_in_kernel, HEDDLE_FIELDS(late, x);)

struct sorted {
    float x;
    int id;
};
// expect: must name all data
REFUSED(fields_in_another_order_in_kernel, HEDDLE_FIELDS(sorted, id, x);)
__global__ void copy(heddle::coalesced_ptr<sorted> p) { p[0] = p[1]; }

namespace inner {
struct listed {
    float x;
};
// expect: at global scope
REFUSED(fields_in_a_namespace_in_kernel, HEDDLE_FIELDS(listed, x);)
}  // namespace inner
__global__ void clear(heddle::coalesced_ptr<inner::listed> p) { p->x = 0; }

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
    // expect: tiled_partition<32>(block)
    REFUSED(tile_without_static_size, heddle::store_contiguous(active, to, heddle::load_contiguous(active, from));)
    REFUSED(shuffle_in_coalesced_group, *value = heddle::shuffle(active, *value, 0);)
    // expect: a group must have
    REFUSED(reduce_in_tile_of_64, *value = heddle::reduce(large, *value);)
}

struct mat {
    float value[9];
};
__global__ void scratch(vec const* from, vec* to)
{
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    // expect: the scratch must be
    REFUSED(scratch_of_another_type, __shared__ heddle::warp_scratch<mat> scratch;)
    ACCEPTED(scratch_of_another_type, __shared__ heddle::warp_scratch<vec> scratch;)
    heddle::store_contiguous(tile, to, heddle::load_contiguous(tile, from, scratch), scratch);
}

// Pairs of 16-bit numbers.

struct pairs {
    __half2 value[3];
};
struct mixed_pairs {
    float mass;
    __nv_bfloat162 color[2];
};
HEDDLE_FIELDS(mixed_pairs, mass, color);
__global__ void change_pairs(pairs* p, heddle::coalesced_ptr<mixed_pairs> q, pairs const& v, mixed_pairs const& w)
{
    heddle::atomic_add(p, v);
    q[0].atomic_add(w);
    heddle::atomic_min<&mixed_pairs::mass>(q, w);
    // expect: take no pairs
    REFUSED(minimum_of_pairs_in_kernel, heddle::atomic_min(p, v);)
    REFUSED(maximum_of_pairs_in_kernel, q[0].atomic_max(w);)
    // expect: atomic_add takes a
    REFUSED(atomic_add_of_no_element_in_kernel, heddle::atomic_add(p, v.value[0]);)
    // expect: atomic_max_if takes
    REFUSED(atomic_max_if_without_condition_in_kernel, heddle::atomic_max_if(q, w);)
}

struct named {
    double mass;
    char name[8];
};
HEDDLE_FIELDS(named, mass, name);
__global__ void change_characters(named* p, named const& v)
{
    auto const tile = cg::tiled_partition<32>(cg::this_thread_block());
    heddle::atomic_add<&named::mass>(tile, p, v);
    // expect: atomic_add takes a
    REFUSED(atomic_add_without_pointer_in_kernel, heddle::atomic_add(tile, v);)
    // expect: is no such number
    // also: named::name
    REFUSED(atomic_add_to_characters_in_kernel, heddle::atomic_add(tile, p, v);)
}
