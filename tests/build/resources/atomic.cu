// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that change records by atomic operations: the words of a record must stay in registers, whatever its size and
// numbers, although lanes add up runs of words in loops and change numbers of several types.

#include "structs.cuh"

#include <heddle/block/atomic_tile.cuh>

#include <cuda_fp16.h>

struct deposit {
    double charge;
    long long count;
    float current[3], weight;
    int hits[4];
};
HEDDLE_FIELDS(deposit, charge, count, current, weight, hits);
struct large_mixed {
    double charge;
    float stress[40];
    int count;
    unsigned hits[10];
    __half2 shade[6];
    float weight;
};
HEDDLE_FIELDS(large_mixed, charge, stress, count, hits, shade, weight);
struct tagged {
    float color[23];
    int tag;
    float gradient[7];
};
HEDDLE_FIELDS(tagged, color, tag, gradient);

template <class T>
__global__ void __launch_bounds__(256) add(T* to, T const* changes, unsigned const* places)
{
    unsigned const i = this_index();
    heddle::atomic_add(to + places[i], changes[i]);
}
template <class T>
__global__ void __launch_bounds__(256) add_if(T* to, T const* changes, unsigned const* places)
{
    unsigned const i = this_index();
    heddle::atomic_add_if(places[i] != 0, to + places[i], changes[i]);
}
template <class T>
__global__ void __launch_bounds__(256) min_by_tile(T* to, T const* changes, unsigned const* places)
{
    unsigned const i = this_index();
    heddle::atomic_min(this_tile<32>(), to + places[i], changes[i]);
}
template <auto... Member, class T>
__device__ void add_named(T* to, T const* changes, unsigned const* places)
{
    unsigned const i = this_index();
    heddle::atomic_add<Member...>(to + places[i], changes[i]);
}
__global__ void __launch_bounds__(256) add_gradients(tagged* to, tagged const* changes, unsigned const* places)
{
    add_named<&tagged::color, &tagged::gradient>(to, changes, places);
}
__global__ void __launch_bounds__(256) add_shades(large_mixed* to, large_mixed const* changes, unsigned const* places)
{
    add_named<&large_mixed::stress, &large_mixed::shade>(to, changes, places);
}

// A tile knows no policy, so the scope is an argument.
// order: add_tile_of_system red.relaxed.sys.
// order: add_tile red.relaxed.gpu.
template <class Policy>
__device__ void add_tile_by(doubles<3>* to, unsigned count, Policy policy)
{
    __shared__ heddle::tile_stages<doubles<3>, 64> stages;
    heddle::this_block<64> const block;
    auto const tile = heddle::make_tile(block, stages, to, count);
    heddle::for_each_element(block, tile, [&](unsigned k) { tile.store(k, doubles<3>{1, 2, 3}); });
    heddle::atomic_add_tile(block, stages, tile, policy);
}
extern "C" __global__ void add_tile_of_system(doubles<3>* to, unsigned count)
{
    add_tile_by(to, count, heddle::system_scope());
}
extern "C" __global__ void add_tile(doubles<3>* to, unsigned count) { add_tile_by(to, count, heddle::by_plan()); }

#define KERNEL(name, ...) template __global__ void name(__VA_ARGS__*, __VA_ARGS__ const*, unsigned const*)

KERNEL(add, floats<7>);
KERNEL(add_if, floats<7>);
KERNEL(add, floats<23>);
KERNEL(add, floats<37>);
KERNEL(add, doubles<24>);
KERNEL(add_if, floats<63>);
KERNEL(add, floats<64>);
KERNEL(add, deposit);
KERNEL(add_if, large_mixed);
KERNEL(min_by_tile, deposit);
