// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The published values of tiles. A value is a struct of any size.
//
// Scans spend most of their time waiting for published values, so publishing takes as few accesses as possible. The
// words of a value are consecutive, and a warp stores them with one instruction, so that they arrive together.
#pragma once

#include <heddle/algorithm/detail/tile_states.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/words.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Values of any size: each 8-byte word holds 4 bytes of the value, and the state.
template <class Value>
class value_states {
public:
    using value_type = Value;
    using of_groups = value_states;
    static constexpr unsigned words_of_value = static_cast<unsigned>((sizeof(Value) + 3) / 4);
    //! An even number, because words are read in pairs.
    static constexpr std::size_t words_of_part = (words_of_value + 1) / 2 * 2;
    //! The number of groups that a look-back reads at once. With fewer groups, the look-back waits longer for a group
    //! with an inclusive prefix. With more groups, it causes more traffic (docs/tuning-log.md, "Selections and scans
    //! wait for each other").
    static constexpr unsigned parts_asked = 4;

    value_states() = default;
    //! Requires: words is aligned to 16 bytes
    HEDDLE_INLINE explicit value_states(std::uint64_t* words) : words_(words) {}

    //! Publishes the state and value of part i (a tile or a group). Lane 0 passes the value; lane l stores word l.
    //! Group: all lanes of one warp
    template <class Warp>
    HEDDLE_INLINE void publish(Warp const& warp, std::size_t i, tile_state state, Value const& value) const
    {
        constexpr unsigned lanes = lane_count_v<Warp>;
        memory_word<4> words[words_of_value];
        detail::words_from_element(words, value);
        unsigned const lane = detail::lane_rank(warp);
        HEDDLE_UNROLL
        for (unsigned first = 0; first < words_of_value; first += lanes) {
            std::uint32_t own = 0;
            HEDDLE_UNROLL
            for (unsigned w = first; w < first + lanes && w < words_of_value; ++w) {
                std::uint32_t const word = warp.shfl(words[w].part[0], 0);
                if (w == first + lane) own = word;
            }
            if (first + lane < words_of_value) {
                write_word(words_[i * words_of_part + first + lane], tile_status::of(state, own).bits);
            }
        }
    }
    //! Waits until enough(state of part i) holds, and returns the part's state and value. While the words have
    //! different states, another block is writing them, and this block reads them again.
    //! Group: all lanes of one warp, each with its own i
    template <class Warp, class Enough>
    HEDDLE_INLINE known_of_tile<Value> await(Warp const& warp, std::size_t i, Enough const& enough) const
    {
        std::uint64_t const* const from = words_ + i * words_of_part;
        tile_status known[words_of_part];
        bool is_one;
        // All lanes leave the loop together, because diverged lanes would read at different times.
        do {
            do {
                detail::read_words(from, known[0].bits, known[1].bits);
            } while (!enough(known[0].state()));
            HEDDLE_UNROLL
            for (unsigned w = 2; w < words_of_part; w += 2) {
                detail::read_words(from + w, known[w].bits, known[w + 1].bits);
            }
            is_one = true;
            HEDDLE_UNROLL
            for (unsigned w = 1; w < words_of_value; ++w) {
                is_one = is_one && known[w].state() == known[0].state();
            }
        } while (warp.ballot(!is_one) != 0);
        memory_word<4> words[words_of_value];
        HEDDLE_UNROLL
        for (unsigned w = 0; w < words_of_value; ++w) {
            words[w].part[0] = static_cast<std::uint32_t>(known[w].count());
        }
        return {known[0].state(), detail::to_value<Value>(detail::element_from_words<Value>(words))};
    }

private:
    std::uint64_t* words_;
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
