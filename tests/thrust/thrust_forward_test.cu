// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks algorithms for which heddle has no kernels. With coalesced_ptr, they have the same results as with raw
// pointers, and return coalesced_ptr.

#include "common/gpu.cuh"

#include <heddle/thrust.cuh>

#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/version.h>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace heddle_test::thrust_forward_test {
namespace {

struct ranked {
    int rank;
    float others[6];

    __host__ __device__ bool operator<(ranked const& other) const { return rank < other.rank; }
    __host__ __device__ bool operator==(ranked const& other) const
    {
        return rank == other.rank && others[5] == other.others[5];
    }
    __host__ __device__ ranked operator+(ranked const& other) const
    {
        return {rank + other.rank, {0, 0, 0, 0, 0, others[5] + other.others[5]}};
    }
    __host__ __device__ ranked operator-(ranked const& other) const
    {
        return {rank - other.rank, {0, 0, 0, 0, 0, others[5] - other.others[5]}};
    }
};

struct is_large {
    __host__ __device__ bool operator()(ranked const& r) const { return r.rank > 150; }
};

using vector = thrust::device_vector<ranked>;
using pointer = heddle::coalesced_ptr<ranked>;
constexpr std::size_t count = 5003;

// If an argument is a raw pointer of the result's type, the result remains a raw pointer.
using heddle::detail::result_for;
static_assert(std::is_same_v<result_for<ranked*, pointer, pointer, int*>::type, pointer>);
static_assert(std::is_same_v<result_for<ranked*, pointer, pointer, ranked*>::type, ranked*>);

class thrust_forward_test : public gpu_test {
protected:
    void SetUp() override
    {
        gpu_test::SetUp();
        if (IsSkipped()) return;
        a_ = ranks(1);
        b_ = ranks(2);
    }

    //! Returns elements in the order of their ranks. Each rank occurs three times.
    static vector ranks(int step)
    {
        std::vector<ranked> host(count);
        for (std::size_t k = 0; k < count; ++k) {
            int const rank = static_cast<int>(k) / 3 * step;
            host[k] = {rank, {0, 0, 0, 0, 0, static_cast<float>(rank)}};
        }
        return vector(host.begin(), host.end());
    }

    vector a_, b_;

    //! Checks that call(a, b, out) has the same results with coalesced_ptr as with raw pointers. call() returns the end
    //! of its output, or another result to compare.
    template <class Call>
    void expect_same(char const* name, Call const& call)
    {
        vector a = a_, b = b_, out(2 * count, ranked{});
        vector c = a_, d = b_, expected(2 * count, ranked{});
        auto const place = [](auto found, auto first) {
            if constexpr (std::is_arithmetic_v<decltype(found)> || std::is_same_v<decltype(found), ranked>) {
                return found;
            } else {
                return found - first;
            }
        };
        auto const first = heddle::make_coalesced(out.begin());
        auto const found = call(heddle::make_coalesced(a.begin()), heddle::make_coalesced(b.begin()), first);
        static_assert(std::is_same_v<std::remove_const_t<decltype(found)>, pointer> ||
                      std::is_arithmetic_v<std::remove_const_t<decltype(found)>>);
        auto const raw_first = thrust::raw_pointer_cast(expected.data());
        auto const raw_found = call(thrust::raw_pointer_cast(c.data()), thrust::raw_pointer_cast(d.data()), raw_first);
        EXPECT_TRUE(place(raw_found, raw_first) == place(found, first)) << name;
        EXPECT_TRUE(thrust::host_vector<ranked>(expected) == thrust::host_vector<ranked>(out)) << name;
        EXPECT_TRUE(thrust::host_vector<ranked>(c) == thrust::host_vector<ranked>(a)) << name;
    }
};

TEST_F(thrust_forward_test, does_what_raw_pointers_do)
{
    auto const on = thrust::device;
    expect_same("reverse_copy", [=](auto a, auto, auto out) { return thrust::reverse_copy(on, a, a + count, out); });
    expect_same("find_if",
                [=](auto a, auto, auto out) { return out + (thrust::find_if(on, a, a + count, is_large{}) - a); });
}

FULL_TEST_F(thrust_forward_test, does_what_raw_pointers_do_by_any_algorithm)
{
    auto const on = thrust::device;
    expect_same("set_union",
                [=](auto a, auto b, auto out) { return thrust::set_union(on, a, a + count, b, b + count, out); });
    expect_same("merge", [=](auto a, auto b, auto out) { return thrust::merge(on, a, a + count, b, b + count, out); });
    expect_same("adjacent_difference",
                [=](auto a, auto, auto out) { return thrust::adjacent_difference(on, a, a + count, out); });
#if THRUST_VERSION >= 200700
    expect_same("inclusive_scan", [=](auto a, auto, auto out) {
        return thrust::inclusive_scan(on, a, a + count, out, ranked{7, {}}, thrust::plus<ranked>());
    });
#endif
    expect_same("remove_copy", [=](auto a, auto, auto out) {
        return thrust::remove_copy(on, a, a + count, out, ranked{5, {0, 0, 0, 0, 0, 5}});
    });
    expect_same("unique_by_key_copy", [=](auto a, auto b, auto out) {
        return thrust::unique_by_key_copy(on, a, a + count, b, out, out + count).first;
    });
    expect_same("reduce_by_key", [=](auto a, auto b, auto out) {
        return thrust::reduce_by_key(on, a, a + count, b, out, out + count).second;
    });
    expect_same("inclusive_scan_by_key",
                [=](auto a, auto b, auto out) { return thrust::inclusive_scan_by_key(on, a, a + count, b, out); });
    expect_same("unique_count", [=](auto a, auto, auto) { return thrust::unique_count(on, a, a + count); });
    expect_same("count", [=](auto a, auto, auto) {
        return thrust::count(on, a, a + count, ranked{5, {0, 0, 0, 0, 0, 5}});
    });
    expect_same("max_element",
                [=](auto a, auto, auto out) { return out + (thrust::max_element(on, a, a + count) - a); });
    expect_same("mismatch",
                [=](auto a, auto b, auto out) { return out + (thrust::mismatch(on, a, a + count, b).second - b); });
    expect_same("swap_ranges",
                [=](auto a, auto b, auto out) { return out + (thrust::swap_ranges(on, a, a + count, b) - b); });
    expect_same("reverse", [=](auto a, auto, auto out) {
        thrust::reverse(on, a, a + count);
        return out;
    });
    expect_same("remove", [=](auto a, auto, auto out) {
        return out + (thrust::remove(on, a, a + count, ranked{5, {0, 0, 0, 0, 0, 5}}) - a);
    });
}

}  // namespace
}  // namespace heddle_test::thrust_forward_test
