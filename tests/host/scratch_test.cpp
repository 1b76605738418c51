// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The way through scratch of a warp that has none: through registers, and no shared memory is touched.

#include <common/bytes.hpp>
#include <common/random.hpp>

#include <heddle/emulation.hpp>
#include <heddle/scratch.cuh>

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace {

using namespace heddle_test;
namespace detail = heddle::detail;

template <class Element>
void check_without_memory(random_source& random)
{
    heddle::warp_scratch<Element, 32> scratch;
    static_assert(heddle::warp_scratch<Element, 32>::uses_memory);
    std::memset(static_cast<void*>(&scratch), 0xc5, sizeof scratch);
    alignas(16) static Element in[32], out[32];
    random.fill(in, sizeof in);
    random.fill(out, sizeof out);
    heddle::emulate_tile<32>([&](auto const& tile) {
        unsigned const l = tile.thread_rank();
        auto const way = scratch.way(false);
        auto const value = detail::load_elements<Element>(
            way, tile, true, static_cast<Element const*>(in) + l, detail::anywhere<Element>{},
            detail::every_lane{}, detail::zeros{});
        detail::store_elements<Element>(way, tile, true, out + l, detail::anywhere<Element>{},
                                        detail::every_lane{}, value);
    });
    EXPECT_EQ(0, std::memcmp(in, out, sizeof in)) << sizeof(Element) << " bytes";
    std::vector<unsigned char> const untouched(sizeof scratch, 0xc5);
    EXPECT_EQ(0, std::memcmp(untouched.data(), &scratch, sizeof scratch));
}

TEST(scratch, that_a_warp_does_not_have_is_not_touched)
{
    random_source random("warps without scratch");
    check_without_memory<bytes<28>>(random);
    check_without_memory<bytes<64>>(random);
    check_without_memory<bytes<50, 2>>(random);
    check_without_memory<bytes<99, 1>>(random);
}

}  // namespace
