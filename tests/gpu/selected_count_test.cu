// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Selections write the number of selected elements to iterators of all types, also of numbers that are too small for
// it.

#include "algorithms.cuh"

#include <common/bytes.hpp>

#include <heddle/algorithm/select.cuh>

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
    run_in_two_phases(random, 0, [&](void* memory, std::size_t& size, cudaStream_t stream) {
        return heddle::partition(memory, size, stream, array.data(), array.data() + count, selected.data(), is_some{});
    });
    EXPECT_EQ(static_cast<Selected>(kept), selected.to_host(1).front());
    auto const found = array.to_host(count);
    std::size_t wrong = 0;
    for (std::size_t k = 0; k < count; ++k) wrong += !(expected[k] == found[k]);
    EXPECT_EQ(0u, wrong) << count << " elements, counted in " << sizeof(Selected) << " bytes";
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

}  // namespace
}  // namespace heddle_test::selected_count_test
