// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests where the number of selected elements goes, in streams and in graphs that run twice. (Selections of elements of
// many sizes are compared with those of Thrust in differential_select_test.cu.)

#include "common/algorithms.cuh"
#include "common/bytes.hpp"

#include <heddle/algorithm/select.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/thrust.cuh>

#include <thrust/device_ptr.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle_test::algorithm_select_test {
namespace {

using element = bytes<28>;
// The number of selected elements is written to an output iterator. Its value type may be too small for the number.
using selected_count_test = gpu_test;

struct is_some {
    template <class Element>
    __host__ __device__ bool operator()(Element const& value) const
    {
        return value.value[3] % 3;
    }
};

template <class Selected, class Element = element>
void check_count(random_source& random, std::size_t count)
{
    std::vector<Element> elements(count);
    random.fill(elements.data(), count * sizeof(Element));
    std::vector<Element> expected = elements;
    auto const middle = std::stable_partition(expected.begin(), expected.end(), is_some{});
    auto const kept = static_cast<std::size_t>(middle - expected.begin());

    device_vector<Element> const array(elements);
    device_vector<Selected> const selected(std::vector<Selected>(1));
    // A second launch of the same graph finds the elements in their places.
    run_in_two_phases(random, count % 1000 == 0 ? 2 : 0, [&](auto&&... storage) {
        return heddle::device::partition(storage..., array.data(), array.data() + count, selected.data(), is_some{});
    });
    EXPECT_EQ(static_cast<Selected>(kept), selected.to_host(1).front());
    SCOPED_TRACE(testing::Message() << count << " elements, counted in " << sizeof(Selected) << " bytes");
    expect_elements(expected, array);
}

TEST_F(selected_count_test, partition_keeps_all_elements_whatever_counts_them)
{
    random_source random("partitions that are counted in small numbers");
    for (std::size_t const count : {0u, 1u, 300u, 1000u, 100'000u}) {
        check_count<unsigned char>(random, count);
        check_count<short>(random, count);
        check_count<unsigned>(random, count);
        check_count<float>(random, count);
        check_count<std::uint64_t>(random, count);
    }
}

TEST_F(selected_count_test, of_elements_too_large_for_a_stage)
{
    random_source random("partitions of large elements");
    for (std::size_t const count : {0u, 1u, 33u, 1000u}) {
        check_count<unsigned, bytes<520>>(random, count);
        if constexpr (full) check_count<unsigned, bytes<9001>>(random, count);
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
            run_in_two_phases(random, 2, [&](auto&&... storage) {
                return heddle::device::copy_if(storage..., in.data(), in.data() + count, out.data(), selected,
                                               is_some{});
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
            return heddle::device::partition(storage..., out.data(), out.data() + count,
                                             thrust::make_discard_iterator(), is_some{});
        });
    }
}

}  // namespace
}  // namespace heddle_test::algorithm_select_test
