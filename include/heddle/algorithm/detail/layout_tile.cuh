// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A block's share of taking structs apart, and of putting them together: a tile of structs
// staged in shared memory, and a run of each member's array.
#pragma once

#include "../../config.cuh"
#include "../../detail/group/words.cuh"
#include "../members.cuh"
#include "marked_tile.cuh"
#include "sequence.cuh"

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace heddle::detail {

//! How the threads of a block reach the arrays of members.
enum class member_way {
    by_threads,  //!< straight, where a warp's elements are whole words side by side; else staged
    staged,      //!< through shared memory, all of them
    alone,       //!< straight, all of them: where shared memory has no room
};

//! An array whose elements the threads access in place, as plain code does.
template <class T>
struct array_in_place {
    T* first;

    HEDDLE_INLINE T& operator*() const { return *assume_global(first); }
    HEDDLE_INLINE array_in_place operator+(std::ptrdiff_t n) const { return {first + n}; }
};

template <class T>
inline constexpr bool is_whole_word = (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16) &&
                                      alignof(T) == sizeof(T);

//! The array of a member, as tile_of is to take it.
template <member_way Way, class Iterator>
constexpr auto member_side(Iterator const& array)
{
    auto const first = unwrapped(array);
    using sequence = unwrapped_t<Iterator>;
    if constexpr (!is_array<sequence>) {
        return first;
    } else {
        using element = std::remove_pointer_t<sequence>;
        if constexpr (Way != member_way::staged && is_whole_word<element>) {
            return array_in_place<element>{first};
        } else if constexpr (Way == member_way::alone) {
            return make_coalesced(first);
        } else {
            return first;
        }
    }
}
template <member_way Way, class Iterator>
using member_side_t = decltype(member_side<Way>(std::declval<Iterator const&>()));

//! How the threads of a block reach the structs.
enum class struct_way {
    by_plan,
    staged,    //!< whole, through shared memory, where they are not too large for that
    in_place,  //!< one member after the other, where it is
};

//! Of structs as large, of which no more than an eighth is wanted, the rest need not be read: memory
//! is read 64 bytes at a time at most.
inline constexpr std::size_t min_sparse_bytes = 128;
template <class Struct, class List>
inline constexpr bool is_sparse = sizeof(Struct) >= min_sparse_bytes &&
                                  8 * List::bytes <= sizeof(Struct);

//! The array of structs. Those too large for a stage are reached in place.
template <struct_way Way = struct_way::staged, class Iterator>
constexpr auto struct_side(Iterator const& structs)
{
    auto const first = unwrapped(structs);
    using sequence = unwrapped_t<Iterator>;
    if constexpr (is_array<sequence> && (!is_staged<sequence> || Way == struct_way::in_place)) {
        return array_in_place<std::remove_pointer_t<sequence>>{first};
    } else {
        return first;
    }
}
template <class Iterator, struct_way Way = struct_way::staged>
using struct_side_t = decltype(struct_side<Way>(std::declval<Iterator const&>()));

//! Whether a tile gives structs where they are, not copies of them.
template <class Loaded>
inline constexpr bool is_lvalue = std::is_lvalue_reference_v<Loaded>;

//! Structs of a tile. The more they are, the longer are the runs that each member's array gets:
//! as many as threads at least, as far as that many bytes leave room for other blocks.
constexpr unsigned layout_capacity(std::size_t struct_bytes)
{
    constexpr std::size_t max_bytes = 16 * 1024;
    std::size_t const bytes = struct_bytes <= max_staged_bytes ? struct_bytes : 8;
    unsigned capacity = tile_capacity(bytes, algorithm_threads, best_tile_bytes(algorithm_threads));
    while (capacity < algorithm_threads && 2 * capacity * bytes <= max_bytes) capacity *= 2;
    return capacity;
}

//! What a stage of stage_set takes at most.
template <class Side>
constexpr std::size_t stage_room(unsigned capacity)
{
    return is_staged<Side> ? capacity * staged_bytes<Side>() + 4 * line_bytes : 0;
}

//! The wanted way, where its stages have room in shared memory.
template <member_way Wanted, class Structs, class... Array>
constexpr member_way possible_way()
{
    constexpr std::size_t struct_bytes = sizeof(value_of<unwrapped_t<Structs>>);
    constexpr unsigned capacity = layout_capacity(struct_bytes);
    constexpr std::size_t marks = capacity * struct_bytes / 8;  // at most
    constexpr std::size_t room = marks + stage_room<struct_side_t<Structs>>(capacity) +
                                 (stage_room<member_side_t<Wanted, Array>>(capacity) + ...);
    return room <= max_static_shared_bytes ? Wanted : member_way::alone;
}

//! Elements 0 … count - 1 of each member's tile are those of the structs' tile.
//! Whole structs are loaded, and members taken from registers: reading one member of every struct
//! would meet bank conflicts in shared memory.
HEDDLE_EXEC_CHECK_DISABLE
template <class Struct, class Block, class In, class... Member, class... Out>
HEDDLE_INLINE void split_elements(member_list<Member...>, Block const& block, unsigned count,
                                  In const& structs, Out const&... out)
{
    for_each_below<unrolled_elements(sizeof(Struct))>(block, count, [&](unsigned k) {
        if constexpr (is_lvalue<decltype(structs.load(k))>) {
            (out.store(k, Member::load(static_cast<Struct const&>(structs.load(k)))), ...);
        } else if constexpr (are_placed<member_list<Member...>>) {
            struct_words<Struct> const value(structs.load(k));
            (out.store(k, Member::get(value)), ...);
        } else {
            Struct const value = structs.load(k);
            (out.store(k, Member::get(value)), ...);
        }
    });
}

//! The members of structs 0 … count - 1 are those of the members' tiles. The other bytes of structs
//! stay where Keeps; otherwise they become 0.
HEDDLE_EXEC_CHECK_DISABLE
template <class Struct, bool Keeps, class Block, class Out, class... Member, class... In>
HEDDLE_INLINE void join_elements(member_list<Member...>, Block const& block, unsigned count,
                                 Out const& structs, In const&... in)
{
    for_each_below<unrolled_elements(sizeof(Struct))>(block, count, [&](unsigned k) {
        if constexpr (is_lvalue<decltype(structs.load(k))>) {
            (Member::store(structs.load(k), in.load(k)), ...);
        } else if constexpr (are_placed<member_list<Member...>>) {
            struct_words<Struct> value;
            (Member::set(value, in.load(k)), ...);
            structs.store(k, value.value());
        } else {
            element_storage<Struct> storage;
            if constexpr (Keeps) {
                Struct const before = structs.load(k);
                std::memcpy(storage.bytes(), &before, sizeof(Struct));
            } else {
                std::memset(storage.bytes(), 0, sizeof(Struct));
            }
            (Member::set(storage.value, in.load(k)), ...);
            structs.store(k, storage.value);
        }
    });
}

//! Tiles that were written go to memory, all at a time.
HEDDLE_EXEC_CHECK_DISABLE
template <bool AnyStaged, class Block, class... Tile>
HEDDLE_INLINE void write_back_all(Block const& block, Tile const&... tile)
{
    if constexpr (AnyStaged) {
        instructions_of<Block>::type::publish_to_bulk();
        block.sync();
        (tile.begin_write_back(), ...);
        (tile.await_write_back(), ...);
    }
}

//! The listed members of a tile of structs go to memory, in units of UnitBytes, and nothing else.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, unsigned UnitBytes, class Struct, class Block, class Stages,
          class Tile>
HEDDLE_INLINE void write_back_units(unsigned char const (&is_member)[sizeof(Struct)],
                                    Block const& block, Stages& stages, Tile const& structs)
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
    for_each_below<1>(block, structs.tile().size(),
                      [&](unsigned k) { marks.add(structs.tile(), k, members); });
    block.sync();
    store_marked(block, structs.tile(), marks);
}

