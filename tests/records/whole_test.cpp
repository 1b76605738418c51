// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the parts of whole.cuh that need no GPU: the division of records into words, and the order of keys.

#include "records/key_values.hpp"

#include <heddle/records/detail/record_words.cuh>
#include <heddle/records/detail/select_records.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle_test::whole_test {
namespace {

using namespace heddle::detail;

TEST(whole_test, divides_exactly)
{
    random_source random("divisions");
    auto const check = [](std::uint32_t number, std::uint32_t divisor) {
        auto const [quotient, remainder] = fast_divisor(divisor).divide(number);
        ASSERT_EQ(number / divisor, quotient) << number << " / " << divisor;
        ASSERT_EQ(number % divisor, remainder) << number << " / " << divisor;
    };
    std::vector<std::uint32_t> divisors;
    for (std::uint32_t d = 1; d < 300; ++d) divisors.push_back(d);
    for (unsigned bit = 8; bit < 32; ++bit) {
        for (std::uint32_t const near : {-1, 0, 1}) divisors.push_back((1u << bit) + near);
    }
    divisors.push_back(~0u);
    for (std::uint32_t const divisor : divisors) {
        for (std::uint32_t const number : {0u, 1u, ~0u, ~0u - 1}) check(number, divisor);
        for (int k = 0; k < 200; ++k) {
            std::uint32_t const multiple = random.next_word() / divisor * divisor;
            for (std::uint32_t const near : {-1, 0, 1}) check(multiple + near, divisor);
        }
    }
}

//! Moves one record in words, between arrays without a byte more, and expects exactly its bytes in the output.
template <class Word>
void move_record(std::uint32_t record_bytes, unsigned in_skew, unsigned out_skew, random_source& random)
{
    SCOPED_TRACE(testing::Message() << record_bytes << " bytes, words of " << Word::bytes << ", skews " << in_skew
                                    << " and " << out_skew);
    // An input from the heap, so that the address sanitizer sees reads beyond its end.
    std::unique_ptr<std::byte[]> const memory(new std::byte[in_skew + record_bytes]);
    std::byte* const in = memory.get() + in_skew;
    random.fill(in, record_bytes);
    std::vector<std::byte> out(record_bytes + 64, std::byte{0xc5}), expected = out;
    unsigned const start = 32 - static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(out.data()) % 16) + out_skew;
    std::memcpy(expected.data() + start, in, record_bytes);
    record_arrays const arrays{in, out.data() + start, record_bytes, record_bytes, record_bytes};
    std::uint32_t const words = Word::words_of(record_bytes, arrays.most_offset(Word::bytes));
    for (std::uint32_t w = 0; w < words; ++w) {
        auto const held = Word::load(arrays.in, arrays.out, w, record_bytes);
        Word::store(held, arrays.in, arrays.out, w, record_bytes);
    }
    EXPECT_EQ(expected, out);
}

TEST(whole_test, moves_each_byte_of_a_record)
{
    random_source random("records in words");
    for (std::uint32_t bytes = 1; bytes <= 70; ++bytes) {
        for (unsigned in_skew = 0; in_skew < 8; ++in_skew) {
            for (unsigned out_skew = 0; out_skew < 8; ++out_skew) {
                move_record<covering_word>(bytes, in_skew, out_skew, random);
                unsigned const places = bytes | in_skew | out_skew;
                move_record<aligned_word<1>>(bytes, in_skew, out_skew, random);
                if (places % 2 == 0) move_record<aligned_word<2>>(bytes, in_skew, out_skew, random);
                if (places % 4 == 0) move_record<aligned_word<4>>(bytes, in_skew, out_skew, random);
                if (places % 8 == 0) move_record<aligned_word<8>>(bytes, in_skew, out_skew, random);
                if (places % 16 == 0) move_record<aligned_word<16>>(bytes, in_skew, out_skew, random);
            }
        }
    }
}

