// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares algorithms for runs of equal keys, and transform scans, with those of Thrust on raw pointers. All sums are
// exact, so they do not depend on the order of additions.

#include "differential_elements.cuh"

#include <thrust/functional.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>

namespace heddle_test::differential_by_key_test {
namespace {

//! Keys whose equality depends on the case: mostly equal, or mostly different.
struct same_key {
    std::uint64_t seed;
    template <class T>
    __host__ __device__ bool operator()(T const& a, T const& b)
    {
        if (seed % 8 == 0) return true;
        return sum_of_bytes_of{}(a) % (seed % 7 + 2) == sum_of_bytes_of{}(b) % (seed % 7 + 2);
    }
};
struct sum_of_units {
    unsigned value[20];
    __host__ __device__ friend sum_of_units operator+(sum_of_units a, sum_of_units const& b)
    {
        for (unsigned i = 0; i < 20; ++i) a.value[i] += b.value[i];
        return a;
    }
};

//! Calls reduce_by_key, and then overwrites the keys with those of the result.
template <class Keys, class Values, class Out, class Equal, class Operation, class... Policy>
std::ptrdiff_t reduce_and_keep_keys(call_context const& c, Keys keys, Values values, Out out, Equal equal,
                                    Operation operation, Policy const&... policy)
{
    auto* const array = thrust::raw_pointer_cast(keys);
    using key = std::remove_reference_t<decltype(*array)>;
    device_memory const kept(c.count * sizeof(key) + 1);
    check_cuda(cudaMemcpy(kept.data(), array, c.count * sizeof(key), cudaMemcpyDeviceToDevice), "keys");
    auto const ends =
        thrust::reduce_by_key(policy..., keys, keys + c.count, values,
                              thrust::device_pointer_cast(reinterpret_cast<key*>(kept.data())), out, equal, operation);
    check_cuda(cudaMemcpy(array, kept.data(), c.count * sizeof(key), cudaMemcpyDeviceToDevice), "keys");
    return ends.second - out;
}

template <class Ends, class Keys, class Values>
std::ptrdiff_t clear_behind_both(Ends const& ends, Keys keys, Values values, std::size_t count)
{
    clear_behind(values, ends.second, count);
    return clear_behind(keys, ends.first, count);
}

using sizes = full_or<::testing::Types<bytes<18>, bytes<28>, bytes<70>>, ::testing::Types<bytes<28>>>;

template <class T>
class by_key_sizes_test : public differential_cases_test {
protected:
    void compare()
    {
        this->template same<T, unsigned, T>(
            HEDDLE_SUBJECT(reduce_and_keep_keys(c, second, first, out, same_key{c.seed}, last_of{}, policy...)), apart);
        if constexpr (full) compare_scans();
    }
    void compare_scans()
    {
        this->template same<T, unsigned, T>(
            HEDDLE_SUBJECT(thrust::inclusive_scan_by_key(policy..., second, second + c.count, first, out,
                                                         same_key{c.seed}, sum_bytes{}) -
                           out));
        this->template same<T, unsigned, T>(
            HEDDLE_SUBJECT(thrust::exclusive_scan_by_key(policy..., second, second + c.count, first, out,
                                                         element_of<T>{}(c.seed), same_key{c.seed}, last_of{}) -
                           out));
    }
};
TYPED_TEST_SUITE(by_key_sizes_test, sizes);

TYPED_TEST(by_key_sizes_test, as_thrust_with_raw_pointers) { this->compare(); }

using differential_by_key_test = differential_cases_test;

FULL_TEST_F(differential_by_key_test, unique)
{
    auto const unique_by_key = [](auto const& c, auto values, auto keys, auto, auto const&... policy) {
        return clear_behind_both(thrust::unique_by_key(policy..., keys, keys + c.count, values, same_key{c.seed}), keys,
                                 values, c.count);
    };
    same<b28, unsigned>(unique_by_key, "unique_by_key");
    same<b128, unsigned>(unique_by_key, "unique_by_key of large values");
    same<unsigned, b13>(unique_by_key, "unique_by_key with large keys");
    same<unsigned, b28>(
        HEDDLE_SUBJECT(clear_behind_both(thrust::unique_by_key(policy..., first, last, second), in, second, c.count)));
    same<b128, unsigned, b128>(
        HEDDLE_SUBJECT(clear_behind(out,
                                    thrust::unique_by_key_copy(policy..., second, second + c.count, first,
                                                               thrust::make_discard_iterator(), out, same_key{c.seed})
                                        .second,
                                    c.count)),
        apart);
}

FULL_TEST_F(differential_by_key_test, operators)
{
    same<sum_of_units, unsigned, sum_of_units>(
        HEDDLE_SUBJECT(thrust::inclusive_scan_by_key(policy..., second, second + c.count, first, out) - out));
    same<sum_of_units, unsigned, sum_of_units>(
        HEDDLE_SUBJECT(reduce_and_keep_keys(c, second, first, out, thrust::equal_to<unsigned>{},
                                            thrust::plus<sum_of_units>{}, policy...)),
        apart);
}

FULL_TEST_F(differential_by_key_test, transform_scans)
{
    same<b28>(
        HEDDLE_SUBJECT(thrust::transform_inclusive_scan(policy..., first, last, out, stir{c.seed}, sum_bytes{}) - out));
    same<b13>(HEDDLE_SUBJECT(thrust::transform_exclusive_scan(policy..., first, last, out, stir{c.seed},
                                                              element_of<b13>{}(c.seed), last_of{}) -
                             out));
    same<b28, unsigned, unsigned>(HEDDLE_SUBJECT(
        thrust::transform_inclusive_scan(policy..., first, last, out, sum_of_bytes_of{}, thrust::plus<unsigned>{}) -
        out));
}

FULL_TEST_F(differential_by_key_test, keys_of_other_types)
{
    same<b128, b13, b128>(HEDDLE_SUBJECT(
        thrust::inclusive_scan_by_key(policy..., second, second + c.count, first, out, same_key{c.seed}, sum_bytes{}) -
        out));
    same<unsigned, b28, unsigned>(HEDDLE_SUBJECT(reduce_and_keep_keys(c, second, first, out, same_key{c.seed},
                                                                      thrust::plus<unsigned>{}, policy...)),
                                  apart);
}

}  // namespace
}  // namespace heddle_test::differential_by_key_test