//! The tile of structs goes to memory: where Keeps, the listed members alone.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, class Struct, bool Keeps, bool Staged, class... Member, class Block,
          class Stages, class Tile>
HEDDLE_INLINE void write_back_structs(member_list<Member...>, Block const& block,
                                      [[maybe_unused]] Stages& stages, Tile const& structs)
{
    if constexpr (!Keeps || !Staged) {
        write_back_all<Staged>(block, structs);
    } else {
        // A struct of which the members alone are not 0. The compiler knows all that follows from it.
        element_storage<Struct> image;
        std::memset(image.bytes(), 0, sizeof(Struct));
        (Member::fill(image.value), ...);
        unsigned char is_member[sizeof(Struct)];
        std::memcpy(is_member, image.bytes(), sizeof(Struct));
        unsigned ends = 0;
        HEDDLE_UNROLL
        for (unsigned at = 1; at < sizeof(Struct); ++at) {
            if (is_member[at] != is_member[at - 1]) ends |= at;
        }
        if constexpr (alignof(Struct) % 4 == 0) {
            if (ends % 4 == 0) {
                return write_back_units<Capacity, 4, Struct>(is_member, block, stages, structs);
            }
        }
        if constexpr (alignof(Struct) % 2 == 0) {
            if (ends % 2 == 0) {
                return write_back_units<Capacity, 2, Struct>(is_member, block, stages, structs);
            }
        }
        write_back_units<Capacity, 1, Struct>(is_member, block, stages, structs);
    }
}

