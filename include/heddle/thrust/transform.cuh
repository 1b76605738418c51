// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The algorithms of algorithm/transform.cuh as Thrust calls them.
//
// Argument-dependent lookup finds each of them in two ways: by a policy of heddle, or by a coalesced_ptr as an
// argument with any policy of Thrust's CUDA backend.
#pragma once

#include "../algorithm/transform.cuh"
#include "detail/copy.cuh"
#include "detail/fill.cuh"
#include "detail/transform.cuh"
#include "detail/uninitialized.cuh"
#include "iterator.cuh"
