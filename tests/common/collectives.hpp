// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls the load and store functions of a group, selected by an enumerator.
#pragma once

#include <heddle/config.cuh>
#include <heddle/group_access.cuh>

#include <cstddef>
#include <cstdint>

namespace heddle_test {

enum class operation : std::uint8_t {
    load,
    store,
    load_if,
    store_if,
    load_contiguous,
    store_contiguous,
    load_counted,
    store_counted,
    load_else_load,   //!< valid lanes load in one branch, the other lanes load in another branch
    load_else_store,  //!< valid lanes load in one branch, the other lanes store in another branch
};

//! Calls the function `op` of a group in the calling lane. A load returns what it loads, and load_if has the fallback
//! `value`. A store writes and returns `value`. If Items is not 0, `op` must be contiguous, and each lane has Items
//! elements.
HEDDLE_EXEC_CHECK_DISABLE
template <unsigned Items, class Group, class Element, class Value, class... Scratch>
HEDDLE_HOST_DEVICE Value call_collective(operation op, Group const& group, Element* p, bool is_valid, std::size_t count,
                                         Value const& value, Scratch&... scratch)
{
    Element const* const in = p;
    if constexpr (Items == 0) {
        if (op == operation::load) return heddle::load(group, in, scratch...);
        if (op == operation::load_if) return heddle::load_if(group, is_valid, in, value, scratch...);
        if (op == operation::store) {
            heddle::store(group, p, value, scratch...);
            return value;
        }
        if (op == operation::store_if) {
            heddle::store_if(group, is_valid, p, value, scratch...);
            return value;
        }
    }
    if (op == operation::load_contiguous) return heddle::load_contiguous<Items>(group, in, scratch...);
    if (op == operation::load_counted) return heddle::load_contiguous<Items>(group, in, count, scratch...);
    if (op == operation::store_contiguous) {
        heddle::store_contiguous<Items>(group, p, value, scratch...);
    } else {
        heddle::store_contiguous<Items>(group, p, value, count, scratch...);
    }
    return value;
}

}  // namespace heddle_test
