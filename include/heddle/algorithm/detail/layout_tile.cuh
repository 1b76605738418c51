// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The work of one block in aos_to_soa and soa_to_aos: it converts one tile of structs to the members' arrays, or back.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/layout_write_back.cuh>
#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/members.cuh>
#include <heddle/block/block_tile.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/words.cuh>

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! True if a tile's load function returns a reference to the struct, not a copy.
template <class Loaded>
inline constexpr bool is_lvalue = std::is_lvalue_reference_v<Loaded>;

//! Copies the members of structs 0 … count - 1 to the tiles of the members. Loads whole structs to registers, and takes
//! the members from there, because loads of single members would have bank conflicts in shared memory.
template <class Struct, class Block, class In, class... Member, class... Out>
HEDDLE_INLINE void split_elements(member_list<Member...>, Block const& block, unsigned count, In const& structs,
                                  Out const&... out)
{
    detail::for_each_below<unrolled_elements(sizeof(Struct))>(block, count, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
        if constexpr (is_lvalue<decltype(structs.load(k))>) {
            (out.store(k, Member::load(static_cast<Struct const&>(structs.load(k)))), ...);
        } else if constexpr (are_placed<member_list<Member...>>) {
            struct_words<Struct> const value(detail::as_element(structs.load(k)));
            (out.store(k, Member::get(value)), ...);
        } else {
            auto const value = detail::carried_from<Struct>(structs.load(k));
            (out.store(k, Member::get(detail::as_element(value))), ...);
        }
    });
}

//! Copies the tiles of the members to the members of structs 0 … count - 1. The other bytes of the structs keep their
//! values, or become 0 if all members are listed. In a staged tile, they become 0 in any case, because
//! write_back_structs does not write them.
template <class Struct, class Block, class Out, class... Member, class... In>
HEDDLE_INLINE void join_elements(member_list<Member...>, Block const& block, unsigned count, Out const& structs,
                                 In const&... in)
{
    detail::for_each_below<unrolled_elements(sizeof(Struct))>(block, count, [&](unsigned k) HEDDLE_INLINE_LAMBDA {
        if constexpr (is_lvalue<decltype(structs.load(k))>) {
            (Member::store(structs.load(k), detail::carried_from<typename Member::type>(in.load(k))), ...);
        } else if constexpr (are_placed<member_list<Member...>>) {
            struct_words<Struct> value;
            (Member::set(value, detail::carried_from<typename Member::type>(in.load(k))), ...);
            structs.store(k, value.value());
        } else {
            element_storage<Struct> storage;
            if constexpr (are_all_members<member_list<Member...>, Struct> || Out::is_staged) {
                std::memset(storage.bytes(), 0, sizeof(Struct));
            } else {
                auto const before = detail::carried_from<Struct>(structs.load(k));
                std::memcpy(storage.bytes(), detail::address_of(before), sizeof(Struct));
            }
            Struct& value = detail::as_element(storage.value);
            (Member::set(value, detail::carried_from<typename Member::type>(in.load(k))), ...);
            structs.store(k, value);
        }
    });
}

//! Converts tile `number` of aos_to_soa.
template <unsigned Capacity, class Struct, class List, std::size_t... Number, class Block, class Stages, class In,
          class... Out>
HEDDLE_INLINE void split_share(std::index_sequence<Number...>, Block const& block, Stages&& stages, std::size_t number,
                               std::size_t count, In const& in, Out const&... out)
{
    std::size_t const start = number * Capacity;
    std::size_t const left = count - start;
    auto const places = static_cast<std::ptrdiff_t>(start);
    auto const structs = detail::tile_of(block, stages.template of<0, In>(), detail::read_only(in + places), left);
    structs.begin_load();
    block.sync();
    structs.wait();
    auto const split = [&](auto const&... members) HEDDLE_INLINE_LAMBDA {
        detail::split_elements<Struct>(List(), block, left < Capacity ? static_cast<unsigned>(left) : Capacity, structs,
                                       members...);
        detail::write_back_all(block, members...);
    };
    split(detail::tile_of(block, stages.template of<Number + 1, Out>(), out + places, left)...);
}

//! Converts tile `number` of soa_to_aos.
template <unsigned Capacity, class Struct, class List, std::size_t... Number, class Block, class Stages, class Out,
          class... In>
HEDDLE_INLINE void join_share(std::index_sequence<Number...>, Block const& block, Stages&& stages, std::size_t number,
                              std::size_t count, Out const& out, In const&... in)
{
    std::size_t const start = number * Capacity;
    std::size_t const left = count - start;
    auto const places = static_cast<std::ptrdiff_t>(start);
    auto const structs = detail::tile_of(block, stages.template of<0, Out>(), out + places, left);
    auto const join = [&](auto const&... members) HEDDLE_INLINE_LAMBDA {
        (members.begin_load(), ...);
        block.sync();
        (members.wait(), ...);
        detail::join_elements<Struct>(List(), block, left < Capacity ? static_cast<unsigned>(left) : Capacity, structs,
                                      members...);
        detail::write_back_structs<Capacity, Struct>(List(), block, stages, structs);
    };
    join(detail::tile_of(block, stages.template of<Number + 1, In>(), detail::read_only(in + places), left)...);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
