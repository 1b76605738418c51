// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "counted_copy_of.hpp"

namespace heddle::program {

std::vector<copy_entry> copies_up_to_256_bytes()
{
    // 68, 72, … 128; 136, 144, … 256
    std::vector<copy_entry> copies = copies_of_sizes<68, 4>(std::make_index_sequence<16>());
    for (copy_entry const& copy : copies_of_sizes<136, 8>(std::make_index_sequence<16>())) {
        copies.push_back(copy);
    }
    return copies;
}

std::vector<copy_entry> copies_aligned_to_4()
{
    return {{8, 4, count_copy_of<8, 4>},   {16, 4, count_copy_of<16, 4>},
            {24, 4, count_copy_of<24, 4>}, {32, 4, count_copy_of<32, 4>},
            {40, 4, count_copy_of<40, 4>}, {48, 4, count_copy_of<48, 4>},
            {56, 4, count_copy_of<56, 4>}, {64, 4, count_copy_of<64, 4>}};
}

}  // namespace heddle::program
