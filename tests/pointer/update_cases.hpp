// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines the element sizes and the pointers for the tests of updates.
#pragma once

#include <common/bytes.hpp>

#include <heddle/coalesced_ptr.cuh>

namespace heddle_test {

//! Calls check(pointer) with pointers of every policy to the array.
template <class Element, class Check>
void with_every_policy(Element* array, Check const& check)
{
    check(heddle::coalesced_ptr<Element>(array));
    check(heddle::coalesced_ptr<Element, heddle::lane_by_lane>(array));
    check(heddle::coalesced_ptr<Element, heddle::whole_warps>(array));
    check(heddle::coalesced_ptr<Element, heddle::in_block<32>>(array));
}

//! Calls check(element) with an element of every size.
template <class Check>
void with_every_size(Check const& check)
{
    auto const check_each = [&](auto... element) { (check(element), ...); };
    check_each(bytes<1>{}, bytes<3>{}, bytes<4>{}, bytes<12>{}, bytes<16, 4>{}, bytes<28, 4>{}, bytes<50>{},
               bytes<64, 4>{}, bytes<92>{}, bytes<192>{});
}

}  // namespace heddle_test
