// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the shuffle network for 1 to 299 words and 1 to 64 lanes. Tests the address of each lane's word in a row, for
// every size up to 1024 bytes, and every alignment, lane, row and offset of the elements in a word.

#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/rows.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace {

constexpr unsigned max_words = 299;
constexpr unsigned most_lanes = 64;

// Holds one number for each word of a group: at(r, l) is the number in register r of lane l.
class tile_of_words {
public:
    explicit tile_of_words(heddle::detail::network const& net)
        : lanes_(net.lane_count), words_(net.word_count * net.lane_count)
    {
    }
    unsigned& at(unsigned reg, unsigned lane) { return words_[reg * lanes_ + lane]; }
    unsigned at(unsigned reg, unsigned lane) const { return words_[reg * lanes_ + lane]; }
    bool operator==(tile_of_words const& other) const { return words_ == other.words_; }

private:
    unsigned lanes_;
    std::vector<unsigned> words_;
};

template <class Number>
tile_of_words numbered(heddle::detail::network const& net, Number const& number)
{
    tile_of_words words(net);
    for (unsigned r = 0; r < net.word_count; ++r) {
        for (unsigned l = 0; l < net.lane_count; ++l) words.at(r, l) = number(r, l);
    }
    return words;
}

tile_of_words rows(heddle::detail::network const& net)
{
    return numbered(net, [&](unsigned r, unsigned l) { return r * net.lane_count + l; });
}

tile_of_words elements(heddle::detail::network const& net)
{
    return numbered(net, [&](unsigned w, unsigned d) { return d * net.word_count + w; });
}

// The next two functions run the four steps of the transpose (see the documentation of `network`), one per direction.

tile_of_words rows_to_elements(heddle::detail::network const& net, tile_of_words const& x)
{
    unsigned const m = net.word_count;
    unsigned const n = net.lane_count;
    auto const y = numbered(net, [&](unsigned j, unsigned l) { return x.at(net.order(j), l); });
    auto const z =
        numbered(net, [&](unsigned s, unsigned l) { return y.at((s + m - net.row_rotation(l) % m) % m, l); });
    auto const v = numbered(net, [&](unsigned s, unsigned d) { return z.at(s, net.row_lane(s, d) % n); });
    return numbered(net, [&](unsigned w, unsigned d) { return v.at((w + m - net.element_rotation(d)) % m, d); });
}

tile_of_words elements_to_rows(heddle::detail::network const& net, tile_of_words const& x)
{
    unsigned const m = net.word_count;
    unsigned const n = net.lane_count;
    auto const v = numbered(net, [&](unsigned s, unsigned d) { return x.at((s + net.element_rotation(d)) % m, d); });
    auto const z = numbered(net, [&](unsigned s, unsigned l) { return v.at(s, net.element_lane(s, l) % n); });
    auto const y = numbered(net, [&](unsigned j, unsigned l) { return z.at((j + net.row_rotation(l)) % m, l); });
    tile_of_words result(net);
    for (unsigned j = 0; j < m; ++j) {
        for (unsigned l = 0; l < n; ++l) result.at(net.order(j), l) = y.at(j, l);
    }
    return result;
}

template <class Check>
void for_every_network(Check const& check)
{
    for (unsigned n = 1; n <= most_lanes; n *= 2) {
        for (unsigned m = 1; m <= max_words; ++m) {
            SCOPED_TRACE(testing::Message() << "m = " << m << ", n = " << n);
            check(heddle::detail::network(m, n));
            if (testing::Test::HasFailure()) return;
        }
    }
}

TEST(network, gives_every_lane_its_element_and_its_rows_by_rotations_below_its_bounds)
{
    for_every_network([](heddle::detail::network const& net) {
        EXPECT_EQ(elements(net), rows_to_elements(net, rows(net)));
        EXPECT_EQ(rows(net), elements_to_rows(net, elements(net)));
        EXPECT_LE(net.row_rotation_bound(), net.word_count);
        for (unsigned l = 0; l < net.lane_count; ++l) {
            EXPECT_LT(net.row_rotation(l), net.row_rotation_bound());
            EXPECT_EQ(l % net.word_count, net.row_rotation(l) % net.word_count);
            EXPECT_LT(net.element_rotation(l), net.common);
        }
    });
}

TEST(network, counts_its_selects)
{
    EXPECT_EQ(0u, heddle::detail::network(1, 32).select_count());
    EXPECT_EQ(2u * 2, heddle::detail::network(2, 32).select_count());
    EXPECT_EQ(7u * 3, heddle::detail::network(7, 32).select_count());
    EXPECT_EQ(12u * (4 + 2), heddle::detail::network(12, 32).select_count());
    EXPECT_EQ(32u * (5 + 5), heddle::detail::network(32, 32).select_count());
    EXPECT_EQ(33u * 5, heddle::detail::network(33, 32).select_count());
    EXPECT_EQ(0u, heddle::detail::network(33, 1).select_count());
    EXPECT_EQ(48u * (3 + 3), heddle::detail::network(48, 8).select_count());
}