TEST(whole_test, takes_words_to_which_all_records_are_aligned)
{
    auto const bytes_of = [](std::uintptr_t in, std::uintptr_t out, std::size_t distance, std::uint32_t bytes) {
        record_arrays const arrays{reinterpret_cast<std::byte const*>(in), reinterpret_cast<std::byte*>(out), distance,
                                   distance, bytes};
        return with_word(arrays, [](auto word) { return decltype(word)::bytes; });
    };
    EXPECT_EQ(16u, bytes_of(512, 1024, 64, 48));
    EXPECT_EQ(8u, bytes_of(512, 1032, 64, 48));
    EXPECT_EQ(8u, bytes_of(512, 1024, 56, 48));
    EXPECT_EQ(4u, bytes_of(512, 1024, 64, 28));
    EXPECT_EQ(2u, bytes_of(512, 1024, 30, 30));
    EXPECT_EQ(1u, bytes_of(513, 1024, 4, 4));
    EXPECT_EQ(4u, bytes_of(513, 1024, 1000, 1000)) << "covering words";
}

TEST(whole_test, tiles_hold_all_records_and_words)
{
    for (std::uint32_t const bytes : {1u, 7u, 16u, 17u, 30u, 128u, 1000u, 4096u, 1u << 20, (1u << 30) - 1}) {
        for (std::uint32_t const word : {1u, 4u, 16u}) {
            std::uint32_t const words = (bytes + word - 1) / word;
            record_tiles const tiles = tiles_of_records(1000003, bytes, words);
            SCOPED_TRACE(testing::Message() << bytes << " bytes, " << words << " words");
            EXPECT_GE(tiles.tile_count * tiles.records, 1000003u);
            EXPECT_LT((tiles.tile_count - 1) * tiles.records, 1000003u);
            EXPECT_LE(tiles.records, tiles.flags_of_thread * move_threads);
            EXPECT_LE(tiles.flags_of_thread, max_flags_of_thread);
            EXPECT_LT(std::uint64_t{tiles.records} * words, std::uint64_t{1} << 31);
            EXPECT_GE(std::uint64_t{tiles.blocks} * tiles.words_of_block, std::uint64_t{tiles.records} * words);
            EXPECT_LT(std::uint64_t{tiles.blocks} * tiles.words_of_block, std::uint64_t{1} << 32);
        }
    }
}

TEST(whole_test, reads_flags)
{
    random_source random("flags");
    std::vector<std::uint8_t> flags(32);
    for (int round = 0; round < 100; ++round) {
        for (auto& flag : flags) flag = static_cast<std::uint8_t>(random.coin() ? 0 : 1 + random.below(255));
        for (std::uint32_t const wanted : {1u, 2u, 4u, 8u}) {
            for (std::uint32_t skew = 0; skew < 8; ++skew) {
                for (std::uint32_t count = 0; count <= wanted; ++count) {
                    std::uint32_t expected = 0;
                    for (std::uint32_t k = 0; k < count; ++k) expected |= (flags[skew + k] != 0 ? 1u : 0u) << k;
                    EXPECT_EQ(expected, bits_of_flags(flags.data() + skew, count, wanted));
                }
            }
        }
    }
}

int sign_of(std::vector<composed_key> const& keys, unsigned char const* a, unsigned char const* b)
{
    for (std::size_t k = keys.size(); k-- > 0;) {
        std::uint64_t const x = keys[k].of(reinterpret_cast<std::byte const*>(a));
        std::uint64_t const y = keys[k].of(reinterpret_cast<std::byte const*>(b));
        EXPECT_TRUE(keys[k].bytes == 8 || x >> 8 * keys[k].bytes == 0);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

TEST(whole_test, keys_have_the_order_of_fields)
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

TEST(whole_test, composes_fields_of_8_bytes)
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

TEST(whole_test, refuses_keys_that_are_no_numbers)
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
}  // namespace heddle_test::whole_test
