// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Eight copies of elements, for a debug build: nvcc -G.
#include <heddle/heddle.cuh>
struct particle {
    float x, y, z, vx, vy, vz, mass;
};
__global__ void copies(heddle::coalesced_ptr<particle> p, heddle::coalesced_ptr<particle const> c, unsigned n)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p[i] = c[i];
    p[i + n] = c[i + 2 * n];
    p[i + 3 * n] = c[i + 4 * n];
    p[i + 5 * n] = c[i + 6 * n];
    p[i + 7 * n] = c[i + 8 * n];
    p[i + 9 * n] = c[i + 10 * n];
    p[i + 11 * n] = c[i + 12 * n];
    p[i + 13 * n] = c[i + 14 * n];
}
