// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An element that cannot be copied is no value. It is edited in place.
// expect: heddle: a T without a copy constructor cannot be returned by value; write update(p + i, ...) or p[i].edit()

#include <heddle/heddle.cuh>

struct sample {
    float x, y, z, w, t;
    sample() = default;
    sample(sample const&) = delete;
    sample& operator=(sample const&) = default;
};

__global__ void clear(heddle::coalesced_ptr<sample> p)
{
    p[threadIdx.x] = sample{};
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    p[threadIdx.x].load();
#endif
    heddle::update(p + threadIdx.x, [](sample& s) { s.y = 0; });
}
