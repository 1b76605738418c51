// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Transforms an array of structs. FORM selects the call and its headers.

#define FORM_THRUST 0
#define FORM_POLICY 1
#define FORM_FUNCTION 2

#if FORM == FORM_POLICY
#    include <heddle/thrust/transform.cuh>
#elif FORM == FORM_FUNCTION
#    include <heddle/algorithm/transform.cuh>
#endif
#if FORM != FORM_FUNCTION
#    include <thrust/execution_policy.h>
#    include <thrust/transform.h>
#endif

#include <cstddef>

struct particle {
    float x, y, z, vx, vy, vz, mass;
};

struct heavier {
    __host__ __device__ particle operator()(particle p) const
    {
        p.mass += 1;
        return p;
    }
};

void make_heavier(particle* first, std::size_t count)
{
#if FORM == FORM_THRUST
    thrust::transform(thrust::device, first, first + count, first, heavier{});
#elif FORM == FORM_POLICY
    thrust::transform(heddle::par, first, first + count, first, heavier{});
#else
    heddle::transform(nullptr, first, first + count, first, heavier{});
#endif
}
