// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds up the records of each segment (segment_batches.cuh), level by level. Level 0 adds up batches of updates, level
// 1 batches of the sums of level 0, and so on. If a segment is a single batch, its sum is added to the record in
// memory, and the segment is done. Each thread adds up one word of the records of a batch, so that neighboring threads
// load neighboring words.
#pragma once

#include <heddle/algorithm/detail/block_warp.cuh>
#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/algorithm/detail/segment_batches.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/active_lanes.cuh>
#include <heddle/detail/atomic_record.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/words.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns word w of a record.
template <unsigned WordBytes, class T>
HEDDLE_INLINE memory_word<WordBytes> word_of_record(T const* record, unsigned w)
{
    auto const* const bytes = reinterpret_cast<std::byte const*>(record);
    return detail::read_as<memory_word<WordBytes>>(assume_global(bytes + w * WordBytes));
}

//! The updates of an array, sorted by the indices of the records that they change.
template <class T, class Index, class Position>
struct sorted_updates {
    T const* deltas;
    Index const* indices;
    Position const* positions;  // of each update in `deltas`
    std::size_t count;

    HEDDLE_INLINE Index key(std::size_t k) const { return indices[k]; }
    HEDDLE_INLINE bool exists(std::size_t) const { return true; }
    template <unsigned WordBytes>
    HEDDLE_INLINE memory_word<WordBytes> word(std::size_t k, unsigned w) const
    {
        return detail::word_of_record<WordBytes>(deltas + positions[k], w);
    }
    //! Returns the first update of the segment that begins at update k, and the index of its record.
    HEDDLE_INLINE Position segment(std::size_t k) const { return static_cast<Position>(k); }
    HEDDLE_INLINE Index record(std::size_t k) const { return indices[k]; }

    //! Returns the first place in 0 … k whose index is that of update k. In each step, every lane compares one index.
    template <class Warp>
    HEDDLE_INLINE std::size_t segment_begin(Warp const& warp, std::size_t k) const
    {
        constexpr unsigned lanes = lane_count_v<Warp>;
        Index const index = indices[k];
        std::size_t begin = 0, end = k;
        while (begin < end) {
            std::size_t const step = (end - begin) / lanes + 1;
            std::size_t const asked = begin + detail::lane_rank(warp) * step;
            unsigned const smaller = count_of_lanes(warp.ballot(asked < end && indices[asked] != index));
            if (begin + smaller * step < end) end = begin + smaller * step;
            if (smaller > 0) begin += (smaller - 1) * step + 1;
        }
        return begin;
    }
};

//! Places for the sums of a level: the sums themselves, and the first update of the segment that each belongs to.
template <class T, class Position>
struct places_for_sums {
    Position* segments = nullptr;
    T* sums = nullptr;
    std::size_t count = 0;
};

//! The sums of level `level - 1`, which level `level` adds up.
template <class T, class Index, class Position>
struct sums_of_level {
    static constexpr Position no_segment = static_cast<Position>(~Position{0});

    places_for_sums<T, Position> places;
    Index const* indices;  // for each update, the index of its record
    unsigned level;
    std::size_t count = places.count;

    HEDDLE_INLINE Position key(std::size_t k) const { return places.segments[k]; }
    HEDDLE_INLINE bool exists(std::size_t k) const { return places.segments[k] != no_segment; }
    template <unsigned WordBytes>
    HEDDLE_INLINE memory_word<WordBytes> word(std::size_t k, unsigned w) const
    {
        return detail::word_of_record<WordBytes>(places.sums + k, w);
    }
    HEDDLE_INLINE Position segment(std::size_t k) const { return places.segments[k]; }
    HEDDLE_INLINE Index record(std::size_t k) const { return indices[places.segments[k]]; }

    template <class Warp>
    HEDDLE_INLINE std::size_t segment_begin(Warp const&, std::size_t k) const
    {
        if (!exists(k)) return k;
        std::size_t begin = places.segments[k];
        for (unsigned l = 0; l < level; ++l) begin = detail::sums_begin(begin);
        return begin;
    }
};

