// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves a warp's consecutive elements between global memory and registers through a stage in shared memory, in chunks.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/access.cuh>
#include <heddle/detail/chunks.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/stage_layout.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/unaligned_rows.cuh>
#include <heddle/detail/word_access.cuh>
#include <heddle/detail/words.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

struct no_scratch {
    static constexpr bool has_memory = false;
    static constexpr bool is_usable = false;
};

//! A stage: shared memory for the elements of a warp, whose lanes move stage_words between registers and the stage.
template <class Element, unsigned Capacity>
struct warp_stage {
    static constexpr bool has_memory = true;
    static constexpr unsigned capacity = Capacity;
    static constexpr stage_layout layout = detail::make_stage_layout(detail::plan_of<Element, 32>, Capacity);
    static constexpr plan p = layout.elements;
    static constexpr unsigned stage_word_bytes = layout.stage_word_bytes();
    static constexpr unsigned stage_word_count = layout.stage_words_per_element();
    static constexpr unsigned element_bytes = static_cast<unsigned>(sizeof(Element));
    static constexpr unsigned max_bytes = Capacity * element_bytes;  //!< size of the elements of a round
    using stage_word = memory_word<stage_word_bytes>;

    std::byte* memory;  //!< layout.bytes() bytes, aligned to chunk_bytes; the same memory for all lanes of the warp
    bool is_usable;     //!< whether this warp has such memory; the same in all its lanes

    //! Returns the address of byte x of the stage. (Device code must not use the static `layout`, only a copy.)
    HEDDLE_INLINE std::byte* at(unsigned x) const
    {
        constexpr stage_layout own_layout = layout;
        return memory + own_layout.position(x);
    }
    //! Returns the address of an element's first stage_word in a stage whose element 0 begins at byte `skew`.
    HEDDLE_INLINE std::byte* words_of_element(unsigned element, unsigned skew) const
    {
        return at((skew + element * element_bytes) / stage_word_bytes * stage_word_bytes);
    }
    //! Returns the offset of an element in its first stage_word.
    HEDDLE_INLINE static unsigned start_of(std::byte const* own)
    {
        return p.is_unaligned ? offset_in_word(own, stage_word_bytes) : 0;
    }
    //! Returns whether a round includes an element. `element` is its index relative to the round's first element.
    HEDDLE_INLINE static bool holds(unsigned element) { return Capacity == p.lane_count || element < Capacity; }
};

//! Copies bytes from global memory to a stage if Byte is const, otherwise from the stage to global memory. Loads go
//! through registers, because cp.async was measured to be slower. All loads are issued before the first result is used.
template <class Stage, class Group, class Byte>
HEDDLE_INLINE void move_chunks(Stage const& stage, Group const& group, chunked_bytes<Byte> const& bytes)
{
    constexpr bool loads = std::is_const_v<Byte>;
    constexpr unsigned lanes = lane_count_v<Group>;
    static_assert(lanes == Stage::p.lane_count);
    constexpr unsigned rows = (Stage::max_bytes + lanes * chunk_bytes - 1) / (lanes * chunk_bytes);
    unsigned const lane = detail::lane_rank(group);
    memory_word<chunk_bytes> loaded[rows];
    HEDDLE_UNROLL
    for (unsigned row = 0; row < rows; ++row) {
        unsigned const chunk = row * lanes + lane;
        unsigned const at = bytes.chunk_at(chunk);
        Byte* const address = HEDDLE_BYTES_AFTER(bytes.first, at);
        bool const is_valid = chunk < bytes.chunks;
        if constexpr (loads) {
            using chunk_word = memory_word<chunk_bytes>;
            detail::group_load<chunk_word>(group, address, is_valid,
                                           [&](chunk_word const& word) HEDDLE_INLINE_LAMBDA { loaded[row] = word; });
        } else {
            detail::move_unit<chunk_bytes>(group, stage.at(bytes.skew + at), address, is_valid);
        }
    }
    HEDDLE_UNROLL
    for (unsigned row = 0; loads && row < rows; ++row) {
        unsigned const chunk = row * lanes + lane;
        if (chunk < bytes.chunks) {
            detail::write_as(stage.at(bytes.skew + bytes.chunk_at(chunk)), loaded[row]);
        }
    }

    constexpr unsigned unit_bytes = Stage::p.part_bytes;
    if constexpr (unit_bytes < chunk_bytes) {
        unsigned const rest = bytes.head + bytes.tail;
        if (rest == 0) return;
        HEDDLE_UNROLL
        for (unsigned row = 0; row * lanes * unit_bytes < 2 * chunk_bytes; ++row) {
            unsigned const unit = (row * lanes + lane) * unit_bytes;
            unsigned const at = bytes.rest_at(unit);
            detail::move_unit<unit_bytes>(group, stage.at(bytes.skew + at), HEDDLE_BYTES_AFTER(bytes.first, at),
                                          unit < rest);
        }
    }
}

