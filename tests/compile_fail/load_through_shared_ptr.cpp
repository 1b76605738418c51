// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A collective load takes no owner.
// expect: write p.get() if that outlives the kernel, or specialize heddle::is_device_pointer<Pointer>

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/group_access.cuh>

#include <memory>

int first(heddle::emulated_group<32> const& tile, std::shared_ptr<int> const& owner)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    return heddle::load(tile, owner);
#endif
    return heddle::load(tile, owner.get());
}
