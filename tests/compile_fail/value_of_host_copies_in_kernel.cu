// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An element whose copy constructor is a function of the host alone is refused as a value in device code. It moves where
// no value is asked for.
// expect: calling a __host__ function("point::point(const point&)") from a __device__ function

#include <heddle/heddle.cuh>

struct point {
    float x, y;
    point() : x(0), y(0) {}
    point(point const& other) : x(other.x), y(other.y) {}
    point& operator=(point const& other)
    {
        x = other.x;
        y = other.y;
        return *this;
    }
};
struct key_point {
    point pt;
    float size, angle, response;
    int octave, class_id;
};
HEDDLE_FIELDS(key_point, pt, size, angle, response, octave, class_id);

__global__ void grow(heddle::coalesced_ptr<key_point> p)
{
    int const i = static_cast<int>(threadIdx.x);
    heddle::update(p + i, [](key_point& q) { q.size += 1; });
    auto q = p[i].edit();
    q->pt.x += 1;
    p[i + 1024] = p[i];
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    key_point const value = p[i];
    q->size = value.size;
#endif
}
