// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Records whose size is known only at run time, and their division into words.
//
// The words of consecutive records are numbered one after another, so word x belongs to record x / words, where `words`
// is the number of words in a record. Consecutive threads take consecutive words, whatever the size of a record is.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

struct quotient_and_remainder {
    std::uint32_t quotient, remainder;
};

//! Divides 32-bit numbers by a number that is known only at run time, without an instruction for divisions.
class fast_divisor {
public:
    //! Requires: divisor > 0
    HEDDLE_INLINE explicit fast_divisor(std::uint32_t divisor)
        : divisor_(divisor), reciprocal_(~std::uint32_t{0} / divisor)
    {
    }

    HEDDLE_INLINE std::uint32_t divisor() const { return divisor_; }
    HEDDLE_INLINE quotient_and_remainder divide(std::uint32_t number) const
    {
        // The reciprocal is rounded down by at most one part in 2³², so the product is the quotient or one less.
        auto const product = static_cast<std::uint32_t>(std::uint64_t{number} * reciprocal_ >> 32);
        quotient_and_remainder result{product, number - product * divisor_};
        if (result.remainder >= divisor_) {
            ++result.quotient;
            result.remainder -= divisor_;
        }
        return result;
    }

private:
    std::uint32_t divisor_, reciprocal_;
};

//! Divides the numbers `first`, first + stride, first + 2 · stride, … one after another.
class strided_division {
public:
    HEDDLE_INLINE strided_division(fast_divisor const& by, std::uint32_t first, std::uint32_t stride)
        : now_(by.divide(first)), step_(by.divide(stride)), divisor_(by.divisor())
    {
    }

    HEDDLE_INLINE std::uint32_t quotient() const { return now_.quotient; }
    HEDDLE_INLINE std::uint32_t remainder() const { return now_.remainder; }
    HEDDLE_INLINE void advance()
    {
        bool const is_full = now_.remainder >= divisor_ - step_.remainder;
        now_.remainder += is_full ? step_.remainder - divisor_ : step_.remainder;
        now_.quotient += is_full ? step_.quotient + 1 : step_.quotient;
    }

private:
    quotient_and_remainder now_, step_;
    std::uint32_t divisor_;
};

//! The two places of one record.
struct alignas(16) moved_record {
    std::byte const* in;
    std::byte* out;
};

//! The arrays between which records move.
struct record_arrays {
    std::byte const* in;
    std::byte* out;
    std::size_t distance;  //!< the number of bytes between the starts of two records, in both arrays
    std::uint32_t record_bytes;

    HEDDLE_INLINE moved_record at(std::size_t from, std::size_t to) const
    {
        return {in + from * distance, out + to * distance};
    }

    //! Returns whether one of the first in_count records of `in` overlaps one of the first out_count records of `out`.
    //! The records of one array may lie between those of the other.
    HEDDLE_INLINE bool overlap(std::size_t in_count, std::size_t out_count) const
    {
        if (in_count == 0 || out_count == 0) return false;
        auto const from = reinterpret_cast<std::uintptr_t>(in), to = reinterpret_cast<std::uintptr_t>(out);
        std::uintptr_t const gap = from < to ? to - from : from - to;
        std::size_t const records = gap / distance + (gap % distance < record_bytes ? 0 : 1);
        bool const is_between = gap % distance >= record_bytes && distance - gap % distance >= record_bytes;
        return !is_between && records < (from < to ? in_count : out_count);
    }
    //! Returns the largest power of two, up to 16, to which all records are aligned, and which divides their size.
    HEDDLE_INLINE unsigned alignment() const
    {
        std::uintptr_t const all =
            reinterpret_cast<std::uintptr_t>(in) | reinterpret_cast<std::uintptr_t>(out) | distance | record_bytes | 16;
        return static_cast<unsigned>(all & (~all + 1));
    }
    //! Returns the maximum number of aligned words of 4 bytes that cover a record of one of the arrays.
    HEDDLE_INLINE std::uint32_t covering_words(void const* array) const
    {
        auto const offset = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(array) % 4);
        std::uint32_t const most_offset = distance % 4 == 0 ? offset : distance % 2 == 0 ? 2 + offset % 2 : 3;
        return (record_bytes + most_offset + 3) / 4;
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
