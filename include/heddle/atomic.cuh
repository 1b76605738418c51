// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Atomic operations on records: atomic_add adds a record of numbers to a record in memory, and atomic_min and atomic_max
// take a minimum or maximum of each number.
//     heddle::atomic_add(p + cell[i], {mass, mass * velocity});                      // all members
//     heddle::atomic_add<&node::mass, &node::momentum>(p + cell[i], change);         // these members alone
// For all of them:
//   Numbers:  float, double, integers of 32 and 64 bits, __half2 and __nv_bfloat162 (atomic_add alone), and arrays and
//             structs of these. A struct of one type of number needs nothing else. For others, HEDDLE_FIELDS says where
//             the members lie
//   Order:    each number changes in one atomic operation, which is relaxed and has device scope (with the policy
//             system_scope, system scope). The numbers of a record do not change together, and the order of sums is not
//             determined. A number may stay as it is if the record adds 0 to it, so a -0 may stay -0
//   Pointer:  a coalesced_ptr<T>, whose policy applies, or anything that make_coalesced takes, such as a T*
//   Group:    none, or all n lanes of the group, converged. Without a group, the lanes of a converged warp cooperate, and
//             8 to 31 active lanes if their records are far enough apart, as in stores
//   Requires: as for heddle::store. Several lanes may pass the same pointer
//   Errors:   a compile error if a member that is to change is no number, or if T is packed. A minimum or maximum with a
//             NaN is unspecified
#pragma once

#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/atomic_access.cuh>
#include <heddle/detail/instructions/reductions.cuh>
#include <heddle/detail/lanes.cuh>
#include <heddle/detail/refused_calls.cuh>
#include <heddle/device_pointer.cuh>
#include <heddle/scratch.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

template <class Pointer>
using policy_of_pointer = typename decltype(heddle::make_coalesced(std::declval<Pointer const&>()))::policy_type;

//! So that a condition in place of the group is refused.
template <class Group, class... Scratch>
using if_group_and_scratch = std::enable_if_t<is_group<Group> && (is_scratch<Scratch> && ...)>;

}  // namespace detail

// In these functions, `Member` are pointers to the members that change; without them, all members change.
#define HEDDLE_DEFINE_ATOMIC(name, operation)                                                                          \
    template <auto... Member, class Pointer, class = detail::pointee_t<Pointer>>                                       \
    HEDDLE_ALWAYS_INLINE void name(Pointer const& pointer, detail::element_t<Pointer> const& value)                    \
    {                                                                                                                  \
        detail::change_through<operation, detail::policy_of_pointer<Pointer>, Member...>(detail::raw_pointer(pointer), \
                                                                                         detail::every_lane{}, value); \
    }                                                                                                                  \
    template <auto... Member, class Pointer, class = detail::pointee_t<Pointer>>                                       \
    HEDDLE_ALWAYS_INLINE void name##_if(bool is_valid, Pointer const& pointer,                                         \
                                        detail::element_t<Pointer> const& value)                                       \
    {                                                                                                                  \
        detail::change_through<operation, detail::policy_of_pointer<Pointer>, Member...>(detail::raw_pointer(pointer), \
                                                                                         is_valid, value);             \
    }                                                                                                                  \
    template <auto... Member, class Group, class Pointer, class... Scratch,                                            \
              class = detail::if_group_and_scratch<Group, Scratch...>>                                                 \
    HEDDLE_INLINE void name(Group const& group, Pointer const& pointer, detail::element_t<Pointer> const& value,       \
                            Scratch&...)                                                                               \
    {                                                                                                                  \
        detail::change_all<operation, detail::policy_of_pointer<Pointer>::value.scope, Member...>(                     \
            group, detail::raw_pointer(pointer), value);                                                               \
    }                                                                                                                  \
    template <auto... Member, class Group, class Pointer, class... Scratch,                                            \
              class = detail::if_group_and_scratch<Group, Scratch...>>                                                 \
    HEDDLE_INLINE void name##_if(Group const& group, bool is_valid, Pointer const& pointer,                            \
                                 detail::element_t<Pointer> const& value, Scratch&...)                                 \
    {                                                                                                                  \
        detail::lanes_of_mask const valid{group.ballot(is_valid), is_valid};                                           \
        detail::change_valid<operation, detail::policy_of_pointer<Pointer>::value.scope, Member...>(                   \
            group, detail::raw_pointer(pointer), valid, value);                                                        \
    }

//! atomic_add(pointer, value), atomic_add_if(is_valid, pointer, value), and the same with a group of lanes as the first
//! argument: add the numbers of `value` to the record at each lane's pointer.
HEDDLE_DEFINE_ATOMIC(atomic_add, detail::reduction::add)
//! atomic_min …: sets each number of the record to the smaller one of itself and the number of `value`.
HEDDLE_DEFINE_ATOMIC(atomic_min, detail::reduction::min)
//! atomic_max …: sets each number of the record to the larger one of itself and the number of `value`.
HEDDLE_DEFINE_ATOMIC(atomic_max, detail::reduction::max)
#undef HEDDLE_DEFINE_ATOMIC

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
