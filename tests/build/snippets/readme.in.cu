// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels in README.md.

#include <heddle/heddle.cuh>

@HEDDLE_FILE_BLOCKS@