//! Returns word w of the sum of `count` values, which are added one after the other.
template <class Record, unsigned WordBytes, class Values>
HEDDLE_INLINE memory_word<WordBytes> sum_of_batch(Values const& values, std::size_t first, unsigned count, unsigned w)
{
    constexpr unsigned in_flight = 4;
    memory_word<WordBytes> sum = {};
    HEDDLE_DO_NOT_UNROLL
    for (unsigned i = 0; i < count; i += in_flight) {
        memory_word<WordBytes> loaded[in_flight] = {};
        HEDDLE_UNROLL
        for (unsigned n = 0; n < in_flight; ++n) {
            if (i + n < count) loaded[n] = values.template word<WordBytes>(first + i + n, w);
        }
        HEDDLE_UNROLL
        for (unsigned n = 0; n < in_flight; ++n) {
            if (n == 0 && i == 0) {
                sum = loaded[0];
            } else if (i + n < count) {
                Record::add_word(sum, loaded[n], w);
            }
        }
    }
    return sum;
}

//! Adds up the batches that begin in tile `number` of the values. Adds the sum of a segment to its record in `out`, or
//! stores the sums of the segment's batches to `next` if there are several.
//! Record:   an atomic_record<T, reduction::add, …>
//! Group:    all threads of the block, converged
template <class Record, class Block, class Memory, class Values, class T, class Position>
HEDDLE_INLINE void add_batches(Block const& block, Memory& memory, Values const& values, std::size_t number,
                               places_for_sums<T, Position> const& next, T* out)
{
    // The numbers of a word are aligned, and so are the vectors that one instruction adds.
    constexpr unsigned word_bytes = Record::words().part_bytes, word_count = sizeof(T) / word_bytes;
    std::size_t const start = number * batch_tile;
    detail::find_batches(block, detail::warp_of(block), memory, values, start);
    auto const thread = static_cast<unsigned>(block.thread_rank());
    auto const threads = static_cast<unsigned>(block.num_threads());
    HEDDLE_DO_NOT_UNROLL
    for (unsigned t = thread; t < memory.batch_count * word_count; t += threads) {
        unsigned const b = t / word_count, w = t % word_count;
        unsigned const place = memory.batch[b], end = memory.batch[b + 1];
        std::size_t const k = start + place, segment = memory.segment_of(start, place);
        if (!values.exists(k)) continue;
        bool const is_segment = k == segment && memory.begins_segment(end);
        std::size_t const to = detail::sums_begin(segment) + (k - segment) / batch_values;
        if (!is_segment && w == 0) next.segments[to] = values.segment(segment);
        if (!Record::template has_number<word_bytes>(w)) continue;
        auto const sum = detail::sum_of_batch<Record, word_bytes>(values, k, end - place, w);
        if (is_segment) {
            auto* const record = reinterpret_cast<std::byte*>(out + static_cast<std::ptrdiff_t>(values.record(k)));
            Record::template write_word<word_bytes>(lone_lane{1u << thread % 32}, {record + w * word_bytes, true}, w,
                                                    sum, true);
        } else {
            auto* const record = reinterpret_cast<std::byte*>(next.sums + to);
            detail::write_as(assume_global(record + w * word_bytes), sum);
        }
    }
}

//! The levels of a sum of `count` updates, in temporary storage.
template <class T, class Position>
class sum_levels {
public:
    sum_levels(temporary_storage& storage, std::size_t count)
    {
        for (std::size_t longest = count; longest > batch_values; longest = divide_up(longest, batch_values)) {
            count = detail::places_of_sums(count);
            levels_[level_count_++].count = count;
            place_count_ += count;
        }
        segments_ = storage.take<Position>(place_count_);
        std::size_t before = 0;
        for (unsigned l = 0; l < level_count_; ++l) {
            levels_[l].segments = segments_ == nullptr ? nullptr : segments_ + before;
            levels_[l].sums = storage.take<T>(levels_[l].count);
            before += levels_[l].count;
        }
    }

    // Before run(), all bytes of `segments` must be 0xff.
    void* segments() const { return segments_; }
    std::size_t segment_bytes() const { return place_count_ * sizeof(Position); }

    //! Calls add(values, next) for each level, until a call returns an error. Returns the error.
    template <class Index, class Add>
    cudaError_t run(sorted_updates<T, Index, Position> const& updates, Add const& add) const
    {
        cudaError_t error = add(updates, levels_[0]);
        for (unsigned l = 0; error == cudaSuccess && l < level_count_; ++l) {
            sums_of_level<T, Index, Position> const sums{levels_[l], updates.indices, l + 1};
            error = add(sums, levels_[l + 1]);
        }
        return error;
    }

private:
    static constexpr unsigned max_levels = 13;  // 32^13 > 2^64
    places_for_sums<T, Position> levels_[max_levels + 1];
    unsigned level_count_ = 0;
    std::size_t place_count_ = 0;
    Position* segments_ = nullptr;
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
