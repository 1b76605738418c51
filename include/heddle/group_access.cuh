// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives that load and store one element for each lane of a group. For all of them:
//   Group:    all n lanes of the group, converged
//   Requires: T is trivially copyable, of any size and alignment, and need not be default-constructible; elements of
//             valid lanes lie in global memory (of this GPU, of a peer, or mapped from the host), aligned to
//             alignof(T); all lanes pass the same `first` and the same `count`
//   Scratch:  optionally a warp_scratch or block_scratch as the last argument: a whole warp then transposes through
//             shared memory, with a fraction of the instructions
//   Cost:     plan_of<T, n>(), with several elements a lane plan_of<blocked<T, Items>, n>()
//   Errors:   checked builds trap on a pointer that is null, misaligned or not to global memory, a missing lane, lanes
//             that pass different `first` or `count`, and scratch that is not in shared memory or not the same in all
//             lanes of a warp; fallback undefined
#pragma once

#include "blocked.cuh"
#include "config.cuh"
#include "detail/addresses.cuh"
#include "detail/element_bytes.cuh"
#include "detail/group.cuh"
#include "detail/lanes.cuh"
#include "detail/load.cuh"
#include "detail/preconditions.cuh"
#include "detail/standard_library.hpp"
#include "detail/store.cuh"
#include "device_pointer.cuh"
#include "scratch.cuh"

namespace heddle {

namespace detail {

//! Loads the element at each valid lane's pointer; returns `fallback` in the others.
template <class Element, class Group, class Lanes, class... Scratch>
HEDDLE_INLINE Element load_indexed(Group const& group, Element const* pointer, Lanes const& valid,
                                   carried_t<Element> const& fallback, Scratch&... scratch)
{
    return detail::to_value<Element>(detail::load<Element>(stage_from<Element>(group, scratch...), group, true, pointer,
                                                           indexed_at<Element>{}, valid, fallback));
}

//! Loads first[l] in each valid lane l; returns zero bytes in the others.
template <class Element, class Group, class Lanes, class... Scratch>
HEDDLE_INLINE Element load_from(Group const& group, Element const* first, Lanes const& valid, Scratch&... scratch)
{
    HEDDLE_EXPECTS(is_same(group, first), "the lanes of the group do not pass the same first");
    return detail::to_value<Element>(
        detail::load<Element>(stage_from<Element>(group, scratch...), group, true, first + lane_rank(group),
                              contiguous_from<Element const>{first}, valid, zero_element<Element>()));
}

//! Stores the value of each valid lane l to first[l].
template <class Element, class Group, class Lanes, class... Scratch>
HEDDLE_INLINE void store_from(Group const& group, Element* first, Lanes const& valid,
                              std::remove_const_t<Element> const& value, Scratch&... scratch)
{
    HEDDLE_EXPECTS(is_same(group, first), "the lanes of the group do not pass the same first");
    detail::store<Element>(stage_from<Element>(group, scratch...), group, true, first + lane_rank(group),
                           contiguous_from<Element>{first}, valid, value);
}

//! The type of a lane's consecutive elements: one element if Items is 0, else a block of Items.
template <unsigned Items, class Pointer>
using items_t = std::conditional_t<Items == 0, element_t<Pointer>, blocked<element_t<Pointer>, Items == 0 ? 1 : Items>>;

template <unsigned Items, class T>
HEDDLE_INLINE auto items_of(T* first)
{
    if constexpr (Items == 0) {
        return first;
    } else {
        return blocks_of<Items>(first);
    }
}

template <class Group>
HEDDLE_INLINE first_lanes first_of([[maybe_unused]] Group const& group, std::size_t count)
{
    HEDDLE_EXPECTS(is_same(group, count), "the lanes of the group do not pass the same count");
    return first_lanes::of(count, lane_count_v<Group>);
}

}  // namespace detail

//! Returns the element at each lane's pointer. Lanes may pass any pointers, also equal ones; contiguous ones (first + l
//! in lane l) are recognized and take no index shuffles.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load(Group const& group, Pointer const& pointer, Scratch&... scratch)
{
    using element = detail::element_t<Pointer>;
    return detail::load_indexed<element>(group, detail::raw_pointer(pointer), detail::every_lane{},
                                         detail::zero_element<element>(), scratch...);
}

//! Stores each lane's value at its pointer. If lanes pass equal pointers, it is undefined whose words the element gets,
//! as in plain code.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE void store(Group const& group, Pointer const& pointer, detail::element_t<Pointer> const& value,
                         Scratch&... scratch)
{
    using element = detail::pointee_t<Pointer>;
    detail::store<element>(detail::stage_from<element>(group, scratch...), group, true, detail::raw_pointer(pointer),
                           detail::indexed_at<element>{}, detail::every_lane{}, value);
}

