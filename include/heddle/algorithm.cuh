// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Device-wide algorithms on arrays of structs. The host calls them, and they do not need Thrust. Algorithms that need
// temporary storage are in the namespace heddle::device, and get it from the caller in two phases, as in CUB.
#pragma once

#include <heddle/detail/host_code.hpp>

// clang-format off
#include <heddle/algorithm/transform.cuh>  // transform, transform_if, for_each, copy, fill, generate, tabulate
#include <heddle/algorithm/reduce.cuh>     // device::reduce, transform_reduce
#include <heddle/algorithm/scan.cuh>       // device::inclusive_scan, exclusive_scan
#include <heddle/algorithm/select.cuh>     // device::copy_if, remove_if, unique, partition and their _copy versions
#include <heddle/algorithm/indexed.cuh>    // gather, scatter, scatter_add
#include <heddle/algorithm/sort.cuh>       // device::sort_by_member, sort_by_key, sort
#include <heddle/algorithm/sort_members.cuh>  // device::sort_by_member of several members
#include <heddle/algorithm/multisplit.cuh>  // device::multisplit
#include <heddle/algorithm/top_k.cuh>      // device::top_k_by_member
#include <heddle/algorithm/segmented_reduce.cuh>  // device::segmented_reduce
#include <heddle/algorithm/segmented_scan.cuh>  // device::segmented_inclusive_scan, segmented_exclusive_scan
#include <heddle/algorithm/segmented_sort.cuh>  // device::segmented_sort and _by_member, segmented_top_k_by_member
#include <heddle/algorithm/deterministic_scatter_add.cuh>  // device::deterministic_scatter_add
#include <heddle/algorithm/layout.cuh>     // aos_to_soa, soa_to_aos
#include <heddle/algorithm/aosoa.cuh>      // aos_to_aosoa, aosoa_to_aos
// clang-format on
