// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that selections write the number of selected elements to iterators of any type, even if the iterator's values
// are too small for it.

#include "common/algorithms.cuh"

#include <common/bytes.hpp>

#include <heddle/algorithm/select.cuh>
#include <heddle/thrust.cuh>

#include <thrust/device_ptr.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle_test::selected_count_test {
namespace {

using element = bytes<28>;
using selected_count_test = gpu_test;

struct is_some {
    __host__ __device__ bool operator()(element const& value) const { return value.value[3] % 3; }
};

template <class Selected>
void check(random_source& random, std::size_t count)
{
    std::vector<element> elements(count);
    random.fill(elements.data(), count * sizeof(element));
    std::vector<element> expected = elements;
    auto const middle = std::stable_partition(expected.begin(), expected.end(), is_some{});
    auto const kept = static_cast<std::size_t>(middle - expected.begin());

    device_vector<element> const array(elements);
    device_vector<Selected> const selected(std::vector<Selected>(1));
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::partition(storage..., array.data(), array.data() + count, selected.data(), is_some{});
    });
    EXPECT_EQ(static_cast<Selected>(kept), selected.to_host(1).front());
    SCOPED_TRACE(testing::Message() << count << " elements, counted in " << sizeof(Selected) << " bytes");
    expect_elements(expected, array);
}

TEST_F(selected_count_test, partition_keeps_all_elements_whatever_counts_them)
{
    random_source random("partitions that are counted in small numbers");
    for (std::size_t const count : {0u, 1u, 300u, 1000u, 100'000u}) {
        check<unsigned char>(random, count);
        check<short>(random, count);
        check<unsigned>(random, count);
        check<float>(random, count);
        check<std::uint64_t>(random, count);
    }
}

struct doubled {
    template <class Number>
    __host__ __device__ long long operator()(Number number) const
    {
        return 2 * static_cast<long long>(number);
    }
};

FULL_TEST_F(selected_count_test, goes_wherever_can_be_written_to)
{
    random_source random("counts by other iterators");
    std::vector<element> elements(5'003);
    random.fill(elements.data(), elements.size() * sizeof(element));
    device_vector<element> const in(elements), out(elements);
    for (std::size_t const count : {elements.size(), std::size_t{0}}) {
        device_vector<long long> const counts({-1, -1, -1});
        auto const check = [&](auto selected) {
            run_in_two_phases(random, 0, [&](auto&&... storage) {
                return heddle::copy_if(storage..., in.data(), in.data() + count, out.data(), selected, is_some{});
            });
        };
        check(thrust::make_discard_iterator());
        check(heddle::make_coalesced(counts.data()));
        check(thrust::device_ptr<long long>(counts.data() + 1));
        check(thrust::make_transform_output_iterator(counts.data() + 2, doubled{}));
        auto const last = elements.begin() + static_cast<std::ptrdiff_t>(count);
        long long const expected = std::count_if(elements.begin(), last, is_some{});
        EXPECT_EQ((std::vector<long long>{expected, expected, 2 * expected}), counts.to_host(3));
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::partition(storage..., out.data(), out.data() + count, thrust::make_discard_iterator(),
                                     is_some{});
        });
    }
}

}  // namespace
}  // namespace heddle_test::selected_count_test
