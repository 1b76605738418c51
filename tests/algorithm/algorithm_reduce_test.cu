// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests reductions of sequences: elements of many sizes, few and many elements, aligned and unaligned starts, and sums
// of numbers and of structs. Also checks that floating-point sums have the same bits in every run.

#include "common/algorithms.cuh"
#include "common/bytes.hpp"

#include <heddle/algorithm/reduce.cuh>
#include <heddle/coalesced_ptr.cuh>

#include <cstdint>
#include <cstring>
#include <vector>

namespace heddle_test::algorithm_reduce_test {
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
void check_element(random_source& random)
{
    for (std::size_t const count : algorithm_counts(sizeof(Element))) {
        for (std::size_t const skip : {std::size_t{0}, std::size_t{1}}) {
            SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, start " << skip << ", count " << count);
            guarded_array<Element> const array(count, random, skip * alignof(Element));
            device_copy<Element> const on_device(array);
            std::uint32_t expected = 5;
            for (std::size_t i = 0; i < count; ++i) expected += hash{}(array[i]);
            device_vector<std::uint32_t> const result({0u});
            Element const* const first = on_device.data();
            unsigned const launches = skip == 0 ? 0 : 2;
            run_in_two_phases(random, launches, [&](auto&&... storage) {
                return heddle::device::transform_reduce(storage..., first, first + count, result.data(), 5, hash{},
                                                        heddle::plus{});
            });
            EXPECT_EQ(expected, result.to_host(1)[0]);
        }
    }
}

template <class... Element>
void check_all(random_source& random)
{
    (check_element<Element>(random), ...);
}

using algorithm_reduce_test = gpu_test;

FULL_TEST_F(algorithm_reduce_test, of_every_kind_of_element)
{
    random_source random("reductions");
    check_all<bytes<1>, bytes<2>, bytes<2, 1>, bytes<3>, bytes<8>, bytes<12>, bytes<13>, bytes<20>, bytes<28>,
              bytes<50>, bytes<64>, bytes<96>, bytes<132>, bytes<248>, bytes<512, 4>, bytes<516>>(random);
}

struct moments {
    std::uint32_t count;
    std::uint64_t sum, squares;
};
struct add_moments {
    __host__ __device__ moments operator()(moments const& a, moments const& b) const
    {
        return {a.count + b.count, a.sum + b.sum, a.squares + b.squares};
    }
};

TEST_F(algorithm_reduce_test, to_structs_and_of_numbers)
{
    random_source random("reductions to structs");
    for (std::size_t const count : algorithm_counts(sizeof(moments))) {
        std::vector<moments> array(count);
        std::vector<int> numbers(count);
        moments expected = {1, 2, 3};
        long long sum = -3;
        for (std::size_t i = 0; i < count; ++i) {
            array[i] = {random.next_word(), random.next(), random.next()};
            numbers[i] = static_cast<int>(random.next_word());
            expected = add_moments{}(expected, array[i]);
            sum += numbers[i];
        }
        device_vector<moments> const on_device(array), result({moments{}});
        device_vector<int> const numbers_on_device(numbers);
        device_vector<long long> const number({0});
        heddle::coalesced_ptr<moments> const first(on_device.data());
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::reduce(storage..., first, first + static_cast<std::ptrdiff_t>(count), result.data(),
                                          moments{1, 2, 3}, add_moments{});
        });
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::reduce(storage..., numbers_on_device.data(), numbers_on_device.data() + count,
                                          number.data(), -3);
        });
        moments const got = result.to_host(1)[0];
        EXPECT_EQ(expected.count, got.count);
        EXPECT_EQ(expected.sum, got.sum);
        EXPECT_EQ(expected.squares, got.squares);
        EXPECT_EQ(sum, number.to_host(1)[0]);
    }
}

struct to_float {
    __host__ __device__ float operator()(bytes<3> const& element) const
    {
        return static_cast<float>(element.value[0]) / 3 + static_cast<float>(element.value[2]) * 7;
    }
};

FULL_TEST_F(algorithm_reduce_test, gives_the_same_bits_in_every_run)
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
}  // namespace heddle_test::algorithm_reduce_test
