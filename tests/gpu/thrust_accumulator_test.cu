// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The types of sums in reductions and scans, if initial values, elements and results of the operation have different
// types: the same as in Thrust with raw pointers.

#include "algorithms.cuh"
#include "gpu.cuh"

#include <heddle/algorithm/reduce.cuh>
#include <heddle/algorithm/scan.cuh>
#include <heddle/thrust.cuh>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

#include <vector>

namespace heddle_test::thrust_accumulator_test {
namespace {

struct point {
    float x, y, z;

    __host__ __device__ friend bool operator==(point const& a, point const& b)
    {
        return a.x == b.x && a.y == b.y && a.z == b.z;
    }
};
//! The type of sums of points.
struct double_point {
    double x, y, z;

    double_point() = default;
    __host__ __device__ double_point(double x_, double y_, double z_) : x(x_), y(y_), z(z_) {}
    __host__ __device__ double_point(point const& p) : x(p.x), y(p.y), z(p.z) {}
    __host__ __device__ operator point() const
    {
        return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
    }
};
struct x_of {
    __host__ __device__ float operator()(point const& p) const { return p.x; }
};
struct reference_to_x {
    __host__ __device__ float const& operator()(point const& p) const { return p.x; }
};
struct as_double {
    __host__ __device__ double operator()(float x) const { return x; }
};
struct add_points {
    __host__ __device__ double_point operator()(double_point const& a, double_point const& b) const
    {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
};

using thrust_accumulator_test = gpu_test;

constexpr std::size_t count = 5003;

//! Compares a call of Thrust with the same call by heddle's policy and by coalesced_ptr.
template <class Element, class Call>
void expect_same(std::vector<Element> const& array, Call const& call)
{
    device_vector<Element> const on_device(array);
    Element const* const raw = on_device.data();
    auto const first = heddle::make_coalesced(raw);
    auto const expected = call(thrust::device, raw, raw + array.size());
    EXPECT_TRUE(expected == call(heddle::par, raw, raw + array.size()));
    EXPECT_TRUE(expected == call(thrust::device, first, first + array.size()));
}

TEST_F(thrust_accumulator_test, transform_reduce_adds_what_the_operation_returns)
{
    // Each becomes 0 as an int, but their sum does not; no sum is rounded.
    std::vector<point> const points(count, point{0.5f, 0.25f, 1});
    expect_same(points, [](auto policy, auto first, auto last) {
        return thrust::transform_reduce(policy, first, last, x_of{}, 0, thrust::plus<>());
    });
}

FULL_TEST_F(thrust_accumulator_test, transform_reduce_adds_references_and_from_any_value)
{
    std::vector<point> const points(count, point{0.5f, 0.25f, 1});
    expect_same(points, [](auto policy, auto first, auto last) {
        return thrust::transform_reduce(policy, first, last, reference_to_x{}, 0, thrust::plus<float>());
    });
    expect_same(points, [](auto policy, auto first, auto last) {
        return thrust::transform_reduce(policy, first, last, x_of{}, 3, thrust::plus<int>());
    });
}

FULL_TEST_F(thrust_accumulator_test, transform_reduce_of_numbers_adds_what_the_operation_returns)
{
    // Adding one of them to a float changes nothing, but adding their sum does.
    std::vector<double> numbers(count, 0x1p-24);
    numbers[0] = 1;
    expect_same(numbers, [](auto policy, auto first, auto last) {
        return thrust::transform_reduce(policy, first, last, heddle::detail::identity{}, 0.0f, thrust::plus<>());
    });
    std::vector<float> const halves(count, 0.5f);
    expect_same(halves, [](auto policy, auto first, auto last) {
        return thrust::transform_reduce(policy, first, last, as_double{}, 0, thrust::plus<>());
    });
}

FULL_TEST_F(thrust_accumulator_test, reduce_of_structs_adds_what_the_operation_returns)
{
    std::vector<point> points(count, point{0x1p-24f, 0.5f, 1});
    for (std::size_t k = 0; k < count; k += 2) points[k].x = 1;
    expect_same(points, [](auto policy, auto first, auto last) {
        return thrust::reduce(policy, first, last, point{1, 2, 3}, add_points{});
    });
}

// A number in a struct: reduce without an initial value starts with T(0), which differs from T().
struct counter {
    int value;
    __host__ __device__ counter() : value(100) {}
    __host__ __device__ counter(int start) : value(start) {}
    __host__ __device__ friend counter operator+(counter a, counter b) { return a.value + b.value; }
    __host__ __device__ friend bool operator==(counter a, counter b) { return a.value == b.value; }
};

FULL_TEST_F(thrust_accumulator_test, reduce_without_an_initial_value_starts_with_zero)
{
    expect_same(std::vector<counter>(count, counter(3)),
                [](auto policy, auto first, auto last) { return thrust::reduce(policy, first, last); });
}

// A struct of two bytes, whose sums a generic operation returns as a larger one.
struct pair_of_bytes {
    unsigned char a, b;
    __host__ __device__ friend bool operator==(pair_of_bytes x, pair_of_bytes y) { return x.a == y.a && x.b == y.b; }
};
struct pair_of_ints {
    int a, b;
    pair_of_ints() = default;
    __host__ __device__ pair_of_ints(int twice_a, int b_) : a(twice_a), b(b_) {}
    __host__ __device__ pair_of_ints(pair_of_bytes x) : a(2 * x.a), b(x.b) {}
    __host__ __device__ operator pair_of_bytes() const
    {
        return {static_cast<unsigned char>(a / 2), static_cast<unsigned char>(b)};
    }
};
struct add_pairs {
    __host__ __device__ pair_of_ints operator()(pair_of_bytes x, pair_of_bytes y) const
    {
        return {2 * (x.a + y.a), x.b + y.b};
    }
};

FULL_TEST_F(thrust_accumulator_test, scans_of_structs_keep_sums_in_elements)
{
    std::vector<pair_of_bytes> const pairs(count, pair_of_bytes{3, 5});
    expect_same(pairs, [](auto policy, auto first, auto last) {
        thrust::device_vector<pair_of_bytes> out(count);
        thrust::inclusive_scan(policy, first, last, out.begin(), add_pairs{});
        return thrust::host_vector<pair_of_bytes>(out);
    });
    expect_same(pairs, [](auto policy, auto first, auto last) {
        thrust::device_vector<pair_of_bytes> out(count);
        thrust::exclusive_scan(policy, first, last, out.begin(), pair_of_bytes{7, 9}, add_pairs{});
        return thrust::host_vector<pair_of_bytes>(out);
    });
}

FULL_TEST_F(thrust_accumulator_test, plain_reductions_add_what_the_operation_returns)
{
    device_vector<point> const points{std::vector<point>(count, point{0.5f, 0.25f, 1})};
    device_vector<int> const sums{std::vector<int>(3)};
    point const* const first = points.data();
    run_plainly([&](void* temporary, std::size_t& bytes) {
        return heddle::transform_reduce(temporary, bytes, nullptr, first, first + count, sums.data(), 0, x_of{},
                                        thrust::plus<>());
    });
    run_plainly([&](void* temporary, std::size_t& bytes) {
        return heddle::transform_reduce(temporary, bytes, nullptr, first, first + count, sums.data() + 1, 0, x_of{},
                                        thrust::plus<int>());
    });
    device_vector<float> const halves{std::vector<float>(count, 0.5f)};
    run_plainly([&](void* temporary, std::size_t& bytes) {
        return heddle::reduce(temporary, bytes, nullptr, halves.data(), halves.data() + count, sums.data() + 2, 0,
                              thrust::plus<>());
    });
    int const half = count / 2;
    EXPECT_EQ((std::vector<int>{half, 0, half}), sums.to_host(3));
}

FULL_TEST_F(thrust_accumulator_test, plain_scans_of_numbers_keep_sums_in_elements)
{
    device_vector<unsigned char> const small{std::vector<unsigned char>(count, 3)};
    device_vector<int> const expected{std::vector<int>(count)}, out{std::vector<int>(count)};
    unsigned char const* const first = small.data();
    unsigned char const init = 7;
    thrust::inclusive_scan(thrust::device, first, first + count, expected.data());
    run_plainly([&](void* temporary, std::size_t& bytes) {
        return heddle::inclusive_scan(temporary, bytes, nullptr, first, first + count, out.data(), thrust::plus<>());
    });
    EXPECT_EQ(expected.to_host(count), out.to_host(count));
    thrust::exclusive_scan(thrust::device, first, first + count, expected.data(), init);
    run_plainly([&](void* temporary, std::size_t& bytes) {
        return heddle::exclusive_scan(temporary, bytes, nullptr, first, first + count, out.data(), init,
                                      thrust::plus<>());
    });
    EXPECT_EQ(expected.to_host(count), out.to_host(count));
}

}  // namespace
}  // namespace heddle_test::thrust_accumulator_test
