// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// compared_load, compared_store, compared_copy, compared_gather, compared_scatter: plain code and the fastest forms of
// heddle beside a structure of arrays, CUB, cuda::memcpy_async and the limits, in one run. README.md explains variants.
#pragma once

#include "../access/contiguous.cuh"
#include "../access/indexed.cuh"
#include "staged.cuh"

#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_store.cuh>

namespace heddle_bench::peers {

// ---- CUB on the words of structs ----

inline constexpr unsigned cub_threads = 128;
inline constexpr block_share cub_share{cub_threads, cub_threads};

//! Accesses consecutive structs with the loads and stores of CUB that transpose, of a warp or of a block.
template <class Word, bool ByBlock>
struct by_cub {
    static constexpr bool is_collective = true;
    template <class Element>
    struct calls {
        static constexpr int words = sizeof(Element) / sizeof(Word);
        using load = std::conditional_t<ByBlock, cub::BlockLoad<Word, cub_threads, words, cub::BLOCK_LOAD_TRANSPOSE>,
                                        cub::WarpLoad<Word, words, cub::WARP_LOAD_TRANSPOSE>>;
        using store = std::conditional_t<ByBlock, cub::BlockStore<Word, cub_threads, words, cub::BLOCK_STORE_TRANSPOSE>,
                                         cub::WarpStore<Word, words, cub::WARP_STORE_TRANSPOSE>>;
        union memory {
            typename load::TempStorage to_load;
            typename store::TempStorage to_store;
        };
        //! Returns the memory of the calling thread's warp or block.
        __device__ static memory& own()
        {
            __shared__ memory all[ByBlock ? 1 : cub_threads / lane_count];
            return all[ByBlock ? 0 : threadIdx.x / lane_count];
        }
    };
    //! Returns the index of the warp's or block's first struct.
    __device__ static std::size_t first(std::size_t i)
    {
        return i - threadIdx.x % (ByBlock ? cub_threads : lane_count);
    }

