// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// coalesced_accessor: the accessor of an mdspan whose elements a warp loads and stores together.
#pragma once

#include <heddle/coalesced_ptr.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/policy.cuh>

#include <cuda/std/mdspan>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! The accessor policy of an mdspan (cuda::std, std or Kokkos). m(i, j) then has the same type as p[k] of a
//! coalesced_ptr<T, Policy>: `T q = m(i, j)` and `m(i, j) = q` move whole elements together.
//!     using matrix = cuda::std::mdspan<T, cuda::std::dextents<int, 2>, cuda::std::layout_right,
//!                                      heddle::coalesced_accessor<T>>;
//! The accessor converts from cuda::std::default_accessor, so a cuda::std::mdspan of raw pointers converts to `matrix`.
//! Requires: as for coalesced_ptr<T, Policy>. If consecutive lanes do not access consecutive elements, the access is
//!           only as fast as a gather. (With layout_right, lanes should differ in the last index.)
template <class T, class Policy = by_plan>
struct coalesced_accessor {
    //! The accessor of a submdspan: this type.
    using offset_policy = coalesced_accessor;
    //! The type of the elements.
    using element_type = T;
    //! The pointer to the elements.
    using data_handle_type = coalesced_ptr<T, Policy>;
    //! The type of m(i, j), which is also the type of p[k].
    using reference = typename data_handle_type::reference;

    //! Makes an accessor. It has no state.
    coalesced_accessor() = default;
    //! Converts from the accessor of raw pointers.
    template <class U, class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>>
    HEDDLE_INLINE constexpr coalesced_accessor(cuda::std::default_accessor<U> const&) noexcept
    {
    }
    //! Converts to an accessor of const elements.
    template <class U, class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>>
    HEDDLE_INLINE constexpr coalesced_accessor(coalesced_accessor<U, Policy> const&) noexcept
    {
    }
    //! Converts explicitly from another policy.
    template <class U, class OtherPolicy,
              class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]> && !std::is_same_v<OtherPolicy, Policy>>>
    HEDDLE_INLINE explicit constexpr coalesced_accessor(coalesced_accessor<U, OtherPolicy> const&) noexcept
    {
    }

    //! Returns p[i].
    HEDDLE_INLINE reference access(data_handle_type p, std::size_t i) const noexcept
    {
        return *(p + static_cast<std::ptrdiff_t>(i));
    }
    //! Returns p + i.
    HEDDLE_INLINE constexpr data_handle_type offset(data_handle_type p, std::size_t i) const noexcept
    {
        return p + static_cast<std::ptrdiff_t>(i);
    }
};

}  // namespace types

using types::coalesced_accessor;

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
