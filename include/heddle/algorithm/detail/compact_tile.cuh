// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compacts the selected elements of a tile, and also those that are not selected.
#pragma once

#include <heddle/algorithm/detail/select_memory.cuh>
#include <heddle/algorithm/detail/selected_rows.cuh>
#include <heddle/algorithm/detail/tile_ranges.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/warp.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/words.cuh>

#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! An element in a thread's registers, as words.
template <class Element>
class held_element {
public:
    HEDDLE_INLINE void keep(Element const& value)
    {
        detail::words_from_element(words_, value);
        // Without this loop, the compiler keeps each byte of a packed struct in a separate register.
        HEDDLE_UNROLL
        for (unsigned w = 0; w < count; ++w) detail::hide(words_[w].part[0]);
    }
    HEDDLE_INLINE carried_t<Element> get() const { return detail::element_from_words<Element>(words_); }

private:
    static constexpr unsigned count = static_cast<unsigned>((sizeof(Element) + 3) / 4);
    memory_word<4> words_[count];
};

struct no_element {};

//! Stores the selected elements of a tile consecutively in `out`, and all others in `others`; both keep the order.
//!
//! Results may overwrite the tile. The block reads the tile in chunks of rows (for_each_chunk), and reads a whole chunk
//! before it stores the chunk's results. No result of a chunk lies beyond the end of the chunk.
template <class Block, class Warp, class Memory, class Tile, class Out, class Others>
HEDDLE_INLINE void compact(Block const& block, Warp const& warp, Memory const& memory, Tile const& tile, Out const& out,
                           Others const& others)
{
    using element = typename Memory::stages::element_type;
    constexpr unsigned held = held_elements(sizeof(element));
    constexpr unsigned nowhere = ~0u;
    using kept = std::conditional_t<Memory::in_place, held_element<element>, no_element>;
    unsigned const lane = detail::lane_rank(warp);
    detail::for_each_chunk<held>(block, warp, tile.size(), [&](unsigned first, unsigned warps) HEDDLE_INLINE_LAMBDA {
        kept values[held];
        unsigned places[held];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < held; ++i) {
            unsigned const row = first + i * warps + warp.meta_group_rank();
            unsigned const k = row * lane_count_v<Warp> + lane;
            unsigned const bits = memory.selected_in_row[row];
            unsigned const before = memory.before[row] + count_of_lanes(bits & ((1u << lane) - 1));
            places[i] = (bits >> lane & 1u) != 0 ? before : nowhere;
            if (places[i] != nowhere) {
                if constexpr (Memory::in_place) {
                    values[i].keep(detail::as_element(tile.heddle_load(k)));
                } else {
                    out.store(before, detail::as_element(tile.heddle_load(k)));
                }
            } else if constexpr (!std::is_same_v<Others, no_range>) {
                if (k < tile.size()) others.store(k - before, detail::as_element(tile.heddle_load(k)));
            }
        }
        if constexpr (Memory::in_place) {
            block.sync();
            HEDDLE_UNROLL
            for (unsigned i = 0; i < held; ++i) {
                if (places[i] != nowhere) out.store(places[i], detail::as_element(values[i].get()));
            }
        }
    });
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
