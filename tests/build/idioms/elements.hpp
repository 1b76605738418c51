// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The structs and functions that the idioms use. Defining HEDDLE_TEST_WITHOUT_FIELDS omits all uses of HEDDLE_FIELDS.
#pragma once

#include <heddle/coalesced_ptr.cuh>
#include <heddle/update.cuh>

#include <vector_functions.h>
#include <vector_types.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace heddle_idioms {

struct inner {
    float a, b;
};

// The size of 44 bytes is neither one word nor a power of two.
struct particle {
    float x, y, z, vx, vy, vz, m;
    int id[2];
    inner in;

    HEDDLE_HOST_DEVICE void push(float dt) { x += vx * dt; }
    HEDDLE_HOST_DEVICE void stop() { vx = vy = vz = 0; }
    HEDDLE_HOST_DEVICE float norm() const { return x * x + y * y + z * z; }
    HEDDLE_HOST_DEVICE particle& operator+=(particle const& other)
    {
        x += other.x;
        m += other.m;
        id[1] += other.id[1];
        return *this;
    }
    HEDDLE_HOST_DEVICE friend bool operator<(particle const& a, particle const& b) { return a.m < b.m; }
};
HEDDLE_HOST_DEVICE inline particle operator+(particle a, particle const& b) { return a += b; }
HEDDLE_HOST_DEVICE inline bool operator==(particle const& a, particle const& b)
{
    return a.x == b.x && a.m == b.m && a.id[1] == b.id[1] && a.in.b == b.in.b;
}

//! A vector as a template, as in vector libraries. A vector of four floats is one word of 16 bytes.
template <class Number>
struct alignas(4 * sizeof(Number)) vector_of_4 {
    Number x, y, z, w;

    HEDDLE_HOST_DEVICE Number& operator[](int k) { return k < 2 ? k < 1 ? x : y : k < 3 ? z : w; }
    HEDDLE_HOST_DEVICE Number* begin() { return &x; }
    HEDDLE_HOST_DEVICE Number* end() { return &w + 1; }
    HEDDLE_HOST_DEVICE vector_of_4 operator*(Number a) const { return {x * a, y * a, z * a, w * a}; }
    HEDDLE_HOST_DEVICE vector_of_4 operator~() const { return {w, z, y, x}; }
    HEDDLE_HOST_DEVICE bool operator!() const { return x == 0; }
    HEDDLE_HOST_DEVICE bool operator<(vector_of_4 const& other) const { return x < other.x; }
    template <class Scalar>
    HEDDLE_HOST_DEVICE vector_of_4& operator-=(Scalar a)
    {
        x -= static_cast<Number>(a);
        return *this;
    }
};
template <class Number>
HEDDLE_HOST_DEVICE bool operator==(vector_of_4<Number> const& a, vector_of_4<Number> const& b)
{
    return a.x == b.x && a.w == b.w;
}
template <class Number>
HEDDLE_HOST_DEVICE vector_of_4<Number> operator-(vector_of_4<Number> const& a)
{
    return {-a.x, -a.y, -a.z, -a.w};
}
template <class Number>
HEDDLE_HOST_DEVICE vector_of_4<Number> operator+(vector_of_4<Number> const& a, vector_of_4<Number> const& b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}
template <class Number>
HEDDLE_HOST_DEVICE vector_of_4<Number>& operator+=(vector_of_4<Number>& a, vector_of_4<Number> const& b)
{
    return a = a + b;
}
template <class Number>
HEDDLE_HOST_DEVICE vector_of_4<Number> operator*(Number a, vector_of_4<Number> const& b)
{
    return {a * b.x, a * b.y, a * b.z, a * b.w};
}
template <class Number>
HEDDLE_HOST_DEVICE Number dot(vector_of_4<Number> const& a, vector_of_4<Number> const& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
using quad = vector_of_4<float>;

}  // namespace heddle_idioms

#if !defined(HEDDLE_TEST_WITHOUT_FIELDS)
HEDDLE_FIELDS(heddle_idioms::particle, x, y, z, vx, vy, vz, m, id, in);
HEDDLE_FIELDS(heddle_idioms::quad, x, y, z, w);
#endif

namespace heddle_idioms {

//! Returns a different element for each number. The ids in an element are valid indices of an array of elements.
HEDDLE_HOST_DEVICE inline particle made(int i)
{
    float const f = 0.25f * i;
    return {f, 1 + f, 2 - f, 1, 2, f, f - 4, {i * 7 % 61, i}, {3 * f, -f}};
}

HEDDLE_HOST_DEVICE inline float by_value(particle q) { return q.x; }
HEDDLE_HOST_DEVICE inline float by_reference(particle& q) { return q.x += 1; }
HEDDLE_HOST_DEVICE inline float by_const_reference(particle const& q) { return q.x; }
HEDDLE_HOST_DEVICE inline float overloaded(particle& q) { return q.x += 1; }
HEDDLE_HOST_DEVICE inline float overloaded(particle const& q) { return q.x; }
HEDDLE_HOST_DEVICE inline float by_address(particle* q) { return q->x += 1; }
HEDDLE_HOST_DEVICE inline float by_const_address(particle const* q) { return q->x; }
template <class T>
HEDDLE_HOST_DEVICE float by_deduced_address(T* q)
{
    return q->x;
}
template <class T>
HEDDLE_HOST_DEVICE T same(T const& q)
{
    return q;
}
template <class T>
HEDDLE_HOST_DEVICE void exchange_both(T& a, T& b)
{
    T q = a;
    a = b;
    b = q;
}
HEDDLE_HOST_DEVICE inline void swap(particle& a, particle& b) { exchange_both(a, b); }
template <class Pointer>
HEDDLE_HOST_DEVICE void doubled(Pointer p, int i)
{
    auto q = p[i];
    q.x *= 2;
    p[i] = q;
}

// Bodies of update that change the element.
HEDDLE_HOST_DEVICE inline void push_by_2(particle& q) { q.push(2.0f); }
struct pushes {
    HEDDLE_HOST_DEVICE bool operator()(particle& q, float dt = 2.0f) const volatile noexcept
    {
        q.push(dt);
        return true;
    }
    HEDDLE_HOST_DEVICE bool operator()(int) const;
};

// CUDA functions that do not exist on the host.
#if !defined(__CUDACC__)
template <class T>
T atomicAdd(T* to, T value)
{
    T const before = *to;
    *to += value;
    return before;
}
inline float __ldg(float const* from) { return *from; }
#    undef __shared__
#    define __shared__ static
#    define __syncthreads() static_cast<void>(0)
#endif

}  // namespace heddle_idioms
