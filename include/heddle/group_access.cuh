// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The collectives by which a group loads and stores one element for each of its lanes.
//
// What they share, and their documentation below does not repeat:
//   Group:    all n lanes of the group, converged
//   Requires: T is trivially copyable (of any size and alignment; it need not be default-constructible); wanted
//             elements lie in global memory (of this GPU, of a peer, or mapped from the host) at addresses aligned
//             to alignof(T)
//   Scratch:  optionally a warp_scratch or block_scratch as the last argument: a whole warp then transposes
//             through shared memory, at a fraction of the instructions
//   Cost:     plan_of<T, n>(); of several elements a lane plan_of<blocked<T, Items>, n>()
//   Errors:   a checked build traps on a null pointer, a misaligned element and one that is not in global memory, on
//             a lane of the group that is missing, on lanes that do not pass the same `first` or `count`, and on
//             scratch that is not in shared memory or not the same for all lanes of a warp; otherwise undefined
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

//! Loads the elements that the valid lanes' pointers name; the others have `fallback`.
template <class Element, class Group, class Lanes, class... Scratch>
HEDDLE_INLINE Element load_indexed(Group const& group, Element const* pointer, Lanes const& valid,
                                   carried_t<Element> const& fallback, Scratch&... scratch)
{
    return detail::to_value<Element>(detail::load<Element>(stage_from<Element>(group, scratch...),
                                                           group, true, pointer,
                                                           indexed_at<Element>{}, valid, fallback));
}

//! Loads first[l] in each valid lane l; the others have zero bytes.
template <class Element, class Group, class Lanes, class... Scratch>
HEDDLE_INLINE Element load_from(Group const& group, Element const* first, Lanes const& valid,
                                Scratch&... scratch)
{
    HEDDLE_EXPECTS(is_same(group, first), "the lanes of the group do not pass the same first");
    return detail::to_value<Element>(detail::load<Element>(
        stage_from<Element>(group, scratch...), group, true, first + lane_rank(group),
        contiguous_from<Element const>{first}, valid, zero_element<Element>()));
}

//! Stores the valid lanes' values to first[l].
template <class Element, class Group, class Lanes, class... Scratch>
HEDDLE_INLINE void store_from(Group const& group, Element* first, Lanes const& valid,
                              std::remove_const_t<Element> const& value, Scratch&... scratch)
{
    HEDDLE_EXPECTS(is_same(group, first), "the lanes of the group do not pass the same first");
    detail::store<Element>(stage_from<Element>(group, scratch...), group, true,
                           first + lane_rank(group), contiguous_from<Element>{first}, valid, value);
}

//! What a lane has of consecutive elements: one, or, with Items, a block of so many.
template <unsigned Items, class Pointer>
using items_t = std::conditional_t<Items == 0, element_t<Pointer>,
                                   blocked<element_t<Pointer>, Items == 0 ? 1 : Items>>;

//! Returns the array of these.
template <unsigned Items, class T>
HEDDLE_INLINE auto items_of(T* first)
{
    if constexpr (Items == 0) {
        return first;
    } else {
        return blocks_of<Items>(first);
    }
}

//! Returns the first `count` lanes of a group.
template <class Group>
HEDDLE_INLINE first_lanes first_of([[maybe_unused]] Group const& group, std::size_t count)
{
    HEDDLE_EXPECTS(is_same(group, count), "the lanes of the group do not pass the same count");
    return first_lanes::of(count, lane_count_v<Group>);
}

}  // namespace detail

//! Each lane has afterwards the element that its own pointer names. Any pointers: contiguous ones (lane l names
//! first + l) are recognized and take no index shuffles; repeated ones are right.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load(Group const& group, Pointer const& pointer,
                                              Scratch&... scratch)
{
    using element = detail::element_t<Pointer>;
    return detail::load_indexed<element>(group, detail::raw_pointer(pointer), detail::every_lane{},
                                         detail::zero_element<element>(), scratch...);
}

//! The element that each lane's pointer names holds afterwards that lane's value. Where several lanes name the same
//! element, it is undefined whose words it holds, as in plain code.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE void store(Group const& group, Pointer const& pointer,
                         detail::element_t<Pointer> const& value, Scratch&... scratch)
{
    using element = detail::pointee_t<Pointer>;
    detail::store<element>(detail::stage_from<element>(group, scratch...), group, true,
                           detail::raw_pointer(pointer), detail::indexed_at<element>{},
                           detail::every_lane{}, value);
}

