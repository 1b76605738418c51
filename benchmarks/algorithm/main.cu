// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The benchmarks of device-wide algorithms.

#include "../arrays.cuh"
#include "../common/program.hpp"
#include "algorithm.hpp"

namespace heddle_bench {
namespace {

void add_all()
{
    add_every_size_benchmarks();
    add_in_part_benchmarks();
    add_layout_benchmarks();
    add_indexed_benchmarks();
    add_sort_benchmarks();
    add_select_benchmarks();
    add_scan_benchmarks();
}

}  // namespace
}  // namespace heddle_bench

int main(int argc, char** argv)
{
    using namespace heddle_bench;
    return run_program({"heddle_algorithm_benchmarks", add_all, prepare_arrays}, argc, argv);
}
