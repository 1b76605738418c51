// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The algorithms for which heddle has no kernels.
#pragma once

#include <heddle/thrust/detail/forwarding.cuh>

#include <thrust/adjacent_difference.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/logical.h>
#include <thrust/mismatch.h>
#include <thrust/pair.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>

#include <type_traits>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

HEDDLE_FORWARD_TO_THRUST(partition_point)

}  // namespace types

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
