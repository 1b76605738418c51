// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What is known of the values of tiles, which are structs of any size.
//
// Blocks wait longest for what other blocks tell them, so all of it takes as few accesses as can be. The words of a
// value are side by side, and a warp stores them by one instruction: they arrive together. Stored one by one to as many
// lines, a scan took 1.21 times as long for 28 bytes, and 1.8 times for 248, because it waits for the last of them.
#pragma once

#include "../../config.cuh"
#include "../../detail/group.cuh"
#include "../../detail/words.cuh"
#include "tile_states.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle::detail {

//! Values of any size, 4 bytes in a word beside their state.
template <class Value>
class value_states {
public:
    using value_type = Value;
    using of_groups = value_states;
    static constexpr unsigned words_of_value = static_cast<unsigned>((sizeof(Value) + 3) / 4);
    //! An even number, because they are read in pairs.
    static constexpr std::size_t words_of_part = (words_of_value + 1) / 2 * 2;
    //! A tile asks so many of the groups before its own. Of fewer it takes longer until one knows all before itself; more
    //! are more to read: with 8 scans of 28, 64 and 128 bytes take 1.01, 1.04 and 1.09 times as long.
    static constexpr unsigned parts_asked = 4;

    value_states() = default;
    //! Requires: words is aligned to 16
    HEDDLE_INLINE explicit value_states(std::uint64_t* words) : words_(words) {}

    //! Publishes lane 0's value of part i: lane l stores word l.
    //! Group: all lanes of one warp
    template <class Warp>
    HEDDLE_INLINE void publish(Warp const& warp, std::size_t i, tile_state state,
                               Value const& value) const
    {
        constexpr unsigned lanes = lane_count_v<Warp>;
        memory_word<4> words[words_of_value];
        words_from_element(words, value);
        unsigned const lane = lane_rank(warp);
        HEDDLE_UNROLL
        for (unsigned first = 0; first < words_of_value; first += lanes) {
            std::uint32_t own = 0;
            HEDDLE_UNROLL
            for (unsigned w = first; w < first + lanes && w < words_of_value; ++w) {
                std::uint32_t const word = warp.shfl(words[w].part[0], 0);
                if (w == first + lane) own = word;
            }
            if (first + lane < words_of_value) {
                write_word(words_[i * words_of_part + first + lane],
                           tile_status::of(state, own).bits);
            }
        }
    }
    //! Waits until enough is known of part i: asks enough(its state) in all lanes. Its words may be those of two states
    //! while another block writes them.
    //! Group: all lanes of one warp, each for a part of its own
    template <class Warp, class Enough>
    HEDDLE_INLINE known_of_tile<Value> await(Warp const& warp, std::size_t i,
                                             Enough const& enough) const
    {
        std::uint64_t const* const from = words_ + i * words_of_part;
        tile_status known[words_of_part];
        bool is_one;
        // Together: lanes that went on alone would read at different times.
        do {
            do {
                read_words(from, known[0].bits, known[1].bits);
            } while (!enough(known[0].state()));
            HEDDLE_UNROLL
            for (unsigned w = 2; w < words_of_part; w += 2) {
                read_words(from + w, known[w].bits, known[w + 1].bits);
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
        return {known[0].state(), to_value<Value>(element_from_words<Value>(words))};
    }

private:
    std::uint64_t* words_;
};

}  // namespace heddle::detail
