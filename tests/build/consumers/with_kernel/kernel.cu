// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The smallest use of heddle: a kernel that differs from plain code only in the type of the pointer.
#include <heddle/heddle.cuh>

struct particle {
    float position[3];
    float velocity[3];
    float mass;
};

__global__ void drift(heddle::coalesced_ptr<particle> particles, int count, float dt)
{
    int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    particle p = particles[i];
    for (int axis = 0; axis < 3; ++axis) p.position[axis] += dt * p.velocity[axis];
    particles[i] = p;
}

int main() { drift<<<1, 32>>>(heddle::coalesced_ptr<particle>(nullptr), 0, 0.1f); }
