// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The element sizes and the pointers of the tests of updates.
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
    check(bytes<1>{});
    check(bytes<3>{});
    check(bytes<4>{});
    check(bytes<12>{});
    check(bytes<16, 4>{});
    check(bytes<28, 4>{});
    check(bytes<50>{});
    check(bytes<64, 4>{});
    check(bytes<92>{});
    check(bytes<192>{});
}

}  // namespace heddle_test
