// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that for_each and transform_if write only the bytes that they must write. While an emulated block processes a
// tile, the test changes all other bytes of the tile in global memory. These changes must not be lost.

#include "emulated_blocks.hpp"

#include <common/full_test.hpp>

namespace {

using namespace heddle_test;

// The algorithm flips own_bits of a byte, and the test flips foreign_bits. changes_word depends on neither.
constexpr unsigned char own_bits = 0xa0, foreign_bits = 0x50;

enum class change { of_nothing, of_some_words, of_everything };

//! Returns whether the callable changes the 4-byte word that contains byte `at` of an element. With of_some_words, the
//! callable changes no word, some words or all words of an element, depending on element[0].
bool changes_word(change what, unsigned char const* element, std::size_t at)
{
    if (what != change::of_some_words) return what == change::of_everything;
    unsigned const kind = element[0] % 4u;
    return kind == 1 || (kind > 1 && element[at / 4 * 4] / 4 % 2 != 0);
}

//! Flips bits in the words of an element that the callable changes (`own`), or in all other words. Returns the number of
//! changed bytes.
template <class Element>
std::size_t flip_words(Element& element, change what, bool own)
{
    Element const before = element;
    std::size_t changed = 0;
    for (std::size_t at = 0; at < sizeof(Element); ++at) {
        if (changes_word(what, before.value, at) != own) continue;
        element.value[at] ^= own ? own_bits : foreign_bits;
        ++changed;
    }
    return changed;
}

template <class Element>
constexpr bool is_staged = heddle::detail::is_staged<Element*>;

//! Checks for_each with a callable that changes words of each element. The first call in each tile simulates another
//! thread: it changes all other words of the tile in global memory.
template <class Element>
void check_for_each(change what, std::size_t count, std::size_t skew, random_source& random)
{
    constexpr unsigned capacity = heddle::detail::common_capacity<tile_threads, Element*>();
    guarded_array<Element> array(count, random, skew);
    guarded_array<Element> expected(array);
    std::size_t changed = 0, calls = 0;
    for (Element& element : expected) {
        changed += flip_words(element, what, true);
        flip_words(element, what, false);
    }
    auto const function = [&](Element& element) {
        if (calls % capacity == 0) {
            for (std::size_t k = calls; k < count && k < calls + capacity; ++k) flip_words(array[k], what, false);
        }
        ++calls;
        flip_words(element, what, true);
    };
    auto const traffic = heddle_test::for_each_in_tiles(count, function, array.data());
    EXPECT_EQ(count, calls);
    ASSERT_EQ(count, array.first_difference(expected));
    // If elements are not staged, the callable changes them in global memory, so the block itself stores nothing.
    EXPECT_EQ(is_staged<Element> ? changed : 0, traffic.stores.bytes);
    EXPECT_TRUE(array.guards_intact());
}

//! Checks transform_if. In each tile, the first call of the predicate simulates another thread: it changes the outputs
//! that transform_if must not write.
template <class Element>
void check_transform_if(change what, std::size_t count, std::size_t skew, random_source& random)
{
    using in_type = Element const*;
    constexpr unsigned capacity =
        heddle::detail::common_capacity<tile_threads, Element*, in_type, heddle::detail::counting>();
    guarded_array<Element> in(count, random), out(count, random, skew);
    auto const is_chosen = [&](std::size_t k) {
        return what == change::of_everything || (what == change::of_some_words && in[k].value[0] % 3 == 0);
    };
    guarded_array<Element> expected(out);
    std::size_t chosen = 0, calls = 0;
    for (std::size_t k = 0; k < count; ++k) {
        expected[k] = flipped(is_chosen(k) ? in[k] : out[k]);
        chosen += is_chosen(k);
    }
    auto const function = [](Element const& value, std::ptrdiff_t) { return flipped(value); };
    auto const predicate = [&](Element const&, std::ptrdiff_t at) {
        if (calls % capacity == 0) {
            for (std::size_t k = calls; k < count && k < calls + capacity; ++k) {
                if (!is_chosen(k)) out[k] = flipped(out[k]);
            }
        }
        ++calls;
        return is_chosen(static_cast<std::size_t>(at));
    };
    heddle::detail::conditional<decltype(function), decltype(predicate)> both{function, predicate};
    auto const traffic =
        transform_tiles(count, both, out.data(), static_cast<in_type>(in.data()), heddle::detail::counting{0});
    EXPECT_EQ(count, calls);
    ASSERT_EQ(count, out.first_difference(expected));
    if (is_staged<Element>) {
        EXPECT_EQ(chosen * sizeof(Element), traffic.stores.bytes);
        EXPECT_EQ(count * sizeof(Element), traffic.loads.bytes);
    }
    EXPECT_TRUE(in.guards_intact() && out.guards_intact());
}

template <class Element>
void check(random_source& random)
{
    constexpr std::size_t capacity = heddle::detail::common_capacity<tile_threads, Element*>();
    std::size_t start = 0;
    for (change const what : {change::of_nothing, change::of_some_words, change::of_everything}) {
        for (std::size_t const count : {std::size_t{1}, std::size_t{7}, capacity, capacity + 13}) {
            std::size_t const skew = start++ % 3 * alignof(Element);
            SCOPED_TRACE(testing::Message()
                         << sizeof(Element) << " bytes aligned to " << alignof(Element) << ", " << count
                         << " elements, " << skew << " bytes behind a line, change " << static_cast<int>(what));
            check_for_each<Element>(what, count, skew, random);
            if constexpr (sizeof(Element) <= 20 || sizeof(Element) > 80) {
                check_transform_if<Element>(what, count, skew, random);
            }
        }
    }
}

//! Checks elements of n * Alignment bytes for each n in Times.
template <std::size_t Alignment, std::size_t... Times>
void check_sizes(random_source& random, std::index_sequence<Times...>)
{
    static_assert(sizeof...(Times) > 0);
    (check<bytes<Times * Alignment, Alignment>>(random), ...);
}

TEST(partial_writes, of_every_size_of_bytes)
{
    random_source random("partial writes of 1 to 80 bytes");
    using some = std::index_sequence<1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 20, 28, 31, 32, 33, 48, 50, 63,
                                     64, 65, 79, 80>;
    check_sizes<1>(random, full_or<sizes<1, 80>, some>());
}

TEST(partial_writes, of_every_alignment)
{
    random_source random("partial writes of aligned elements");
    check_sizes<2>(random, full_or<sizes<1, 15>, std::index_sequence<1, 2, 3, 7, 8, 15>>());
    check_sizes<4>(random, full_or<sizes<1, 20>, std::index_sequence<1, 2, 3, 7, 13, 16, 20>>());
    check_sizes<8>(random, full_or<sizes<1, 7>, std::index_sequence<1, 3, 7>>());
    check_sizes<16>(random, full_or<sizes<1, 5>, std::index_sequence<1, 3, 5>>());
}

TEST(partial_writes, of_large_elements)
{
    random_source random("partial writes of large elements");
    check_sizes<1>(random, std::index_sequence<127, 511>());
    check_sizes<4>(random, std::index_sequence<32, 33>());
    check<bytes<272, 16>>(random);
    check<bytes<512, 8>>(random);
    // These elements are not staged.
    check<bytes<513, 1>>(random);
    check<bytes<600, 8>>(random);
}

}  // namespace
