// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the copy of a size and an alignment and runs it.
#include "counted_copy.hpp"

#include "counted_copy_table.hpp"

namespace heddle::program {

std::optional<counted_copy> count_copy(std::size_t element_bytes, std::size_t alignment)
{
    for (auto const& copies : {copies_up_to_32_bytes, copies_up_to_64_bytes, copies_up_to_256_bytes,
                               copies_aligned_to_4}) {
        for (copy_entry const& entry : copies()) {
            if (entry.element_bytes == element_bytes && entry.alignment == alignment) {
                return entry.count();
            }
        }
    }
    return std::nullopt;
}

}  // namespace heddle::program