//! As load for lanes that pass is_valid = true. Others read nothing and get `fallback`; their pointers may be anything.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load_if(Group const& group, bool is_valid, Pointer const& pointer,
                                                 detail::element_t<Pointer> const& fallback, Scratch&... scratch)
{
    detail::lanes_of_mask const valid{group.ballot(is_valid), is_valid};
    return detail::load_indexed<detail::element_t<Pointer>>(group, detail::raw_pointer(pointer), valid,
                                                            detail::as_carried(fallback), scratch...);
}

//! As above without `fallback`, at no cost: the other lanes get indeterminate bytes, which must not be read.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load_if(Group const& group, bool is_valid, Pointer const& pointer,
                                                 Scratch&... scratch)
{
    using element = detail::element_t<Pointer>;
    detail::lanes_of_mask const valid{group.ballot(is_valid), is_valid};
    return detail::load_indexed<element>(group, detail::raw_pointer(pointer), valid,
                                         detail::indeterminate_element<element>(), scratch...);
}

//! As store for lanes that pass is_valid = true. The others write nothing, and their pointers may be anything.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE void store_if(Group const& group, bool is_valid, Pointer const& pointer,
                            detail::element_t<Pointer> const& value, Scratch&... scratch)
{
    using element = detail::pointee_t<Pointer>;
    detail::lanes_of_mask const valid{group.ballot(is_valid), is_valid};
    detail::store_valid<element>(detail::stage_from<element>(group, scratch...), group, detail::raw_pointer(pointer),
                                 valid, value);
}

//! Returns first[l] in lane l; with Items, first[l * Items … l * Items + Items - 1] as a blocked<T, Items>, loaded in
//! wide words even if elements are small.
template <unsigned Items = 0, class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::items_t<Items, Pointer> load_contiguous(Group const& group, Pointer const& first,
                                                              Scratch&... scratch)
{
    return detail::load_from<detail::items_t<Items, Pointer>>(
        group, detail::items_of<Items>(detail::raw_pointer(first)), detail::every_lane{}, scratch...);
}

//! As above for at most `count` elements: those after first[count - 1] are not read, and are zero bytes.
template <unsigned Items = 0, class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::items_t<Items, Pointer> load_contiguous(Group const& group, Pointer const& first,
                                                              std::size_t count, Scratch&... scratch)
{
    detail::element_t<Pointer> const* const origin = detail::raw_pointer(first);
    auto const valid = detail::first_of(group, count / (Items == 0 ? 1 : Items));
    auto items =
        detail::load_from<detail::items_t<Items, Pointer>>(group, detail::items_of<Items>(origin), valid, scratch...);
    if constexpr (Items != 0) {
        unsigned const lane = detail::lane_rank(group);
        detail::copy_last_items<Items>(items.item, origin + std::size_t{lane} * Items, lane, count);
    }
    return items;
}

//! Stores lane l's value to first[l], or its Items elements to first[l * Items … l * Items + Items - 1].
template <unsigned Items = 0, class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE void store_contiguous(Group const& group, Pointer const& first,
                                    detail::items_t<Items, Pointer> const& value, Scratch&... scratch)
{
    detail::store_from(group, detail::items_of<Items>(detail::raw_pointer(first)), detail::every_lane{}, value,
                       scratch...);
}

//! As above for at most `count` elements: nothing after first[count - 1] is written.
template <unsigned Items = 0, class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE void store_contiguous(Group const& group, Pointer const& first,
                                    detail::items_t<Items, Pointer> const& value, std::size_t count,
                                    Scratch&... scratch)
{
    auto* const origin = detail::raw_pointer(first);
    auto const valid = detail::first_of(group, count / (Items == 0 ? 1 : Items));
    detail::store_from(group, detail::items_of<Items>(origin), valid, value, scratch...);
    if constexpr (Items != 0) {
        unsigned const lane = detail::lane_rank(group);
        detail::copy_last_items<Items>(origin + std::size_t{lane} * Items, value.item, lane, count);
    }
}

}  // namespace heddle
