// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves the bytes at both ends of an element of unaligned size. Because the element shares the words of these bytes
// with its neighbors, the words must not be moved as a whole.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/partial_words.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/word_access.cuh>
#include <heddle/detail/words.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

enum class element_end { first, last };

//! A word of which an element has the end (of its first word) or the beginning (of its last word).
template <element_end End, class Element, class Byte, unsigned WordBytes>
struct partial_word {
    Byte* base;       //!< the element's first byte, or the byte after its last
    unsigned offset;  //!< of `base` in the word; 0 at the end of an element that fills the word
    bool is_valid;    //!< whether the lane moves the element's bytes of this word

    //! Returns the address of byte `at` of the word, which must belong to the element. The two differences are never
    //! negative, because a signed one would have to be extended to 64 bits.
    HEDDLE_INLINE Byte* address_of(unsigned at) const
    {
        return End == element_end::first ? HEDDLE_BYTES_AFTER(base, at - offset)
                                         : HEDDLE_BYTES_BEFORE(base, offset - at);
    }
    //! Calls move.operator()<Bytes>(at, exists) for the parts of the word, as the functions in partial_words.cuh do.
    template <class Move>
    HEDDLE_INLINE void visit(Move const& move) const
    {
        if constexpr (End == element_end::first) {
            detail::visit_end_of_word<WordBytes, alignof(Element)>(offset, move);
        } else {
            detail::visit_beginning_of_word<WordBytes, alignof(Element)>(offset, move);
        }
    }
};

//! The two ends of an element. The element has a head if its first word begins before the bytes that the lane may
//! touch, and a tail if its last word ends after those bytes.
//! Requires: alignof(Element) < WordBytes
template <class Element, class Byte, unsigned WordBytes = words_of<Element>.word_bytes>
struct element_ends {
    static constexpr unsigned word_bytes = WordBytes;
    static constexpr unsigned bytes = static_cast<unsigned>(sizeof(Element));
    // If the last word is partial, its index is `near` or `far`, depending on the start. `near` and `far` may be equal.
    static constexpr unsigned near = bytes / word_bytes;
    static constexpr unsigned far = touched_words(sizeof(Element), alignof(Element), WordBytes) - 1;

    partial_word<element_end::first, Element, Byte, WordBytes> head;
    partial_word<element_end::last, Element, Byte, WordBytes> tail;

    HEDDLE_INLINE static element_ends of(Byte* own, byte_range<Byte> const& range, bool is_valid)
    {
        unsigned const start = detail::offset_in_word(own, word_bytes);
        unsigned const rest = (start + bytes) % word_bytes;
        Byte* const end = HEDDLE_BYTES_AFTER(own, bytes);
        return {{own, start, is_valid && HEDDLE_BYTES_BEFORE(own, start) < range.first},
                {end, rest, is_valid && HEDDLE_BYTES_AFTER(end, (word_bytes - rest) % word_bytes) > range.end}};
    }

    HEDDLE_INLINE bool is_far() const { return head.offset + bytes >= far * word_bytes; }
};

template <class Group, class Word>
struct part_loader {
    Group const& group;
    Word const& word;
    std::uint64_t& bits;

    template <unsigned Bytes>
    HEDDLE_INLINE void operator()(unsigned at, bool exists) const
    {
        using part = integer_of<Bytes>;
        detail::group_load<part>(group, word.address_of(at), word.is_valid && exists,
                                 [&](part const& loaded)
                                     HEDDLE_INLINE_LAMBDA { bits |= std::uint64_t{loaded} << at * 8; });
    }
};

//! Loads the parts of a word into `bits`, in which these bytes are 0.
template <class Group, class Word>
HEDDLE_INLINE void load_parts(Group const& group, Word const& word, std::uint64_t& bits)
{
    word.visit(part_loader<Group, Word>{group, word, bits});
}

template <class Group, class Word>
struct part_storer {
    Group const& group;
    Word const& word;
    std::uint64_t bits;

    template <unsigned Bytes>
    HEDDLE_INLINE void operator()(unsigned at, bool exists) const
    {
        using part = integer_of<Bytes>;
        detail::group_store<part>(group, word.address_of(at), word.is_valid && exists,
                                  [&]() HEDDLE_INLINE_LAMBDA { return static_cast<part>(bits >> at * 8); });
    }
};

//! Stores the parts of a word whose bytes are `bits`.
template <class Group, class Word>
HEDDLE_INLINE void store_parts(Group const& group, Word const& word, std::uint64_t bits)
{
    word.visit(part_storer<Group, Word>{group, word, bits});
}

//! The loaded bytes of an element's two ends, at their positions in the first word and in the last word.
template <class Element>
struct loaded_ends {
    bool any = false;
    std::uint64_t head = 0;
    std::uint64_t tail = 0;
    bool is_far = false;

    //! Adds the bytes of the ends to the element's words, in which these bytes are 0.
    template <unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE void add_to(memory_word<WordBytes> (&words)[WordCount]) const
    {
        using ends = element_ends<Element, std::byte const>;
        static_assert(ends::far < WordCount && ends::word_bytes == WordBytes);
        if (!any) return;
        add(words[0], head);
        add(words[ends::far], is_far ? tail : 0);
        add(words[ends::near], is_far ? 0 : tail);
    }

private:
    template <unsigned WordBytes>
    HEDDLE_INLINE static void add(memory_word<WordBytes>& word, std::uint64_t bits)
    {
        for (unsigned i = 0; i < WordBytes / 4; ++i) {
            word.part[i] |= static_cast<std::uint32_t>(bits >> 32 * i);
        }
    }
};

// load_ends and store_ends require an element of unaligned size.

template <class Element, class Group>
HEDDLE_INLINE loaded_ends<Element> load_ends(Group const& group, std::byte const* own,
                                             byte_range<std::byte const> const& range, bool is_valid)
{
    loaded_ends<Element> result;
    using element_ends = element_ends<Element, std::byte const>;
    // Elements with gaps are not asked, because a branch would wait for the loads before it.
    constexpr bool asks = !words_of<Element>.has_gaps;
    if (asks && range.is_whole(element_ends::word_bytes)) return result;
    auto const ends = element_ends::of(own, range, is_valid);
    result.is_far = ends.is_far();
    if (asks && !ends.head.is_valid && !ends.tail.is_valid) return result;
    result.any = true;
    detail::load_parts(group, ends.head, result.head);
    detail::load_parts(group, ends.tail, result.tail);
    return result;
}

template <class Element, class Group, unsigned WordBytes, unsigned WordCount>
HEDDLE_INLINE void store_ends(Group const& group, std::byte* own, byte_range<std::byte> const& range, bool is_valid,
                              memory_word<WordBytes> const (&words)[WordCount])
{
    using element_ends = element_ends<Element, std::byte, WordBytes>;
    static_assert(element_ends::far < WordCount);
    if (range.is_whole(WordBytes)) return;
    auto const ends = element_ends::of(own, range, is_valid);
    if (!ends.head.is_valid && !ends.tail.is_valid) return;
    std::uint64_t const far = detail::bits_of(words[element_ends::far]);
    std::uint64_t const near = detail::bits_of(words[element_ends::near]);
    std::uint64_t const tail = ends.is_far() ? far : near;
    detail::store_parts(group, ends.head, detail::bits_of(words[0]));
    detail::store_parts(group, ends.tail, tail);
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
