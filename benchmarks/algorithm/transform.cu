// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0

#include "transform.cuh"

#include "algorithm.hpp"

#include <algorithm>

namespace heddle_bench {

std::vector<transform_part>& transform_parts()
{
    static std::vector<transform_part> parts;
    return parts;
}

void add_transform_benchmarks()
{
    auto& parts = transform_parts();
    std::sort(parts.begin(), parts.end(), [](transform_part const& a, transform_part const& b) {
        return a.first_bytes < b.first_bytes;
    });
    for (transform_part const& part : parts) part.add();
}

}  // namespace heddle_bench
