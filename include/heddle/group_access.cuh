// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives that load and store one element for each lane of a group. For all of them:
//   Group:    all n lanes of the group, converged
//   Requires: T is trivially copyable. It may have any size and alignment, and need not be default-constructible. The
//             elements of valid lanes are in global memory (of this GPU, of a peer, or mapped from the host), aligned
//             to alignof(T). All lanes pass the same `first` and the same `count`
//   Scratch:  the last argument may be a warp_scratch or block_scratch: a whole warp then transposes through shared
//             memory, with a fraction of the instructions
//   Cost:     plan_of<T, n>(), or plan_of<blocked<T, Items>, n>() for several elements per lane
//   Errors:   undefined if a pointer is null, is misaligned or does not point to global memory; if a lane is missing;
//             if lanes pass different `first`, `count` or scratch; or if scratch is not in shared memory. Checked
//             builds trap
#pragma once

#include <heddle/blocked.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/addresses.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/load.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/refused_calls.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/store.cuh>
#include <heddle/device_pointer.cuh>
#include <heddle/scratch.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! Loads the element at the pointer of each valid lane; returns `fallback` in invalid lanes.
template <class Element, class Group, class Lanes, class... Scratch>
HEDDLE_INLINE Element load_indexed(Group const& group, Element const* pointer, Lanes const& valid,
                                   carried_t<Element> const& fallback, Scratch&... scratch)
{
    access it(group, true, pointer, indexed_at<Element>{}, valid, detail::stage_from<Element>(group, scratch...),
              separate_lanes{});
    return detail::to_value<Element>(detail::load(it, fallback));
}

//! Loads first[l] in each valid lane l; returns an element of zero bytes in invalid lanes.
template <class Element, class Group, class Lanes, class... Scratch>
HEDDLE_INLINE Element load_from(Group const& group, Element const* first, Lanes const& valid, Scratch&... scratch)
{
    HEDDLE_EXPECTS(detail::is_same(group, first), "the lanes of the group do not pass the same first");
    access it(group, true, first + detail::lane_rank(group), contiguous_from<Element const>{first}, valid,
              detail::stage_from<Element>(group, scratch...), separate_lanes{});
    return detail::to_value<Element>(detail::load(it, zero_element<Element>()));
}

//! Stores the value of each valid lane l to first[l].
template <class Element, class Group, class Lanes, class... Scratch>
HEDDLE_INLINE void store_from(Group const& group, Element* first, Lanes const& valid,
                              std::remove_const_t<Element> const& value, Scratch&... scratch)
{
    HEDDLE_EXPECTS(detail::is_same(group, first), "the lanes of the group do not pass the same first");
    access it(group, true, first + detail::lane_rank(group), contiguous_from<Element>{first}, valid,
              detail::stage_from<Element>(group, scratch...), separate_lanes{});
    detail::store(it, value);
}

//! The type that one lane loads or stores: an element if Items is 0, otherwise a blocked of Items elements.
template <unsigned Items, class Pointer>
using items_t = std::conditional_t<Items == 0, element_t<Pointer>, blocked<element_t<Pointer>, Items == 0 ? 1 : Items>>;

template <unsigned Items, class T>
HEDDLE_INLINE auto items_of(T* first)
{
    if constexpr (Items == 0) {
        return first;
    } else {
        return detail::blocks_of<Items>(first);
    }
}

template <class Group>
HEDDLE_INLINE first_lanes first_of([[maybe_unused]] Group const& group, std::size_t count)
{
    HEDDLE_EXPECTS(detail::is_same(group, count), "the lanes of the group do not pass the same count");
    return first_lanes::of(count, lane_count_v<Group>);
}

}  // namespace detail