TEST(network, arithmetic_of_its_helpers)
{
    using namespace heddle::detail;
    unsigned cases = 0;
    for (unsigned modulus = 1; modulus <= 300; ++modulus) {
        for (unsigned value = 1; value <= 300; ++value) {
            EXPECT_EQ(std::gcd(value, modulus), greatest_common_divisor(value, modulus));
            if (std::gcd(value, modulus) != 1) continue;
            EXPECT_EQ(1 % modulus, value * inverse_modulo(value, modulus) % modulus);
            EXPECT_LT(inverse_modulo(value, modulus), modulus);
            ++cases;
        }
    }
    EXPECT_LT(50000u, cases);
    for (unsigned count = 1; count <= 1024; ++count) {
        unsigned const digits = ceil_log2(count);
        EXPECT_GE(1u << digits, count);
        if (count > 1) {
            EXPECT_LT(1u << (digits - 1), count);
        }
        EXPECT_EQ(count == 1u << digits, is_power_of_two(count));
    }
    EXPECT_FALSE(is_power_of_two(0));
}

static_assert(heddle::detail::network(28, 32).common == 4);
static_assert(heddle::detail::network(7, 32).order(1) == 2);
static_assert(heddle::detail::network(31, 32).row_lane(30, 31) % 32 == 31);
static_assert(heddle::detail::network(1, 1).element_lane(0, 0) == 0);

TEST(index_arithmetic, quotients_and_remainders_are_exact)
{
    using namespace heddle::detail;
    static_assert(heddle::detail::max_shuffled_bytes / 4 <= max_small_divisor);
    for (unsigned divisor = 1; divisor <= max_small_divisor; ++divisor) {
        for (unsigned value = 0; value < 32 * divisor; ++value) {
            ASSERT_EQ(value / divisor, small_quotient(value, divisor)) << value << '/' << divisor;
            ASSERT_EQ(value % divisor, small_remainder(value, divisor)) << value << '/' << divisor;
        }
    }
}

// The range of words of each element that one pass transposes.
struct piece {
    unsigned begin;
    unsigned count;
};

// Compares address_in_consecutive_row() with plain division: word e of a pass is word e % some.count of the piece of
// element e / some.count. Returns whether the addresses and the valid lanes agree.
bool is_right(heddle::detail::plan const& p, piece const& some, std::uintptr_t start, unsigned row, unsigned lane)
{
    constexpr std::uintptr_t origin = 1u << 20;
    auto* const first = reinterpret_cast<std::byte*>(origin + start);
    unsigned const e = row * p.lane_count + lane;
    std::uintptr_t const element = origin + start + e / some.count * p.element_bytes;
    std::uintptr_t const first_word = p.is_unaligned ? element / p.word_bytes * p.word_bytes : element;
    std::uintptr_t const word = first_word + (some.begin + e % some.count) * p.word_bytes;
    std::uintptr_t const end = word + p.word_bytes;
    std::uintptr_t const tile_end = origin + start + p.lane_count * p.element_bytes;
    bool const is_inside = word >= origin + start && end <= tile_end;
    bool const ends_in_element = end > element && end <= element + p.element_bytes;

    using heddle::detail::address_in_consecutive_row;
    std::byte const* const read = first;
    auto const loaded = address_in_consecutive_row(p, some.begin, some.count, lane, read, row);
    auto const stored = address_in_consecutive_row(p, some.begin, some.count, lane, first, row);
    if (reinterpret_cast<std::uintptr_t>(loaded.address) != word) return false;
    if (reinterpret_cast<std::uintptr_t>(stored.address) != word) return false;
    // A word is stored if and only if it lies inside the group's elements and its last byte belongs to its own element.
    // More words may be loaded, but only inside the group's elements.
    bool const is_needed = is_inside && ends_in_element;
    return stored.is_valid == is_needed && (loaded.is_valid || !is_needed) && (is_inside || !loaded.is_valid);
}

unsigned count_wrong(heddle::detail::plan const& p)
{
    unsigned const step = p.is_unaligned ? static_cast<unsigned>(p.alignment) : p.word_bytes;
    unsigned wrong = 0;
    for (unsigned begin = 0; begin < p.word_count; begin += p.pass_words) {
        piece const some{begin, std::min(p.pass_words, p.word_count - begin)};
        for (unsigned start = 0; start < p.word_bytes; start += step) {
            for (unsigned row = 0; row < some.count; ++row) {
                for (unsigned lane = 0; lane < p.lane_count; ++lane) {
                    wrong += is_right(p, some, start, row, lane) ? 0 : 1;
                }
            }
        }
    }
    return wrong;
}

TEST(index_arithmetic, of_consecutive_rows)
{
    unsigned plans = 0;
    for (unsigned lanes = 2; lanes <= 32; lanes *= 2) {
        for (std::size_t alignment = 1; alignment <= 16; alignment *= 2) {
            for (std::size_t bytes = alignment; bytes <= 1024; bytes += alignment) {
                heddle::detail::plan const p = heddle::detail::make_plan(bytes, alignment, lanes);
                if (!p.cooperates) continue;
                ASSERT_EQ(0u, count_wrong(p))
                    << bytes << " bytes aligned to " << alignment << ", " << lanes << " lanes";
                ++plans;
            }
        }
    }
    EXPECT_EQ(5u * (1012 + 506 + 253 + 126 + 63), plans);  // all sizes from 12 bytes on, except 16 bytes
}

}  // namespace
