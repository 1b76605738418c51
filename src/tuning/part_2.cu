// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels.cuh"

namespace heddle::tuning {

std::vector<kernels_of_struct> kernels_of_part_2()
{
    return {kernels_of<8>(), kernels_of<12>(), kernels_of<13>(), kernels_of<64>(), kernels_of<96>(), kernels_of<100>()};
}

}  // namespace heddle::tuning
