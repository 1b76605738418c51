// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel that copies structs. FORM selects the type of the pointers.

#define FORM_PLAIN 0
#define FORM_POINTER 1

struct particle {
    float x, y, z, vx, vy, vz, mass;
};

#if FORM == FORM_POINTER
#    include <heddle/coalesced_ptr.cuh>
using pointer = heddle::coalesced_ptr<particle>;
using pointer_to_const = heddle::coalesced_ptr<particle const>;
#else
using pointer = particle*;
using pointer_to_const = particle const*;
#endif

__global__ void copy(pointer to, pointer_to_const from) { to[threadIdx.x] = from[threadIdx.x]; }
