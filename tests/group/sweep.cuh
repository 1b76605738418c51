// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines the sweep over element sizes. Over all sizes, the sweep runs each pattern of moves in each shape of block.
#pragma once

#include "common/moves.cuh"

#include <memory>
#include <type_traits>
#include <utility>

namespace heddle_test {

//! The moved arrays lie in memory of type Memory; all other arrays lie in device memory.
template <class Memory>
class sweep_in {
public:
    static constexpr std::size_t item_count = 1531;  // a prime number, so the last block and the last group are partial

    explicit sweep_in(char const* purpose) : random_(purpose), patterns_(make_patterns(item_count, random_))
    {
        on_device_.reserve(patterns_.size());
        for (move_pattern const& p : patterns_) {
            on_device_.push_back(std::make_unique<device_pattern>(p));
        }
    }

    std::size_t cases() const { return cases_; }

    //! Moves elements through coalesced_ptr. Each pattern runs twice: in blocks of full warps, and in another shape of
    //! block that depends on the element size.
    template <class Element, class Policy = heddle::by_plan>
    void through_pointer(unsigned most_threads = 1024)
    {
        static dim3 const blocks[] = {
            {256}, {1}, {17}, {31}, {32}, {33}, {96}, {1024}, {8, 4}, {5, 7}, {16, 2}, {4, 4, 4}, {3, 5, 7}, {33, 3},
        };
        constexpr std::size_t shapes = sizeof(blocks) / sizeof(blocks[0]);
        for (std::size_t k = 0; k < std::max(2 * patterns_.size(), shapes); ++k) {
            std::size_t const which = k % patterns_.size();
            // The first run of each pattern has full warps. The second runs cycle through the shapes.
            dim3 block = launchable(move_by_pointer<Element, Policy>,
                                    k < patterns_.size() ? blocks[0] : blocks[(k + sizeof(Element)) % shapes]);
            if (block.x * block.y * block.z > most_threads) block = dim3(most_threads);
            run<Element>(which, block, nullptr, [&](Element* out, Element const* in) {
                device_pattern const& p = *on_device_[which];
                move_by_pointer<Element, Policy><<<blocks_for(p.size, block), block>>>(
                    out, in, p.from.data(), p.to.data(), p.moves.data(), p.size, p.idle);
            });
        }
    }

    //! Moves elements in explicit groups: each pattern by load_if and store_if, and a copy with a partial last group.
    template <unsigned LaneCount, class Element, class Scratch = no_scratch>
    void by_tile()
    {
        guarded_array<Element> const otherwise(1, random_);
        device_copy<Element> const on_device(otherwise);
        dim3 const block(64, 2);
        for (std::size_t which = 0; which < patterns_.size(); ++which) {
            run<Element>(which, block, otherwise.data(), [&](Element* out, Element const* in) {
                device_pattern const& p = *on_device_[which];
                move_by_tile_if<LaneCount, Scratch, Element><<<blocks_for(p.size, block), block>>>(
                    out, in, p.from.data(), p.to.data(), p.moves.data(), p.size, on_device.data());
            });
        }
        run<Element>(0, {96}, nullptr, [&](Element* out, Element const* in) {
            copy_by_tile<LaneCount, Scratch, Element><<<blocks_for(item_count, {96}), 96>>>(out, in, item_count);
        });
    }

private:
    template <class Element, class Launch>
    void run(std::size_t which, dim3 block, Element const* otherwise, Launch const& launch)
    {
        move_pattern const& p = patterns_[which];
        SCOPED_TRACE(describe(p, sizeof(Element), alignof(Element), block));
        // The arrays are aligned either to words or only to alignof(Element).
        std::size_t const in_skew = cases_ % 2 * alignof(Element);
        std::size_t const out_skew = cases_ / 2 % 2 * 3 * alignof(Element);
        guarded_array<Element> const in(item_count, random_, in_skew);
        guarded_array<Element> const before(item_count, random_, out_skew);
        guarded_array<Element> after(item_count, random_, out_skew);
        device_copy<Element, Memory> const device_in(in), device_out(before);
        launch(device_out.data(), device_in.data());
        finish_kernel();
        device_out.copy_to(after);
        expect_moved(p, before, after, in, otherwise);
        ++cases_;
    }

    random_source random_;
    std::vector<move_pattern> patterns_;
    std::vector<std::unique_ptr<device_pattern>> on_device_;
    std::size_t cases_ = 0;
};

template <class... Element>
struct elements {
};

template <class Policy = heddle::by_plan, class Memory = device_memory, class... Element>
void sweep_pointers(char const* purpose, elements<Element...>, unsigned most_threads = 1024)
{
    sweep_in<Memory> s(purpose);
    (s.template through_pointer<Element, Policy>(most_threads), ...);
    EXPECT_EQ(s.cases(), sizeof...(Element) * 18u);
}

//! Moves elements in explicit groups. If Capacity is not 0, each warp has scratch for Capacity elements.
template <unsigned LaneCount, unsigned Capacity = 0, class Memory = device_memory, class... Element>
void sweep_tiles(char const* purpose, elements<Element...>)
{
    sweep_in<Memory> s(purpose);
    (s.template by_tile<LaneCount, Element,
                        std::conditional_t<Capacity == 0, no_scratch, stages_of<Element, Capacity>>>(),
     ...);
    EXPECT_EQ(s.cases(), sizeof...(Element) * 10u);
}

//! Moves elements of consecutive sizes from First on, each with its widest alignment.
template <std::size_t First, std::size_t... Offset>
void sweep_sizes(char const* purpose, std::index_sequence<Offset...>)
{
    sweep_pointers(purpose, elements<bytes<First + Offset>...>{});
    sweep_tiles<32>(purpose, elements<bytes<First + Offset>...>{});
}

}  // namespace heddle_test
