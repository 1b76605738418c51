// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An array of structs and the blocks of its AoSoA, each between guards. The expected contents of the array and of the
// blocks are computed from the places of members.
#pragma once

#include "layouts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

namespace heddle_test {

//! The places of the values in an AoSoA, as the documentation of the AoSoA defines them.
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

    memory& structs() { return structs_; }
    memory& blocks() { return blocks_; }

    //! Returns the number of bytes of values that differ from the structs, plus 1000 if a guard was overwritten.
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

    //! Returns the number of bytes of the blocks that belong to no value and are not 0.
    std::size_t nonzero_gaps() const
    {
        std::vector<unsigned char> gaps(blocks_.data(), blocks_.data() + blocks_.size());
        for_each_value([&](std::size_t, std::size_t in_blocks, std::size_t bytes) {
            std::memset(gaps.data() + in_blocks, 0, bytes);
        });
        return gaps.size() - static_cast<std::size_t>(std::count(gaps.begin(), gaps.end(), 0));
    }

    //! Returns the structs as the conversion from blocks must leave them. Bytes that belong to no member keep their
    //! values if `keeps` is true, and are 0 otherwise.
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

}  // namespace heddle_test
