// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Changes records in memory by atomic operations, through a pointer or by a group.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/access.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/atomic_record.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/reductions.cuh>
#include <heddle/detail/staged.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/store.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class Record, class T>
HEDDLE_INLINE Record* record_at(T* pointer)
{
    static_assert(!std::is_const_v<T>,
                  "heddle: cannot write through a pointer to const T (an array must be passed as +array)");
    return reinterpret_cast<Record*>(const_cast<std::remove_const_t<T>*>(pointer));
}
template <class Record, class T>
HEDDLE_INLINE Record const& record_of(T const& value)
{
    return *reinterpret_cast<Record const*>(detail::address_of(value));
}

//! Changes the record at each lane's pointer through a policy. Lanes cooperate as in store_through.
template <reduction Operation, class Policy, auto... Member, class T, class Valid>
HEDDLE_ALWAYS_INLINE void change_through(T* pointer, Valid const& is_valid, std::remove_const_t<T> const& value)
{
    using record = atomic_record<std::remove_const_t<T>, Operation, Policy::value.scope, Member...>;
    detail::store_through<Policy, record>(detail::record_at<record>(pointer), is_valid,
                                          detail::record_of<record>(value));
}

//! Changes the records of the valid lanes of a group.
template <reduction Operation, memory_scope Scope, auto... Member, class Group, class T>
HEDDLE_INLINE void change_valid(Group const& group, T* pointer, lanes_of_mask const& valid,
                                std::remove_const_t<T> const& value)
{
    using record = atomic_record<std::remove_const_t<T>, Operation, Scope, Member...>;
    detail::store_valid<record>(no_scratch{}, group, detail::record_at<record>(pointer), valid,
                                detail::record_of<record>(value));
}

//! Changes the records of all lanes of a group.
template <reduction Operation, memory_scope Scope, auto... Member, class Group, class T>
HEDDLE_INLINE void change_all(Group const& group, T* pointer, std::remove_const_t<T> const& value)
{
    using record = atomic_record<std::remove_const_t<T>, Operation, Scope, Member...>;
    access it(group, true, detail::record_at<record>(pointer), indexed_at<record>{}, every_lane{}, no_scratch{},
              separate_lanes{});
    detail::store(it, detail::record_of<record>(value));
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
