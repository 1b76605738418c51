// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The structs of the checked kernels, and the numbers of shuffles that the plan predicts.
#pragma once

#include <heddle/detail/plan/compacted_plan.hpp>
#include <heddle/detail/plan/unaligned_rows.hpp>
#include <heddle/heddle.cuh>

#include <cooperative_groups.h>

template <int Count>
struct floats {
    float part[Count];
};

template <int Count>
struct doubles {
    double part[Count];
};

template <int Count>
struct quads {
    float4 part[Count];
};

template <int Count>
struct shorts {
    short part[Count];
};

struct spinor {  // 48 bytes of doubles and floats
    double up_real, up_imaginary;
    float weight, phase;
    double down_real, down_imaginary;
    float mass, charge;
};
static_assert(sizeof(spinor) == 48 && alignof(spinor) == 8);

#pragma pack(push, 2)
struct triangle {  // the layout of a triangle in a binary STL file
    float normal[3];
    float corner[3][3];
    unsigned short attributes;
};
#pragma pack(pop)
static_assert(sizeof(triangle) == 50 && alignof(triangle) == 2);

struct record {  // fields are smaller than its words
    char kind;
    short code;
    int id;
    char name[5];
    short ports[3];
    float value;
    bool valid;
};
static_assert(sizeof(record) == 28 && alignof(record) == 4);

#pragma pack(push, 4)
struct log_entry {  // fields are larger than its words
    int id;
    double value;
    short code;
    char kind, level;
    double time;
};
#pragma pack(pop)
static_assert(sizeof(log_entry) == 24 && alignof(log_entry) == 4);

#pragma pack(push, 2)
struct station {
    short id;
    float x, y, z;
};
struct sample {
    double value;
    short kind;
    double time;
};
#pragma pack(pop)
static_assert(sizeof(station) == 14 && sizeof(sample) == 18 && alignof(sample) == 2);

#pragma pack(push, 1)
struct lidar_point {
    char kind;
    float x, y, z;
};
#pragma pack(pop)
static_assert(sizeof(lidar_point) == 13 && alignof(lidar_point) == 1);

#pragma pack(push, 1)
struct return_signal {
    char kind;
    double time;
    float x, y, z;
    unsigned short intensity;
    double gps[2];
};
#pragma pack(pop)
static_assert(sizeof(return_signal) == 39 && alignof(return_signal) == 1);

//! Writes a limit into the PTX of a kernel, for check_resources.py.
#define AT_MOST(key, number) asm volatile("// at most: " key "=%0" ::"n"(number))

//! Instantiates kernels.
template <class... Kernel>
void use(Kernel...)
{
}

using heddle::detail::plan, heddle::detail::plan_of;

//! Returns the number of shuffles in a store of consecutive elements, including those for shared words.
HEDDLE_HOST_DEVICE constexpr unsigned contiguous_store_shuffles(plan const& p)
{
    if (!p.cooperates) return 0;
    if (!p.stores_sectors) return p.shuffles;
    heddle::detail::dense_rows const dense(p);
    return (dense.word_count + 1) * (dense.word_bytes / 4);
}

//! Returns the number of shuffles in a load of consecutive elements as rows, including those for shared words.
HEDDLE_HOST_DEVICE constexpr unsigned row_load_shuffles(plan const& p)
{
    bool const shares_words = p.word_count < p.touched_words && !p.loads_through_cache;
    return p.shuffles + (shares_words ? p.word_bytes / 4 : 0);
}

//! Returns the number of shuffles in a load of consecutive elements. Lanes do not exchange addresses.
HEDDLE_HOST_DEVICE constexpr unsigned contiguous_load_shuffles(plan const& p)
{
    return p.loads_together && !p.loads_through_cache ? row_load_shuffles(p) : 0;
}

HEDDLE_HOST_DEVICE constexpr unsigned contiguous_shuffles(plan const& p)
{
    return contiguous_load_shuffles(p) + contiguous_store_shuffles(p);
}

//! Returns the number of shuffles in one load and one store of indexed elements.
HEDDLE_HOST_DEVICE constexpr unsigned indexed_shuffles(plan const& p)
{
    if (!p.cooperates) return 0;
    unsigned const load = p.loads_together ? p.index_shuffles + row_load_shuffles(p) : 0;
    heddle::detail::sector_rows const sectors(p);
    unsigned const anywhere = p.stores_sectors ? sectors.word_count() + sectors.shuffles() : p.index_shuffles;
    return load + contiguous_store_shuffles(p) + anywhere;
}

//! Returns the number of shuffles in a store by the active lanes of a diverged warp.
HEDDLE_HOST_DEVICE constexpr unsigned compacted_shuffles(plan const& of_warp)
{
    if (!of_warp.cooperates) return 0;
    plan const p = heddle::detail::make_compacted_plan(of_warp);
    constexpr unsigned of_distance = 1;  // broadcasts one address
    // An address takes two shuffles. If addresses are broadcast, each pass shuffles the addresses of all elements of a
    // group. Otherwise, each row shuffles one address.
    unsigned const pass_words = p.pass_words == 0 ? 1 : p.pass_words;
    unsigned const passes = (p.word_count + pass_words - 1) / pass_words;
    return of_distance + p.shuffles +
           (heddle::detail::broadcasts_addresses(p) ? passes * 2 * heddle::detail::compacted_group_lanes
                                                    : p.index_shuffles);
}

//! The number of shuffles in the code of one load and one store through a coalesced_ptr.
template <class T>
constexpr unsigned pointer_shuffles = indexed_shuffles(plan_of<T>) + compacted_shuffles(plan_of<T>);

template <unsigned LaneCount = 32>
__device__ auto this_tile()
{
    return cooperative_groups::tiled_partition<LaneCount>(cooperative_groups::this_thread_block());
}

template <unsigned LaneCount = 32>
__device__ std::size_t first_of_tile()
{
    return (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / LaneCount * LaneCount;
}

__device__ inline std::size_t this_index() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
