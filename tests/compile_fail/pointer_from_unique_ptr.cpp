// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The element would be gone when the kernel reads it.
// expect: this_pointer_may_own_its_element_write_p_get_or_specialize_heddle_is_device_pointer

#include <heddle/coalesced_ptr.cuh>

#include <memory>

struct particle {
    float x[7];
};

heddle::coalesced_ptr<particle> make(std::unique_ptr<particle> const& owner)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    return owner;
#endif
    return owner.get();
}
