// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A lane executes exactly as many shuffles as the plan says.

#include <common/bytes.hpp>

#include <heddle/detail/plan/unaligned_rows.hpp>
#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

using heddle_test::bytes;

// A group that counts the shuffles of its first lane.
template <unsigned LaneCount>
class counting_tile : public heddle::emulated_group<LaneCount> {
    using base = heddle::emulated_group<LaneCount>;

public:
    explicit counting_tile(unsigned& count) : base(*heddle::detail::emulated_lane::current()), count_(&count) {}

    template <class Word>
    Word shfl(Word value, unsigned lane) const
    {
        static_assert(sizeof(Word) == 4, "the plan counts words of 32 bits");
        if (this->thread_rank() == 0) ++*count_;
        return base::shfl(value, lane);
    }

private:
    unsigned* count_;
};

template <unsigned LaneCount, class Body>
unsigned shuffles_of(Body const& body)
{
    unsigned count = 0;
    heddle::emulate_group<LaneCount>([&](auto const&) { body(counting_tile<LaneCount>(count)); });
    return count;
}

template <class Element, unsigned LaneCount>
unsigned check_access()
{
    constexpr heddle::plan p = heddle::plan_of<Element, LaneCount>();
    std::vector<Element> memory(2 * LaneCount + 16);
    // Aligned to all words.
    auto* first = memory.data();
    while (reinterpret_cast<std::uintptr_t>(first) % 16 != 0) ++first;
    auto const shuffled = [&](auto const& tile) { return first + 2 * tile.thread_rank(); };
    auto const expect = [&](unsigned shuffles, unsigned found, char const* what) {
        EXPECT_EQ(shuffles, found) << what << " of " << sizeof(Element) << " bytes aligned to " << alignof(Element)
                                   << ", " << LaneCount << " lanes";
    };
    // The check for consecutive elements shuffles one address.
    unsigned const address = p.cooperates() ? 2 : 0;
    // A word that two neighbors share is loaded by one of them, and combined before it is stored.
    unsigned const shared = p.word_count < p.touched_words() ? p.word_bytes / 4 : 0;
    unsigned const loading = p.loads_together() && !p.loads_through_cache() ? p.shuffles + shared : 0;
    heddle::detail::dense_rows const dense(p);
    unsigned const storing = p.stores_sectors() ? (dense.word_count + 1) * (dense.word_bytes / 4) : p.shuffles;
    heddle::detail::sector_rows const sectors(p);
    unsigned const storing_sectors = sectors.word_count() + sectors.shuffles();

    expect(loading, shuffles_of<LaneCount>([&](auto const& tile) { heddle::load_contiguous(tile, first); }),
           "load_contiguous");
    expect(storing,
           shuffles_of<LaneCount>([&](auto const& tile) { heddle::store_contiguous(tile, first, *first, LaneCount); }),
           "store_contiguous");
    expect(p.loads_together() ? address + p.shuffles + p.index_shuffles : 0,
           shuffles_of<LaneCount>([&](auto const& tile) { heddle::load(tile, shuffled(tile)); }), "load");
    expect(address + (p.stores_sectors() ? storing_sectors : p.shuffles + p.index_shuffles),
           shuffles_of<LaneCount>([&](auto const& tile) { heddle::store_if(tile, true, shuffled(tile), *first); }),
           "store_if");
    expect(loading + (p.loads_together() ? address : 0),
           shuffles_of<LaneCount>([&](auto const& tile) { heddle::load(tile, first + tile.thread_rank()); }),
           "load side by side");
    expect(0, shuffles_of<LaneCount>([&](auto const& tile) { heddle::load_if(tile, false, first, *first); }),
           "load of nothing");
    return 6;
}

TEST(shuffle_count, of_loads_and_stores_is_planned)
{
    unsigned checked = 0;
    checked += check_access<bytes<4>, 32>();
    checked += check_access<bytes<13>, 32>();
    checked += check_access<bytes<16, 4>, 32>();
    checked += check_access<bytes<28>, 32>();
    checked += check_access<bytes<50>, 32>();
    checked += check_access<bytes<124>, 32>();
    checked += check_access<bytes<300>, 32>();
    checked += check_access<bytes<28>, 8>();
    checked += check_access<bytes<48>, 16>();
    checked += check_access<bytes<28>, 1>();
    EXPECT_EQ(10u * 6, checked);
}

template <std::size_t Size>
void check_value()
{
    EXPECT_EQ((Size + 3) / 4, shuffles_of<32>([](auto const& tile) { heddle::shuffle(tile, bytes<Size>{}, 3); }))
        << Size << " bytes";
}

TEST(shuffle_count, of_a_value_is_that_of_its_words)
{
    check_value<1>();
    check_value<3>();
    check_value<4>();
    check_value<5>();
    check_value<8>();
    check_value<13>();
    check_value<16>();
    check_value<100>();
}

}  // namespace
