// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The experiments of the warp toolbox.

#include "../common/program.hpp"
#include "bench.cuh"

namespace heddle_warp_bench {
namespace {

void add_all()
{
    register_neighbour();
    register_broadcast();
    register_reduce();
    register_scan();
    register_sort();
    register_transpose();
    register_device_reduce();
    register_nbody();
    register_leapfrog();
}

void prepare() {}

}  // namespace
}  // namespace heddle_warp_bench

int main(int argc, char** argv)
{
    using namespace heddle_warp_bench;
    return heddle_bench::run_program({"heddle_warp_benchmarks", add_all, prepare}, argc, argv);
}