//! Moves the elements of one round: first … first + Capacity - 1, but only those before `end`. Returns the offset of
//! element `first` in its chunk.
template <class Element, unsigned Capacity, class Group, class Byte>
HEDDLE_INLINE unsigned move_round(warp_stage<Element, Capacity> const& stage, Group const& group, Byte* base,
                                  unsigned first, unsigned end)
{
    using Stage = warp_stage<Element, Capacity>;
    Byte* const begin = HEDDLE_BYTES_AFTER(base, first * Stage::element_bytes);
    if (Stage::max_bytes % chunk_bytes == 0 && end == Stage::p.lane_count &&
        detail::offset_in_word(base, chunk_bytes) == 0) {
        // Little has to be computed here, because the number of chunks is a compile-time constant.
        chunked_bytes<Byte> const whole_chunks{begin, 0, 0, Stage::max_bytes / chunk_bytes, 0};
        detail::move_chunks(stage, group, whole_chunks);
        return 0;
    }
    unsigned const left = end < first ? 0 : end - first;
    unsigned const count = left < Capacity ? left : Capacity;
    auto const chunks = chunked_bytes<Byte>::of(begin, count * Stage::element_bytes);
    detail::move_chunks(stage, group, chunks);
    return chunks.skew;
}

template <>
struct mover<route::staged> {
    static constexpr bool loads_from_byte_0 = true;

    template <class Access, unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE static void load(Access& access, memory_word<WordBytes> (&words)[WordCount]);
    template <class Access, unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE static void store(Access& access, memory_word<WordBytes> (&words)[WordCount]);
};

template <class Access, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void mover<route::staged>::load(Access& access, memory_word<WordBytes> (&words)[WordCount])
{
    auto const& group = access.group;
    auto const& stage = access.scratch;
    using Stage = std::remove_const_t<std::remove_reference_t<decltype(stage)>>;
    constexpr plan p = Stage::p;
    constexpr unsigned capacity = Stage::capacity;
    constexpr unsigned parts = Stage::stage_word_bytes / 4;
    static_assert(Stage::stage_word_count * Stage::stage_word_bytes <= WordCount * WordBytes);
    for (unsigned first = 0; first < p.lane_count; first += capacity) {
        group.sync();
        unsigned const skew = detail::move_round(stage, group, access.places().first, first, access.valid_lanes);
        group.sync();
        unsigned const element = detail::lane_rank(group) - first;
        if (Stage::holds(element)) {
            auto const* const stage_words = stage.words_of_element(element, skew);
            HEDDLE_UNROLL
            for (unsigned c = 0; c < Stage::stage_word_count; ++c) {
                auto const stage_word =
                    detail::read_as<typename Stage::stage_word>(stage_words + c * Stage::stage_word_bytes);
                HEDDLE_UNROLL
                for (unsigned i = 0; i < parts; ++i) detail::part_of(words, c * parts + i) = stage_word.part[i];
            }
        }
    }
    if constexpr (p.is_unaligned) detail::move_start<direction::down>(words, Stage::start_of(access.own));
}

template <class Access, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void mover<route::staged>::store(Access& access, memory_word<WordBytes> (&words)[WordCount])
{
    auto const& group = access.group;
    auto const& stage = access.scratch;
    using Stage = std::remove_const_t<std::remove_reference_t<decltype(stage)>>;
    constexpr plan p = Stage::p;
    constexpr unsigned capacity = Stage::capacity;
    std::byte* const base = access.places().first;
    unsigned const lane = detail::lane_rank(group);
    unsigned const count = access.valid_lanes;
    unsigned const start = Stage::start_of(access.own);
    typename Stage::stage_word stage_words[Stage::stage_word_count];
    detail::copy_words(stage_words, words);
    if constexpr (p.is_unaligned)
        detail::move_start_after_neighbor<typename Access::element_type>(group, stage_words, start);

    for (unsigned first = 0; first < p.lane_count; first += capacity) {
        unsigned const skew = offset_in_word(HEDDLE_BYTES_AFTER(base, first * Stage::element_bytes), chunk_bytes);
        group.sync();
        unsigned const element = lane - first;
        if (Stage::holds(element) && access.is_valid) {
            auto* const to = stage.words_of_element(element, skew);
            // A word that two elements share is written by the lane of the second element or, if the round does not
            // include that element, by the lane of the first.
            bool const all = !p.is_unaligned || element + 1 == capacity || lane + 1 >= count;
            HEDDLE_UNROLL
            for (unsigned c = 0; c < Stage::stage_word_count; ++c) {
                bool const ends = (c + 1) * Stage::stage_word_bytes > start + Stage::element_bytes;
                bool const begins = c * Stage::stage_word_bytes < start + Stage::element_bytes;
                if (all ? begins : !ends) detail::write_as(to + c * Stage::stage_word_bytes, stage_words[c]);
            }
        }
        group.sync();
        detail::move_round(stage, group, base, first, count);
    }
    group.sync();
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