//! The block's share of aos_to_soa: tile `number`.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, class Struct, class List, std::size_t... Number, class Block,
          class Stages, class In, class... Out>
HEDDLE_INLINE void split_share(std::index_sequence<Number...>, Block const& block, Stages&& stages,
                               std::size_t number, std::size_t count, In const& in,
                               Out const&... out)
{
    std::size_t const start = number * Capacity;
    std::size_t const left = count - start;
    auto const places = static_cast<std::ptrdiff_t>(start);
    auto const structs = tile_of(block, stages.template of<0, In>(), read_only(in + places), left);
    structs.begin_load();
    block.sync();
    structs.wait();
    auto const split = [&](auto const&... members) {
        split_elements<Struct>(List(), block,
                               left < Capacity ? static_cast<unsigned>(left) : Capacity, structs,
                               members...);
        write_back_all<(is_staged<Out> || ...)>(block, members...);
    };
    split(tile_of(block, stages.template of<Number + 1, Out>(), out + places, left)...);
}

//! The block's share of soa_to_aos: tile `number`.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Capacity, class Struct, class List, std::size_t... Number, class Block,
          class Stages, class Out, class... In>
HEDDLE_INLINE void join_share(std::index_sequence<Number...>, Block const& block, Stages&& stages,
                              std::size_t number, std::size_t count, Out const& out,
                              In const&... in)
{
    std::size_t const start = number * Capacity;
    std::size_t const left = count - start;
    auto const places = static_cast<std::ptrdiff_t>(start);
    constexpr bool keeps = !are_all_members<List, Struct>;
    auto const structs = tile_of(block, stages.template of<0, Out>(), out + places, left);
    auto const join = [&](auto const&... members) {
        (members.begin_load(), ...);
        block.sync();
        (members.wait(), ...);
        join_elements<Struct, keeps && !is_staged<Out>>(
            List(), block, left < Capacity ? static_cast<unsigned>(left) : Capacity, structs,
            members...);
        write_back_structs<Capacity, Struct, keeps, is_staged<Out>>(List(), block, stages, structs);
    };
    join(tile_of(block, stages.template of<Number + 1, In>(), read_only(in + places), left)...);
}

}  // namespace heddle::detail
