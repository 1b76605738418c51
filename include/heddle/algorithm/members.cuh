// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 6: the members of a struct, named one by one or listed by their types, and where they lie.
#pragma once

#include "../config.cuh"
#include "../words.cuh"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace heddle {

//! All members of a struct, by their types and in their order: its bytes are those of
//! struct { Member0 a; Member1 b; … }, with the padding that such a struct has.
template <class... Member>
struct members {
    static_assert(sizeof...(Member) > 0, "heddle: members<> names the types of a struct's members");
    static_assert((std::is_trivially_copyable_v<Member> && ...),
                  "heddle: members must be trivially copyable, because their bytes are moved");
    static_assert(!(std::is_array_v<Member> || ...),
                  "heddle: a member that is an array must be a std::array or a struct, to have an "
                  "array of its own");
};

namespace detail {

//! Rows of values, one behind the other, each as aligned as its type asks: with rows of one value,
//! a struct of these members.
template <std::size_t Count>
struct row_offsets {
    std::size_t offset[Count];
    std::size_t bytes;  //!< of all rows, so that the next ones can follow
    std::size_t alignment;
    bool has_padding;
};

template <class... Member>
constexpr auto offsets_of_rows(std::size_t row_length)
{
    row_offsets<sizeof...(Member)> rows{{}, 0, 1, false};
    std::size_t number = 0, end = 0;
    auto const round_up = [&](std::size_t to) {
        std::size_t const rounded = (end + to - 1) / to * to;
        rows.has_padding = rows.has_padding || rounded != end;
        end = rounded;
    };
    auto const add = [&](std::size_t bytes, std::size_t alignment) {
        round_up(alignment);
        rows.offset[number++] = end;
        end += row_length * bytes;
        rows.alignment = alignment > rows.alignment ? alignment : rows.alignment;
    };
    (add(sizeof(Member), alignof(Member)), ...);
    round_up(rows.alignment);
    rows.bytes = end;
    return rows;
}

//! A copy of some bytes that lie wherever they lie.
template <class Value>
HEDDLE_INLINE Value value_at(void const* place)
{
    element_storage<Value> copy;
    std::memcpy(copy.bytes(), place, sizeof(Value));
    return copy.value;
}

template <class Pointer>
struct pointed_member;
template <class Type, class Class>
struct pointed_member<Type Class::*> {
    using type = std::remove_cv_t<Type>;
};

//! A member that has a name. It may be const, or part of a packed struct.
template <auto Pointer>
struct named_member {
    static_assert(std::is_member_object_pointer_v<decltype(Pointer)>,
                  "heddle: members are named by pointers to data members, as in "
                  "aos_to_soa<&T::x, &T::y>");
    using type = typename pointed_member<decltype(Pointer)>::type;
    static_assert(!std::is_array_v<type>,
                  "heddle: a member that is an array must be a std::array or a struct, to have an "
                  "array of its own");

    template <class Struct>
    HEDDLE_INLINE static type get(Struct const& from)
    {
        return value_at<type>(static_cast<void const*>(&(from.*Pointer)));
    }
    template <class Struct>
    HEDDLE_INLINE static void set(Struct& to, type const& value)
    {
        std::memcpy(const_cast<void*>(static_cast<void const*>(&(to.*Pointer))), &value,
                    sizeof(type));
    }
};

//! A struct's bytes in registers. Members whose types the struct does not name are shifted out of
//! words and into them: copied from one to the other, they would be put together on the stack.
template <class Struct>
class struct_words {
    static constexpr unsigned word_count = static_cast<unsigned>((sizeof(Struct) + 3) / 4);

public:
    //! All of them 0.
    HEDDLE_INLINE struct_words() : words_{} {}
    HEDDLE_INLINE explicit struct_words(Struct const& value) { words_from_element(words_, value); }

    HEDDLE_INLINE Struct value() const { return element_from_words<Struct>(words_, 0); }

    template <class Type, std::size_t Offset>
    HEDDLE_INLINE Type get() const
    {
        constexpr unsigned first = Offset / 4, bits = Offset % 4 * 8;
        memory_word<4> own[(sizeof(Type) + 3) / 4];
        HEDDLE_UNROLL
        for (unsigned w = 0; w < (sizeof(Type) + 3) / 4; ++w) {
            own[w].part[0] = bits == 0 ? word(first + w)
                                       : shift_right(word(first + w), word(first + w + 1), bits);
        }
        return element_from_words<Type>(own, 0);
    }

