// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An element in registers for the length of a scope, which is stored where the scope ends.
#pragma once

#include "config.cuh"
#include "detail/group/element_access.cuh"
#include "detail/group/warp_access.cuh"
#include "detail/standard_library.hpp"
#include "policy.cuh"

#if !defined(__CUDACC_RTC__)
#    include <exception>
#endif

namespace heddle {

namespace detail {

HEDDLE_INLINE int exceptions_in_flight()
{
#if defined(__CUDA_ARCH__)
    return 0;
#else
    return std::uncaught_exceptions();
#endif
}

}  // namespace detail

//! What edit(p + i) gives: the element, loaded once, to be changed through -> and *, and stored once
//! where its scope ends; not if discard() was called, and, on the host, not if an exception ends the scope.
//! Group:    none: lanes that come to the beginning of the scope together load together, lanes that come
//!           to its end converged store together, others each by itself, and all get the same result
//! Requires: as for heddle::load; nothing else writes the element meanwhile
//! Cost:     that of a load and of a store for each exit of the scope: compilers copy the store to each
//!           return, and there lanes store only with those that leave by the same one. Where lanes take
//!           different exits, update() brings them together and stores once
template <class T, class Policy = by_plan>
class [[nodiscard]] edited_element : Policy {
    static_assert(!std::is_const_v<T>, "heddle: cannot write through a pointer to const T");

public:
    using value_type = T;

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_ALWAYS_INLINE explicit edited_element(T* pointer, Policy const& policy = Policy())
        : Policy(policy),
          pointer_(pointer),
          value_(detail::load_in_warp<T>(Policy::template stage<T>(), pointer))
    {
    }
    edited_element(edited_element const&) = delete;
    edited_element& operator=(edited_element const&) = delete;

    // An emulated lane that waits in its store is unwound when another lane throws.
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_ALWAYS_INLINE ~edited_element() noexcept(false)
    {
        if (!is_stored_ || detail::exceptions_in_flight() != exceptions_before_) return;
        detail::store_in_warp(Policy::template stage<T>(), pointer_, **this);
    }

    HEDDLE_INLINE T& operator*() { return detail::as_element(value_); }
    HEDDLE_INLINE T* operator->() { return detail::address_of(**this); }

    //! Nothing will be stored for this lane.
    HEDDLE_INLINE void discard() { is_stored_ = false; }

private:
    T* pointer_;
    detail::carried_t<T> value_;
    bool is_stored_ = true;
    int exceptions_before_ = detail::exceptions_in_flight();
};

}  // namespace heddle
