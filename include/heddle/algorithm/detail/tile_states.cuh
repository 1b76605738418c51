// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What blocks let each other know of the tiles of a sequence: nothing yet, a part's own sum, or the sum of it and all
// before. It is in words that are each read and written as a whole, and say so themselves: no fence stands between a
// value and a status, and so none between one block's tile and the next one's.
//
// Blocks wait longest for what other blocks tell them, so all of it takes as few accesses as can be. The words of a
// value are side by side, and a warp stores them by one instruction: they arrive together. Stored one by one to as many
// lines, a scan took 1.21 times as long for 28 bytes, and 1.8 times for 248, because it waits for the last of them.
#pragma once

#include "../../config.cuh"
#include "../../detail/group/group.cuh"
#include "../../detail/group/words.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle::detail {

enum class tile_state : unsigned {
    nothing = 0,  // so that cleared memory says so
    own = 1,
    all = 2,
};

//! What is known of a tile by now.
template <class Value>
struct known_of_tile {
    tile_state state;
    Value value;
};

//! A state and a count, in one word that is read and written as a whole.
struct tile_status {
    std::uint64_t bits;

    HEDDLE_INLINE static tile_status of(tile_state state, std::uint64_t count)
    {
        return {count << 2 | static_cast<std::uint64_t>(state)};
    }
    HEDDLE_INLINE tile_state state() const { return static_cast<tile_state>(bits & 3u); }
    HEDDLE_INLINE std::uint64_t count() const { return bits >> 2; }
};

// Where blocks overwrite what others read, a status is written after a fence, and what is done because of
// one stands after a fence too. So whatever a block read before it wrote its status may be overwritten when
// another block has seen that. Fences are cumulative: where block c saw b's status, and b had seen a's, what a
// did before is done for c too.

// Not __threadfence(), which orders more than is needed, and takes longer for it.
HEDDLE_INLINE void fence_statuses()
{
#if defined(__CUDA_ARCH__)
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#endif
}

// Words that other blocks read or write meanwhile.

HEDDLE_INLINE void write_word(std::uint64_t& to, std::uint64_t bits)
{
#if defined(__CUDA_ARCH__)
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(&to)),
                 "l"(bits)
                 : "memory");
#else
    to = bits;
#endif
}
HEDDLE_INLINE void add_to_word(std::uint64_t& to, std::uint64_t bits)
{
#if defined(__CUDA_ARCH__)
    asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(&to)),
                 "l"(bits)
                 : "memory");
#else
    to += bits;
#endif
}
HEDDLE_INLINE std::uint64_t read_word(std::uint64_t const& of)
{
#if defined(__CUDA_ARCH__)
    std::uint64_t bits;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                 : "=l"(bits)
                 : "l"(__cvta_generic_to_global(&of))
                 : "memory");
    return bits;
#else
    HEDDLE_EXPECTS(of != 0, "an emulated tile comes before its turn");
    return of;
#endif
}
//! Two that are side by side, at a multiple of 16 bytes: each as a whole, not both.
HEDDLE_INLINE void read_words(std::uint64_t const* of, std::uint64_t& first, std::uint64_t& second)
{
#if defined(__CUDA_ARCH__)
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(first), "=l"(second)
                 : "l"(__cvta_generic_to_global(of))
                 : "memory");
#else
    first = read_word(of[0]);
    second = of[1];
#endif
}

//! Counts of groups of tiles, to which each tile adds its own, so that nobody has to add them up and tell the others:
//! selections are 1.1 to 1.3 times as fast for it. As many tiles are a group as a warp has lanes. Of each group one word
//! has how many tiles were added (6 bits), whether all groups before were (1 bit), and the count.
class count_sums {
public:
    using value_type = std::uint64_t;  // below 2^57

    count_sums() = default;
    //! `ordered`: as for count_states
    HEDDLE_INLINE count_sums(std::uint64_t* words, bool ordered) : words_(words), ordered_(ordered)
    {
    }

