// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The benchmarks of a few structs: a file for each few, to build them side by side.
#include "contiguous.cuh"
#include "indexed.cuh"
#include "l2.cuh"

namespace heddle_bench {
namespace {

template <class... Element>
void add(benchmark_kind kind)
{
    switch (kind) {
        case benchmark_kind::load: (add_loads<Element>(), ...); break;
        case benchmark_kind::store: (add_stores<Element>(), ...); break;
        case benchmark_kind::copy: (add_copies<Element>(), ...); break;
        case benchmark_kind::l2_copy: (add_l2_copies<Element>(), ...); break;
        case benchmark_kind::l2_round: (add_l2_rounds<Element>(), ...); break;
        case benchmark_kind::masked: break;  // masked.cu
        case benchmark_kind::update: break;  // update.cu
        case benchmark_kind::gather: (add_gathers<Element>(), ...); break;
        case benchmark_kind::scatter: (add_scatters<Element>(), ...); break;
        case benchmark_kind::some_words: break;  // some_words.cu
    }
}

register_part const part({@HEDDLE_BENCH_FIRST@, add<@HEDDLE_BENCH_STRUCTS@>});

}  // namespace
}  // namespace heddle_bench
