// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the keys of sorts of whole records: their order, how fields compose keys, and which fields are refused.

#include "records/key_values.hpp"

#include <heddle/records/detail/record_keys.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle_test::record_keys_test {
namespace {

using namespace heddle::detail;

//! Returns whether all parts of a key are the same if a block reads them from its stage.
bool are_same_in_stage(composed_key const& key, unsigned char const* a, unsigned char const* b)
{
    auto const identity = [](key_part const& part, unsigned char const* record) {
        auto const place = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(record) % 16);
        staged_part const staged(part);
        return staged.identity(reinterpret_cast<std::byte const*>(record - place), place + staged.offset);
    };
    bool same = true;
    for (unsigned p = 0; p < key.count; ++p) {
        same = same && identity(key.parts[p], a) == identity(key.parts[p], b);
    }
    return same;
}

int sign_of(std::vector<composed_key> const& keys, unsigned char const* a, unsigned char const* b)
{
    for (std::size_t k = keys.size(); k-- > 0;) {
        std::uint64_t const x = keys[k].of(reinterpret_cast<std::byte const*>(a));
        std::uint64_t const y = keys[k].of(reinterpret_cast<std::byte const*>(b));
        EXPECT_TRUE(keys[k].bytes == 8 || x >> 8 * keys[k].bytes == 0);
        EXPECT_EQ(x == y, are_same_in_stage(keys[k], a, b));
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

TEST(record_keys, have_the_order_of_fields)
{
    random_source random("keys");
    auto const types = all_sized_types();
    for (unsigned round = 0; round < 400; ++round) {
        std::vector<sized_type> chosen;
        std::size_t const fields = round < types.size() * 2 ? 1 : 2 + random.below(6);
        for (std::size_t f = 0; f < fields; ++f) {
            chosen.push_back(fields == 1 ? types[round % types.size()] : types[random.below(types.size())]);
        }
        auto const by = random_layout(chosen, random);
        constexpr std::size_t count = 40;
        std::size_t const distance = by.layout.distance();
        std::vector<unsigned char> memory(count * distance + 16);
        unsigned char* const records = memory.data() +
                                       (16 - reinterpret_cast<std::uintptr_t>(memory.data()) % 16) % 16 +
                                       random.below(2) * (round % 8);
        for (std::size_t k = 0; k < count; ++k) set_fields(records + k * distance, by.layout, random);
        auto const keys = composed_keys(by.layout, by.keys, records);
        for (std::size_t a = 0; a < count; ++a) {
            for (std::size_t b = 0; b < count; ++b) {
                unsigned char const *const x = records + a * distance, *const y = records + b * distance;
                ASSERT_EQ(compare_records(x, y, by), sign_of(keys, x, y)) << "round " << round;
            }
        }
    }
}

TEST(record_keys, compose_fields_of_8_bytes)
{
    using type = heddle::number_type;
    heddle::record_layout const layout(24, {{0, 4}, {4, 2}, {6, 2}, {8, 8}, {16, 1}});
    auto const of = [&](std::vector<heddle::sort_key> const& keys) { return composed_keys(layout, keys, nullptr); };
    auto const u = type::unsigned_integer;
    EXPECT_EQ(1u, of({{0, u}, {1, u}, {2, u}}).size());
    EXPECT_EQ(2u, of({{0, u}, {3, u}}).size());
    auto const keys = of({{3, u}, {0, u}, {1, u}, {2, u}, {4, u}});
    ASSERT_EQ(3u, keys.size());
    EXPECT_EQ(5u, keys[0].bytes);
    EXPECT_EQ(4u, keys[1].bytes);
    EXPECT_EQ(8u, keys[2].bytes);
    EXPECT_EQ(1u, keys[0].word_bytes);
    EXPECT_EQ(8u, keys[2].word_bytes);
}

std::string fault(std::vector<heddle::sort_key> const& keys)
{
    heddle::record_layout const layout(24, {{0, 4}, {4, 3}, {8, 16}});
    try {
        parts_of_keys(layout, keys);
    } catch (std::invalid_argument const& error) {
        return error.what();
    }
    return "";
}

TEST(record_keys, are_refused_if_they_are_no_numbers)
{
    using type = heddle::number_type;
    EXPECT_EQ("heddle: there is no sort key; name at least one field", fault({}));
    EXPECT_EQ("heddle: sort key 1 names field 3, but the layout has 3 fields",
              fault({{0, type::signed_integer}, {3, type::signed_integer}}));
    EXPECT_EQ("heddle: sort key 0 is a field of 3 bytes, which no number of its type has",
              fault({{1, type::unsigned_integer}}));
    EXPECT_EQ("heddle: sort key 0 is a field of 16 bytes, which no number of its type has",
              fault({{2, type::signed_integer}}));
    EXPECT_EQ("heddle: sort key 0 is a field of 4 bytes, which no number of its type has",
              fault({{0, type::bfloat16}}));
    EXPECT_EQ("", fault({{0, type::floating_point}, {1, type::characters}, {2, type::characters}}));
}

}  // namespace
}  // namespace heddle_test::record_keys_test
