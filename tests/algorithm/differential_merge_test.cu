// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares merges and set operations, with values and without, with those of Thrust on raw pointers.

#include "differential_elements.cuh"

#include <thrust/merge.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>

#include <cstddef>
#include <utility>

namespace heddle_test::differential_merge_test {
namespace {

//! An order in which few or many elements are equivalent. operator() is not const.
struct ordered {
    std::uint64_t seed;
    template <class T>
    __host__ __device__ bool operator()(T const& a, T const& b)
    {
        unsigned const classes = seed % 4 == 0 ? 1 : seed % 4 == 1 ? 5 : seed % 4 == 2 ? 64 : 1u << 16;
        return sum_of_bytes_of{}(a) % classes < sum_of_bytes_of{}(b) % classes;
    }
};

//! Sorts two parts of an array. Returns the number of elements in the first part.
template <class Iterator>
std::ptrdiff_t sort_parts(call_context const& c, Iterator first)
{
    auto* const array = thrust::raw_pointer_cast(first);
    std::size_t const split = c.count == 0 || c.seed % 7 == 0 ? c.count : c.seed / 7 % c.count;
    thrust::stable_sort(thrust::cuda::par, array, array + split, ordered{c.seed});
    thrust::stable_sort(thrust::cuda::par, array + split, array + c.count, ordered{c.seed});
    return static_cast<std::ptrdiff_t>(split);
}

//! Expands to a subject that calls an algorithm with two sorted parts of `in`.
#define HEDDLE_SORTED_SUBJECT(algorithm)                                                                   \
    HEDDLE_SUBJECT(with_sorted(c, in, [&](auto middle) {                                                   \
        return thrust::algorithm(policy..., in, middle, middle, in + c.count, out, ordered{c.seed}) - out; \
    }))
template <class Iterator, class Call>
std::ptrdiff_t with_sorted(call_context const& c, Iterator in, Call const& call)
{
    return call(in + sort_parts(c, in));
}

//! Expands to a subject that calls an algorithm with two sorted parts of `in` as keys, and values from `second`. The
//! keys of the result then overwrite the first keys.
#define HEDDLE_KEYED_SUBJECT(algorithm, ...)                                                                         \
    HEDDLE_SUBJECT(with_sorted_keys(c, in, [&](auto middle, auto keys) {                                             \
        [[maybe_unused]] auto const second_values = second + (middle - in);                                          \
        auto const ends =                                                                                            \
            thrust::algorithm(policy..., in, middle, middle, in + c.count, __VA_ARGS__, keys, out, ordered{c.seed}); \
        return std::make_pair(ends.first - keys, ends.second - out);                                                 \
    }))
template <class Keys, class Call>
std::ptrdiff_t with_sorted_keys(call_context const& c, Keys in, Call const& call)
{
    auto* const array = thrust::raw_pointer_cast(in);
    using key = std::remove_reference_t<decltype(*array)>;
    device_memory const kept(c.count * sizeof(key) + 1);
    auto const middle = in + sort_parts(c, in);
    auto const counts = call(middle, thrust::device_pointer_cast(reinterpret_cast<key*>(kept.data())));
    check_cuda(cudaDeviceSynchronize(), "before the keys are copied");
    check_cuda(
        cudaMemcpy(array, kept.data(), static_cast<std::size_t>(counts.first) * sizeof(key), cudaMemcpyDeviceToDevice),
        "keys");
    return counts.first == counts.second ? counts.first : -1;
}

using sizes = full_or<::testing::Types<bytes<13>, bytes<28>, bytes<50>, bytes<128>>, ::testing::Types<bytes<28>>>;

template <class T>
class merge_sizes_test : public differential_cases_test {
protected:
    void compare()
    {
        this->template same<T, T, T>(HEDDLE_SORTED_SUBJECT(merge), apart);
        this->template same<T, T, T>(HEDDLE_SORTED_SUBJECT(set_union), apart);
    }
};
TYPED_TEST_SUITE(merge_sizes_test, sizes);

TYPED_TEST(merge_sizes_test, as_thrust_with_raw_pointers) { this->compare(); }
TYPED_TEST(merge_sizes_test, as_thrust_with_many_elements)
{
    if (!this->takes_many_elements(sizeof(TypeParam))) GTEST_SKIP() << "too little memory";
    this->compare();
}

using differential_merge_test = differential_cases_test;

FULL_TEST_F(differential_merge_test, set_operations)
{
    same<b28, b28, b28>(HEDDLE_SORTED_SUBJECT(set_intersection), apart);
    same<b28, b28, b28>(HEDDLE_SORTED_SUBJECT(set_difference), apart);
    same<b28, b28, b28>(HEDDLE_SORTED_SUBJECT(set_symmetric_difference), apart);
}

FULL_TEST_F(differential_merge_test, keys_and_values)
{
    same<unsigned, b28, b28>(HEDDLE_KEYED_SUBJECT(merge_by_key, second, second_values), apart);
    same<unsigned, b28, b28>(HEDDLE_KEYED_SUBJECT(set_union_by_key, second, second_values), apart);
    same<unsigned, b28, b28>(HEDDLE_KEYED_SUBJECT(set_intersection_by_key, second), apart);
    same<b28, unsigned, unsigned>(HEDDLE_KEYED_SUBJECT(set_difference_by_key, second, second_values), apart);
    same<b28, b28, b28>(HEDDLE_KEYED_SUBJECT(set_symmetric_difference_by_key, second, second_values), apart);
}

//! Inputs that are no arrays of structs of one type, for which Thrust has kernels.
FULL_TEST_F(differential_merge_test, other_sequences)
{
    same<unsigned, unsigned, unsigned>(HEDDLE_SORTED_SUBJECT(merge), apart);
    same<unsigned, unsigned, unsigned>(HEDDLE_SORTED_SUBJECT(set_union), apart);
}

using merge_bounds_test = gpu_test;

//! An order that is none: for about half of the pairs of elements, each precedes the other.
struct disordered {
    template <class T>
    __host__ __device__ bool operator()(T const& a, T const& b) const
    {
        return (sum_of_bytes_of{}(a) ^ sum_of_bytes_of{}(b)*5) % 8 < 4;
    }
};

TEST_F(merge_bounds_test, stays_in_bounds_without_an_order)
{
    for (std::size_t const count : {3u, 700u, 100'000u}) {
        shifted_array<b28> in(2 * count), out(2 * count), untouched(2 * count);
        in.refill(1, 2 * count, 1, variety::any);
        b28 *const first = in.data(), *const middle = first + count, *const last = middle + count;
        auto const expect_guards = [&](char const* name, std::size_t room, auto const& call) {
            out.refill(0, 2 * count, 2, variety::any);
            untouched.refill(0, 2 * count, 2, variety::any);
            std::ptrdiff_t const stored = call(out.data()) - out.data();
            EXPECT_TRUE(stored >= 0 && static_cast<std::size_t>(stored) <= room) << name;
            check_cuda(cudaMemcpy(untouched.data(), out.data(), room * sizeof(b28), cudaMemcpyDeviceToDevice), name);
            long long where = 0;
            EXPECT_FALSE(out.differs_from(untouched, where)) << name << ", byte " << where;
        };
        expect_guards("merge", 2 * count, [&](b28* to) {
            return thrust::merge(heddle::par, first, middle, middle, last, to, disordered{});
        });
        expect_guards("set_union", 2 * count, [&](b28* to) {
            return thrust::set_union(heddle::par, first, middle, middle, last, to, disordered{});
        });
        expect_guards("set_difference", count, [&](b28* to) {
            return thrust::set_difference(heddle::par, first, middle, middle, last, to, disordered{});
        });
    }
}

}  // namespace
}  // namespace heddle_test::differential_merge_test
