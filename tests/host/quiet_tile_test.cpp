// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The collectives in a group that does not observe accesses, as groups on the device: they skip unnecessary work, which
// an observing group executes.

#include <common/bytes.hpp>
#include <common/full_test.hpp>
#include <common/guarded_array.hpp>
#include <common/random.hpp>

#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>
#include <heddle/scratch.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <tuple>
#include <vector>

namespace {

using namespace heddle_test;

template <unsigned LaneCount>
class quiet_tile : public heddle::emulated_group<LaneCount> {
public:
    explicit quiet_tile(heddle::emulated_group<LaneCount> const& tile) : heddle::emulated_group<LaneCount>(tile) {}

private:
    using observes_accesses = void;
};
static_assert(!heddle::detail::observes_accesses<quiet_tile<32>>::value);

template <unsigned LaneCount, class Body>
void on_quiet_tile(Body const& body)
{
    heddle::emulate_group<LaneCount>([&](auto const& tile) { body(quiet_tile<LaneCount>(tile)); });
}

//! Copies elements to another array, consecutive and scattered. The bytes around them must not change.
template <class Element, unsigned LaneCount, class... Scratch>
unsigned check_copies(random_source& random, Scratch&... scratch)
{
    constexpr std::size_t size = sizeof(Element);
    constexpr std::size_t room = 3 * LaneCount;
    unsigned checked = 0;
    for (std::size_t skew = 0; skew < 16; skew += alignof(Element)) {
        guarded_bytes from(room * size, skew);
        guarded_bytes to(room * size, skew);
        random.fill(from.data(), from.size());
        random.fill(to.data(), to.size());
        auto const* const in = reinterpret_cast<Element const*>(from.data());
        auto* const out = reinterpret_cast<Element*>(to.data());
        std::vector<unsigned char> expected(to.data(), to.data() + to.size());
        auto const expect_copied = [&](std::size_t into, std::size_t of) {
            std::memcpy(&expected[into * size], from.data() + of * size, size);
        };
        auto const expect_right = [&](char const* what) {
            EXPECT_EQ(0, std::memcmp(expected.data(), to.data(), expected.size()))
                << what << " of " << size << " bytes aligned to " << alignof(Element) << ", " << LaneCount << " lanes, "
                << skew << " bytes behind a boundary";
            EXPECT_TRUE(from.guards_intact() && to.guards_intact());
            ++checked;
        };

        on_quiet_tile<LaneCount>([&](auto const& tile) {
            auto const value = heddle::load_contiguous(tile, in + 1, scratch...);
            heddle::store_contiguous(tile, out + 1, value, scratch...);
        });
        for (std::size_t l = 0; l < LaneCount; ++l) expect_copied(1 + l, 1 + l);
        expect_right("contiguous");

        std::size_t const count = random.below(LaneCount);
        on_quiet_tile<LaneCount>([&](auto const& tile) {
            auto const value = heddle::load_contiguous(tile, in + 2, count, scratch...);
            heddle::store_contiguous(tile, out + 1, value, count, scratch...);
        });
        for (std::size_t l = 0; l < count; ++l) expect_copied(1 + l, 2 + l);
        expect_right("counted");

        auto const sources = random.permutation(room), targets = random.permutation(room);
        on_quiet_tile<LaneCount>([&](auto const& tile) {
            unsigned const l = tile.thread_rank();
            auto const value = heddle::load(tile, in + sources[l], scratch...);
            heddle::store(tile, out + targets[l], value, scratch...);
        });
        for (std::size_t l = 0; l < LaneCount; ++l) expect_copied(targets[l], sources[l]);
        expect_right("anywhere");

        std::uint32_t const mask = random.next_word() | random.next_word();
        on_quiet_tile<LaneCount>([&](auto const& tile) {
            unsigned const l = tile.thread_rank();
            bool const wanted = (mask >> l & 1u) != 0;
            auto const value = heddle::load_if(tile, wanted, in + targets[l], in[0], scratch...);
            heddle::store_if(tile, wanted, out + sources[l], value, scratch...);
        });
        for (std::size_t l = 0; l < LaneCount; ++l) {
            if ((mask >> l & 1u) != 0) expect_copied(sources[l], targets[l]);
        }
        expect_right("some lanes");
    }
    return checked;
}

template <std::size_t Alignment, std::size_t... Size>
unsigned check_sizes(random_source& random)
{
    unsigned checked = 0;
    auto const check = [&](auto element) {
        using type = decltype(element);
        heddle::warp_scratch<type, 32> scratch;
        checked += check_copies<type, 32>(random);
        checked += check_copies<type, 8>(random);
        checked += check_copies<type, 32>(random, scratch);
    };
    (check(bytes<Size, Alignment>{}), ...);
    return checked;
}

// tests/fuzz has random sizes.
TEST(quiet_tile, moves_what_the_observed_one_moves)
{
    random_source random("quiet tile");
    if constexpr (full) {
        EXPECT_EQ(8u * 3 * 4 * 16, (check_sizes<1, 3, 15, 21, 33, 47, 63, 129>(random)));
        EXPECT_EQ(4u * 3 * 4 * 8, (check_sizes<2, 22, 34, 54, 130>(random)));
        EXPECT_EQ(4u * 3 * 4 * 4, (check_sizes<4, 16, 48, 52, 100>(random)));
    }
    EXPECT_EQ(5u * 3 * 4 * 16, (check_sizes<1, 13, 17, 28, 51, 255>(random)));
    EXPECT_EQ(2u * 3 * 4 * 8, (check_sizes<2, 14, 50>(random)));
    EXPECT_EQ(3u * 3 * 4 * 4, (check_sizes<4, 12, 28, 64>(random)));
}

// If the elements begin with a whole word and end within one, the word after the last element belongs to no lane, and
// not to the first one.
TEST(quiet_tile, ends_within_a_word_that_no_lane_has)
{
    random_source random("tiles that end within a word");
    EXPECT_EQ(4u * 16, (check_copies<bytes<51>, 2>(random)));
    EXPECT_EQ(4u * 16, (check_copies<bytes<71>, 4>(random)));
}

}  // namespace
