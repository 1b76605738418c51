// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The benchmarks of memory access.

#include "arrays.cuh"
#include "common/program.hpp"
#include "harness.cuh"

namespace heddle_bench {
namespace {

void add_all()
{
    add_parts({benchmark_kind::load, benchmark_kind::store, benchmark_kind::copy,
               benchmark_kind::l2_copy, benchmark_kind::l2_round, benchmark_kind::masked,
               benchmark_kind::update, benchmark_kind::gather, benchmark_kind::scatter,
               benchmark_kind::some_words});
}

}  // namespace
}  // namespace heddle_bench

int main(int argc, char** argv)
{
    using namespace heddle_bench;
    return run_program({"heddle_benchmarks", add_all, prepare_arrays}, argc, argv);
}
