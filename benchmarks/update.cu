// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Updates of all members of all structs where they are: through pointers, by block tiles, and
// beside them by the same kernel on a structure of arrays, one for each member.

#include "block_tiles.cuh"
#include "harness.cuh"

#include <heddle/heddle.cuh>

namespace heddle_bench {
namespace {

template <class Element>
__device__ __forceinline__ Element updated(Element value)
{
#pragma unroll
    for (auto& member : value.members) member = updated_word(member);
    return value;
}

template <class Element, template <class> class Pointer>
__global__ void __launch_bounds__(block_threads) update(std::byte* array, std::size_t count)
{
    Pointer<Element> const p(reinterpret_cast<Element*>(array));
    std::size_t const i = element_index();
    if (i >= count) return;
    Element const v = p[i];
    p[i] = updated(v);
}

//! Member m of struct i lies at m * count + i.
template <class Element>
__global__ void __launch_bounds__(block_threads) update_soa(std::byte* array, std::size_t count)
{
    constexpr unsigned member_count = sizeof(Element) / sizeof(std::uint32_t);
    auto* const members = reinterpret_cast<std::uint32_t*>(array);
    std::size_t const i = element_index();
    if (i >= count) return;
    Element v;
#pragma unroll
    for (unsigned m = 0; m < member_count; ++m) v.members[m] = members[m * count + i];
    v = updated(v);
#pragma unroll
    for (unsigned m = 0; m < member_count; ++m) members[m * count + i] = v.members[m];
}

template <class Element>
__global__ void __launch_bounds__(tile_threads)
    update_block_tile(std::byte* array, std::size_t count)
{
    __shared__ one_stage<Element> stage;
    tile_block const block;
    std::size_t const start = tile_start<Element>();
    auto* const first = reinterpret_cast<Element*>(array) + start;
    auto const tile = heddle::load_tile(block, stage, first, count - start);
    heddle::for_each_element(block, tile,
                             [&](unsigned k) { tile.store(k, updated(tile.load(k))); });
    heddle::store_tile(block, stage, tile);
}

template <class Element>
void add_for(benchmark_kind kind)
{
    if (kind != benchmark_kind::update) return;
    element_shape const shape = shape_of<Element>();
    add_update_limit(shape);
    add_update("plain", shape, update<Element, plain_ptr>);
    add_update("coalesced", shape, update<Element, coalesced_ptr>);
    add_update("scratch", shape, update<Element, scratch_ptr>);
    add_update("block_tile", shape, update_block_tile<Element>, one_tile<Element>);
    add_update("soa", shape, update_soa<Element>);
}

register_part const parts[] = {
    register_part({16, add_for<element<16, 4>>}), register_part({28, add_for<element<28, 4>>}),
    register_part({32, add_for<element<32, 4>>}), register_part({64, add_for<element<64, 4>>}),
    register_part({96, add_for<element<96, 4>>}), register_part({128, add_for<element<128, 4>>}),
};

}  // namespace
}  // namespace heddle_bench
