// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses references to elements, addresses of elements and fields, in code with local structs, calls, loops and stores by
// a few lanes. Each piece of code is compiled in two kernels: one with a raw pointer, and one with a coalesced_ptr.
// Both must have the same machine code (release_code.py).
#include <heddle/heddle.cuh>

// A vector with functions of its own, as libraries have them.
struct vec3 {
    union {
        float data[3];
        struct {
            float x, y, z;
        };
    };

    __host__ __device__ vec3() : x(0), y(0), z(0) {}
    __host__ __device__ vec3(float a, float b, float c) : x(a), y(b), z(c) {}
    __host__ __device__ vec3(vec3 const& v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ vec3& operator=(vec3 const& v)
    {
        x = v.x, y = v.y, z = v.z;
        return *this;
    }
};
__device__ inline vec3 operator-(vec3 const& v) { return {-v.x, -v.y, -v.z}; }
__device__ inline vec3 operator+(vec3 const& a, vec3 const& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ inline vec3 operator*(float s, vec3 const& v) { return {s * v.x, s * v.y, s * v.z}; }
__device__ inline float dot(vec3 const& a, vec3 const& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct mat3 {
    vec3 column[3];
};
__device__ inline vec3 operator*(mat3 const& m, vec3 const& v)
{
    return v.x * m.column[0] + v.y * m.column[1] + v.z * m.column[2];
}
__device__ inline mat3 operator*(mat3 const& a, mat3 const& b)
{
    return {{a * b.column[0], a * b.column[1], a * b.column[2]}};
}

struct particle {
    vec3 position, velocity;
    float mass, volume;
    mat3 elastic, plastic;
    float limits[5];

    __device__ __noinline__ void push(float dt) { position = position + dt * velocity; }
};
static_assert(sizeof(particle) == 124);
template <>
struct heddle::is_bitwise_copyable<particle> : std::true_type {
};
HEDDLE_FIELDS(particle, position, velocity, mass, volume, elastic, plastic, limits);

__device__ __noinline__ void decompose(mat3 const& m, mat3& rotation, mat3& stretch)
{
    for (int k = 0; k < 3; ++k) {
        float const length = sqrtf(dot(m.column[k], m.column[k]));
        rotation.column[k] = 1 / length * m.column[k];
        stretch.column[k] = length * m.column[(k + 1) % 3];
    }
}
__device__ __noinline__ float energy(particle const* q) { return q->mass * dot(q->velocity, q->velocity); }
__device__ __noinline__ void slow_down(particle& q, float by) { q.velocity = by * q.velocity; }

template <class T>
using raw = T*;
template <class T>
using coalesced = heddle::coalesced_ptr<T>;
template <template <class> class Pointer>
struct scene {
    Pointer<particle> particles;
    Pointer<particle const> before;
};

#define KERNEL(name, parameter, ...)                                                                 \
    extern "C" __global__ void name(parameter p, mat3 const* gradients, float* out, float dt, int n) \
    {                                                                                                \
        int const i = blockIdx.x * blockDim.x + threadIdx.x;                                         \
        if (i >= n) return;                                                                          \
        __VA_ARGS__                                                                                  \
    }
#define KERNELS(name, ...)                         \
    KERNEL(name##_raw, raw<particle>, __VA_ARGS__) \
    KERNEL(name##_coalesced, coalesced<particle>, __VA_ARGS__)

KERNELS(calls, particle& r = p[i]; mat3 rotation, stretch; decompose(r.elastic, rotation, stretch);
        r.plastic = stretch * r.plastic; mat3 const both = rotation * r.elastic; decompose(both, rotation, stretch);
        r.elastic = rotation; r.volume = r.mass * both.column[0].x;)
KERNELS(passed_in_any_order, out[i] = energy(&p[i]); slow_down(p[i], dt); (p + i)->push(dt);
        out[i] += energy((&p[i])) + p[i].mass;)
KERNELS(local_array, particle& r = p[i]; float a[5]; for (int k = 0; k < 5; ++k) a[k] = r.limits[k] * dt;
        a[n % 5] = r.mass; r.volume = a[i % 5]; r.limits[n % 3] = a[(i + 1) % 5] + r.mass;)
KERNELS(
    nearest_by_reference, particle& r = p[i]; float least = 1e30f; int nearest = -1; for (int k = 0; k < n; ++k) {
        particle& candidate = p[k];
        if (&candidate == &r) continue;
        vec3 const to = candidate.position + -r.position;
        float const distance = dot(to, to);
        if (distance < least) {
            least = distance;
            nearest = k;
        }
        if (least < candidate.limits[0]) break;
    } out[i] = nearest;)
KERNELS(few_by_reference_in_any_order, particle& r = p[i]; if (out[i] < r.mass) return; r.velocity = dt * r.velocity;
        r.position.x += r.velocity.x;)
KERNELS(neighbor_references, if (i == 0 || i == n - 1) return; particle& r = p[i]; particle& s = p[i - 1];
        particle& t = p[i + 1]; r.position.x = s.position.x + t.position.x; r.position.y = s.position.y + t.position.y;
        r.mass = s.mass * t.mass;)
KERNELS(
    advanced_in_any_order, for (auto q = p + i; q < p + n; q += 32) {
        if (q->mass < 0) break;
        q->velocity = dt * q->velocity;
        out[i] += q->mass;
    })

// The parameter of the kernel is a struct with the pointers, raw or coalesced.
#define MOVE_SCENE                             \
    particle& r = p.particles[i];              \
    auto const& q = p.before[i];               \
    r.position = q.position + dt * q.velocity; \
    out[i] = r.mass * p.before[n - 1].mass;
KERNEL(scene_in_any_order_raw, scene<raw>, MOVE_SCENE)
KERNEL(scene_in_any_order_coalesced, scene<coalesced>, MOVE_SCENE)

// __restrict__ of a parameter has its effect on accesses to fields, even if the kernel makes a coalesced_ptr from it.
#define RESTRICTED_BODY                                  \
    int const i = blockIdx.x * blockDim.x + threadIdx.x; \
    p[i].position.x = c[i].position.x * dt;              \
    p[i].position.y = c[i].position.y + p[i].position.z; \
    p[i].position.z = c[i].position.z * c[i].position.x; \
    p[i].velocity.x = p[i].position.y * c[i].position.x + c[i].mass;
extern "C" __global__ void restricted_raw(particle* __restrict__ p, particle const* __restrict__ c, float dt)
{
    RESTRICTED_BODY
}
extern "C" __global__ void restricted_coalesced(particle* __restrict__ raw_p, particle const* __restrict__ raw_c,
                                                float dt)
{
    heddle::coalesced_ptr<particle> const p = raw_p;
    heddle::coalesced_ptr<particle const> const c = raw_c;
    RESTRICTED_BODY
}

// A store to the whole element changes the field, so the compiler must load the field again, in spite of __restrict__.
struct record {
    float x, y, z, vx, vy, vz, m;
};
HEDDLE_FIELDS(record, x, y, z, vx, vy, vz, m);
#define AROUND_STORE(name, qualifier)                                        \
    extern "C" __global__ void name(record* qualifier raw, float* out)       \
    {                                                                        \
        heddle::coalesced_ptr<record> const p = raw;                         \
        int const i = blockIdx.x * blockDim.x + threadIdx.x;                 \
        float const before = p[i].x;                                         \
        p[i] = {before * 2, before, before, before, before, before, before}; \
        out[i] = before + p[i].x;                                            \
    }
AROUND_STORE(around_store_raw, )
AROUND_STORE(around_store_coalesced, __restrict__)
