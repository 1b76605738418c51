// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests loads and stores of several consecutive elements per lane, with every count, at the very end of memory.

#include "common/memory_regions.hpp"

#include <common/bytes.hpp>
#include <common/random.hpp>

#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

namespace {

using heddle::blocked;
using namespace heddle_test;

// Checks loads and stores of every count of elements.
template <class Element, unsigned Items, unsigned LaneCount, class... Scratch>
void check_counts(random_source& random, Scratch&... scratch)
{
    using group = blocked<Element, Items>;
    constexpr std::size_t most = LaneCount * Items;
    fenced_bytes memory(most * sizeof(Element));
    for (std::size_t count = 0; count <= most + 1; ++count) {
        std::size_t const real = std::min(count, most);
        random.fill(memory.begin(), memory.size());
        auto* const first = reinterpret_cast<Element*>(memory.last(real * sizeof(Element)));
        std::vector<Element> expected(most, Element{}), values(most), stored(most);
        std::copy_n(first, real, expected.begin());
        random.fill(stored.data(), most * sizeof(Element));

        heddle::emulate_group<LaneCount>([&](auto const& tile) {
            auto const lane = tile.thread_rank();
            group const loaded = count == most ? heddle::load_contiguous<Items>(tile, first, scratch...)
                                               : heddle::load_contiguous<Items>(tile, first, count, scratch...);
            std::copy(loaded.begin(), loaded.end(), values.begin() + lane * Items);
        });
        EXPECT_TRUE(expected == values) << sizeof(Element) << " x " << Items << ", " << count;

        std::vector<unsigned char> image(memory.begin(), memory.end());
        std::memcpy(image.data() + image.size() - real * sizeof(Element), stored.data(), real * sizeof(Element));
        heddle::emulate_group<LaneCount>([&](auto const& tile) {
            group own;
            std::copy_n(stored.begin() + tile.thread_rank() * Items, Items, own.begin());
            if (count == most) {
                heddle::store_contiguous<Items>(tile, first, own, scratch...);
            } else {
                heddle::store_contiguous<Items>(tile, first, own, count, scratch...);
            }
        });
        EXPECT_TRUE(std::equal(image.begin(), image.end(), memory.begin()))
            << sizeof(Element) << " x " << Items << ", " << count;
    }
}

TEST(blocked_access, of_every_count)
{
    random_source random("blocked elements");
    check_counts<bytes<1>, 16, 32>(random);
    check_counts<bytes<2>, 4, 32>(random);
    check_counts<bytes<3>, 16, 32>(random);
    check_counts<bytes<5>, 3, 32>(random);
    check_counts<bytes<8, 4>, 4, 32>(random);
    check_counts<bytes<12>, 4, 32>(random);
    check_counts<bytes<28>, 2, 32>(random);
    check_counts<bytes<3>, 4, 8>(random);
}

TEST(blocked_access, through_scratch)
{
    random_source random("blocked elements through scratch");
    static heddle::warp_scratch<blocked<bytes<3>, 7>> odd;
    static heddle::warp_scratch<blocked<bytes<12>, 4>> even;
    check_counts<bytes<3>, 7, 32>(random, odd);
    check_counts<bytes<12>, 4, 32>(random, even);
}

TEST(blocked_access, moves_bytes_in_wide_words)
{
    alignas(32) static bytes<1> array[32 * 16];
    bytes<1>* const memory = array;
    auto const traffic = heddle::emulate_group([&](auto const& tile) {
        heddle::store_contiguous<16>(tile, memory, heddle::load_contiguous<16>(tile, memory));
    });
    EXPECT_EQ(heddle::transaction_count({1, 16, 512}), traffic.loads);
    EXPECT_EQ(heddle::transaction_count({1, 16, 512}), traffic.stores);
}

}  // namespace
