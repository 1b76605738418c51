// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that change elements in place, among them packed structs whose fields cross word boundaries. Lanes cooperate
// for whole elements, but access single fields per-thread.

#include "structs.cuh"

struct sums {
    float part[9];
    __device__ sums& operator+=(sums const& other)
    {
        for (int i = 0; i < 9; ++i) part[i] += other.part[i];
        return *this;
    }
};

struct change {
    float by;

    __device__ void operator()(spinor& s) const
    {
        s.up_real *= by;
        s.down_imaginary += s.phase;
        s.weight += s.mass * by;
    }
    __device__ void operator()(record& r) const
    {
        r.kind += r.name[3];
        r.ports[1] -= r.code;
        r.value *= by;
        r.valid = !r.valid;
    }
    __device__ void operator()(log_entry& e) const
    {
        e.value *= e.time;
        e.time += by;
        e.level = e.kind;
    }
    __device__ void operator()(sample& s) const
    {
        s.value *= s.time;
        s.time += by;
    }
    __device__ void operator()(return_signal& s) const
    {
        s.time += by;
        s.x *= s.intensity;
        s.gps[1] -= s.gps[0] * s.y;
    }
    __device__ void operator()(triangle& t) const
    {
        for (int c = 0; c < 3; ++c) t.corner[c][2] *= t.normal[c] + by;
        t.attributes += 1;
    }
    __device__ void operator()(station& s) const
    {
        s.x += by;
        s.z *= s.id;
    }
    __device__ void operator()(lidar_point& p) const
    {
        p.x += by;
        p.z -= p.y;
    }
};

template <class T>
__global__ void change_by_pointer(heddle::coalesced_ptr<T> p, float by)
{
    AT_MOST("shuffles", pointer_shuffles<T>);
    T value = p[this_index()];
    change{by}(value);
    p[this_index()] = value;
}

template <class T>
__global__ void change_contiguous(T const* from, T* to, float by)
{
    AT_MOST("shuffles", contiguous_shuffles(plan_of<T>));
    T value = heddle::load_contiguous(this_tile(), from + first_of_tile());
    change{by}(value);
    heddle::store_contiguous(this_tile(), to + first_of_tile(), value);
}

void use_kernels()
{
    use(change_by_pointer<spinor>, change_by_pointer<record>, change_by_pointer<log_entry>, change_by_pointer<sample>,
        change_by_pointer<return_signal>, change_by_pointer<triangle>, change_contiguous<triangle>,
        change_contiguous<station>, change_contiguous<lidar_point>);
}
static_assert(pointer_shuffles<record> == 64 && pointer_shuffles<log_entry> == 37 && pointer_shuffles<sample> == 178 &&
              pointer_shuffles<return_signal> == 257 && pointer_shuffles<lidar_point> == 163 &&
              contiguous_shuffles(plan_of<station>) == 6 && contiguous_shuffles(plan_of<lidar_point>) == 6);

// at most: sum_points shuffles=0
static_assert(contiguous_load_shuffles(plan_of<lidar_point>) == 0);
extern "C" __global__ void sum_points(lidar_point const* from, float* to)
{
    lidar_point const p = heddle::load_contiguous(this_tile(), from + first_of_tile());
    to[this_index()] = p.x * p.y + p.z + p.kind;
}

// at most: make_points shuffles=6
extern "C" __global__ void make_points(lidar_point* to, float const* z)
{
    lidar_point const p = {'r', 1.0f, 2.0f, z[this_index()]};
    heddle::store_contiguous(this_tile(), to + first_of_tile(), p);
}

// A compound assignment loads the element once and stores it once.
// at most: add_sums shuffles=109
extern "C" __global__ void add_sums(heddle::coalesced_ptr<sums> p, heddle::coalesced_ptr<sums const> q)
{
    p[this_index()] += q[this_index()];
}

// at most: set_height shuffles=0
extern "C" __global__ void set_height(heddle::coalesced_ptr<lidar_point> points, float height)
{
    auto z = points[this_index()].member<&lidar_point::z>();
    z = z + height;
}

// Lanes do not cooperate to move small elements or single words: no shuffles and no votes.
// at most: copy_two_floats shuffles=0 votes=0
extern "C" __global__ void copy_two_floats(heddle::coalesced_ptr<floats<2> const> from,
                                           heddle::coalesced_ptr<floats<2>> to)
{
    to[this_index()] = from[this_index()];
}

// Structs of three floats are also loaded per-thread.
// at most: load_three_floats shuffles=0 votes=0
extern "C" __global__ void load_three_floats(heddle::coalesced_ptr<floats<3> const> from, floats<3>* to)
{
    to[this_index()] = from[this_index()];
}
