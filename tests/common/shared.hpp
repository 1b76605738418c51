// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The shared memory of an emulated block.
#pragma once

namespace heddle_test {

//! Returns an object in shared memory.
//! Number: distinguishes objects of the same type
template <class Memory, int Number = 0>
Memory& shared()
{
    static Memory memory;
    return memory;
}

}  // namespace heddle_test
