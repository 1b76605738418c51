// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Atomic operations on records: atomic_add adds a record of numbers to a record in memory, and atomic_min and
// atomic_max take a minimum or maximum of each number.
//     heddle::atomic_add(p + cell[i], {mass, mass * velocity});                      // all members
//     heddle::atomic_add<&node::mass, &node::momentum>(p + cell[i], change);         // these members alone
// For all of them:
//   Numbers:  float, double, integers of 32 and 64 bits, __half2 and __nv_bfloat162 (atomic_add alone), complex numbers
//             of std, cuda::std and thrust, and arrays and structs of these. A struct of at most 256 numbers of one type
//             needs nothing else. For others, HEDDLE_FIELDS says where the members lie
//   Order:    each number changes in one atomic operation, which is relaxed and has device scope (with the policy
//             system_scope, system scope). The numbers of a record do not change together, and the order of sums is
//             not determined. A number may stay as it is if the record adds 0 to it, so a -0 may stay -0. As in
//             atomicAdd, a subnormal float counts as 0
//   Pointer:  a coalesced_ptr<T>, whose policy applies, or anything that make_coalesced takes, such as a T*
//   Group:    none, or all n lanes of the group, converged. Without a group, the lanes of a converged warp cooperate,
//             and 8 to 31 active lanes if their records are far enough apart, as in stores
//   Requires: as for heddle::store. Several lanes may pass the same pointer
//   Errors:   a compile error if a member that is to change is no number, or may be misaligned, as in packed structs. A
//             minimum or maximum with a NaN is unspecified
#pragma once

#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/atomic_access.cuh>
#include <heddle/detail/instructions/reductions.cuh>
#include <heddle/detail/refused_calls.cuh>
#include <heddle/device_pointer.cuh>
#include <heddle/scratch.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

template <class Pointer>
using policy_of_pointer = typename decltype(heddle::make_coalesced(std::declval<Pointer const&>()))::policy_type;

//! Names void if the arguments begin with a group, because a condition in its place is refused.
template <class Group, class... Scratch>
using if_group_and_scratch = std::enable_if_t<is_group<Group> && (is_scratch<Scratch> && ...)>;

}  // namespace detail

// In the functions below, `Member` are pointers to the members that change. Without them, all members change. A scratch
// is accepted, as by store, and not used, because registers are as fast.

//! Adds the numbers of `value` to the record at each lane's pointer.
template <auto... Member, class Pointer, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE void atomic_add(Pointer const& pointer, detail::element_t<Pointer> const& value)
{
    using policy = detail::policy_of_pointer<Pointer>;
    detail::change_through<detail::reduction::add, policy, Member...>(detail::raw_pointer(pointer),
                                                                      detail::every_lane{}, value);
}
//! Adds in lanes that pass is_valid = true, as atomic_add does. Other lanes help, and their pointers may be anything.
//! The values of all lanes are read.
template <auto... Member, class Pointer, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE void atomic_add_if(bool is_valid, Pointer const& pointer, detail::element_t<Pointer> const& value)
{
    using policy = detail::policy_of_pointer<Pointer>;
    detail::change_through<detail::reduction::add, policy, Member...>(detail::raw_pointer(pointer), is_valid, value);
}
//! The form for a group of lanes.
template <auto... Member, class Group, class Pointer, class... Scratch,
          class = detail::if_group_and_scratch<Group, Scratch...>>
HEDDLE_INLINE void atomic_add(Group const& group, Pointer const& pointer, detail::element_t<Pointer> const& value,
                              Scratch&...)
{
    constexpr detail::memory_scope scope = detail::policy_of_pointer<Pointer>::value.scope;
    detail::change_all<detail::reduction::add, scope, Member...>(group, detail::raw_pointer(pointer), value);
}
//! The form for a group of lanes, of which those change their records that pass is_valid = true.
template <auto... Member, class Group, class Pointer, class... Scratch,
          class = detail::if_group_and_scratch<Group, Scratch...>>
HEDDLE_INLINE void atomic_add_if(Group const& group, bool is_valid, Pointer const& pointer,
                                 detail::element_t<Pointer> const& value, Scratch&...)
{
    constexpr detail::memory_scope scope = detail::policy_of_pointer<Pointer>::value.scope;
    detail::lanes_of_mask const valid{group.ballot(is_valid), is_valid};
    detail::change_valid<detail::reduction::add, scope, Member...>(group, detail::raw_pointer(pointer), valid, value);
}

