// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Accesses to fields. Each access is compiled in two kernels: one with a raw pointer, and one with a coalesced_ptr.
// Both must have the same machine code (release_code.py).
#include <heddle/heddle.cuh>

struct inner {
    float a, b;
};
struct particle {
    float x, y, z, vx, vy, vz, m;
    int id[2];
    inner in;
};
HEDDLE_FIELDS(particle, x, y, z, vx, vy, vz, m, id, in);

template <class Real, int N>
struct row {
    Real first;
    Real rest[N];
};
HEDDLE_TEMPLATE_FIELDS((class Real, int N), (row<Real, N>), first, rest);

struct __attribute__((packed)) record {
    char tag;
    int number;
};
HEDDLE_PACKED_FIELDS(record, tag, number);

template <class T>
using raw = T*;
template <class T>
using coalesced = heddle::coalesced_ptr<T>;
using rows = row<double, 4>;

#define KERNELS(name, type, ...)                                                      \
    extern "C" __global__ void name##_raw(raw<type> p, float* out, int n)             \
    {                                                                                 \
        int const i = blockIdx.x * blockDim.x + threadIdx.x;                          \
        __VA_ARGS__                                                                   \
    }                                                                                 \
    extern "C" __global__ void name##_coalesced(coalesced<type> p, float* out, int n) \
    {                                                                                 \
        int const i = blockIdx.x * blockDim.x + threadIdx.x;                          \
        __VA_ARGS__                                                                   \
    }

KERNELS(read_and_write, particle, if (i < n) p[i].x += out[i];)
KERNELS(nested, particle, p[i].in.a = p[i].y * p[i].z; p[i].id[n & 1] ^= 1;)
KERNELS(atomic, particle, atomicAdd(&p[i].m, 1.0f); atomicMax(&p[0].id[1], i);)
KERNELS(read_only, particle, out[i] = __ldg(&p[i].x) + __ldg(&p[i].in.b);)
KERNELS(
    loop, particle, float sum = 0; for (int k = i; k < n; k += 32) {
        if (p[k].m < 0) continue;
        sum += p[k].x * p[k].vx;
    } out[i] = sum;)
KERNELS(named_reference, particle, auto& r = p[i]; r.x = r.y; r.id[0] += 1; inner& in = r.in; in.b = 2;)
KERNELS(plain_reference, particle, particle& r = p[i]; r.x = r.y + r.z; r.in.b = r.m;)
KERNELS(arrow, particle, p += i; p->x = p->y; (p + n)->z = 1;)
KERNELS(addresses, particle, particle* r = &p[i]; float* f = &p[i].vx; f[1] = r->x; out[i] = f[2];)
KERNELS(in_template, rows, p[i].rest[1] = p[i].first + p[i].rest[3];)
KERNELS(in_packed, record, p[i].number += p[i].tag;)
