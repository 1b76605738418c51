// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves records of any alignment through shared memory to a dense output. The block copies the aligned words of 4 bytes
// that cover each record to shared memory, one record after another, each with its own offset in the first word. Then
// it stores aligned words of the output, whose bytes it shifts together from the words of one record, or of two records
// that are consecutive in the output.
//
// No byte outside the records is written. The word with a record's first byte is read whole, the word with its last
// byte only up to this byte.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/records/detail/record_words.cuh>
#include <heddle/records/detail/tile_rows.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The word of 4 bytes at an aligned address, or its first bytes if it has only `left` bytes of the record. Other bytes
//! are 0. The parts are kept until they are used, so that the loads of several words are in flight at the same time.
class covering_word {
public:
    HEDDLE_INLINE covering_word() : word_(0), half_(0), last_(0), before_last_(0) {}
    HEDDLE_INLINE covering_word(std::byte const* address, std::int32_t left)
        : word_(0), half_(0), last_(0), before_last_(static_cast<unsigned>(left & 2))
    {
        bool const is_part = left > 0 && left < 4;
        if (left >= 4) word_ = detail::read_as<std::uint32_t>(address);
        if (is_part && (left & 2) != 0) half_ = detail::read_as<std::uint16_t>(address);
        if (is_part && (left & 1) != 0) last_ = detail::read_as<std::uint8_t>(address + before_last_);
    }

    HEDDLE_INLINE std::uint32_t value() const { return word_ | half_ | last_ << 8 * before_last_; }

private:
    std::uint32_t word_, half_, last_;
    unsigned before_last_;  //!< the number of bytes before the single last byte
};

//! Records in shared memory: the words of record k begin at word k * pitch.
struct record_stage {
    static constexpr std::uint32_t capacity = 2048;
    //! Words before and after the records, which are read and not used.
    static constexpr std::uint32_t margin = 8;

    std::uint32_t* words;  //!< capacity words, between two margins
    std::uint32_t pitch;

    //! Returns the place of a record's first byte in shared memory.
    HEDDLE_INLINE std::int32_t start_of(std::uint32_t k, std::byte const* in) const
    {
        return static_cast<std::int32_t>(4 * k * pitch + static_cast<std::uint32_t>(offset_of(in)));
    }
    HEDDLE_INLINE static std::int32_t offset_of(std::byte const* in)
    {
        return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(in) % 4);
    }

    //! Sets `to` to the bytes from `place` on.
    template <unsigned Words>
    HEDDLE_INLINE void read(std::int32_t place, std::uint32_t (&to)[Words]) const
    {
        std::uint32_t const* const from = words + (place >> 2);
        unsigned const bits = 8 * static_cast<unsigned>(place & 3);
        std::uint32_t low = from[0];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Words; ++i) {
            std::uint32_t const high = from[i + 1];
            to[i] = detail::shift_right(low, high, bits);
            low = high;
        }
    }
};

//! Replaces the bytes from `first` on with those of another word.
//! Requires: -4 * Words <= first
template <unsigned Words>
HEDDLE_INLINE void replace_bytes(std::uint32_t (&word)[Words], std::uint32_t const (&other)[Words], std::int32_t first)
{
    HEDDLE_UNROLL
    for (unsigned i = 0; i < Words; ++i) {
        std::int32_t const kept = first - 4 * static_cast<std::int32_t>(i);
        std::uint32_t const bits = kept >= 4 ? ~0u : kept <= 0 ? 0u : ~(~0u << 8 * static_cast<unsigned>(kept));
        word[i] = (word[i] & bits) | (other[i] & ~bits);
    }
}

//! Stores the bytes first … end - 1 of a word to an aligned address.
template <unsigned Words>
HEDDLE_INLINE void store_bytes(std::byte* out, std::uint32_t const (&word)[Words], std::int32_t first, std::int32_t end)
{
    if (first <= 0 && end >= static_cast<std::int32_t>(4 * Words)) {
        memory_word<4 * Words> whole;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < Words; ++i) whole.part[i] = word[i];
        return detail::write_as(detail::assume_global(out), whole);
    }
    HEDDLE_UNROLL
    for (unsigned b = 0; b < 4 * Words; ++b) {
        bool const is_stored = static_cast<std::int32_t>(b) >= first && static_cast<std::int32_t>(b) < end;
        if (is_stored) detail::assume_global(out)[b] = static_cast<std::byte>(word[b / 4] >> 8 * (b % 4));
    }
}

