// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that only write structs, or only read them. boxes_add, voxel_reset, zero_force: write all fields. surfel_add:
// appends a surfel for half of the pixels. table_lookup: interpolates between neighbors at random positions; the
// variant `pairs` loads both neighbors as one struct. few_members: reads 8 bytes of 36. Its best form is `word`, which
// reads the fields; its variant `whole` loads the element.
#pragma once

#include "bodies.cuh"
#include "forms.cuh"

#include <numeric>

namespace heddle_bench::one_way {

struct collision_box {
    float corners[3][3], edges[3][3], lower[3], upper[3], center[3], extent[3];
    int face, state;
};
struct surfel {
    float3 position, normal;
    float radius, confidence;
    int color, time;
};
struct cross_sections {
    double of[6];  // one value for each of six reactions
};
struct neighbors {
    cross_sections below, above;
};
struct atom {
    float x[3], v[3], mass, charge, radius;
};

}  // namespace heddle_bench::one_way

HEDDLE_FIELDS(heddle_bench::one_way::collision_box, corners, edges, lower, upper, center, extent, face, state);
HEDDLE_FIELDS(heddle_bench::one_way::surfel, position, normal, radius, confidence, color, time);
HEDDLE_FIELDS(heddle_bench::one_way::cross_sections, of);
HEDDLE_FIELDS(heddle_bench::one_way::atom, x, v, mass, charge, radius);

