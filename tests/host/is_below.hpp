// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The predicate of the tests of selections.
#pragma once

namespace heddle_test {

//! Holds for `part` of 256 elements.
struct is_below {
    unsigned part;
    template <class Element>
    bool operator()(Element const& element) const
    {
        return element.value[sizeof(element.value) / 2] < part;
    }
};

}  // namespace heddle_test
