// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The benchmarks of a few structs: a file for each few, to build them side by side.
#include "every_size.hpp"
#include "for_each.cuh"
#include "reduce.cuh"
#include "transform.cuh"

namespace heddle_bench {
namespace {

template <class... Element>
void add(every_size_kind kind)
{
    switch (kind) {
    case every_size_kind::transform: return (add_transforms<Element>(), ...);
    case every_size_kind::for_each: return (add_for_each<Element>(), ...);
    case every_size_kind::transform_reduce: return (add_reductions<Element>(), ...);
    }
}

register_every_size_part const part({@HEDDLE_BENCH_FIRST@, add<@HEDDLE_BENCH_STRUCTS@>});

}  // namespace
}  // namespace heddle_bench
