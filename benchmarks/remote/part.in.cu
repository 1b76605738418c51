// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The benchmarks of a few structs in remote memory: a file for each few, to build them side by
// side.
#include "moves.cuh"

namespace heddle_bench {
namespace {

template <class... Element>
void add(place where, direction which)
{
    (add_moves<Element>(where, which), ...);
}

register_remote_part const part({@HEDDLE_BENCH_FIRST@, add<@HEDDLE_BENCH_STRUCTS@>});

}  // namespace
}  // namespace heddle_bench
