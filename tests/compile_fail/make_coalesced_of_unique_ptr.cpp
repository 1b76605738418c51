// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// make_coalesced takes no owner, either.
// expect: write p.get() if that outlives the kernel, or specialize heddle::is_device_pointer<Pointer>

#include <heddle/coalesced_ptr.cuh>

#include <memory>

struct particle {
    float x[7];
};

auto make(std::unique_ptr<particle[]> const& owner)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    return heddle::make_coalesced(owner);
#else
    return heddle::make_coalesced(owner.get());
#endif
}
