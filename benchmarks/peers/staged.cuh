// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tiles of structs that a block stages in shared memory, loaded by cuda::memcpy_async or, where the CCCL has it, by
// cub::BlockLoadToShared. A thread accesses its structs in the tile. A block writes a tile as 16-byte words.
#pragma once

#include "../access/several.cuh"

#include <cuda/barrier>
#include <cuda/ptx>
#include <nv/target>

#if __has_include(<cub/block/block_load_to_shared.cuh>)
#    include <cub/block/block_load_to_shared.cuh>
#    define HEDDLE_BENCH_LOADS_TO_SHARED
#endif

namespace heddle_bench::peers {

// Tiles of about 8 KiB, so that tiles of small structs keep enough bytes in flight. A block loads one tile, or it loads
// several through two buffers: while it works on one tile, the next one arrives.
inline constexpr unsigned staged_threads = 128, tiles_of_block = 8;
template <class Element>
inline constexpr unsigned staged_elements = staged_threads* std::max<unsigned>(1, 8192 / (staged_threads *
                                                                                          sizeof(Element)));
template <class Element, bool IsDoubled>
inline constexpr block_share staged_share{staged_threads, (IsDoubled ? tiles_of_block : 1) * staged_elements<Element>};

template <class Element>
struct by_memcpy_async {
    struct memory {
        alignas(128) Element tile[staged_elements<Element>];
        cuda::barrier<cuda::thread_scope_block> arrived;
    };
    memory& own;

    __device__ explicit by_memcpy_async(memory& m) : own(m)
    {
        if (threadIdx.x == 0) init(&m.arrived, staged_threads);
    }
    // The alignment lets memcpy_async use a bulk copy on sm_90.
    __device__ void start(Element const* from, unsigned count)
    {
        cuda::memcpy_async(cooperative_groups::this_thread_block(), own.tile, from,
                           cuda::aligned_size_t<16>(count * sizeof(Element)), own.arrived);
    }
    __device__ Element* wait()
    {
        own.arrived.arrive_and_wait();
        return own.tile;
    }
};

#ifdef HEDDLE_BENCH_LOADS_TO_SHARED
template <class Element>
struct by_load_to_shared {
    using loader = cub::detail::BlockLoadToShared<staged_threads>;
    struct memory {
        alignas(128) char tile[staged_elements<Element> * sizeof(Element)];
        typename loader::TempStorage storage;
    };
    memory& own;
    loader load;

    __device__ explicit by_load_to_shared(memory& m) : own(m), load(m.storage) {}
    __device__ void start(Element const* from, unsigned count)
    {
        cuda::std::span<Element const> const elements(from, count);
        static_cast<void>(load.template CopyAsync<Element, 16>(cuda::std::span<char>(own.tile), elements));
    }
    __device__ Element* wait()
    {
        load.CommitAndWait();
        return reinterpret_cast<Element*>(own.tile);
    }
};
#endif

//! Synchronizes the block, and lets later bulk copies overwrite what its threads accessed.
__device__ __forceinline__ void sync_before_bulk_copies()
{
    NV_IF_TARGET(NV_PROVIDES_SM_90, (cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);))
    __syncthreads();
}

//! Calls visit(tile, first, n) for the tiles of the calling block. A tile has the n elements from array[first] on.
template <template <class> class Loader, bool IsDoubled, class Element, class Visit>
__device__ __forceinline__ void for_each_tile(Element const* array, std::size_t count, Visit const& visit)
{
#pragma nv_diagnostic push
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ typename Loader<Element>::memory memory[IsDoubled ? 2 : 1];
#pragma nv_diagnostic pop
    constexpr unsigned size = staged_elements<Element>, tiles = IsDoubled ? tiles_of_block : 1;
    auto const at = [](unsigned tile) { return (std::size_t{blockIdx.x} * tiles + tile) * size; };
    auto const size_at = [=](unsigned tile) -> unsigned {
        return tile >= tiles || at(tile) >= count ? 0 : count - at(tile) < size ? count - at(tile) : size;
    };
    auto const start = [=](auto& loader, unsigned tile) {
        if (unsigned const n = size_at(tile)) loader.start(array + at(tile), n);
    };
    auto const visit_one = [=](auto& loader, unsigned tile) {
        if (unsigned const n = size_at(tile)) visit(loader.wait(), at(tile), n);
    };
    Loader<Element> even(memory[0]);
    if constexpr (IsDoubled) {
        Loader<Element> odd(memory[1]);
        sync_before_bulk_copies();
        start(even, 0);
        start(odd, 1);
        for (unsigned tile = 0; tile < tiles; tile += 2) {
            visit_one(even, tile);
            sync_before_bulk_copies();
            start(even, tile + 2);
            visit_one(odd, tile + 1);
            sync_before_bulk_copies();
            start(odd, tile + 3);
        }
    } else {
        sync_before_bulk_copies();
        start(even, 0);
        visit_one(even, 0);
    }
}

//! Calls visit(k) for the elements of the calling thread in a tile of n elements.
template <class Visit>
__device__ __forceinline__ void for_each_own(unsigned n, Visit const& visit)
{
    for (unsigned k = threadIdx.x; k < n; k += staged_threads) visit(k);
}

//! Writes a tile after all threads of the block have changed it.
template <class Element>
__device__ __forceinline__ void write_tile(Element const* tile, Element* to, unsigned n)
{
    __syncthreads();
    auto* const words = reinterpret_cast<uint4*>(to);
    for_each_own(n * sizeof(Element) / sizeof(uint4),
                 [&](unsigned k) { words[k] = reinterpret_cast<uint4 const*>(tile)[k]; });
}

//! Returns a value that the compiler takes for a changed one. (With a plain copy, the compiler would leave the tile as
//! it is.)
template <class Element>
__device__ __forceinline__ Element hidden(Element value)
{
#pragma unroll
    for (auto& member : value.members) {
        std::uint32_t word = member;
        asm("" : "+r"(word));
        member = static_cast<typename Element::member>(word);
    }
    return value;
}

template <class Element, template <class> class Loader, bool IsDoubled>
__global__ void __launch_bounds__(staged_threads)
    load_staged(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t count)
{
    for_each_tile<Loader, IsDoubled>(
        reinterpret_cast<Element const*>(in), count, [=](Element const* tile, std::size_t first, unsigned n) {
            for_each_own(n, [=](unsigned k) { filter.write(xor_of_words(tile[k]), sums + first + k); });
        });
}

template <class Element>
__global__ void __launch_bounds__(staged_threads) store_staged(std::byte* out, std::size_t count)
{
    alignas(128) __shared__ Element tile[staged_elements<Element>];
    std::size_t const first = std::size_t{blockIdx.x} * staged_elements<Element>, left = count - first;
    unsigned const n = left < staged_elements<Element> ? static_cast<unsigned>(left) : staged_elements<Element>;
    for_each_own(n, [&](unsigned k) { tile[k] = stored_element<Element>(first + k); });
    write_tile(tile, reinterpret_cast<Element*>(out) + first, n);
}

template <class Element, template <class> class Loader, bool IsDoubled>
__global__ void __launch_bounds__(staged_threads) copy_staged(std::byte const* in, std::byte* out, in_order places)
{
    for_each_tile<Loader, IsDoubled>(reinterpret_cast<Element const*>(in), places.count,
                                     [=](Element* tile, std::size_t first, unsigned n) {
                                         for_each_own(n, [=](unsigned k) { tile[k] = hidden(tile[k]); });
                                         write_tile(tile, reinterpret_cast<Element*>(out) + first, n);
                                     });
}

}  // namespace heddle_bench::peers
