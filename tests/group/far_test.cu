// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests arrays above 4 GiB and indices above 2^31. (fuzz_test.cu tests elements in arrays that are 4 GiB apart.)
#include "common/moves.cuh"

namespace heddle_test::far_test {

using far_test = gpu_test;

template <class Element>
__global__ void write_numbers(heddle::coalesced_ptr<Element> out, std::int64_t const* index)
{
    std::int64_t const i = index[thread_in_grid()];
    Element value;
    for (std::size_t b = 0; b < sizeof(Element); ++b) {
        value.value[b] = static_cast<unsigned char>((i >> (b % 5 * 8)) + static_cast<int>(b));
    }
    out[i] = value;
}

//! Loads elements through coalesced_ptr and through a T*. Counts the wrong bytes.
template <class Element>
__global__ void count_wrong(heddle::coalesced_ptr<Element const> in, std::int64_t const* index, unsigned* wrong)
{
    std::int64_t const i = index[thread_in_grid()];
    Element const value = in[i];
    for (std::size_t b = 0; b < sizeof(Element); ++b) {
        auto const expected = static_cast<unsigned char>((i >> (b % 5 * 8)) + static_cast<int>(b));
        if (value.value[b] != expected || in.get()[i].value[b] != expected) atomicAdd(wrong, 1);
    }
}

template <class Element>
void reach_across(std::int64_t element_count)
{
    std::size_t const size = static_cast<std::size_t>(element_count) * sizeof(Element);
    std::size_t free = 0, total = 0;
    check_cuda(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    if (free < size) GTEST_SKIP() << "the device has less than " << size << " bytes free";
    device_memory const memory(size);

    random_source random("indices of a large array");
    auto const bound = static_cast<std::size_t>(element_count);
    std::vector<std::int64_t> index;
    auto const add_warp = [&](auto const& element_of_lane) {
        for (std::size_t lane = 0; lane < 32; ++lane) {
            index.push_back(static_cast<std::int64_t>(element_of_lane(lane)));
        }
    };
    // The first warps access consecutive elements: across index 2^31, across 4 GiB, and at the end of the array. In the
    // next warp, even lanes access elements near the beginning, and odd lanes near the end.
    if (bound > std::size_t{1} << 31) {
        add_warp([](std::size_t lane) { return (std::size_t{1} << 31) - 16 + lane; });
    }
    add_warp([](std::size_t lane) { return (std::size_t{1} << 32) / sizeof(Element) - 16 + lane; });
    add_warp([&](std::size_t lane) { return bound - 32 + lane; });
    add_warp([&](std::size_t lane) { return lane % 2 == 0 ? 100 + lane : bound - 100 - lane; });
    for (int k = 0; k < 64; ++k) {
        std::size_t const stripe = bound / 32;
        add_warp([&](std::size_t lane) { return lane * stripe + random.below(stripe); });
    }
    device_vector<std::int64_t> const on_device(index);
    device_vector<unsigned> const wrong(std::vector<unsigned>{0});
    auto* const elements = reinterpret_cast<Element*>(memory.data());
    unsigned const blocks = static_cast<unsigned>(index.size() / 32);
    write_numbers<Element><<<blocks, 32>>>(elements, on_device.data());
    finish_kernel();
    count_wrong<Element><<<blocks, 32>>>(elements, on_device.data(), wrong.data());
    finish_kernel();
    EXPECT_EQ(wrong.to_host(1)[0], 0u);
}

TEST_F(far_test, above_4_gib) { reach_across<bytes<28>>(std::int64_t{1} << 28); }

// The array of 28-byte elements takes 60 GB. Its element indices fit into 32 bits, but the indices of its words do not.
FULL_TEST_F(far_test, index_above_2_to_31)
{
    reach_across<bytes<28>>((std::int64_t{1} << 31) + 4096);
    reach_across<bytes<13>>((std::int64_t{1} << 31) + 4096);
    reach_across<bytes<5>>((std::int64_t{1} << 32) + 4096);
}

}  // namespace heddle_test::far_test
