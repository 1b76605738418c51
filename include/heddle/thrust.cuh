// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Thrust algorithms for arrays of structs, through the execution policy heddle::par or an iterator.
#pragma once

#include "detail/host_code.hpp"
#include "heddle.cuh"
#include "thrust/detail/forward.cuh"
#include "thrust/iterator.cuh"
#include "thrust/policy.cuh"
#include "thrust/reduce.cuh"
#include "thrust/replace.cuh"
#include "thrust/select.cuh"
#include "thrust/sort.cuh"
#include "thrust/transform.cuh"
