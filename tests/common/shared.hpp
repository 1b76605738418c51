// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Emulates the shared memory of a block.
#pragma once

namespace heddle_test {

//! Returns an object in the shared memory of the block.
//! Number: distinguishes several objects of the same type
template <class Memory, int Number = 0>
Memory& shared()
{
    static Memory memory;
    return memory;
}

}  // namespace heddle_test
