// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An array of structs, and the same values as arrays of members (SoA) or in blocks (AoSoA). Each array lies between
// guards. The expected results of conversions are computed from the offsets of the members.
#pragma once

#include "bytes.hpp"
#include "guarded_array.hpp"
#include "random.hpp"

#include <heddle/algorithm/members.cuh>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <utility>
#include <vector>

namespace heddle_test {

//! Returns the number of wrong bytes, plus 1000 if a guard was overwritten.
inline std::size_t wrong_bytes(guarded_array<unsigned char> const& array, std::vector<unsigned char> const& expected)
{
    std::size_t wrong = array.guards_intact() ? 0 : 1000;
    // memcmp comes first, because tests are compiled without optimization, so the loop below is slow.
    if (expected.empty() || std::memcmp(array.data(), expected.data(), expected.size()) == 0) {
        return wrong;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) wrong += array[i] != expected[i] ? 1 : 0;
    return wrong;
}

//! Changes the bytes. The new value of a byte depends on its old value and its index.
inline void change_bytes(guarded_array<unsigned char>& array)
{
    unsigned char* const first = array.data();
    std::size_t const size = array.size();
    for (std::size_t i = 0; i < size; ++i) first[i] = static_cast<unsigned char>(first[i] * 5 + i);
}

struct member_place {
    std::size_t offset, bytes, alignment;
};

template <class... Type>
std::vector<member_place> places_of(heddle::members<Type...>)
{
    auto const rows = heddle::detail::offsets_of_rows<Type...>(1);
    std::vector<member_place> places{{0, sizeof(Type), alignof(Type)}...};
    for (std::size_t i = 0; i < places.size(); ++i) places[i].offset = rows.offset[i];
    return places;
}

class layout_arrays {
public:
    using memory = guarded_array<unsigned char>;

    //! Fills the arrays with random bytes. `start` determines how far each array begins after a multiple of 128 bytes.
    layout_arrays(std::size_t element_count, std::size_t struct_bytes, std::size_t struct_alignment,
                  std::vector<member_place> members, random_source& random, std::size_t start)
        : count_(element_count),
          struct_bytes_(struct_bytes),
          places_(std::move(members)),
          structs_(element_count * struct_bytes, random, start * struct_alignment % 128)
    {
        for (member_place const& place : places_) {
            start = 3 * start;
            arrays_.emplace_back(element_count * place.bytes, random, start * place.alignment % 128);
        }
    }

    std::size_t count() const { return count_; }
    memory& structs() { return structs_; }
    memory& array(std::size_t i) { return arrays_[i]; }

    //! Returns the expected array of member i after aos_to_soa.
    std::vector<unsigned char> split(std::size_t i) const
    {
        std::vector<unsigned char> result(arrays_[i].size());
        member_place const place = places_[i];
        for (std::size_t k = 0; k < count_; ++k) {
            std::memcpy(result.data() + k * place.bytes, structs_.data() + k * struct_bytes_ + place.offset,
                        place.bytes);
        }
        return result;
    }

    //! Returns the expected structs after soa_to_aos. Padding and unlisted members are unchanged (`keeps`) or 0.
    std::vector<unsigned char> joined(bool keeps) const
    {
        std::vector<unsigned char> result(structs_.size(), 0);
        if (keeps) result.assign(structs_.data(), structs_.data() + structs_.size());
        for (std::size_t i = 0; i < places_.size(); ++i) {
            member_place const place = places_[i];
            for (std::size_t k = 0; k < count_; ++k) {
                std::memcpy(result.data() + k * struct_bytes_ + place.offset, arrays_[i].data() + k * place.bytes,
                            place.bytes);
            }
        }
        return result;
    }

    std::size_t wrong_structs(std::vector<unsigned char> const& expected) const
    {
        return wrong_bytes(structs_, expected);
    }
    std::size_t wrong_array(std::size_t i, std::vector<unsigned char> const& expected) const
    {
        return wrong_bytes(arrays_[i], expected);
    }

private:
    std::size_t count_;
    std::size_t struct_bytes_;
    std::vector<member_place> places_;
    memory structs_;
    std::deque<memory> arrays_;
};

//! Computes the position of each value in an AoSoA, as the documentation of the AoSoA defines it.
class block_places {
public:
    block_places(std::size_t length, std::vector<member_place> members) : length_(length), members_(std::move(members))
    {
        std::size_t end = 0;
        auto const round_up = [](std::size_t value, std::size_t to) { return (value + to - 1) / to * to; };
        for (member_place const& member : members_) {
            rows_.push_back(round_up(end, member.alignment));
            end = rows_.back() + length * member.bytes;
            alignment_ = std::max(alignment_, member.alignment);
        }
        block_bytes_ = round_up(end, alignment_);
    }

