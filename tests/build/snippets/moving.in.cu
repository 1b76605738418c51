// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The code blocks of docs/moving-a-kernel.md, which declare their names themselves. The versions of a kernel before and
// after the change are overloads, because the types of their parameters differ. (pointer/idioms_test.cu runs such code.)

#include <heddle/heddle.cuh>

@HEDDLE_FILE_BLOCKS@
