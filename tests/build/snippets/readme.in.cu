// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels of README.

#include <heddle/heddle.cuh>

@HEDDLE_FILE_BLOCKS@
