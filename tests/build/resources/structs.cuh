// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The structs of the checked kernels, and the numbers of shuffles that the plan predicts. check_resources.py reads
// the expected numbers from comments. The assertion beside each comment compares the number with the plan.
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

//! Returns the number of shuffles for words that two elements share, in a load of consecutive elements as rows.
constexpr unsigned sharing_shuffles(heddle::detail::plan const& p)
{
    return p.word_count < p.touched_words && !p.loads_through_cache ? p.word_bytes / 4 : 0;
}

//! Returns the number of shuffles of a store of consecutive elements, including those for shared words.
constexpr unsigned storing_shuffles(heddle::detail::plan const& p)
{
    if (!p.stores_sectors) return p.shuffles;
    heddle::detail::dense_rows const dense(p);
    return (dense.word_count + 1) * (dense.word_bytes / 4);
}

//! The number of shuffles in the code of one load of consecutive elements. Lanes do not exchange addresses.
template <class Element, unsigned LaneCount = 32>
constexpr unsigned contiguous_load_shuffles = [] {
    constexpr heddle::detail::plan p = heddle::detail::plan_of<Element, LaneCount>;
    if (!p.loads_together || p.loads_through_cache) return 0u;
    return p.shuffles + sharing_shuffles(p);
}();

template <class Element, unsigned LaneCount = 32>
constexpr unsigned contiguous_store_shuffles = [] {
    constexpr heddle::detail::plan p = heddle::detail::plan_of<Element, LaneCount>;
    if (!p.cooperates) return 0u;
    return storing_shuffles(p);
}();

template <class Element, unsigned LaneCount = 32>
constexpr unsigned contiguous_shuffles =
    contiguous_load_shuffles<Element, LaneCount> + contiguous_store_shuffles<Element, LaneCount>;

//! The number of shuffles in the code of one load and one store of indexed elements.
template <class Element, unsigned LaneCount = 32>
constexpr unsigned indexed_shuffles = [] {
    constexpr heddle::detail::plan p = heddle::detail::plan_of<Element, LaneCount>;
    if (!p.cooperates) return 0u;
    unsigned const load = p.loads_together ? p.index_shuffles + p.shuffles + sharing_shuffles(p) : 0;
    heddle::detail::sector_rows const sectors(p);
    unsigned const anywhere = p.stores_sectors ? sectors.word_count() + sectors.shuffles() : p.index_shuffles;
    return load + storing_shuffles(p) + anywhere;
}();

//! The number of shuffles in the code of a store by the active lanes of a diverged warp.
template <class Element>
constexpr unsigned ranked_shuffles = [] {
    if (!heddle::detail::plan_of<Element>.cooperates) return 0u;
    constexpr heddle::detail::plan p = heddle::detail::compacted_plan_of<Element>;
    constexpr unsigned of_distance = 1;  // broadcasts one address
    // An address takes two shuffles. If addresses are broadcast, each pass shuffles the addresses of all elements of a
    // group. Otherwise, each row shuffles one address.
    bool const broadcasts = heddle::detail::broadcasts_addresses(p);
    constexpr unsigned pass_words = p.pass_words == 0 ? 1 : p.pass_words;
    unsigned const passes = (p.word_count + pass_words - 1) / pass_words;
    return of_distance + p.shuffles + (broadcasts ? passes * 2 * heddle::detail::compacted_lanes : p.index_shuffles);
}();

//! The number of shuffles in the code of one load and one store through a coalesced_ptr.
template <class Element>
constexpr unsigned pointer_shuffles = indexed_shuffles<Element> + ranked_shuffles<Element>;

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
