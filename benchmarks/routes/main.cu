// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The benchmarks of routes.

#include "../arrays.cuh"
#include "../common/program.hpp"
#include "../harness.cuh"

namespace heddle_bench {
namespace {

void add_all()
{
    set_pattern_prefix("route_");
    add_parts({benchmark_kind::load, benchmark_kind::store, benchmark_kind::gather,
               benchmark_kind::scatter});
}

}  // namespace
}  // namespace heddle_bench

int main(int argc, char** argv)
{
    using namespace heddle_bench;
    return run_program({"heddle_route_benchmarks", add_all, prepare_arrays}, argc, argv);
}
