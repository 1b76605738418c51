// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// One struct a thread between this GPU's memory and a remote array, contiguous and by a random
// index. This GPU's side always goes through a coalesced_ptr, so that only the access to the far
// side differs.
#pragma once

#include "../contiguous.cuh"
#include "../indexed.cuh"
#include "remote.cuh"

namespace heddle_bench {

template <class Element, template <class> class From, template <class> class To>
__global__ void __launch_bounds__(block_threads)
    move_structs(std::byte const* in, std::byte* out, std::size_t count)
{
    From<Element const> const p(reinterpret_cast<Element const*>(in));
    To<Element> const q(reinterpret_cast<Element*>(out));
    std::size_t const i = element_index();
    if (i >= count) return;
    Element const v = p[i];
    q[i] = v;
}

template <class Element, template <class> class From, template <class> class To, bool Gathers>
__global__ void __launch_bounds__(block_threads)
    move_indexed(std::byte const* in, std::byte* out, std::uint32_t const* index, std::size_t count)
{
    From<Element const> const p(reinterpret_cast<Element const*>(in));
    To<Element> const q(reinterpret_cast<Element*>(out));
    std::size_t const i = element_index();
    if (i >= count) return;
    std::size_t const other = index[i];
    Element const v = p[Gathers ? other : i];
    q[Gathers ? i : other] = v;
}

//! Through a kind of pointer on the far side.
template <class Element, template <class> class Far>
void add_form(place where, direction which, char const* access)
{
    element_shape const shape = shape_of<Element>();
    switch (which) {
        case direction::read:
            add_move(where, which, access, shape, move_structs<Element, Far, coalesced_ptr>);
            break;
        case direction::write:
            add_move(where, which, access, shape, move_structs<Element, coalesced_ptr, Far>);
            break;
        case direction::gather:
            add_indexed_move(where, which, access, shape,
                             move_indexed<Element, Far, coalesced_ptr, true>);
            break;
        case direction::scatter:
            add_indexed_move(where, which, access, shape,
                             move_indexed<Element, coalesced_ptr, Far, false>);
            break;
    }
}

template <class Element>
void add_moves(place where, direction which)
{
    element_shape const shape = shape_of<Element>();
    bool const is_indexed = which == direction::gather || which == direction::scatter;
    // Nobody would: these alone would take as long as all others together.
    if (is_indexed && where == place::host && sizeof(Element) < 12) return;
    switch (which) {
        case direction::gather:
            add_indexed_move(where, which, "limit", shape, move_words<Element, true>);
            break;
        case direction::scatter:
            add_indexed_move(where, which, "limit", shape, move_words<Element, false>);
            break;
        default:
            add_move_limit(where, which, shape);
    }
    add_form<Element, plain_ptr>(where, which, "plain");
    add_form<Element, coalesced_ptr>(where, which, "coalesced");
    add_form<Element, scratch_ptr>(where, which, "scratch");
    if constexpr (sizeof(Element) <= 16) {
        if (!is_indexed) {
            add_move(where, which, "blocked", shape, copy_blocked<Element>, items_of<Element>);
        }
    }
}

}  // namespace heddle_bench
