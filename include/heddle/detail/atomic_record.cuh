// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// atomic_record: the element type of an access that does not store the words of a record, but changes the numbers in
// memory by them. It takes the routes of stores.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/atomic_numbers.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/instructions/reductions.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/word_access.cuh>
#include <heddle/detail/words.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the numbers of a T that an atomic operation changes: those of the named members or, if none is named, all.
template <class T, auto... Member>
HEDDLE_HOST_DEVICE constexpr number_places<sizeof(T)> numbers_of()
{
    number_places<sizeof(T)> places;
    if constexpr (sizeof...(Member) == 0) {
        detail::place_numbers<T, T>(places, 0);
    } else {
        static_assert(has_heddle_fields_before_first_use<T>,
                      "heddle: an atomic operation that names members needs the line HEDDLE_FIELDS(T, x, y, ...) after "
                      "the struct, which says where they lie");
        if constexpr (has_heddle_fields_before_first_use<T>) {
            detail::place_members<Member...>(places, 0, members_of<T>());
        }
    }
    return places;
}

//! The only number of a record, or `none` if there are several, or parts of the record that no number fills.
template <std::size_t Bytes>
HEDDLE_HOST_DEVICE constexpr number only_number_in(number_places<Bytes> const& places)
{
    return places.has_only(places.of[0]) ? places.of[0] : number::none;
}

//! Returns the bits of the number that begins at part i of a word.
template <number Kind, class Word>
HEDDLE_INLINE bits_of_number<Kind> bits_at(Word const& word, unsigned i)
{
    std::uint64_t bits = word.part[i];
    if constexpr (bytes_of(Kind) == 8) bits |= std::uint64_t{word.part[i + 1]} << 32;
    return static_cast<bits_of_number<Kind>>(bits);
}

//! Changes the numbers of a word in memory by those of `value`.
template <reduction Operation, memory_scope Scope, class Word>
struct number_changer {
    std::byte* address;
    Word const& value;

    template <number Kind>
    HEDDLE_INLINE void operator()(unsigned i) const
    {
        detail::reduce_number<Operation, Kind, Scope>(address + 4 * i, detail::bits_at<Kind>(value, i));
    }
};

//! Adds the numbers of a word to those of another one.
template <class Word>
struct number_adder {
    Word& sum;
    Word const& other;

    template <number Kind>
    HEDDLE_INLINE void operator()(unsigned i) const
    {
        std::uint64_t const bits =
            detail::reduced<reduction::add, Kind>(detail::bits_at<Kind>(sum, i), detail::bits_at<Kind>(other, i));
        sum.part[i] = static_cast<std::uint32_t>(bits);
        if constexpr (bytes_of(Kind) == 8) sum.part[i + 1] = static_cast<std::uint32_t>(bits >> 32);
    }
};

//! The bytes of a T, by which the numbers in memory change. `Member` names the members; if empty, all members change.
template <class T, reduction Operation, memory_scope Scope, auto... Member>
struct HEDDLE_LIES_OVER_ELEMENT alignas(T) atomic_record {
    static constexpr number_places<sizeof(T)> numbers = detail::numbers_of<T, Member...>();
    static constexpr number only_number = detail::only_number_in(numbers);
    static constexpr bool adds = Operation == reduction::add;
    static constexpr bool takes_vectors = adds && adds_vectors<only_number>;
    static constexpr bool has_numbers = !numbers.has_only(number::none);
    static_assert(numbers.are_aligned && (!has_numbers || alignof(T) >= (numbers.has_wide() ? 8 : 4)),
                  "heddle: the numbers that an atomic operation changes must be aligned, so T must not be packed");

    element_bytes<T> bytes;

    //! The words of a record: as wide as the numbers, or as the vectors that one instruction adds. (The size is rounded
    //! up so that a T that is refused gives only one error.)
    HEDDLE_HOST_DEVICE static constexpr element_words words()
    {
        unsigned const most_word_bytes = numbers.has_wide() ? 8 : takes_vectors ? wide_word_bytes : 4;
        return detail::make_atomic_words((sizeof(T) + 3) / 4 * 4, alignof(T), most_word_bytes);
    }

