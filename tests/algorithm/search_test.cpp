// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests searches of arrays in emulated blocks, which run one after the other.

#include "common/memory_regions.hpp"
#include "emulated_blocks.hpp"

#include <heddle/algorithm/detail/search_tiles.cuh>

#include <cstddef>
#include <cstdint>

namespace heddle_test::search_test {
namespace {

constexpr unsigned capacity = 72;

TEST(search, stops_at_the_first_place)
{
    using element = bytes<28>;
    random_source random("searches");
    for (std::size_t const count : {1u, 71u, 72u, 73u, 1000u}) {
        guarded_array<element> array(count, random, 4);
        auto& memory = shared<heddle::detail::search_memory<capacity, element>>();
        for (std::size_t const place : {std::size_t{0}, count / 2, count - 1, count}) {
            for (std::size_t const blocks : {1u, 3u}) {
                std::uint64_t found = 0;
                std::size_t visited = 0;
                for (std::size_t b = 0; b < blocks; ++b) {
                    heddle_test::emulated_blocks<8>::run([&](auto const& block) {
                        auto tiles = heddle::read_tiles(block, memory.stages, static_cast<element const*>(array.data()),
                                                        count, {b, blocks});
                        heddle::detail::search_tiles<capacity>(
                            block, found, memory.first, {b, blocks}, count, [&] { return tiles.next(); },
                            [&](std::size_t start, unsigned k) {
                                ++visited;
                                EXPECT_EQ(array[start + k], tiles.tile().load(k));
                                return start + k >= place;
                            });
                    });
                }
                EXPECT_EQ(count - place, found) << place << " of " << count;
                EXPECT_LE(visited, (place / capacity + blocks) * capacity);
            }
        }
    }
}

}  // namespace
}  // namespace heddle_test::search_test
