// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves one word between global memory and registers, as a whole or in parts.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/words.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class Byte>
HEDDLE_INLINE unsigned offset_in_word(Byte* address, unsigned word_bytes)
{
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(address)) % word_bytes;
}

template <class Byte>
struct word_address {
    Byte* address;
    bool is_valid;
};

//! The range of bytes that a lane may read or write.
template <class Byte>
struct byte_range {
    Byte* first;
    Byte* end;

    HEDDLE_INLINE bool contains(Byte* address, unsigned bytes) const
    {
        return first <= address && HEDDLE_BYTES_AFTER(address, bytes) <= end;
    }
    HEDDLE_INLINE bool is_whole(unsigned word_bytes) const
    {
        // Tests the length, not the end: the length is often known at compile time.
        auto const bytes = static_cast<std::size_t>(end - first);
        return detail::offset_in_word(first, word_bytes) == 0 && bytes % word_bytes == 0;
    }
};

//! Returns the range of bytes of `count` consecutive elements.
template <class Element, class Byte>
HEDDLE_INLINE byte_range<Byte> range_of(Byte* first, unsigned count = 1)
{
    return {first, HEDDLE_BYTES_AFTER(first, count * sizeof(Element))};
}

//! Counts an access of an emulated group, in units of UnitBytes. Does nothing for other groups.
template <access_kind Kind, unsigned UnitBytes, class Group>
HEDDLE_INLINE void count_access([[maybe_unused]] Group const& group, [[maybe_unused]] void const* address,
                                [[maybe_unused]] std::size_t bytes, [[maybe_unused]] bool is_valid)
{
    if constexpr (device_architecture == 0 && counts_accesses<Group>::value) {
        for (std::size_t at = 0; at < bytes; at += UnitBytes) {
            auto const* const unit = HEDDLE_BYTES_AFTER(static_cast<std::byte const*>(address), at);
            detail::count_emulated_access(group.accessing_lanes(), Kind == access_kind::store,
                                          is_valid ? unit : nullptr, UnitBytes);
        }
    }
}

// All accesses of a group to global memory are made by the next two functions, by load_plainly and store_plainly
// (per_thread.cuh), or by a copy engine of a block.

//! Loads a word in the valid lanes of a group, and calls use(word) there.
template <class Word, class Group, class Use>
HEDDLE_INLINE void group_load(Group const& group, std::byte const* address, bool is_valid, Use const& use)
{
    detail::count_access<access_kind::load, sizeof(Word)>(group, address, sizeof(Word), is_valid);
    if (is_valid) use(detail::read_as<Word>(assume_global(address)));
}

//! Stores the word that make() returns, in the valid lanes of a group. Calls make() there alone.
template <class Word, class Group, class Make>
HEDDLE_INLINE void group_store(Group const& group, std::byte* address, bool is_valid, Make const& make)
{
    detail::count_access<access_kind::store, sizeof(Word)>(group, address, sizeof(Word), is_valid);
    if (is_valid) detail::write_as<Word>(assume_global(address), make());
}

//! Loads a word in one access if `whole`, otherwise PartBytes at a time. Returns 0 if the address is not valid. `whole` is
//! a constant wherever this function is inlined.
template <unsigned WordBytes, unsigned PartBytes = WordBytes, class Group>
HEDDLE_INLINE memory_word<WordBytes> load_word(Group const& group, word_address<std::byte const> const& place,
                                               bool whole = true)
{
    using word = memory_word<WordBytes>;
    using part = part_of_bytes<PartBytes>;
    word result = {};
    if (whole) {
        detail::group_load<word>(group, place.address, place.is_valid,
                                 [&](word const& loaded) HEDDLE_INLINE_LAMBDA { result = loaded; });
        return result;
    }
    HEDDLE_UNROLL
    for (unsigned at = 0; at < WordBytes; at += PartBytes) {
        auto const* const address = HEDDLE_BYTES_AFTER(place.address, at);
        detail::group_load<part>(group, address, place.is_valid, [&](part const& loaded) HEDDLE_INLINE_LAMBDA {
            detail::add_part(result, at, loaded);
        });
    }
    return result;
}

//! Stores a word in one access if `whole`, otherwise PartBytes at a time, if the address is valid.
template <unsigned WordBytes, unsigned PartBytes = WordBytes, class Group>
HEDDLE_INLINE void store_word(Group const& group, word_address<std::byte> const& place,
                              memory_word<WordBytes> const& value, bool whole = true)
{
    using word = memory_word<WordBytes>;
    using part = part_of_bytes<PartBytes>;
    if (whole) {
        detail::group_store<word>(group, place.address, place.is_valid, [&]() HEDDLE_INLINE_LAMBDA { return value; });
        return;
    }
    HEDDLE_UNROLL
    for (unsigned at = 0; at < WordBytes; at += PartBytes) {
        auto* const address = HEDDLE_BYTES_AFTER(place.address, at);
        detail::group_store<part>(group, address, place.is_valid,
                                  [&]() HEDDLE_INLINE_LAMBDA { return detail::part_at<part>(value, at); });
    }
}

//! True for atomic_record (atomic_record.cuh).
template <class Element>
inline constexpr bool is_atomic_record = false;

//! Stores word w of an element, as store_word does, or changes the numbers in it if Element is an atomic_record.
template <class Element, unsigned PartBytes, unsigned WordBytes, class Group>
HEDDLE_INLINE void write_word(Group const& group, word_address<std::byte> const& place, [[maybe_unused]] unsigned w,
                              memory_word<WordBytes> const& value, bool whole = true)
{
    if constexpr (is_atomic_record<Element>) {
        Element::template write_word<WordBytes>(group, place, w, value, whole);
    } else {
        detail::store_word<WordBytes, PartBytes>(group, place, value, whole);
    }
}

//! Calls move(true) if `whole` or if a word has only one part, otherwise move(false). Loads must not branch for each word,
//! because each load would wait for the load before it.
template <unsigned WordBytes, unsigned PartBytes, class Move>
HEDDLE_INLINE void move_whole_or_in_parts(bool whole, Move const& move)
{
    if (PartBytes == WordBytes || whole) {
        move(true);
    } else {
        move(false);
    }
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
