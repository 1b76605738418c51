// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests reductions and scans of sequences: elements of many sizes, few and many elements, aligned and unaligned starts,
// out of place and in place. The operation of the scans is not commutative. Also tests sums of numbers.

#include "common/algorithm_references.hpp"
#include "common/algorithms.cuh"
#include "common/bytes.hpp"
#include "common/warp/associative.hpp"

#include <heddle/algorithm/reduce.cuh>
#include <heddle/algorithm/scan.cuh>
#include <heddle/coalesced_ptr.cuh>

#include <thrust/functional.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <type_traits>
#include <vector>

namespace heddle_test::algorithm_sums_test {
namespace {

struct hash {
    template <class Element>
    __host__ __device__ std::uint32_t operator()(Element const& element) const
    {
        std::uint32_t sum = 7;
        for (std::size_t i = 0; i < sizeof(Element); ++i) sum = sum * 31 + element.value[i];
        return sum;
    }
};

template <class Element>
void check_sum(random_source& random, unsigned launches, guarded_array<Element> const& array, Element const* first)
{
    std::uint32_t expected = 5;
    for (std::size_t i = 0; i < array.size(); ++i) expected += hash{}(array[i]);
    device_vector<std::uint32_t> const result({0u});
    run_in_two_phases(random, launches, [&](auto&&... storage) {
        return heddle::device::transform_reduce(storage..., first, first + array.size(), result.data(), 5, hash{},
                                                heddle::plus{});
    });
    EXPECT_EQ(expected, result.to_host(1)[0]);
}

template <class Element>
void check_scans(random_source& random, unsigned launches, guarded_array<Element>& in,
                 device_copy<Element> const& device_in)
{
    compose const operation;
    std::size_t const count = in.size();
    guarded_array<Element> out(count, random, launches * alignof(Element));
    device_copy<Element> const device_out(out);
    Element init;
    random.fill(&init, sizeof(init));
    // Large elements have a non-const pointer, as the in-place scans do, so fewer kernels are compiled.
    std::conditional_t<sizeof(Element) <= 28, Element const, Element>* const from = device_in.data();
    auto const all = inclusive(in.data(), count, operation);
    auto const before = exclusive(in.data(), count, init, operation);

    run_in_two_phases(random, launches, [&](auto&&... storage) {
        return heddle::device::inclusive_scan(storage..., from, from + count, device_out.data(), operation);
    });
    expect_elements(all, out, device_out);
    run_in_two_phases(random, launches, [&](auto&&... storage) {
        return heddle::device::exclusive_scan(storage..., from, from + count, device_out.data(), init, operation);
    });
    expect_elements(before, out, device_out);

    heddle::coalesced_ptr<Element> const place(device_in.data());
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        auto const end = place + static_cast<std::ptrdiff_t>(count);
        return heddle::device::inclusive_scan(storage..., place, end, place, operation);
    });
    expect_elements(all, in, device_in);
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::exclusive_scan(storage..., device_in.data(), device_in.data() + count, device_in.data(),
                                              init, operation);
    });
    expect_elements(exclusive(all.data(), count, init, operation), in, device_in);
}

template <class Element>
class algorithm_sums_test : public gpu_test {
};
using summed_elements = full_or<
    ::testing::Types<bytes<1>, bytes<2>, bytes<2, 1>, bytes<3>, bytes<8>, bytes<8, 4>, bytes<12>, bytes<13>, bytes<20>,
                     bytes<28>, bytes<50>, bytes<64>, bytes<96>, bytes<132>, bytes<248>, bytes<512, 4>, bytes<516>>,
    ::testing::Types<bytes<28>>>;
TYPED_TEST_SUITE(algorithm_sums_test, summed_elements);

