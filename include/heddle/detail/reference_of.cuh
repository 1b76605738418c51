// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What p[i] of a coalesced_ptr is, by its policy.
#pragma once

#include "../coalesced_ref.cuh"
#include "../config.cuh"
#include "../vector_fields.cuh"
#include "standard_library.hpp"

namespace heddle::detail {

template <class T, class Policy>
using coalesced_ref_t = coalesced_ref<
    std::remove_const_t<T>, Policy,
    this_field_needs_HEDDLE_FIELDS_or_is_written_p_arrow_field<std::remove_const_t<T>>>;

//! What p[i] is: a reference to a class that lies over the element; a proxy where a policy has state.
template <class T, class Policy, bool HasState>
struct reference_of {
    using type = std::conditional_t<std::is_const_v<T>, coalesced_ref_t<T, Policy> const,
                                    coalesced_ref_t<T, Policy>>&;
    HEDDLE_INLINE static type from(T* pointer, Policy const&)
    {
        return coalesced_ref_t<T, Policy>::heddle_over(*pointer);
    }
};
template <class T, class Policy>
struct reference_of<T, Policy, true> {
    using type = element_proxy<T, Policy>;
    HEDDLE_INLINE static type from(T* pointer, Policy const& policy)
    {
        return type(pointer, policy);
    }
};

}  // namespace heddle::detail
