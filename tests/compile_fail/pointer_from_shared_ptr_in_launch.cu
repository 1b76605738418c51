// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An owner as the argument of a kernel that takes a coalesced_ptr.
// expect: this_pointer_may_own_its_element_write_p_get_or_specialize_heddle_is_device_pointer

#include <heddle/heddle.cuh>

#include <memory>

__global__ void clear(heddle::coalesced_ptr<float4> p) { p[threadIdx.x] = {}; }

void launch(std::shared_ptr<float4> const& owner)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    clear<<<1, 32>>>(owner);
#endif
    clear<<<1, 32>>>(owner.get());
}
