// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The routes of a few structs: a file for each few, to build them side by side.
#include "routes.cuh"

namespace heddle_bench {
namespace {

template <class... Element>
void add(benchmark_kind kind)
{
    (add_routes<Element>(kind), ...);
}

register_part const part({@HEDDLE_BENCH_FIRST@, add<@HEDDLE_BENCH_STRUCTS@>});

}  // namespace
}  // namespace heddle_bench
