// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A benchmark program, but for its benchmarks.
#pragma once

namespace heddle_bench {

struct benchmark_program {
    char const* name;  //!< as results name it
    void (*add)();     //!< registers the benchmarks; needs no GPU
    void (
        *prepare)();  //!< what they need on the GPU, and what more the results should say of the run
};

//! What main() returns: 0 if something was measured and nothing failed.
int run_program(benchmark_program const& program, int argc, char** argv);

}  // namespace heddle_bench