namespace heddle_bench::one_way {

// ---- boxes_add: computes the collision boxes of a strip of triangles ----

template <class Box>
__device__ void set_box(Box&& q, int i, float const* vertices)
{
    for (int k = 0; k < 3; ++k) {
        for (int v = 0; v < 3; ++v) q.corners[v][k] = vertices[3 * (i + v) + k];
        for (int v = 0; v < 3; ++v) q.edges[v][k] = q.corners[(v + 1) % 3][k] - q.corners[v][k];
        q.lower[k] = fminf(fminf(q.corners[0][k], q.corners[1][k]), q.corners[2][k]);
        q.upper[k] = fmaxf(fmaxf(q.corners[0][k], q.corners[1][k]), q.corners[2][k]);
        q.center[k] = (q.lower[k] + q.upper[k]) / 2;
        q.extent[k] = q.upper[k] - q.lower[k];
    }
    q.face = i;
    q.state = 1;
}

template <template <class> class Pointer>
__global__ void add_boxes(Pointer<collision_box> p, int n, float const* vertices)
{
    if (int const i = own_index(); i < n) set_box(p[i], i, vertices);
}

static __global__ void add_boxes_best(coalesced_ptr<collision_box> p, int n, float const* vertices)
{
    int const i = own_index();
    if (i >= n) return;
    collision_box q;
    set_box(q, i, vertices);
    p[i] = q;
}

// ---- voxel_reset, zero_force ----

template <how How, template <class> class Pointer>
__global__ void reset(Pointer<voxel> p, int n)
{
    if (int const i = own_index(); i < n) reset_element<How>(p, i);
}

template <how How, template <class> class Pointer>
__global__ void zero(Pointer<force> p, int n)
{
    if (int const i = own_index(); i < n) zero_element<How>(p, i);
}

// ---- surfel_add ----

template <template <class> class Pointer>
__global__ void append(Pointer<surfel> p, int n, float const* depths, unsigned long long* count)
{
    int const i = own_index();
    if (i >= n || depths[i] <= 0) return;
    auto const k = atomicAdd(count, 1ull);
    p[k].position = {static_cast<float>(i % 1024) * depths[i], static_cast<float>(i / 1024) * depths[i], depths[i]};
    p[k].normal = {0, 0, -1};
    p[k].radius = depths[i] / 512;
    p[k].confidence = 1;
    p[k].color = i;
    p[k].time = 7;
}

static __global__ void append_best(coalesced_ptr<surfel> p, int n, float const* depths, unsigned long long* count)
{
    int const i = own_index();
    if (i >= n) return;
    float const depth = depths[i], x = static_cast<float>(i % 1024) * depth, y = static_cast<float>(i / 1024) * depth;
    auto const k = depth > 0 ? atomicAdd(count, 1ull) : 0;
    heddle::store_if(depth > 0, p + k, {{x, y, depth}, {0, 0, -1}, depth / 512, 1, i, 7});
}

// ---- table_lookup ----

inline double const* energies()
{
    static double const* const all = [] {
        std::vector<double> numbers(element_count(sizeof(cross_sections)));
        std::iota(numbers.begin(), numbers.end(), 0.0);
        return copy_to_device(numbers);
    }();
    return all;
}

struct place {
    int below;     // index of the last struct at or below the energy
    double share;  // weight of the next struct
};

//! Finds the position of a pseudo-random energy by binary search.
__device__ inline place find_energy(double const* energies, int n, int i)
{
    double const energy = mixed(static_cast<std::uint32_t>(i)) % static_cast<unsigned>(n - 1) + 0.25;
    int below = 0;
    for (int above = n - 1; above - below > 1;) {
        int const k = (below + above) / 2;
        (energies[k] <= energy ? below : above) = k;
    }
    return {below, (energy - energies[below]) / (energies[below + 1] - energies[below])};
}

template <class CrossSections>
__device__ double sum_between(CrossSections const& a, CrossSections const& b, double share)
{
    double sum = 0;
    for (int r = 0; r < 6; ++r) sum += fma(share, b.of[r] - a.of[r], a.of[r]);
    return sum;
}

template <template <class> class Pointer>
__global__ void look_up(Pointer<cross_sections> p, int n, double const* energies, double* sums)
{
    int const i = own_index();
    if (i >= n) return;
    auto const [k, share] = find_energy(energies, n, i);
    sums[i] = sum_between(p[k], p[k + 1], share);
}

static __global__ void look_up_best(coalesced_ptr<cross_sections> p, int n, double const* energies, double* sums)
{
    int const i = own_index();
    if (i >= n) return;
    auto const [k, share] = find_energy(energies, n, i);
    cross_sections const a = p[k], b = p[k + 1];
    sums[i] = sum_between(a, b, share);
}

static __global__ void look_up_pairs(cross_sections const* p, int n, double const* energies, double* sums)
{
    int const i = own_index();
    if (i >= n) return;
    auto const [k, share] = find_energy(energies, n, i);
    neighbors const both = *coalesced_ptr<neighbors const>(reinterpret_cast<neighbors const*>(p + k));
    sums[i] = sum_between(both.below, both.above, share);
}

// ---- few_members ----

template <template <class> class Pointer>
__global__ void sum_two(Pointer<atom> p, int n, float* sums)
{
    if (int const i = own_index(); i < n) sums[i] = p[i].charge + p[i].radius;
}

static __global__ void sum_two_whole(coalesced_ptr<atom> p, int n, float* sums)
{
    int const i = own_index();
    if (i >= n) return;
    atom const q = p[i];
    sums[i] = q.charge + q.radius;
}

inline void add()
{
    auto* const count = cleared_counter;
    measure_forms<collision_box>({"boxes_add", 1}, other<float>)(
        form{"plain", add_boxes<plain_ptr>}, form{"word", add_boxes<coalesced_ptr>}, form{"best", add_boxes_best});
    measure_forms<voxel>({"voxel_reset", 1})(form{"plain", reset<how::by_field, plain_ptr>},
                                             form{"word", reset<how::by_field, coalesced_ptr>},
                                             form{"best", reset<how::by_value, coalesced_ptr>});
    measure_forms<force>({"zero_force", 1})(form{"plain", zero<how::by_field, plain_ptr>},
                                            form{"word", zero<how::by_field, coalesced_ptr>},
                                            form{"best", zero<how::by_value, coalesced_ptr>});
    measure_forms<surfel>({"surfel_add", 0.5, 100, false}, other<float>, count)(
        form{"plain", append<plain_ptr>}, form{"word", append<coalesced_ptr>}, form{"best", append_best});
    measure_forms<cross_sections>({"table_lookup", 2}, energies, other<double>)(
        form{"plain", look_up<plain_ptr>}, form{"word", look_up<coalesced_ptr>}, form{"best", look_up_best},
        form{"pairs", look_up_pairs});
    measure_forms<atom>({"few_members", 1}, other<float>)(
        form{"plain", sum_two<plain_ptr>}, form{"word", sum_two<coalesced_ptr>}, form{"whole", sum_two_whole});
}

}  // namespace heddle_bench::one_way
