// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0

#include "every_size.hpp"

#include "algorithm.hpp"

#include <algorithm>

namespace heddle_bench {

std::vector<every_size_part>& every_size_parts()
{
    static std::vector<every_size_part> parts;
    return parts;
}

void add_every_size_benchmarks()
{
    auto& parts = every_size_parts();
    std::sort(parts.begin(), parts.end(), [](every_size_part const& a, every_size_part const& b) {
        return a.first_bytes < b.first_bytes;
    });
    for (every_size_kind const kind : {every_size_kind::transform, every_size_kind::for_each,
                                       every_size_kind::transform_reduce}) {
        for (every_size_part const& part : parts) part.add(kind);
    }
}

}  // namespace heddle_bench
