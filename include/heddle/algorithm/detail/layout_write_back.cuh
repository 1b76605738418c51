// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes a tile of structs to global memory: whole structs, or only some of their members.
#pragma once

#include <heddle/algorithm/detail/marked_tile.cuh>
#include <heddle/algorithm/detail/tile_marks.cuh>
#include <heddle/algorithm/members.cuh>
#include <heddle/block/block_tile.cuh>
#include <heddle/block/detail/tile_copy.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/words.cuh>

#include <cstddef>
#include <cstring>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Writes those of several tiles that are staged to global memory, overlapping the writes.
template <class Block, class... Tile>
HEDDLE_INLINE void write_back_all(Block const& block, Tile const&... tile)
{
    if constexpr ((Tile::is_staged || ...)) {
        tile_mover<copy_engine::bulk, std::byte, Block>::publish();
        block.sync();
        (tile.begin_write_back(), ...);
        (tile.await_write_back(), ...);
    }
}

//! Writes only the members of a tile of structs to global memory, in units of UnitBytes.
template <unsigned Capacity, unsigned UnitBytes, class Struct, class Block, class Stages, class Tile>
HEDDLE_INLINE void write_back_units(unsigned char const (&is_member)[sizeof(Struct)], Block const& block,
                                    Stages& stages, Tile const& structs)
{
    using marks_type = tile_marks<Struct, UnitBytes, Capacity>;
    mark_bits<marks_type::units_of_element> members;
    HEDDLE_UNROLL
    for (unsigned u = 0; u < marks_type::units_of_element; ++u) {
        members.set(u, 1, is_member[u * UnitBytes] != 0);
    }
    auto& marks = stages.template marks<marks_type>();
    marks.clear(block);
    block.sync();
    detail::for_each_below<1>(block, structs.tile().size(),
                              [&](unsigned k) HEDDLE_INLINE_LAMBDA { marks.add(structs.tile(), k, members); });
    block.sync();
    detail::store_marked(block, structs.tile(), marks);
}

//! Writes a tile of structs to global memory: whole structs if all their members are listed, otherwise only the listed
//! members.
template <unsigned Capacity, class Struct, class... Member, class Block, class Stages, class Tile>
HEDDLE_INLINE void write_back_structs(member_list<Member...>, Block const& block, [[maybe_unused]] Stages& stages,
                                      Tile const& structs)
{
    if constexpr (are_all_members<member_list<Member...>, Struct> || !Tile::is_staged) {
        detail::write_back_all(block, structs);
    } else {
        // A struct whose members have all bits set and whose other bytes are 0. The compiler reduces it to constants.
        element_storage<Struct> image;
        std::memset(image.bytes(), 0, sizeof(Struct));
        (Member::fill(detail::as_element(image.value)), ...);
        unsigned char is_member[sizeof(Struct)];
        std::memcpy(is_member, image.bytes(), sizeof(Struct));
        unsigned ends = 0;
        HEDDLE_UNROLL
        for (unsigned at = 1; at < sizeof(Struct); ++at) {
            if (is_member[at] != is_member[at - 1]) ends |= at;
        }
        if constexpr (alignof(Struct) % 4 == 0) {
            if (ends % 4 == 0) {
                return detail::write_back_units<Capacity, 4, Struct>(is_member, block, stages, structs);
            }
        }
        if constexpr (alignof(Struct) % 2 == 0) {
            if (ends % 2 == 0) {
                return detail::write_back_units<Capacity, 2, Struct>(is_member, block, stages, structs);
            }
        }
        detail::write_back_units<Capacity, 1, Struct>(is_member, block, stages, structs);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