//! As load for the lanes that pass wanted = true; the others help, have `otherwise` afterwards, and their pointers may
//! be anything: nothing is read through them.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load_if(Group const& group, bool wanted,
                                                 Pointer const& pointer,
                                                 detail::element_t<Pointer> const& otherwise,
                                                 Scratch&... scratch)
{
    detail::lanes_of_mask const valid{group.ballot(wanted), wanted};
    return detail::load_indexed<detail::element_t<Pointer>>(
        group, detail::raw_pointer(pointer), valid, detail::as_carried(otherwise), scratch...);
}

//! The same without `otherwise`: the other lanes have afterwards an element of indeterminate bytes, which nobody may
//! read. Nothing is spent on it.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load_if(Group const& group, bool wanted,
                                                 Pointer const& pointer, Scratch&... scratch)
{
    using element = detail::element_t<Pointer>;
    detail::lanes_of_mask const valid{group.ballot(wanted), wanted};
    return detail::load_indexed<element>(group, detail::raw_pointer(pointer), valid,
                                         detail::indeterminate_element<element>(), scratch...);
}

//! As store for the lanes that pass wanted = true; the others help, and their pointers may be anything: nothing is
//! written through them.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE void store_if(Group const& group, bool wanted, Pointer const& pointer,
                            detail::element_t<Pointer> const& value, Scratch&... scratch)
{
    using element = detail::pointee_t<Pointer>;
    detail::lanes_of_mask const valid{group.ballot(wanted), wanted};
    detail::store_valid<element>(detail::stage_from<element>(group, scratch...), group,
                                 detail::raw_pointer(pointer), valid, value);
}

//! Lane l has afterwards the element first[l]; with Items, the elements first[l * Items … l * Items + Items - 1] as a
//! blocked<T, Items>, in wide words even if elements are small.
//! Requires: all lanes pass the same `first`
template <unsigned Items = 0, class Group, class Pointer, class... Scratch,
          class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::items_t<Items, Pointer> load_contiguous(Group const& group,
                                                              Pointer const& first,
                                                              Scratch&... scratch)
{
    return detail::load_from<detail::items_t<Items, Pointer>>(
        group, detail::items_of<Items>(detail::raw_pointer(first)), detail::every_lane{},
        scratch...);
}

//! The same for `count` elements: those after first[count - 1] are not read, and are zero bytes.
//! Requires: all lanes pass the same `first` and the same `count` (0 … n, or n * Items; more counts as that)
template <unsigned Items = 0, class Group, class Pointer, class... Scratch,
          class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::items_t<Items, Pointer> load_contiguous(Group const& group,
                                                              Pointer const& first,
                                                              std::size_t count,
                                                              Scratch&... scratch)
{
    detail::element_t<Pointer> const* const origin = detail::raw_pointer(first);
    auto const valid = detail::first_of(group, count / (Items == 0 ? 1 : Items));
    auto items = detail::load_from<detail::items_t<Items, Pointer>>(
        group, detail::items_of<Items>(origin), valid, scratch...);
    if constexpr (Items != 0) {
        unsigned const lane = detail::lane_rank(group);
        detail::copy_last_items<Items>(items.item, origin + std::size_t{lane} * Items, lane, count);
    }
    return items;
}

//! The element first[l], or the elements first[l * Items … l * Items + Items - 1], hold afterwards the value of lane l.
//! Requires: all lanes pass the same `first`
template <unsigned Items = 0, class Group, class Pointer, class... Scratch,
          class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE void store_contiguous(Group const& group, Pointer const& first,
                                    detail::items_t<Items, Pointer> const& value,
                                    Scratch&... scratch)
{
    detail::store_from(group, detail::items_of<Items>(detail::raw_pointer(first)),
                       detail::every_lane{}, value, scratch...);
}

//! The same for `count` elements: nothing after first[count - 1] is written.
//! Requires: all lanes pass the same `first` and the same `count` (0 … n, or n * Items; more counts as that)
template <unsigned Items = 0, class Group, class Pointer, class... Scratch,
          class = detail::if_scratch<Scratch...>>
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
