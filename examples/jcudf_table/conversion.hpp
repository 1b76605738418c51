// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The conversion of a table to JCUDF rows and back.
#pragma once

#include "table.hpp"

#include <cstdint>
#include <string>

struct conversion_result {
    std::size_t batches = 0;
    std::uint64_t row_bytes = 0, table_bytes = 0;
    double to_rows_seconds = 0, to_columns_seconds = 0, copy_seconds = 0;  // only of the GPU
};

//! Returns the name of the GPU, or nothing if there is none.
std::string name_of_gpu();

//! Converts the table in batches of at most `batch_bytes` to rows and back. Compares the first rows of each batch with
//! those of the host's writer, and the tables that were read back with the original.
//! Throws: wrong_result if anything differs; std::invalid_argument if `batch_bytes` is too small
conversion_result convert_on_gpu(table const& original, std::uint64_t batch_bytes);
