// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A pack is several small elements that one thread reads together, as whole chunks of 16 bytes. Loading each element
// separately would take more instruction issue slots than are available at full memory bandwidth.
#pragma once

#include <heddle/block/block_tile.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/chunks.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/words.cuh>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Maximum size of a pack, because a larger pack would not stay in registers.
inline constexpr unsigned max_tile_pack_bytes = 64;

//! Returns the smallest number of elements that fill whole chunks, or 1 if these elements exceed max_tile_pack_bytes.
HEDDLE_HOST_DEVICE constexpr unsigned elements_of_tile_pack(std::size_t element_bytes)
{
    if (element_bytes >= chunk_bytes) return 1;
    auto const bytes = static_cast<unsigned>(element_bytes);
    unsigned const count = chunk_bytes / greatest_common_divisor(bytes, chunk_bytes);
    return count * bytes <= max_tile_pack_bytes ? count : 1;
}

//! Returns the number of elements before the first element at a chunk boundary, or elements_of_tile_pack if no element
//! is at a chunk boundary.
template <class Element>
HEDDLE_INLINE unsigned elements_before_chunk(Element const* first)
{
    constexpr unsigned per_pack = elements_of_tile_pack(sizeof(Element));
    unsigned offset = detail::offset_in_word(first, chunk_bytes);
    unsigned before = 0;
    while (offset != 0 && before < per_pack) {
        offset = (offset + sizeof(Element)) % chunk_bytes;
        ++before;
    }
    return before;
}

//! Calls visit(element) for each element of a pack, in order. The pack must start at a chunk boundary. A pack has an
//! odd number of chunks, so consecutive threads read consecutive packs without bank conflicts.
template <class Element, class Visit>
HEDDLE_INLINE void visit_tile_pack(Element const* first, Visit const& visit)
{
    constexpr unsigned count = elements_of_tile_pack(sizeof(Element));
    constexpr unsigned chunks = count * sizeof(Element) / chunk_bytes;
    using chunk = memory_word<chunk_bytes>;
    std::uint32_t words[chunks * 4];
    HEDDLE_UNROLL
    for (unsigned c = 0; c < chunks; ++c) {
        chunk const loaded = detail::read_as<chunk>(detail::bytes_at(first) + c * chunk_bytes);
        HEDDLE_UNROLL
        for (unsigned i = 0; i < 4; ++i) words[4 * c + i] = loaded.part[i];
    }
    HEDDLE_UNROLL
    for (unsigned i = 0; i < count; ++i)
        visit(detail::as_element(detail::element_at<Element>(words, i * sizeof(Element))));
}

//! Calls visit(element) for each element of the tile, in exactly one thread. The order is unspecified, but it is the
//! same for all arrays with the same address modulo 16.
//! Returns n such that only the first n threads of the block called visit; n may exceed the block's size.
HEDDLE_EXEC_CHECK_DISABLE
template <class Element, class Block, class Visit>
HEDDLE_INLINE unsigned visit_in_packs(Block const& block, block_tile<Element const> const& tile, Visit const& visit)
{
    constexpr unsigned per_pack = elements_of_tile_pack(sizeof(Element));
    if constexpr (per_pack == 1) {
        heddle::for_each_element(
            block, tile, [&](unsigned k) HEDDLE_INLINE_LAMBDA { visit(detail::as_element(tile.heddle_load(k))); });
        return tile.size();
    } else {
        constexpr unsigned chunks = per_pack * sizeof(Element) / chunk_bytes;
        unsigned const before = detail::elements_before_chunk(tile.data());
        unsigned const packs = before < per_pack && before < tile.size() ? (tile.size() - before) / per_pack : 0;
        detail::for_each_below<chunks == 1 ? 4 : 1>(block, packs, [&](unsigned p) HEDDLE_INLINE_LAMBDA {
            detail::visit_tile_pack(tile.data() + before + p * per_pack, visit);
        });
        unsigned const rest = tile.size() - packs * per_pack;
        detail::for_each_below<1>(block, rest, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
            visit(detail::as_element(tile.heddle_load(k < before ? k : k + packs * per_pack)));
        });
        return packs > rest ? packs : rest;
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