    template <class Element>
    __device__ __forceinline__ static Element load(Element const* array, std::size_t i)
    {
        using cub = calls<Element>;
        Word words[cub::words];
        typename cub::load(cub::own().to_load).Load(reinterpret_cast<Word const*>(array + first(i)), words);
        Element value;
        std::memcpy(&value, words, sizeof value);
        return value;
    }
    template <class Element>
    __device__ __forceinline__ static void store(Element* array, std::size_t i, Element const& value)
    {
        using cub = calls<Element>;
        Word words[cub::words];
        std::memcpy(words, &value, sizeof value);
        // The memory may still be in use by a load.
        if constexpr (ByBlock)
            __syncthreads();
        else
            __syncwarp();
        typename cub::store(cub::own().to_store).Store(reinterpret_cast<Word*>(array + first(i)), words);
    }
};

//! Accesses structs at any indices: a warp moves them in rows of words, which cub::WarpExchange transposes.
template <class Word>
struct by_exchange {
    static constexpr bool is_collective = true;
    template <class Element>
    static constexpr int count = sizeof(Element) / sizeof(Word);
    template <class Element>
    __device__ static auto exchange()
    {
        using transpose = cub::WarpExchange<Word, count<Element>>;
        __shared__ typename transpose::TempStorage memory[cub_threads / lane_count];
        return transpose(memory[threadIdx.x / lane_count]);
    }
    template <class Element>
    __device__ __forceinline__ static Element load(Element const* array, std::size_t i)
    {
        Word words[count<Element>];
        auto const* const from = reinterpret_cast<Word const*>(array);
#pragma unroll
        for (int r = 0; r < count<Element>; ++r) words[r] = from[word_of_row<count<Element>>(i, r)];
        exchange<Element>().StripedToBlocked(words, words);
        Element value;
        std::memcpy(&value, words, sizeof value);
        return value;
    }
    template <class Element>
    __device__ __forceinline__ static void store(Element* array, std::size_t i, Element const& value)
    {
        Word words[count<Element>];
        std::memcpy(words, &value, sizeof value);
        exchange<Element>().BlockedToStriped(words, words);
        auto* const to = reinterpret_cast<Word*>(array);
#pragma unroll
        for (int r = 0; r < count<Element>; ++r) to[word_of_row<count<Element>>(i, r)] = words[r];
    }
};

// ---- structures of arrays ----

//! Accesses byte by byte, to check the variant `soa`. Byte b of a struct belongs to member b / (size of a member).
struct as_soa_by_bytes {
    static constexpr bool is_collective = false;
    template <class Element, class Visit>
    __device__ static void for_each_byte(std::size_t i, Visit const& visit)
    {
        constexpr unsigned size = sizeof(typename Element::member);
        for (unsigned b = 0; b < sizeof(Element); ++b) visit(b, (b / size * grid_size() + i) * size + b % size);
    }
    template <class Element>
    __device__ static Element load(Element const* array, std::size_t i)
    {
        Element value;
        for_each_byte<Element>(i, [&](unsigned b, std::size_t place) {
            reinterpret_cast<std::byte*>(&value)[b] = reinterpret_cast<std::byte const*>(array)[place];
        });
        return value;
    }
    template <class Element>
    __device__ static void store(Element* array, std::size_t i, Element const& value)
    {
        for_each_byte<Element>(i, [&](unsigned b, std::size_t place) {
            reinterpret_cast<std::byte*>(array)[place] = reinterpret_cast<std::byte const*>(&value)[b];
        });
    }
};

template <class Element>
void add_soa()
{
    using way = as_soa;
    using check = as_soa_by_bytes;
    std::size_t const elements = element_count(sizeof(Element));
    add_measurement<Element>("compared_load", "soa",
                             measure_load<Element>(load<Element, way>, elements, {}, load<Element, check>));
    add_measurement<Element>("compared_store", "soa",
                             measure_store<Element>(store<Element, way>, elements, {}, store<Element, check>));
    add_move<Element>("compared_copy", "soa", move<Element, in_order, way>);
    add_move<Element>("compared_gather", "soa", move<Element, gathers, way>, {}, move<Element, gathers, check>);
    add_move<Element>("compared_scatter", "soa", move<Element, scatters, way>, {}, move<Element, scatters, check>);
}

// ---- all ----

template <class Element, class Way>
void add_cub(char const* variant)
{
    contiguous::add_three<Element>(variant, load<Element, Way, cub_threads>, store<Element, Way, cub_threads>,
                                   move<Element, in_order, Way, Way, cub_threads>, cub_share, "compared_");
}

template <class Element, class Word>
void add_exchange(char const* variant)
{
    using ordered = by_cub<Word, false>;
    using indexed = by_exchange<Word>;
    add_move<Element>("compared_gather", variant, move<Element, gathers, indexed, ordered, cub_threads>, cub_share);
    add_move<Element>("compared_scatter", variant, move<Element, scatters, ordered, indexed, cub_threads>, cub_share);
}

template <class Element, template <class> class Loader, bool IsDoubled>
void add_staged(char const* variant)
{
    constexpr block_share share = staged_share<Element, IsDoubled>;
    add_measurement<Element>(
        "compared_load", variant,
        measure_load<Element>(load_staged<Element, Loader, IsDoubled>, element_count(sizeof(Element)), share));
    add_move<Element>("compared_copy", variant, copy_staged<Element, Loader, IsDoubled>, share);
}

template <class Element>
void add()
{
    contiguous::add_forms<Element>("compared_");
    indexed::add_motion<Element, gathers>("compared_gather");
    indexed::add_motion<Element, scatters>("compared_scatter");
    add_soa<Element>();

    using member = typename Element::member;
    using wide = wide_word<Element>;
    add_cub<Element, by_cub<member, false>>("cub_warp");
    add_cub<Element, by_cub<member, true>>("cub_block");
    add_exchange<Element, member>("cub_exchange");
    if constexpr (sizeof(wide) > sizeof(member)) {
        add_cub<Element, by_cub<wide, false>>("cub_wide");
        add_exchange<Element, wide>("cub_exchange_wide");
    }
    add_staged<Element, by_memcpy_async, false>("memcpy_async");
    add_staged<Element, by_memcpy_async, true>("memcpy_async2");
    add_measurement<Element>(
        "compared_store", "staged_tile",
        measure_store<Element>(store_staged<Element>, element_count(sizeof(Element)), staged_share<Element, false>));
#ifdef HEDDLE_BENCH_LOADS_TO_SHARED
    add_staged<Element, by_load_to_shared, false>("load_to_shared");
    add_staged<Element, by_load_to_shared, true>("load_to_shared2");
#endif
}

}  // namespace heddle_bench::peers
