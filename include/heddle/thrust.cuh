// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust algorithms for arrays of structs, through the execution policy heddle::par or an iterator.
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/heddle.cuh>
// First, so that its error comes before those of an old Thrust.
#include <heddle/thrust/detail/compatibility.cuh>

#include <heddle/thrust/by_key.cuh>
#include <heddle/thrust/count.cuh>
#include <heddle/thrust/extrema.cuh>
#include <heddle/thrust/iterator.cuh>
#include <heddle/thrust/merge.cuh>
#include <heddle/thrust/policy.cuh>
#include <heddle/thrust/reduce.cuh>
#include <heddle/thrust/replace.cuh>
#include <heddle/thrust/reverse.cuh>
#include <heddle/thrust/search.cuh>
#include <heddle/thrust/select.cuh>
#include <heddle/thrust/sort.cuh>
#include <heddle/thrust/transform.cuh>