    template <class Type, std::size_t Offset>
    HEDDLE_INLINE void set(Type const& value)
    {
        constexpr unsigned first = Offset / 4, bits = Offset % 4 * 8;
        memory_word<4> own[(sizeof(Type) + 3) / 4];
        words_from_element(own, value);
        HEDDLE_UNROLL
        for (unsigned w = 0; w < (sizeof(Type) + 3) / 4; ++w) {
            unsigned const left = static_cast<unsigned>(sizeof(Type)) - 4 * w;
            std::uint32_t const mask = left >= 4 ? ~0u : (1u << left * 8 % 32) - 1;
            put(first + w, own[w].part[0] << bits, mask << bits);
            if (bits != 0)
                put(first + w + 1, own[w].part[0] >> (32 - bits) % 32, mask >> (32 - bits) % 32);
        }
    }

private:
    HEDDLE_INLINE std::uint32_t word(unsigned w) const
    {
        return w < word_count ? words_[w].part[0] : 0;
    }
    HEDDLE_INLINE void put(unsigned w, std::uint32_t bits, std::uint32_t mask)
    {
        if (w < word_count) words_[w].part[0] = (words_[w].part[0] & ~mask) | bits;
    }

    memory_word<4> words_[word_count];
};

//! A member that has a place.
template <class Type, std::size_t Offset>
struct placed_member {
    using type = std::remove_cv_t<Type>;

    template <class Struct>
    HEDDLE_INLINE static type get(struct_words<Struct> const& from)
    {
        return from.template get<type, Offset>();
    }
    template <class Struct>
    HEDDLE_INLINE static void set(struct_words<Struct>& to, type const& value)
    {
        to.template set<type, Offset>(value);
    }

    // Of a struct in memory, which need not be aligned to its members.
    template <class Struct>
    HEDDLE_INLINE static type get(Struct const& from)
    {
        auto const* const place = reinterpret_cast<std::byte const*>(&from) + Offset;
        return value_at<type>(__builtin_assume_aligned(place, alignment_in<Struct>));
    }
    template <class Struct>
    HEDDLE_INLINE static void set(Struct& to, type const& value)
    {
        auto* const place = reinterpret_cast<std::byte*>(&to) + Offset;
        std::memcpy(__builtin_assume_aligned(place, alignment_in<Struct>), &value, sizeof(type));
    }

private:
    template <class Struct>
    static constexpr std::size_t alignment_in = alignof(Struct) < alignof(type) ? alignof(Struct)
                                                                                : alignof(type);
};

//! Members that an algorithm takes out of a struct, or puts into it.
template <class... Member>
struct member_list {
    static constexpr std::size_t size = sizeof...(Member);
    //! The members' bytes, without any between them.
    static constexpr std::size_t bytes = (sizeof(typename Member::type) + ...);
};

template <class... Type, std::size_t... Number>
auto placed_members(members<Type...>, std::index_sequence<Number...>)
    -> member_list<placed_member<Type, offsets_of_rows<Type...>(1).offset[Number]>...>;

//! The members of a list of types, and of a list of pointers.
template <class Members>
struct listed;
template <class... Type>
struct listed<members<Type...>> {
    using type = decltype(placed_members(members<Type...>{}, std::index_sequence_for<Type...>{}));

    template <class Struct>
    static constexpr bool fits = sizeof(Struct) == offsets_of_rows<Type...>(1).bytes;
};
template <class Members>
using listed_t = typename listed<Members>::type;

template <auto... Member>
using named_members = member_list<named_member<Member>...>;

//! Whether a member stands twice in a list.
template <class Member, class... Others>
inline constexpr bool is_one_of = (std::is_same_v<Member, Others> || ...);
template <class List>
inline constexpr bool has_repeated = false;
template <class Member, class... Others>
inline constexpr bool has_repeated<member_list<Member, Others...>> =
    is_one_of<Member, Others...> || has_repeated<member_list<Others...>>;

//! Whether the struct does not name the members.
template <class List>
inline constexpr bool are_placed = false;
template <class... Type, std::size_t... Offset>
inline constexpr bool are_placed<member_list<placed_member<Type, Offset>...>> = true;

//! Whether members are all that there is in a struct. Of named ones it is known only where no
//! padding can be taken for one without a name.
template <class List, class Struct>
inline constexpr bool are_all_members = are_placed<List> || List::bytes == sizeof(Struct);

}  // namespace detail

}  // namespace heddle
