// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The benchmarks of structs of every size, which are compiled in parts.
#pragma once

#include <cstddef>
#include <vector>

namespace heddle_bench {

enum class every_size_kind { transform, for_each, transform_reduce };

struct every_size_part {
    std::size_t first_bytes;  //!< by which parts are put in order
    void (*add)(every_size_kind);
};

//! All parts, in no order; filled before main() by their files.
std::vector<every_size_part>& every_size_parts();

struct register_every_size_part {
    explicit register_every_size_part(every_size_part const& part)
    {
        every_size_parts().push_back(part);
    }
};

}  // namespace heddle_bench
