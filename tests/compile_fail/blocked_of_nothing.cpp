// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A lane that takes no element.
// expect: heddle: a lane takes at least one item

#include <heddle/group_access.cuh>

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
heddle::blocked<float, 1> items;
#else
heddle::blocked<float, 0> items;
#endif
