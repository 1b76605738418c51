// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Includes all headers of heddle behind macros that the headers of Windows and the users of CUDA define. Afterwards the
// macros still have the values of the user. (Other libraries come first, because such macros break their headers.)
#include "libraries.inc"

#define near
#define far
#define small char
#define hyper long long
#define interface struct
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) < (b) ? (b) : (a))
#define lane (threadIdx.x & 31)
#define lanes 32
#define warp (threadIdx.x / 32)
#define warps (blockDim.x / 32)
#define block blockIdx.x
#define blocks gridDim.x
#define tile 16
#define tiles 4
#define group (threadIdx.x / 8)
#define groups 4
#define thread threadIdx.x
#define threads 256
#define rank (threadIdx.x % 8)
#define index (blockIdx.x * blockDim.x + threadIdx.x)
#define mask 0xffffffffu
#define word 4
#define words 4
#define row 1
#define rows 8
#define bytes 28
#define element 7
#define elements 7
#define part 1
#define parts 2
#define stage 0
#define stages 3
#define count 100
#define size 100
#define first 0
#define last 99
#define next 1
#define value 1.0f
#define values 3
#define sum 0
#define left 0
#define right 1

#include <heddle/algorithm.cuh>
#include <heddle/heddle.cuh>
#if defined(__CUDACC__)
#    include <heddle/algorithm/layout_thrust.cuh>
#    include <heddle/exchange.cuh>
#    include <heddle/records.cuh>
#    include <heddle/thrust.cuh>
#endif
#include <heddle/emulation.hpp>
#include <heddle/mdspan.cuh>

struct particle {
    float x, y, z, vx, vy, vz, mass;
};
HEDDLE_FIELDS(particle, x, y, z, vx, vy, vz, mass);

#if defined(__CUDACC__)
__global__ void advance(heddle::coalesced_ptr<particle> p, unsigned n)
{
    if (index < n) p[index].x += p[index].mass * value + min(lane, words);
    heddle::update_if(index < n, p + index, [&](particle& q) { q.x += q.vx; });
}
#endif

static_assert(count == 100 && size == 100 && max(words, rows) == 8 && last - first == 99);

int main() {}
