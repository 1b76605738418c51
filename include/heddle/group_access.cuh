// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The collectives by which a group loads and stores one element for each of its lanes.
//
// What they share, and their documentation below does not repeat:
//   Group:    all n lanes of the group, converged
//   Requires: T is trivially copyable (of any size and alignment; it need not be
//             default-constructible); wanted elements lie in global memory (of this GPU, of a peer,
//             or mapped from the host) at addresses aligned to alignof(T)
//   Scratch:  optionally a warp_scratch or block_scratch as the last argument: a whole warp then
//             transposes through shared memory, at a fraction of the instructions
//   Cost:     plan_of<T, n>()
//   Errors:   a checked build traps on a null pointer, a misaligned element and one that is not in global
//             memory, on a lane of the group that is missing, on lanes that do not pass the same `first` or
//             `count`, and on scratch that is not in shared memory or not the same for all lanes of a warp;
//             otherwise undefined
#pragma once

#include "config.cuh"
#include "detail/group/active_store.cuh"
#include "detail/group/element_access.cuh"
#include "detail/group/element_addresses.cuh"
#include "detail/group/group.cuh"
#include "detail/group/preconditions.cuh"
#include "detail/standard_library.hpp"
#include "device_pointer.cuh"
#include "scratch.cuh"

namespace heddle {

//! Each lane has afterwards the element that its own pointer names. Any pointers: contiguous ones
//! (lane l names first + l) are recognised and take no index shuffles; repeated ones are right.
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Pointer, class... Scratch,
          class = detail::enable_if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load(Group const& group, Pointer const& pointer,
                                              Scratch&... scratch)
{
    using element = detail::element_t<Pointer>;
    HEDDLE_EXPECTS(detail::is_usable_scratch(group, scratch...),
                   "scratch must lie in shared memory, one object for all lanes of a warp");
    return detail::to_value<element>(detail::load_elements<element>(
        detail::stage_from<element, Group>(scratch...), group, true, detail::raw_pointer(pointer),
        detail::indexed_at<element>{}, detail::every_lane{}, detail::zeros{}));
}

//! The element that each lane's pointer names holds afterwards that lane's value. Where several
//! lanes name the same element, it is undefined whose words it holds, as in plain code.
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Pointer, class... Scratch,
          class = detail::enable_if_scratch<Scratch...>>
HEDDLE_INLINE void store(Group const& group, Pointer const& pointer,
                         detail::element_t<Pointer> const& value, Scratch&... scratch)
{
    using element = detail::pointee_t<Pointer>;
    HEDDLE_EXPECTS(detail::is_usable_scratch(group, scratch...),
                   "scratch must lie in shared memory, one object for all lanes of a warp");
    detail::store_elements<element>(detail::stage_from<element, Group>(scratch...), group, true,
                                    detail::raw_pointer(pointer), detail::indexed_at<element>{},
                                    detail::every_lane{}, value);
}

//! As load for the lanes that pass wanted = true; the others help, have `otherwise` afterwards, and
//! their pointers may be anything: nothing is read through them.
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Pointer, class... Scratch,
          class = detail::enable_if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load_if(Group const& group, bool wanted,
                                                 Pointer const& pointer,
                                                 detail::element_t<Pointer> const& otherwise,
                                                 Scratch&... scratch)
{
    using element = detail::element_t<Pointer>;
    HEDDLE_EXPECTS(detail::is_usable_scratch(group, scratch...),
                   "scratch must lie in shared memory, one object for all lanes of a warp");
    unsigned const mask = group.ballot(wanted);
    return detail::to_value<element>(detail::load_elements<element>(
        detail::stage_from<element, Group>(scratch...), group, true, detail::raw_pointer(pointer),
        detail::indexed_at<element>{}, detail::lanes_of_mask{mask, wanted},
        detail::given<element>{otherwise}));
}

//! The same without `otherwise`: the other lanes have afterwards an element of indeterminate bytes, which
//! nobody may read. Nothing is spent on it.
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Pointer, class... Scratch,
          class = detail::enable_if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load_if(Group const& group, bool wanted,
                                                 Pointer const& pointer, Scratch&... scratch)
{
    using element = detail::element_t<Pointer>;
    HEDDLE_EXPECTS(detail::is_usable_scratch(group, scratch...),
                   "scratch must lie in shared memory, one object for all lanes of a warp");
    unsigned const mask = group.ballot(wanted);
    return detail::to_value<element>(detail::load_elements<element>(
        detail::stage_from<element, Group>(scratch...), group, true, detail::raw_pointer(pointer),
        detail::indexed_at<element>{}, detail::lanes_of_mask{mask, wanted},
        detail::indeterminate{}));
}

//! As store for the lanes that pass wanted = true; the others help, and their pointers may be
//! anything: nothing is written through them.
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Pointer, class... Scratch,
          class = detail::enable_if_scratch<Scratch...>>
HEDDLE_INLINE void store_if(Group const& group, bool wanted, Pointer const& pointer,
                            detail::element_t<Pointer> const& value, Scratch&... scratch)
{
    using element = detail::pointee_t<Pointer>;
    HEDDLE_EXPECTS(detail::is_usable_scratch(group, scratch...),
                   "scratch must lie in shared memory, one object for all lanes of a warp");
    unsigned const mask = group.ballot(wanted);
    detail::store_wanted<element>(detail::stage_from<element, Group>(scratch...), group,
                                  detail::raw_pointer(pointer), detail::lanes_of_mask{mask, wanted},
                                  value);
}

//! Lane l has afterwards the element first[l].
//! Requires: all lanes pass the same `first`
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Pointer, class... Scratch,
          class = detail::enable_if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load_contiguous(Group const& group, Pointer const& first,
                                                         Scratch&... scratch)
{
    using element = detail::element_t<Pointer>;
    element const* const origin = detail::raw_pointer(first);
    HEDDLE_EXPECTS(detail::is_usable_scratch(group, scratch...),
                   "scratch must lie in shared memory, one object for all lanes of a warp");
    HEDDLE_EXPECTS(detail::is_same(group, origin),
                   "the lanes of the group do not pass the same first");
    return detail::to_value<element>(detail::load_elements<element>(
        detail::stage_from<element, Group>(scratch...), group, true,
        origin + detail::lane_rank(group), detail::contiguous_from<element const>{origin},
        detail::every_lane{}, detail::zeros{}));
}

//! Lane l has afterwards the element first[l] if l < count, else an element of zero bytes.
//! Nothing after first[count - 1] is read.
//! Requires: all lanes pass the same `first` and the same `count` (0 … n; more counts as n)
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Pointer, class... Scratch,
          class = detail::enable_if_scratch<Scratch...>>
HEDDLE_INLINE detail::element_t<Pointer> load_contiguous(Group const& group, Pointer const& first,
                                                         std::size_t count, Scratch&... scratch)
{
    using element = detail::element_t<Pointer>;
    element const* const origin = detail::raw_pointer(first);
    HEDDLE_EXPECTS(detail::is_usable_scratch(group, scratch...),
                   "scratch must lie in shared memory, one object for all lanes of a warp");
    HEDDLE_EXPECTS(detail::is_same(group, origin),
                   "the lanes of the group do not pass the same first");
    HEDDLE_EXPECTS(detail::is_same_number(group, count),
                   "the lanes of the group do not pass the same count");
    return detail::to_value<element>(detail::load_elements<element>(
        detail::stage_from<element, Group>(scratch...), group, true,
        origin + detail::lane_rank(group), detail::contiguous_from<element const>{origin},
        detail::first_lanes::of(count, lane_count_v<Group>), detail::zeros{}));
}

//! The element first[l] holds afterwards the value of lane l.
//! Requires: all lanes pass the same `first`
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Pointer, class... Scratch,
          class = detail::enable_if_scratch<Scratch...>>
HEDDLE_INLINE void store_contiguous(Group const& group, Pointer const& first,
                                    detail::element_t<Pointer> const& value, Scratch&... scratch)
{
    using element = detail::pointee_t<Pointer>;
    element* const origin = detail::raw_pointer(first);
    HEDDLE_EXPECTS(detail::is_usable_scratch(group, scratch...),
                   "scratch must lie in shared memory, one object for all lanes of a warp");
    HEDDLE_EXPECTS(detail::is_same(group, origin),
                   "the lanes of the group do not pass the same first");
    detail::store_elements<element>(detail::stage_from<element, Group>(scratch...), group, true,
                                    origin + detail::lane_rank(group),
                                    detail::contiguous_from<element>{origin}, detail::every_lane{},
                                    value);
}

//! The element first[l] holds afterwards the value of lane l, for l < count.
//! Nothing after first[count - 1] is written.
//! Requires: all lanes pass the same `first` and the same `count` (0 … n; more counts as n)
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Pointer, class... Scratch,
          class = detail::enable_if_scratch<Scratch...>>
HEDDLE_INLINE void store_contiguous(Group const& group, Pointer const& first,
                                    detail::element_t<Pointer> const& value, std::size_t count,
                                    Scratch&... scratch)
{
    using element = detail::pointee_t<Pointer>;
    element* const origin = detail::raw_pointer(first);
    HEDDLE_EXPECTS(detail::is_usable_scratch(group, scratch...),
                   "scratch must lie in shared memory, one object for all lanes of a warp");
    HEDDLE_EXPECTS(detail::is_same(group, origin),
                   "the lanes of the group do not pass the same first");
    HEDDLE_EXPECTS(detail::is_same_number(group, count),
                   "the lanes of the group do not pass the same count");
    detail::store_elements<element>(detail::stage_from<element, Group>(scratch...), group, true,
                                    origin + detail::lane_rank(group),
                                    detail::contiguous_from<element>{origin},
                                    detail::first_lanes::of(count, lane_count_v<Group>), value);
}

}  // namespace heddle