//! Sets each number of the record at each lane's pointer to the smaller one of itself and the number of `value`.
template <auto... Member, class Pointer, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE void atomic_min(Pointer const& pointer, detail::element_t<Pointer> const& value)
{
    using policy = detail::policy_of_pointer<Pointer>;
    detail::change_through<detail::reduction::min, policy, Member...>(detail::raw_pointer(pointer),
                                                                      detail::every_lane{}, value);
}
//! Does the same in lanes that pass is_valid = true. Other lanes help, and their pointers may be anything.
template <auto... Member, class Pointer, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE void atomic_min_if(bool is_valid, Pointer const& pointer, detail::element_t<Pointer> const& value)
{
    using policy = detail::policy_of_pointer<Pointer>;
    detail::change_through<detail::reduction::min, policy, Member...>(detail::raw_pointer(pointer), is_valid, value);
}
//! The form for a group of lanes.
template <auto... Member, class Group, class Pointer, class... Scratch,
          class = detail::if_group_and_scratch<Group, Scratch...>>
HEDDLE_INLINE void atomic_min(Group const& group, Pointer const& pointer, detail::element_t<Pointer> const& value,
                              Scratch&...)
{
    constexpr detail::memory_scope scope = detail::policy_of_pointer<Pointer>::value.scope;
    detail::change_all<detail::reduction::min, scope, Member...>(group, detail::raw_pointer(pointer), value);
}
//! The form for a group of lanes, of which those change their records that pass is_valid = true.
template <auto... Member, class Group, class Pointer, class... Scratch,
          class = detail::if_group_and_scratch<Group, Scratch...>>
HEDDLE_INLINE void atomic_min_if(Group const& group, bool is_valid, Pointer const& pointer,
                                 detail::element_t<Pointer> const& value, Scratch&...)
{
    constexpr detail::memory_scope scope = detail::policy_of_pointer<Pointer>::value.scope;
    detail::lanes_of_mask const valid{group.ballot(is_valid), is_valid};
    detail::change_valid<detail::reduction::min, scope, Member...>(group, detail::raw_pointer(pointer), valid, value);
}

//! Sets each number of the record at each lane's pointer to the larger one of itself and the number of `value`.
template <auto... Member, class Pointer, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE void atomic_max(Pointer const& pointer, detail::element_t<Pointer> const& value)
{
    using policy = detail::policy_of_pointer<Pointer>;
    detail::change_through<detail::reduction::max, policy, Member...>(detail::raw_pointer(pointer),
                                                                      detail::every_lane{}, value);
}
//! Does the same in lanes that pass is_valid = true. Other lanes help, and their pointers may be anything.
template <auto... Member, class Pointer, class = detail::pointee_t<Pointer>>
HEDDLE_ALWAYS_INLINE void atomic_max_if(bool is_valid, Pointer const& pointer, detail::element_t<Pointer> const& value)
{
    using policy = detail::policy_of_pointer<Pointer>;
    detail::change_through<detail::reduction::max, policy, Member...>(detail::raw_pointer(pointer), is_valid, value);
}
//! The form for a group of lanes.
template <auto... Member, class Group, class Pointer, class... Scratch,
          class = detail::if_group_and_scratch<Group, Scratch...>>
HEDDLE_INLINE void atomic_max(Group const& group, Pointer const& pointer, detail::element_t<Pointer> const& value,
                              Scratch&...)
{
    constexpr detail::memory_scope scope = detail::policy_of_pointer<Pointer>::value.scope;
    detail::change_all<detail::reduction::max, scope, Member...>(group, detail::raw_pointer(pointer), value);
}
//! The form for a group of lanes, of which those change their records that pass is_valid = true.
template <auto... Member, class Group, class Pointer, class... Scratch,
          class = detail::if_group_and_scratch<Group, Scratch...>>
HEDDLE_INLINE void atomic_max_if(Group const& group, bool is_valid, Pointer const& pointer,
                                 detail::element_t<Pointer> const& value, Scratch&...)
{
    constexpr detail::memory_scope scope = detail::policy_of_pointer<Pointer>::value.scope;
    detail::lanes_of_mask const valid{group.ballot(is_valid), is_valid};
    detail::change_valid<detail::reduction::max, scope, Member...>(group, detail::raw_pointer(pointer), valid, value);
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
