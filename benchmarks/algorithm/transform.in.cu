// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The transforms of a few structs: a file for each few, to build them side by side.
#include "transform.cuh"

namespace heddle_bench {
namespace {

template <class... Element>
void add()
{
    (add_transforms<Element>(), ...);
}

register_transform_part const part({@HEDDLE_BENCH_FIRST@, add<@HEDDLE_BENCH_STRUCTS@>});

}  // namespace
}  // namespace heddle_bench
