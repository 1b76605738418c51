// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to the algorithms of algorithm/transform.cuh.
//
// Argument-dependent lookup finds each algorithm in two ways: through a policy of heddle, or through a coalesced_ptr
// argument with any policy of Thrust's CUDA backend.
#pragma once

#include <heddle/algorithm/transform.cuh>
#include <heddle/thrust/detail/copy.cuh>
#include <heddle/thrust/detail/fill.cuh>
#include <heddle/thrust/detail/transform.cuh>
#include <heddle/thrust/detail/uninitialized.cuh>
#include <heddle/thrust/iterator.cuh>
