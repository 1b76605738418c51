// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Packed structs whose fields cross word boundaries. The kernels compute with the fields, or only copy the structs.

#include "structs.cuh"

// at most: move_triangles shuffles=30
static_assert(contiguous_shuffles<triangle> == 30);
extern "C" __global__ void move_triangles(triangle const* from, triangle* to, float x, float y)
{
    std::size_t const first = first_of_tile();
    triangle t = heddle::load_contiguous(this_tile(), from + first);
    for (int c = 0; c < 3; ++c) {
        t.corner[c][0] += x;
        t.corner[c][1] += y;
        t.corner[c][2] *= t.normal[c];
    }
    t.attributes += 1;
    heddle::store_contiguous(this_tile(), to + first, t);
}

// at most: move_triangles_by_pointer shuffles=238
static_assert(pointer_shuffles<triangle> == 238);
extern "C" __global__ void move_triangles_by_pointer(heddle::coalesced_ptr<triangle> triangles, float x)
{
    triangle t = triangles[this_index()];
    for (int c = 0; c < 3; ++c) t.corner[c][0] += x * t.normal[c];
    triangles[this_index()] = t;
}

// at most: sum_points shuffles=0
static_assert(contiguous_load_shuffles<lidar_point> == 0);
extern "C" __global__ void sum_points(lidar_point const* from, float* to)
{
    lidar_point const p = heddle::load_contiguous(this_tile(), from + first_of_tile());
    to[this_index()] = p.x * p.y + p.z + p.kind;
}

// at most: move_points shuffles=6
extern "C" __global__ void move_points(lidar_point const* from, lidar_point* to, float x)
{
    lidar_point p = heddle::load_contiguous(this_tile(), from + first_of_tile());
    p.x += x;
    p.y *= x;
    p.z -= p.y;
    heddle::store_contiguous(this_tile(), to + first_of_tile(), p);
}

// at most: make_points shuffles=6
extern "C" __global__ void make_points(lidar_point* to, float const* z)
{
    lidar_point const p = {'r', 1.0f, 2.0f, z[this_index()]};
    heddle::store_contiguous(this_tile(), to + first_of_tile(), p);
}

// at most: copy_points shuffles=6
extern "C" __global__ void copy_points(lidar_point const* from, lidar_point* to)
{
    std::size_t const first = first_of_tile();
    heddle::store_contiguous(this_tile(), to + first, heddle::load_contiguous(this_tile(), from + first));
}

// at most: copy_points_by_pointer shuffles=163
static_assert(pointer_shuffles<lidar_point> == 163);
extern "C" __global__ void copy_points_by_pointer(heddle::coalesced_ptr<lidar_point const> from,
                                                  heddle::coalesced_ptr<lidar_point> to)
{
    to[this_index()] = from[this_index()];
}

// at most: move_stations shuffles=6
static_assert(contiguous_shuffles<station> == 6);
extern "C" __global__ void move_stations(station const* from, station* to, float x)
{
    station s = heddle::load_contiguous(this_tile(), from + first_of_tile());
    s.x += x;
    s.z *= s.id;
    heddle::store_contiguous(this_tile(), to + first_of_tile(), s);
}

// at most: move_samples shuffles=178
static_assert(pointer_shuffles<sample> == 178);
extern "C" __global__ void move_samples(heddle::coalesced_ptr<sample> samples, double by)
{
    sample s = samples[this_index()];
    s.value *= s.time;
    s.time += by;
    samples[this_index()] = s;
}

// at most: move_signals shuffles=257
static_assert(pointer_shuffles<return_signal> == 257);
extern "C" __global__ void move_signals(heddle::coalesced_ptr<return_signal> signals, double by)
{
    return_signal s = signals[this_index()];
    s.time += by;
    s.x *= s.intensity;
    s.gps[1] -= s.gps[0] * s.y;
    signals[this_index()] = s;
}