//! Returns to each lane the element at its pointer. Lanes may pass any pointers, even equal ones. If the elements are
//! consecutive (lane l passes first + l), load detects it, and then shuffles no addresses.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load(Group const& group, Pointer const& pointer, Scratch&... scratch)
{
    using element = detail::element_t<Pointer>;
    return detail::load_indexed<element>(group, detail::raw_pointer(pointer), detail::every_lane{},
                                         detail::zero_element<element>(), scratch...);
}

//! Stores each lane's value at its pointer. If several lanes pass the same pointer, the element may get words from any
//! of these lanes, as in plain code.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE void store(Group const& group, Pointer const& pointer, detail::element_t<Pointer> const& value,
                         Scratch&... scratch)
{
    using element = detail::pointee_t<Pointer>;
    detail::access it(group, true, detail::raw_pointer(pointer), detail::indexed_at<element>{}, detail::every_lane{},
                      detail::stage_from<element>(group, scratch...), detail::separate_lanes{});
    detail::store(it, value);
}

//! Returns to each lane that passes is_valid = true the element at its pointer. Other lanes get `fallback`, and their
//! pointers may be anything.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load_if(Group const& group, bool is_valid, Pointer const& pointer,
                                                 detail::element_t<Pointer> const& fallback, Scratch&... scratch)
{
    detail::lanes_of_mask const valid{group.ballot(is_valid), is_valid};
    return detail::load_indexed<detail::element_t<Pointer>>(group, detail::raw_pointer(pointer), valid,
                                                            detail::as_carried(fallback), scratch...);
}

//! Returns to each lane that passes is_valid = true the element at its pointer. Other lanes get indeterminate bytes,
//! which they must not read, so this costs less than load_if with a fallback. Their pointers may be anything.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load_if(Group const& group, bool is_valid, Pointer const& pointer,
                                                 Scratch&... scratch)
{
    using element = detail::element_t<Pointer>;
    detail::lanes_of_mask const valid{group.ballot(is_valid), is_valid};
    return detail::load_indexed<element>(group, detail::raw_pointer(pointer), valid,
                                         detail::indeterminate_element<element>(), scratch...);
}

//! Stores the value of each lane that passes is_valid = true at its pointer. Other lanes write nothing, and their
//! pointers may be anything. The values of all lanes are read.
template <class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE void store_if(Group const& group, bool is_valid, Pointer const& pointer,
                            detail::element_t<Pointer> const& value, Scratch&... scratch)
{
    using element = detail::pointee_t<Pointer>;
    detail::lanes_of_mask const valid{group.ballot(is_valid), is_valid};
    detail::store_valid<element>(detail::stage_from<element>(group, scratch...), group, detail::raw_pointer(pointer),
                                 valid, value);
}

//! Returns first[l] in lane l. With Items, returns first[l * Items … l * Items + Items - 1] as a blocked<T, Items>, so
//! that even small elements are loaded in wide words.
template <unsigned Items = 0, class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE detail::items_t<Items, Pointer> load_contiguous(Group const& group, Pointer const& first,
                                                              Scratch&... scratch)
{
    return detail::load_from<detail::items_t<Items, Pointer>>(
        group, detail::items_of<Items>(detail::raw_pointer(first)), detail::every_lane{}, scratch...);
}

//! Returns the same elements as load_contiguous without `count`, if they precede first[count]. Reads no others, and
//! returns zero bytes in their place.
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

//! Stores lane l's value to first[l]. With Items, stores its elements to first[l * Items … l * Items + Items - 1].
template <unsigned Items = 0, class Group, class Pointer, class... Scratch, class = detail::if_scratch<Scratch...>>
HEDDLE_INLINE void store_contiguous(Group const& group, Pointer const& first,
                                    detail::items_t<Items, Pointer> const& value, Scratch&... scratch)
{
    detail::store_from(group, detail::items_of<Items>(detail::raw_pointer(first)), detail::every_lane{}, value,
                       scratch...);
}

//! Stores the same elements as store_contiguous without `count`, if they precede first[count]. Writes no others.
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

#include <heddle/detail/restore_macros.hpp>
