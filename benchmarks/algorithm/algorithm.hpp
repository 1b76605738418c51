// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The benchmarks of device-wide algorithms: one function for each file registers its own.
#pragma once

namespace heddle_bench {

void add_every_size_benchmarks();
void add_in_part_benchmarks();
void add_layout_benchmarks();
void add_indexed_benchmarks();
void add_sort_benchmarks();
void add_select_benchmarks();
void add_scan_benchmarks();

}  // namespace heddle_bench