//! Part of several records: bytes `first` … first + bytes - 1 of each.
struct record_parts {
    moved_record const* records;
    std::uint32_t count;
    std::uint32_t first, bytes;

    HEDDLE_INLINE std::byte const* in(std::uint32_t k) const { return detail::assume_global(records[k].in) + first; }
    HEDDLE_INLINE std::byte* out(std::uint32_t k) const { return detail::assume_global(records[k].out) + first; }
};

//! Loads the parts to shared memory. This is the work of thread `rank` of `threads` threads. `words` divides by
//! parts.bytes / 4, the number of words from the first one on that are certainly inside a part.
HEDDLE_INLINE void load_parts(record_parts const& parts, record_stage const& stage, fast_divisor const& words,
                              std::uint32_t rank, std::uint32_t threads)
{
    std::uint32_t const certain = words.divisor(), end = parts.count * certain;
    strided_division place(words, rank, threads);
    HEDDLE_UNROLL_4
    for (std::uint32_t x = rank; x < end; x += threads) {
        std::byte const* const in = parts.in(place.quotient());
        std::uint32_t* const to = stage.words + place.quotient() * stage.pitch + place.remainder();
        detail::copy_word_async<4>(reinterpret_cast<std::byte*>(to),
                                   in - record_stage::offset_of(in) + 4 * place.remainder());
        place.advance();
    }
    // One thread loads the rest of a part, which has up to 6 bytes.
    for (std::uint32_t k = rank; k < parts.count; k += threads) {
        std::byte const* const in = parts.in(k);
        std::int32_t const offset = record_stage::offset_of(in);
        std::byte const* const rest = in - offset + 4 * certain;
        std::int32_t const left = offset + static_cast<std::int32_t>(parts.bytes - 4 * certain);
        covering_word const first(rest, left), second(rest + 4, left - 4);
        std::uint32_t* const to = stage.words + k * stage.pitch + certain;
        if (left > 0) to[0] = first.value();
        if (left > 4) to[1] = second.value();
    }
    detail::await_copied_words();
}

//! Stores parts that follow each other in the output without bytes between them, in words of 4 * Words bytes. `size`
//! divides by parts.bytes.
//! Requires: parts.bytes >= 4 * Words
template <unsigned Words>
HEDDLE_INLINE void store_parts(record_parts const& parts, record_stage const& stage, fast_divisor const& size,
                               std::uint32_t rank, std::uint32_t threads)
{
    constexpr std::uint32_t word_bytes = 4 * Words;
    std::byte* const out = parts.out(0);
    auto const skew = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) % word_bytes);
    std::uint32_t const end = skew + parts.count * parts.bytes;
    // Places are counted from one record before the first, because the first word may begin there.
    strided_division place(size, rank * word_bytes + parts.bytes - skew, threads * word_bytes);
    for (std::uint32_t at = rank * word_bytes; at < end; at += threads * word_bytes, place.advance()) {
        std::uint32_t const next = place.quotient(), k = next - 1;
        auto const left = static_cast<std::int32_t>(parts.bytes - place.remainder());
        bool const has_first = next > 0, has_next = left < static_cast<std::int32_t>(word_bytes) && next < parts.count;
        std::uint32_t word[Words] = {};
        if (has_first) {
            stage.read(stage.start_of(k, parts.in(k)) + static_cast<std::int32_t>(place.remainder()), word);
        }
        if (has_next) {
            std::uint32_t other[Words];
            stage.read(stage.start_of(next, parts.in(next)) - left, other);
            detail::replace_bytes(word, other, left);
        }
        std::int32_t const last = has_next ? static_cast<std::int32_t>(word_bytes) : left;
        detail::store_bytes(out + (std::ptrdiff_t{at} - std::ptrdiff_t{skew}), word, has_first ? 0 : left, last);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
