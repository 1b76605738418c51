// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The benchmarks of routes.

#include "arrays.cuh"
#include "common/program.hpp"
#include "harness.cuh"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

namespace heddle_bench {
namespace {

//! Kind by kind, the structs from small to large.
void add_all()
{
    set_pattern_prefix("route_");
    auto& parts = benchmark_parts();
    std::sort(parts.begin(), parts.end(), [](benchmark_part const& a, benchmark_part const& b) {
        return a.first_bytes < b.first_bytes;
    });
    for (auto const kind : {benchmark_kind::load, benchmark_kind::store, benchmark_kind::gather,
                            benchmark_kind::scatter}) {
        for (benchmark_part const& part : parts) part.add(kind);
    }
}

void prepare()
{
    benchmark::AddCustomContext("array_mib", std::to_string(array_bytes() >> 20));
    allocate_arrays();
}

}  // namespace
}  // namespace heddle_bench

int main(int argc, char** argv)
{
    using namespace heddle_bench;
    return run_program({"heddle_route_benchmarks", add_all, prepare}, argc, argv);
}
