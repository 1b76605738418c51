// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels.cuh"

namespace heddle::tuning {

std::vector<kernels_of_struct> kernels_of_part_1()
{
    return {kernels_of<4>(), kernels_of<16>(), kernels_of<28>(), kernels_of<50>(), kernels_of<128>()};
}

}  // namespace heddle::tuning