    std::size_t alignment() const { return alignment_; }
    std::size_t bytes(std::size_t struct_count) const { return (struct_count + length_ - 1) / length_ * block_bytes_; }
    std::size_t at(std::size_t member, std::size_t k) const
    {
        return k / length_ * block_bytes_ + rows_[member] + k % length_ * members_[member].bytes;
    }
    std::vector<member_place> const& members() const { return members_; }

private:
    std::size_t length_;
    std::vector<member_place> members_;
    std::vector<std::size_t> rows_;
    std::size_t alignment_ = 1;
    std::size_t block_bytes_ = 0;
};

class block_arrays {
public:
    using memory = guarded_array<unsigned char>;

    block_arrays(std::size_t element_count, std::size_t struct_bytes, std::size_t struct_alignment,
                 block_places const& where, random_source& random, std::size_t start)
        : count_(element_count),
          struct_bytes_(struct_bytes),
          places_(where),
          structs_(element_count * struct_bytes, random, start * struct_alignment % 128),
          blocks_(where.bytes(element_count), random, 3 * start * where.alignment() % 128)
    {
    }

    std::size_t count() const { return count_; }
    memory& structs() { return structs_; }
    memory& blocks() { return blocks_; }

    //! Returns the number of wrong bytes among the values in the blocks, plus 1000 if a guard was overwritten.
    std::size_t wrong_blocks() const
    {
        std::size_t wrong = blocks_.guards_intact() ? 0 : 1000;
        for_each_value([&](std::size_t in_struct, std::size_t in_blocks, std::size_t bytes) {
            unsigned char const* const value = structs_.data() + in_struct;
            unsigned char const* const found = blocks_.data() + in_blocks;
            if (std::memcmp(value, found, bytes) == 0) return;
            for (std::size_t i = 0; i < bytes; ++i) wrong += value[i] != found[i] ? 1 : 0;
        });
        return wrong;
    }

    //! Returns the number of nonzero bytes that belong to no value of a block.
    std::size_t nonzero_gaps() const
    {
        std::vector<unsigned char> gaps(blocks_.data(), blocks_.data() + blocks_.size());
        for_each_value([&](std::size_t, std::size_t in_blocks, std::size_t bytes) {
            std::memset(gaps.data() + in_blocks, 0, bytes);
        });
        return gaps.size() - static_cast<std::size_t>(std::count(gaps.begin(), gaps.end(), 0));
    }

    //! Returns the expected structs after aosoa_to_aos. Padding and unlisted members are unchanged (`keeps`) or 0.
    std::vector<unsigned char> joined(bool keeps) const
    {
        std::vector<unsigned char> result(structs_.size(), 0);
        if (keeps) result.assign(structs_.data(), structs_.data() + structs_.size());
        for_each_value([&](std::size_t in_struct, std::size_t in_blocks, std::size_t bytes) {
            std::memcpy(result.data() + in_struct, blocks_.data() + in_blocks, bytes);
        });
        return result;
    }
    std::size_t wrong_structs(std::vector<unsigned char> const& expected) const
    {
        return wrong_bytes(structs_, expected);
    }

private:
    template <class Visit>
    void for_each_value(Visit const& visit) const
    {
        for (std::size_t i = 0; i < places_.members().size(); ++i) {
            member_place const& member = places_.members()[i];
            for (std::size_t k = 0; k < count_; ++k) {
                visit(k * struct_bytes_ + member.offset, places_.at(i, k), member.bytes);
            }
        }
    }

    std::size_t count_;
    std::size_t struct_bytes_;
    block_places places_;
    memory structs_;
    memory blocks_;
};

template <class Member, std::size_t... Number>
auto repeated(std::index_sequence<Number...>) -> heddle::members<std::enable_if_t<(Number + 1 > 0), Member>...>;
template <std::size_t Count, class Member>
using repeat = decltype(repeated<Member>(std::make_index_sequence<Count>()));

//! Members of equal size: a power of two, at most 8, that divides Size. If the struct would have more than 16 members,
//! it has a single member instead.
template <std::size_t Size>
struct even_members {
    static constexpr std::size_t widest = Size % 8 == 0 ? 8 : Size % 4 == 0 ? 4 : Size % 2 == 0 ? 2 : 1;
    static constexpr std::size_t word = widest == 8 && Size <= 64 ? 4 : widest;
    static constexpr std::size_t count = Size / word <= 16 ? Size / word : 1;
    using type = repeat<count, bytes<Size / count, count == 1 ? widest_alignment(Size) : word>>;
};

template <std::size_t Size>
struct odd_members {
    using type = heddle::members<bytes<1>, bytes<Size / 3, 1>, bytes<Size - 1 - Size / 3, 1>>;
};

}  // namespace heddle_test
