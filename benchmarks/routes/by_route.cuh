// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// One struct loaded or stored by a route that the caller names, without asking choose().
#pragma once

#include "../harness.cuh"

#include <heddle/heddle.cuh>

#include <cstddef>
#include <type_traits>

namespace heddle_bench {

using heddle::access_kind;
using heddle::route;

//! Whether a route's functions take a struct of this plan: more than those that choose() picks for it.
constexpr bool moves(heddle::plan const& p, access_kind kind, bool consecutive, route taken)
{
    bool const loads = kind == access_kind::load;
    if (taken == route::plain) return true;
    if (!p.moves_words()) return false;
    switch (taken) {
        case route::plain:
            return true;
        case route::own_words:
            return true;
        case route::shared_words:
            return loads && p.straddles() && consecutive;
        case route::rows:
            return p.cooperates();
        case route::narrow_rows:
            return loads && p.narrows_indexed();
        case route::dense_rows:
            return !loads && consecutive && p.stores_sectors();
        case route::sector_rows:
            return !loads && p.stores_sectors();
        case route::stage:
            return consecutive && p.cooperates();
    }
    return false;
}

template <class Element>
using scratch_of = heddle::warp_scratch<Element>;

//! The stage of the calling thread's warp.
template <class Element>
__device__ __forceinline__ auto stage_of_warp()
{
    __shared__ scratch_of<Element> scratch[block_threads / lane_count];
    return scratch[threadIdx.x / lane_count].stage();
}

template <class Element, route Route>
__device__ __forceinline__ auto stage_for()
{
    if constexpr (Route == route::stage) {
        return stage_of_warp<Element>();
    } else {
        return heddle::detail::registers_only{};
    }
}

//! The element at `own`, loaded by a route. All lanes of the warp want one, and consecutive ones are found so.
template <route Route, class Element>
__device__ __forceinline__ Element load_by(Element const* own)
{
    using namespace heddle::detail;
    constexpr heddle::plan p = heddle::plan_of<Element>();
    if constexpr (Route == route::plain) {
        return *own;
    } else {
        full_warp const group;
        every_lane const wanted;
        indexed_at<Element> const locate;
        auto const stage = stage_for<Element, Route>();
        element_facts<Element, std::decay_t<decltype(stage)>, full_warp, std::byte const,
                      indexed_at<Element>, every_lane>
            facts{stage,  group, true, opaque(reinterpret_cast<std::byte const*>(own)),
                  locate, wanted};
        facts.consecutive();
        memory_word<p.word_bytes> words[p.held_words()];
        bool starts_within = p.straddles();
        if constexpr (Route == route::own_words) {
            if (facts.addresses.consecutive) facts.in_shared_words();
            load_own<Element>(group, facts.own, facts.range, true, words);
        } else if constexpr (Route == route::shared_words) {
            load_shared_words<Element>(group, facts.own, words);
        } else if constexpr (Route == route::stage) {
            facts.staged();
            load_through(stage, group, facts.own, wanted, facts.addresses.first, words);
            starts_within = false;
        } else {
            facts.in_rows();
            if constexpr (Route == route::narrow_rows) {
                load_in_narrow_rows<Element>(group, facts.own, wanted, facts.addresses, words);
                starts_within = false;
            } else {
                load_in_rows<Element>(group, facts.own, wanted, facts.addresses, words);
            }
        }
        if (starts_within) move_start<false>(words, offset_in_word(facts.own, p.word_bytes));
        return element_from_words<Element>(words);
    }
}

template <route Route, class Element>
__device__ __forceinline__ void store_by(Element* own, Element const& value)
{
    using namespace heddle::detail;
    constexpr heddle::plan p = heddle::plan_of<Element>();
    if constexpr (Route == route::plain) {
        *own = value;
    } else {
        full_warp const group;
        every_lane const wanted;
        indexed_at<Element> const locate;
        auto const stage = stage_for<Element, Route>();
        element_facts<Element, std::decay_t<decltype(stage)>, full_warp, std::byte,
                      indexed_at<Element>, every_lane>
            facts{stage, group, true, opaque(reinterpret_cast<std::byte*>(own)), locate, wanted};
        memory_word<p.word_bytes> words[heddle::detail::held_store_words<Element, lane_count>];
        words_from_element(words, value);
        if constexpr (Route == route::own_words) {
            store_own<Element>(group, facts.own, true, words);
        } else {
            facts.consecutive();
            if constexpr (Route == route::stage) {
                facts.staged();
                store_through(stage, group, facts.own, wanted, facts.addresses.first, words);
            } else {
                facts.in_rows();
                if constexpr (Route == route::dense_rows) {
                    store_dense_rows<Element>(group, facts.addresses.first, facts.own, words);
                } else if constexpr (Route == route::sector_rows) {
                    store_sector_rows<Element>(group, wanted, facts.addresses, words);
                } else {
                    store_in_rows<Element>(group, facts.own, wanted, facts.addresses, words);
                }
            }
            group.sync();
        }
    }
}

}  // namespace heddle_bench
