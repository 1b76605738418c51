// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Records whose layout is known when the program runs.
#pragma once

#include <heddle/detail/host_code.hpp>

// clang-format off
#include <heddle/records/record_layout.hpp>  // record_layout
#include <heddle/records/conversion.cuh>     // rows_to_columns, columns_to_rows
#include <heddle/records/jcudf.cuh>          // jcudf_layout, tables with strings
#include <heddle/records/record_ptr.cuh>     // record_ptr, for kernels
#include <heddle/records/whole.cuh>          // gather, scatter, device::copy_if, partition, sort_by_field, unique_by_field
// clang-format on