    //! Changes the numbers in word w of the record at this address, if the address is valid. A group skips words of
    //! zeros. (A single lane does not ask, because that would cost more than it saves.)
    template <unsigned WordBytes, class Group>
    HEDDLE_INLINE static void write_word(Group const& group, word_address<std::byte> const& place, unsigned w,
                                         memory_word<WordBytes> const& value, bool whole)
    {
        std::uint32_t any = adds && static_lane_count<Group> != 1 ? 0 : 1;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < WordBytes / 4; ++i) any |= value.part[i];
        bool const changes = place.is_valid && any != 0;
        detail::count_access<access_kind::store, WordBytes>(group, place.address, WordBytes, changes);
        if (changes) change_word(detail::assume_global(place.address), w, value, whole);
    }

    //! Adds the numbers of `other` to those of `sum`. Both are word w of a record.
    template <unsigned WordBytes>
    HEDDLE_INLINE static void add_word(memory_word<WordBytes>& sum, memory_word<WordBytes> const& other, unsigned w)
    {
        visit_numbers<WordBytes>(w, number_adder<memory_word<WordBytes>>{sum, other});
    }

    //! Returns whether word w of a record has a number that changes.
    template <unsigned WordBytes>
    HEDDLE_INLINE static bool has_number(unsigned w)
    {
        bool result = false;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < WordBytes / 4; ++i) result = result || !is_at<number::none>(w * (WordBytes / 4) + i);
        return result;
    }

    //! Returns whether any number of a record is not 0.
    template <unsigned WordBytes, unsigned WordCount>
    HEDDLE_INLINE static bool changes(memory_word<WordBytes> const (&words)[WordCount])
    {
        constexpr unsigned units = WordBytes / 4;
        std::uint32_t any = 0;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < WordCount * units; ++i) {
            if (i < sizeof(T) / 4 && !is_at<number::none>(i)) any |= words[i / units].part[i % units];
        }
        return any != 0;
    }

    //! Changes the record at this address, in code that does not run in a warp.
    HEDDLE_INLINE void write_to(atomic_record* record) const
    {
        constexpr element_words p = words();
        memory_word<p.word_bytes> words[p.touched_words];
        detail::words_from_element(words, *this);
        auto* const first = reinterpret_cast<std::byte*>(record);
        HEDDLE_UNROLL
        for (unsigned w = 0; w < p.touched_words; ++w) change_word(first + w * p.word_bytes, w, words[w], false);
    }

private:
    template <unsigned WordBytes>
    HEDDLE_INLINE static void change_word(std::byte* address, unsigned w, memory_word<WordBytes> const& value,
                                          bool whole)
    {
        if constexpr (takes_vectors && WordBytes > 4) {
            if (whole) {
                detail::add_vector<only_number, Scope>(address, value);
                return;
            }
        }
        visit_numbers<WordBytes>(w, number_changer<Operation, Scope, memory_word<WordBytes>>{address, value});
    }

    //! Calls visit.operator()<Kind>(i) for each number in word w, which begins at part i of the word.
    template <unsigned WordBytes, class Visit>
    HEDDLE_INLINE static void visit_numbers(unsigned w, Visit const& visit)
    {
        HEDDLE_UNROLL
        for (unsigned i = 0; i < WordBytes / 4; ++i) {
            unsigned const entry = w * (WordBytes / 4) + i;
            visit_if<number::int32>(entry, i, visit);
            visit_if<number::uint32>(entry, i, visit);
            visit_if<number::float32>(entry, i, visit);
            visit_if<number::half2>(entry, i, visit);
            visit_if<number::bfloat2>(entry, i, visit);
            if (i % 2 == 1) continue;
            visit_if<number::int64>(entry, i, visit);
            visit_if<number::uint64>(entry, i, visit);
            visit_if<number::float64>(entry, i, visit);
        }
    }
    template <number Kind, class Visit>
    HEDDLE_INLINE static void visit_if(unsigned entry, unsigned i, Visit const& visit)
    {
        if constexpr (numbers.has(Kind)) {
            if (is_at<Kind>(entry)) visit.template operator()<Kind>(i);
        }
    }

    //! Returns whether entry i of `numbers` is of this type. (A lane's word differs from other lanes', and registers
    //! cannot be indexed at run time, so the entries are bits of constants.)
    template <number Kind>
    HEDDLE_INLINE static bool is_at(unsigned i)
    {
        constexpr std::size_t count = number_places<sizeof(T)>::unit_count;
        if constexpr (numbers.has_only(Kind)) {
            return true;
        } else if constexpr (!numbers.has(Kind)) {
            return false;
        } else {
            return is_at<Kind>(i, std::make_index_sequence<(count + 31) / 32>());
        }
    }
    template <number Kind, std::size_t... Block>
    HEDDLE_INLINE static bool is_at(unsigned i, std::index_sequence<Block...>)
    {
        std::uint32_t const bits =
            ((i / 32 == Block ? std::integral_constant<std::uint32_t, bits_of_kind(Kind, Block * 32)>::value : 0u) |
             ...);
        return (bits >> i % 32 & 1u) != 0;
    }
    HEDDLE_HOST_DEVICE static constexpr std::uint32_t bits_of_kind(number kind, unsigned begin)
    {
        constexpr number_places<sizeof(T)> places = detail::numbers_of<T, Member...>();
        std::uint32_t bits = 0;
        for (unsigned i = begin; i < places.unit_count && i < begin + 32; ++i) {
            if (places.of[i] == kind) bits |= 1u << (i - begin);
        }
        return bits;
    }
};

template <class T, reduction Operation, memory_scope Scope, auto... Member>
inline constexpr bool is_atomic_record<atomic_record<T, Operation, Scope, Member...>> = true;

template <class T, reduction Operation, memory_scope Scope, auto... Member>
inline constexpr element_words words_of<atomic_record<T, Operation, Scope, Member...>> =
    atomic_record<T, Operation, Scope, Member...>::words();

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
