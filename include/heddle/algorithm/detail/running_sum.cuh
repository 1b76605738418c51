// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A sum with any operation, which need not have a neutral element.
#pragma once

#include <heddle/algorithm/detail/accumulator.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The sum of a thread's operands so far.
template <class Value, class Operation>
struct running_sum {
    Operation& operation;
    Value value;  // not used before the first operand
    bool any;

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void add(Value const& operand)
    {
        if (any) {
            value = detail::converted_to<Value>(detail::call(operation, value, operand));
        } else {
            value = operand;
        }
        any = true;
    }
};

//! T, in a form from which template arguments are not deduced.
template <class T>
struct not_deduced {
    using type = T;
};
template <class T>
using not_deduced_t = typename not_deduced<T>::type;

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
