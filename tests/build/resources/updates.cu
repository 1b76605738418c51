// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that change elements in place. Lanes cooperate for whole elements, but access single fields per-thread.

#include "structs.cuh"

// at most: scale_spinors shuffles=55
static_assert(pointer_shuffles<spinor> == 55);
extern "C" __global__ void scale_spinors(heddle::coalesced_ptr<spinor> spinors, float factor)
{
    spinor s = spinors[this_index()];
    s.up_real *= factor;
    s.down_imaginary += s.phase;
    s.weight += s.mass * factor;
    spinors[this_index()] = s;
}

// at most: change_records shuffles=64
static_assert(pointer_shuffles<record> == 64);
extern "C" __global__ void change_records(heddle::coalesced_ptr<record> records, float factor)
{
    record r = records[this_index()];
    r.kind += r.name[3];
    r.ports[1] -= r.code;
    r.value *= factor;
    r.valid = !r.valid;
    records[this_index()] = r;
}

// at most: change_log shuffles=37
static_assert(pointer_shuffles<log_entry> == 37);
extern "C" __global__ void change_log(heddle::coalesced_ptr<log_entry> entries, double by)
{
    log_entry e = entries[this_index()];
    e.value *= e.time;
    e.time += by;
    e.level = e.kind;
    entries[this_index()] = e;
}

// A compound assignment loads the element once and stores it once.
struct sums {
    float part[9];
    __device__ sums& operator+=(sums const& other)
    {
        for (int i = 0; i < 9; ++i) part[i] += other.part[i];
        return *this;
    }
};

// at most: add_sums shuffles=109
static_assert(indexed_shuffles<sums> / 2 * 3 + ranked_shuffles<sums> == 109);
extern "C" __global__ void add_sums(heddle::coalesced_ptr<sums> p, heddle::coalesced_ptr<sums const> q)
{
    p[this_index()] += q[this_index()];
}

// at most: set_mass shuffles=0
extern "C" __global__ void set_mass(heddle::coalesced_ptr<spinor> spinors, float factor)
{
    auto mass = spinors[this_index()].member<&spinor::mass>();
    mass = mass * factor;
}

// at most: set_height shuffles=0
extern "C" __global__ void set_height(heddle::coalesced_ptr<lidar_point> points, float height)
{
    auto z = points[this_index()].member<&lidar_point::z>();
    z = z + height;
}

// Lanes do not cooperate to move small elements or single words: no shuffles and no votes.
// at most: copy_two_floats shuffles=0 votes=0
static_assert(!heddle::detail::plan_of<floats<2>>.cooperates);
extern "C" __global__ void copy_two_floats(heddle::coalesced_ptr<floats<2> const> from,
                                           heddle::coalesced_ptr<floats<2>> to)
{
    to[this_index()] = from[this_index()];
}

// Structs of three floats are also loaded per-thread.
// at most: load_three_floats shuffles=0 votes=0
static_assert(!heddle::detail::plan_of<floats<3>>.loads_together);
extern "C" __global__ void load_three_floats(heddle::coalesced_ptr<floats<3> const> from, floats<3>* to)
{
    to[this_index()] = from[this_index()];
}

// at most: copy_float4 shuffles=0
static_assert(!heddle::detail::plan_of<float4>.cooperates);
extern "C" __global__ void copy_float4(heddle::coalesced_ptr<float4 const> from, heddle::coalesced_ptr<float4> to)
{
    to[this_index()] = from[this_index()];
}
