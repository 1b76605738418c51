// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A sum by any operation, of values that need not have a neutral one.
#pragma once

#include "../../config.cuh"
#include "accumulator.cuh"

namespace heddle::detail {

//! A thread's sum of what it has come to.
template <class Value, class Operation>
struct running_sum {
    Operation& operation;
    Value value;  // of no importance before the first operand
    bool any;

    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void add(Value const& operand)
    {
        if (any) {
            value = assigned<Value>(operation(value, operand));
        } else {
            value = operand;
        }
        any = true;
    }
};

//! The type, which is not deduced from an argument of it.
template <class T>
struct not_deduced {
    using type = T;
};
template <class T>
using not_deduced_t = typename not_deduced<T>::type;

}  // namespace heddle::detail