TYPED_TEST(algorithm_sums_test, of_any_count)
{
    random_source random("reductions and scans");
    for (std::size_t const count : algorithm_counts(sizeof(TypeParam))) {
        for (std::size_t const skip : {std::size_t{0}, std::size_t{1}}) {
            SCOPED_TRACE(testing::Message() << sizeof(TypeParam) << " bytes, start " << skip << ", count " << count);
            guarded_array<TypeParam> array(count, random, skip * alignof(TypeParam));
            device_copy<TypeParam> const on_device(array);
            unsigned const launches = skip == 0 ? 0 : 2;
            check_sum<TypeParam>(random, launches, array, on_device.data());
            if constexpr (sizeof(TypeParam) <= 248) check_scans(random, launches, array, on_device);
        }
    }
}

using algorithm_other_sums_test = gpu_test;

// An int plus the initial value is a long long, so sums do not overflow.
TEST_F(algorithm_other_sums_test, of_numbers_in_a_larger_type)
{
    random_source random("sums of numbers");
    for (std::size_t const count : algorithm_counts()) {
        std::vector<int> numbers(count);
        random.fill(numbers.data(), count * sizeof(int));
        device_vector<int> const on_device(numbers);
        device_vector<long long> const sum({0});
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::reduce(storage..., on_device.data(), on_device.data() + count, sum.data(), -3);
        });
        EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), -3ll), sum.to_host(1)[0]);
    }
}

FULL_TEST_F(algorithm_other_sums_test, of_a_large_array_in_place)
{
    std::size_t const count = usual_or_small(std::size_t{1} << 26, std::size_t{1} << 20);
    random_source random("scans of a large array");
    auto const in = many_elements<bytes<3>>(count, random);
    auto const expected = inclusive(in.data(), count, compose{});
    for (unsigned round = 0; round < 3; ++round) {
        device_vector<bytes<3>> const array(in);
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::inclusive_scan(storage..., array.data(), array.data() + count, array.data(),
                                                  compose{});
        });
        expect_elements(expected, array);
    }
}

// Sums have the type of the input elements: sums of bytes wrap around, although the output elements are ints.
FULL_TEST_F(algorithm_other_sums_test, of_numbers_keep_sums_in_elements)
{
    constexpr std::size_t count = 5003;
    random_source random("sums of bytes");
    std::vector<unsigned char> const bytes(count, 3);
    std::vector<int> expected(count), expected_before(count);
    for (std::size_t i = 0; i < count; ++i) {
        expected[i] = static_cast<unsigned char>(3 * (i + 1));
        expected_before[i] = static_cast<unsigned char>(7 + 3 * i);
    }
    device_vector<unsigned char> const in(bytes);
    device_vector<int> const out{std::vector<int>(count)};
    unsigned char const* const first = in.data();
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::inclusive_scan(storage..., first, first + count, out.data(), thrust::plus<>());
    });
    expect_elements(expected, out);
    unsigned char const init = 7;
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::exclusive_scan(storage..., first, first + count, out.data(), init, thrust::plus<>());
    });
    expect_elements(expected_before, out);
}

struct to_float {
    __host__ __device__ float operator()(bytes<3> const& element) const
    {
        return static_cast<float>(element.value[0]) / 3 + static_cast<float>(element.value[2]) * 7;
    }
};

FULL_TEST_F(algorithm_other_sums_test, gives_the_same_bits_in_every_run)
{
    std::size_t const count = usual_or_small(std::size_t{1} << 26, std::size_t{1} << 20);
    random_source random("sums of floating-point numbers");
    auto const elements = many_elements<bytes<3>>(count, random);
    double expected = 0;
    for (auto const& element : elements) expected += to_float{}(element);
    device_vector<bytes<3>> const array(elements);
    bytes<3> const* const first = array.data();
    device_vector<float> const result(std::vector<float>(5, 0.f));
    for (unsigned i = 0; i < 5; ++i) {
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::transform_reduce(storage..., first, first + count, result.data() + i, 0.f,
                                                    to_float{}, heddle::plus{});
        });
    }
    std::vector<float> const sums = result.to_host(5);
    EXPECT_NEAR(expected, sums[0], expected * 1e-4);
    for (float const sum : sums) EXPECT_EQ(0, std::memcmp(&sums[0], &sum, sizeof(float)));
}

}  // namespace
}  // namespace heddle_test::algorithm_sums_test
