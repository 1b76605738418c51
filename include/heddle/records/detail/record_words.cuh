// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Divides records whose size is known only at run time into words, each of which one thread moves.
//
// The words of consecutive records are numbered one after another, so word x belongs to record x / words, where `words`
// is the number of words in a record. Consecutive threads take consecutive words, whatever the size of a record is.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/word.cuh>
#include <heddle/detail/memory_word.cuh>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Divides 32-bit numbers by a number that is known only at run time, without an instruction for divisions.
class fast_divisor {
public:
    struct result {
        std::uint32_t quotient, remainder;
    };

    //! Requires: divisor > 0
    explicit fast_divisor(std::uint32_t divisor) : divisor_(divisor), reciprocal_(~std::uint32_t{0} / divisor) {}

    HEDDLE_INLINE std::uint32_t divisor() const { return divisor_; }
    HEDDLE_INLINE result divide(std::uint32_t number) const
    {
        // The reciprocal is rounded down by at most one part in 2³², so the product is the quotient or one less.
        auto const product = static_cast<std::uint32_t>(std::uint64_t{number} * reciprocal_ >> 32);
        result r{product, number - product * divisor_};
        if (r.remainder >= divisor_) {
            ++r.quotient;
            r.remainder -= divisor_;
        }
        return r;
    }

private:
    std::uint32_t divisor_, reciprocal_;
};

//! A word of 1, 2, 4, 8 or 16 bytes of a record. In both arrays, every record is aligned to the word's size.
template <unsigned Bytes>
struct aligned_word {
    using held = typename moved_at_once<Bytes>::type;
    static constexpr unsigned bytes = Bytes;

    static std::uint32_t words_of(std::uint32_t record_bytes, unsigned) { return record_bytes / Bytes; }

    HEDDLE_INLINE static held load(std::byte const* in, std::byte const*, std::uint32_t word, std::uint32_t)
    {
        return detail::read_as<held>(in + std::size_t{word} * Bytes);
    }
    HEDDLE_INLINE static void store(held const& loaded, std::byte const*, std::byte* out, std::uint32_t word,
                                    std::uint32_t)
    {
        detail::write_as(out + std::size_t{word} * Bytes, loaded);
    }
};

//! One of the aligned words of 4 bytes that cover a record in the output, for records of any alignment. No byte outside
//! the two records is read or written: words that reach beyond a record are moved in bytes.
struct covering_word {
    //! The two aligned words of the input that have the word's bytes. They are the same if one has all.
    struct held {
        std::uint32_t low, high;
    };
    static constexpr unsigned bytes = 4;

    //! Returns the maximum number of covering words, for records that begin at most most_offset bytes after a word.
    static std::uint32_t words_of(std::uint32_t record_bytes, unsigned most_offset)
    {
        return (record_bytes + most_offset + bytes - 1) / bytes;
    }

    //! Loads both aligned words if they lie inside the record. Otherwise, store() reads the bytes.
    HEDDLE_INLINE static held load(std::byte const* in, std::byte const* out, std::uint32_t word,
                                   std::uint32_t record_bytes)
    {
        places const p(in, out, word);
        if (!p.are_inside(record_bytes)) return {};
        return {detail::read_as<std::uint32_t>(in + p.low), detail::read_as<std::uint32_t>(in + p.high)};
    }
    HEDDLE_INLINE static void store(held const& loaded, std::byte const* in, std::byte* out, std::uint32_t word,
                                    std::uint32_t record_bytes)
    {
        places const p(in, out, word);
        if (p.are_inside(record_bytes)) {
            auto const skipped_bits = 8 * static_cast<unsigned>(p.first - p.low);
            return detail::write_as(out + p.first, detail::shift_right(loaded.low, loaded.high, skipped_bits));
        }
        bool exists[4];
        std::byte byte[4] = {};
        HEDDLE_UNROLL
        for (std::int32_t b = 0; b < 4; ++b) {
            exists[b] = p.first + b >= 0 && p.first + b < static_cast<std::int32_t>(record_bytes);
            if (exists[b]) byte[b] = in[p.first + b];
        }
        HEDDLE_UNROLL
        for (std::int32_t b = 0; b < 4; ++b) {
            if (exists[b]) out[p.first + b] = byte[b];
        }
    }

private:
    //! Places in the record, which are negative if they lie before it.
    struct places {
        std::int32_t first;      //!< of the word's first byte
        std::int32_t low, high;  //!< of the words of the input that have the same bytes

        HEDDLE_INLINE places(std::byte const* in, std::byte const* out, std::uint32_t word)
            : first(static_cast<std::int32_t>(word * bytes - reinterpret_cast<std::uintptr_t>(out) % bytes))
        {
            auto const place = reinterpret_cast<std::uintptr_t>(in) + static_cast<std::uint32_t>(first);
            auto const skipped = static_cast<std::int32_t>(place % bytes);
            low = first - skipped;
            high = skipped == 0 ? low : low + 4;
        }
        HEDDLE_INLINE bool are_inside(std::uint32_t record_bytes) const
        {
            return low >= 0 && high + 4 <= static_cast<std::int32_t>(record_bytes) &&
                   first + 4 <= static_cast<std::int32_t>(record_bytes);
        }
    };
};

//! The arrays between which records move.
struct record_arrays {
    std::byte const* in;
    std::byte* out;
    std::size_t in_distance, out_distance;  //!< the number of bytes between the starts of two records
    std::uint32_t record_bytes;

    //! Returns the largest power of two, up to 16, to which all records are aligned, and which divides their size.
    unsigned alignment() const
    {
        std::uintptr_t const all = reinterpret_cast<std::uintptr_t>(in) | reinterpret_cast<std::uintptr_t>(out) |
                                   in_distance | out_distance | record_bytes | 16;
        return static_cast<unsigned>(all & (~all + 1));
    }
    //! Returns the maximum offset of a record in an aligned word of the output.
    unsigned most_offset(unsigned word_bytes) const
    {
        if (out_distance % word_bytes != 0) return word_bytes - 1;
        return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(out) % word_bytes);
    }
};

//! Records of fewer bytes are moved in words of their alignment if it is 1 or 2, because most of their covering words
//! would be moved in bytes.
inline constexpr std::uint32_t min_covered_bytes_of_1 = 24;
inline constexpr std::uint32_t min_covered_bytes_of_2 = 64;

//! Calls call(Word()) with the type of words in which the records are moved.
template <class Call>
auto with_word(record_arrays const& arrays, Call const& call)
{
    switch (arrays.alignment()) {
        case 16:
            return call(aligned_word<16>());
        case 8:
            return call(aligned_word<8>());
        case 4:
            return call(aligned_word<4>());
        case 2:
            return arrays.record_bytes < min_covered_bytes_of_2 ? call(aligned_word<2>()) : call(covering_word());
        default:
            return arrays.record_bytes < min_covered_bytes_of_1 ? call(aligned_word<1>()) : call(covering_word());
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