    //! Adds lane 0's count, of one tile of group i.
    //! Group:    all lanes of one warp
    //! Requires: the tile was published before, which has the fence
    template <class Warp>
    HEDDLE_INLINE void add(Warp const& warp, std::size_t i, std::uint64_t count) const
    {
        if (lane_rank(warp) == 0) add_to_word(words_[i], count << count_bit | 1);
    }
    //! Adds lane 0's count, of all groups before group i.
    //! Group: all lanes of one warp
    template <class Warp>
    HEDDLE_INLINE void add_before(Warp const& warp, std::size_t i, std::uint64_t count) const
    {
        if (lane_rank(warp) != 0) return;
        if (ordered_) fence_statuses();
        add_to_word(words_[i], count << count_bit | 1ull << before_bit);
    }
    //! Waits until all tiles of group i were added.
    //! Group: all lanes of one warp, each for a group of its own
    template <class Warp>
    HEDDLE_INLINE known_of_tile<value_type> await(Warp const&, std::size_t i, tile_state) const
    {
        std::uint64_t bits = read_word(words_[i]);
        while (bits % (1u << before_bit) < lane_count_v<Warp>) bits = read_word(words_[i]);
        if (ordered_) fence_statuses();
        bool const has_before = (bits >> before_bit & 1u) != 0;
        return {has_before ? tile_state::all : tile_state::own, bits >> count_bit};
    }

private:
    static constexpr unsigned before_bit = 6;
    static constexpr unsigned count_bit = 7;

    std::uint64_t* words_;
    bool ordered_;
};

//! Counts, in the words of their statuses.
class count_states {
public:
    using value_type = std::uint64_t;  // below 2^62
    using of_groups = count_sums;
    static constexpr std::size_t words_of_part = 1;

    count_states() = default;
    //! `ordered`: whether what blocks read is overwritten by others that have seen their counts.
    HEDDLE_INLINE count_states(std::uint64_t* words, bool ordered)
        : words_(words), ordered_(ordered)
    {
    }

    //! Publishes lane 0's count of part i.
    //! Group: all lanes of one warp
    template <class Warp>
    HEDDLE_INLINE void publish(Warp const& warp, std::size_t i, tile_state state,
                               std::uint64_t count) const
    {
        if (lane_rank(warp) != 0) return;
        if (ordered_) fence_statuses();
        write_word(words_[i], tile_status::of(state, count).bits);
    }
    //! Waits until something is known of part i, or all.
    //! Group: all lanes of one warp, each for a part of its own
    template <class Warp>
    HEDDLE_INLINE known_of_tile<value_type> await(Warp const&, std::size_t i,
                                                  tile_state least) const
    {
        tile_status status{read_word(words_[i])};
        while (status.state() < least) status.bits = read_word(words_[i]);
        if (ordered_) fence_statuses();
        return {status.state(), status.count()};
    }

private:
    std::uint64_t* words_;
    bool ordered_;
};

//! Values of any size, 4 bytes in a word beside their state.
template <class Value>
class value_states {
public:
    using value_type = Value;
    using of_groups = value_states;
    static constexpr unsigned words_of_value = static_cast<unsigned>((sizeof(Value) + 3) / 4);
    //! An even number, because they are read in pairs.
    static constexpr std::size_t words_of_part = (words_of_value + 1) / 2 * 2;

    value_states() = default;
    //! Requires: words is aligned to 16
    HEDDLE_INLINE explicit value_states(std::uint64_t* words) : words_(words) {}

    //! Publishes lane 0's value of part i: lane l stores word l.
    //! Group: all lanes of one warp
    HEDDLE_EXEC_CHECK_DISABLE
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
    //! Waits until something is known of part i, or all. Its words may be those of two states while another block
    //! writes them.
    //! Group: all lanes of one warp, each for a part of its own
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Warp>
    HEDDLE_INLINE known_of_tile<Value> await(Warp const& warp, std::size_t i,
                                             tile_state least) const
    {
        std::uint64_t const* const from = words_ + i * words_of_part;
        tile_status known[words_of_part];
        bool is_one;
        // Together: lanes that went on alone would read at different times.
        do {
            do {
                read_words(from, known[0].bits, known[1].bits);
            } while (warp.ballot(known[0].state() < least) != 0);
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
        return {known[0].state(), element_from_words<Value>(words)};
    }

private:
    std::uint64_t* words_;
};

}  // namespace heddle::detail
