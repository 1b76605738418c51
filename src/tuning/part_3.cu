// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels.cuh"

namespace heddle::tuning {

std::vector<kernels_of_struct> kernels_of_part_3()
{
    return {kernels_of<20>(), kernels_of<33>(), kernels_of<52>(), kernels_of<200>()};
}

}  // namespace heddle::tuning
