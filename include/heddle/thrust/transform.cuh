// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust's interface to the algorithms of algorithm/transform.cuh.
//
// Argument-dependent lookup finds each algorithm in two ways: through a policy of heddle, or through a coalesced_ptr
// argument with any policy of Thrust's CUDA backend.
#pragma once

#include "../algorithm/transform.cuh"
#include "detail/copy.cuh"
#include "detail/fill.cuh"
#include "detail/transform.cuh"
#include "detail/uninitialized.cuh"
#include "iterator.cuh"
