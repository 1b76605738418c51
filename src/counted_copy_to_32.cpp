// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "counted_copy_of.hpp"

namespace heddle::program {

std::vector<copy_entry> copies_up_to_32_bytes()
{
    return copies_of_sizes<1, 1>(std::make_index_sequence<32>());
}

}  // namespace heddle::program
