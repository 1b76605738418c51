// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// pixels: brightens an image of 3-byte pixels. One thread per pixel in blocks of 32 x 8 (plain, coalesced), 16 pixels per
// lane (blocked), or tiles of a block (block_tile). The last two take the image for one array of pixels.
#pragma once

#include "several.cuh"

namespace heddle_bench::pixels {

struct pixel {
    unsigned char r, g, b;
};
inline constexpr unsigned width = 4096;
inline constexpr dim3 image_block{32, 8};

__device__ __forceinline__ pixel brighter(pixel p)
{
    auto const add = [](unsigned char c) { return static_cast<unsigned char>(min(c + 16, 255)); };
    return {add(p.r), add(p.g), add(p.b)};
}

template <template <class> class Pointer>
__global__ void brighten(Pointer<pixel const> in, Pointer<pixel> out)
{
    unsigned const x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    std::size_t const i = std::size_t{y} * width + x;
    pixel const p = in[i];
    out[i] = brighter(p);
}

inline constexpr unsigned per_lane = 16;

static __global__ void brighten_blocked(pixel const* in, pixel* out, std::size_t count)
{
    auto const warp = this_warp();
    std::size_t const first = (element_index() - warp.thread_rank()) * per_lane;
    if (first >= count) return;
    auto some = heddle::load_contiguous<per_lane>(warp, in + first, count - first);
#pragma unroll
    for (auto& p : some.item) p = brighter(p);
    heddle::store_contiguous<per_lane>(warp, out + first, some, count - first);
}

static __global__ void brighten_tiles(pixel const* in, pixel* out, std::size_t count)
{
    __shared__ one_stage<pixel> in_stage, out_stage;
    tile_block const block;
    std::size_t const start = tile_start<pixel>();
    auto const from = heddle::load_tile(block, in_stage, in + start, count - start);
    auto const to = heddle::make_tile(block, out_stage, out + start, count - start);
    heddle::for_each_element(block, to, [&](unsigned k) { to.store(k, brighter(from.load(k))); });
    heddle::store_tile(block, out_stage, to);
}

inline void add()
{
    auto const height = static_cast<unsigned>(array_bytes() / sizeof(pixel) / width / image_block.y * image_block.y);
    std::size_t const count = std::size_t{height} * width;
    auto const of_image = [=](auto* kernel) -> launcher {
        return [=] {
            kernel<<<dim3{width / image_block.x, height / image_block.y}, image_block>>>(in_as<pixel>(),
                                                                                         out_as<pixel>());
            HEDDLE_BENCH_CHECK(cudaGetLastError());
        };
    };
    auto const of_array = [=](auto* kernel, block_share block) -> launcher {
        return [=] {
            launch_kernel(kernel, blocks_of(count, block.elements), block.threads, in_as<pixel>(), out_as<pixel>(),
                          count);
        };
    };
    launcher const plain = of_image(brighten<plain_ptr>);
    auto const add = [&](char const* variant, launcher const& launch) {
        add_measurement(name_of("pixels", variant, "3"),
                        {2.0 * static_cast<double>(count * sizeof(pixel)), launch,
                         [=] { return count_wrong_output(clear_output, plain); }, clear_output});
    };
    add("plain", plain);
    add("coalesced", of_image(brighten<coalesced_ptr>));
    add("blocked", of_array(brighten_blocked, {block_threads, per_lane * block_threads}));
    add("block_tile", of_array(brighten_tiles, one_tile<pixel>));
}

}  // namespace heddle_bench::pixels
