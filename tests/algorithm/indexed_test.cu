// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests gather and scatter of structs with maps of several index types.

#include "common/algorithms.cuh"
#include "common/bytes.hpp"

#include <heddle/algorithm/indexed.cuh>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::indexed_test {
namespace {

using indexed_test = gpu_test;

template <class Element, class Index>
void check(random_source& random)
{
    for (std::size_t const start : {0, 1}) {
        for (std::size_t const count : algorithm_counts()) {
            SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, start " << start << ", count " << count);
            std::size_t const skew = start * sizeof(Element) % 256;
            guarded_array<Element> const in(count, random, skew);
            guarded_array<Element> gathered(count, random, skew), scattered(count, random);
            auto const places = random.permutation(count);
            device_vector<Index> const map(std::vector<Index>(places.begin(), places.end()));
            device_copy<Element> const device_in(in), to(gathered), onto(scattered);
            Index const* const m = map.data();
            Element const* const from = device_in.data();
            check_cuda(heddle::gather(nullptr, m, m + count, from, to.data()), "gather");
            check_cuda(heddle::scatter(nullptr, from, from + count, m, heddle::make_coalesced(onto.data())), "scatter");
            finish_kernel();
            std::vector<Element> expected_gathers(count), expected_scatters(count);
            for (std::size_t i = 0; i < count; ++i) {
                expected_gathers[i] = in[places[i]];
                expected_scatters[places[i]] = in[i];
            }
            expect_elements(expected_gathers, gathered, to);
            expect_elements(expected_scatters, scattered, onto);
        }
    }
}

FULL_TEST_F(indexed_test, of_structs_of_many_sizes)
{
    random_source random("gather and scatter");
    check<bytes<1>, std::uint32_t>(random);
    check<bytes<4>, std::int64_t>(random);
    check<bytes<12>, std::uint32_t>(random);
    check<bytes<28>, std::uint32_t>(random);
    check<bytes<50>, std::int32_t>(random);
    check<bytes<64, 4>, std::uint64_t>(random);
    check<bytes<128, 16>, std::uint32_t>(random);
    check<bytes<600>, std::uint32_t>(random);
}

struct times_three {
    __host__ __device__ std::uint32_t operator()(std::uint32_t i) const { return 3 * i; }
};

// Runs gather and scatter in a graph. The maps and the scattered sequence are iterators that are not pointers.
TEST_F(indexed_test, of_what_iterators_make)
{
    constexpr std::size_t count = 1000;
    device_vector<std::uint32_t> const out(std::vector<std::uint32_t>(3 * count, 1));
    device_vector<std::uint64_t> const wide(std::vector<std::uint64_t>(count, 1));
    thrust::counting_iterator<std::uint32_t> const numbers(0);
    auto const thirds = thrust::make_transform_iterator(numbers, times_three());
    run_in_graph([&](cudaStream_t stream) {
        check_cuda(heddle::scatter(stream, numbers, numbers + count, thirds, out.data()), "scatter");
        // The output elements are wider than the gathered numbers.
        check_cuda(heddle::gather(stream, thirds, thirds + count, out.data(), wide.data()), "gather");
    });
    auto const scattered = out.to_host(3 * count);
    auto const gathered = wide.to_host(count);
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(i, scattered[3 * i]);
        ASSERT_EQ(1u, scattered[3 * i + 1]);
        ASSERT_EQ(i, gathered[i]);
    }
}

}  // namespace
}  // namespace heddle_test::indexed_test
