// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the runtime calls of algorithms that compute or move elements one by one with those of Thrust.

#include "calls.cuh"

#include <gtest/gtest.h>
#include <thrust/copy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/replace.h>
#include <thrust/scatter.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/uninitialized_copy.h>
#include <thrust/uninitialized_fill.h>

namespace heddle_test::transform_calls_test {
namespace {

body* const from = kept_array<body>();
body* const to = kept_array<body, 1>();
int* const stencil = kept_array<int>();

struct touched {
    __host__ __device__ void operator()(body& b) const { b.x += b.vx; }
};
struct made {
    __host__ __device__ body operator()() const { return {}; }
    __host__ __device__ body operator()(std::ptrdiff_t) const { return {}; }
};

//! Compares an algorithm that needs no temporary storage: called with the policies, and as a function of heddle.
template <class Plain, class Call>
void compare_both(char const* algorithm, Plain const& plain, Call const& call)
{
    compare(algorithm, call);
    compare_plain(algorithm, call, [&](void* temporary, std::size_t& bytes, std::ptrdiff_t n) {
        bytes = 1;
        return temporary != nullptr ? plain(n) : cudaSuccess;
    });
}

}  // namespace

TEST(fixed_cost, of_transforms)
{
    compare_both(
        "transform", [](std::ptrdiff_t n) { return heddle::transform(nullptr, from, from + n, to, moved{}); },
        [](auto const& policy, std::ptrdiff_t n) { thrust::transform(policy, from, from + n, to, moved{}); });
    compare_both(
        "transform of two",
        [](std::ptrdiff_t n) { return heddle::transform(nullptr, from, from + n, from, to, added{}); },
        [](auto const& policy, std::ptrdiff_t n) { thrust::transform(policy, from, from + n, from, to, added{}); });
    compare_both(
        "transform_if",
        [](std::ptrdiff_t n) { return heddle::transform_if(nullptr, from, from + n, to, moved{}, is_odd{}); },
        [](auto const& policy, std::ptrdiff_t n) {
            thrust::transform_if(policy, from, from + n, to, moved{}, is_odd{});
        });
    compare_both(
        "transform_if, stencil",
        [](std::ptrdiff_t n) { return heddle::transform_if(nullptr, from, from + n, stencil, to, moved{}, is_odd{}); },
        [](auto const& policy, std::ptrdiff_t n) {
            thrust::transform_if(policy, from, from + n, stencil, to, moved{}, is_odd{});
        });
}
TEST(fixed_cost, of_copies_and_of_each_element)
{
    compare_both(
        "copy", [](std::ptrdiff_t n) { return heddle::copy(nullptr, from, from + n, to); },
        [](auto const& policy, std::ptrdiff_t n) { thrust::copy(policy, from, from + n, to); });
    compare_both(
        "for_each", [](std::ptrdiff_t n) { return heddle::for_each(nullptr, from, from + n, touched{}); },
        [](auto const& policy, std::ptrdiff_t n) { thrust::for_each(policy, from, from + n, touched{}); });
}
TEST(fixed_cost, of_fills)
{
    compare_both(
        "fill", [](std::ptrdiff_t n) { return heddle::fill(nullptr, from, from + n, body{}); },
        [](auto const& policy, std::ptrdiff_t n) { thrust::fill(policy, from, from + n, body{}); });
    compare_both(
        "generate", [](std::ptrdiff_t n) { return heddle::generate(nullptr, from, from + n, made{}); },
        [](auto const& policy, std::ptrdiff_t n) { thrust::generate(policy, from, from + n, made{}); });
    compare_both(
        "tabulate", [](std::ptrdiff_t n) { return heddle::tabulate(nullptr, from, from + n, made{}); },
        [](auto const& policy, std::ptrdiff_t n) { thrust::tabulate(policy, from, from + n, made{}); });
    compare("uninitialized_copy",
            [](auto const& policy, std::ptrdiff_t n) { thrust::uninitialized_copy(policy, from, from + n, to); });
    compare("uninitialized_fill",
            [](auto const& policy, std::ptrdiff_t n) { thrust::uninitialized_fill(policy, from, from + n, body{}); });
}
TEST(fixed_cost, of_replacements)
{
    compare("replace_if",
            [](auto const& policy, std::ptrdiff_t n) { thrust::replace_if(policy, from, from + n, is_odd{}, body{}); });
    compare("replace_copy_if", [](auto const& policy, std::ptrdiff_t n) {
        thrust::replace_copy_if(policy, from, from + n, to, is_odd{}, body{});
    });
}
TEST(fixed_cost, of_gather_and_scatter)
{
    compare_both(
        "gather", [](std::ptrdiff_t n) { return heddle::gather(nullptr, stencil, stencil + n, from, to); },
        [](auto const& policy, std::ptrdiff_t n) { thrust::gather(policy, stencil, stencil + n, from, to); });
    compare_both(
        "scatter", [](std::ptrdiff_t n) { return heddle::scatter(nullptr, from, from + n, stencil, to); },
        [](auto const& policy, std::ptrdiff_t n) { thrust::scatter(policy, from, from + n, stencil, to); });
}

}  // namespace heddle_test::transform_calls_test
