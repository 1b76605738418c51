// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Transposes in emulated groups, for words of 1 to 16 bytes.

#include <common/random.hpp>

#include <heddle/emulation.hpp>
#include <heddle/transpose.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

namespace {

using heddle::detail::emulated_lane;
using heddle_test::random_source;

// The transposes of m words of one type in a group, behind plain pointers to the lane's words.
struct transposes {
    unsigned word_count;
    unsigned lane_count;
    std::size_t word_bytes;
    heddle::memory_traffic (*run)(std::function<void(emulated_lane&)> const& body);
    void (*rows_to_elements)(emulated_lane&, void* words);
    void (*elements_to_rows)(emulated_lane&, void* words);
};

template <unsigned LaneCount>
heddle::memory_traffic run_tile(std::function<void(emulated_lane&)> const& body)
{
    return heddle::emulate_group<LaneCount>([&](auto const&) { body(*emulated_lane::current()); });
}

template <class Word, unsigned WordCount, unsigned LaneCount>
struct transposes_of {
    using tile = heddle::emulated_group<LaneCount>;

    static void rows_to_elements(emulated_lane& lane, void* memory)
    {
        Word words[WordCount];
        std::memcpy(words, memory, sizeof words);
        heddle::rows_to_elements(tile(lane), words);
        std::memcpy(memory, words, sizeof words);
    }
    static void elements_to_rows(emulated_lane& lane, void* memory)
    {
        Word words[WordCount];
        std::memcpy(words, memory, sizeof words);
        heddle::elements_to_rows(tile(lane), words);
        std::memcpy(memory, words, sizeof words);
    }
    static transposes table()
    {
        return {WordCount, LaneCount, sizeof(Word), run_tile<LaneCount>, rows_to_elements, elements_to_rows};
    }
};

using memory_image = std::vector<std::vector<unsigned char>>;  // of each lane

// Returns registers such that register r of lane l has word number(r, l) of the group.
memory_image arrange(transposes const& t, std::vector<unsigned char> const& words,
                     std::function<unsigned(unsigned, unsigned)> const& number)
{
    memory_image image(t.lane_count);
    for (unsigned l = 0; l < t.lane_count; ++l) {
        for (unsigned r = 0; r < t.word_count; ++r) {
            auto const first = words.begin() + std::ptrdiff_t(number(r, l) * t.word_bytes);
            image[l].insert(image[l].end(), first, first + std::ptrdiff_t(t.word_bytes));
        }
    }
    return image;
}

bool check(transposes const& t, random_source& random)
{
    std::vector<unsigned char> words(t.word_count * t.lane_count * t.word_bytes);
    random.fill(words.data(), words.size());
    memory_image const rows = arrange(t, words, [&](unsigned r, unsigned l) { return r * t.lane_count + l; });
    memory_image const elements = arrange(t, words, [&](unsigned w, unsigned l) { return l * t.word_count + w; });

    memory_image loaded = rows;
    auto traffic = t.run([&](emulated_lane& lane) { t.rows_to_elements(lane, loaded[lane.rank()].data()); });
    memory_image stored = elements;
    traffic += t.run([&](emulated_lane& lane) { t.elements_to_rows(lane, stored[lane.rank()].data()); });
    EXPECT_EQ(elements, loaded);
    EXPECT_EQ(rows, stored);
    EXPECT_EQ(0u, traffic.loads.requests + traffic.stores.requests);
    return loaded == elements && stored == rows;
}

// Returns the number of right results.
std::size_t check_all(std::vector<transposes> const& all, char const* purpose)
{
    random_source random(purpose);
    std::size_t right = 0;
    for (transposes const& t : all) {
        SCOPED_TRACE(testing::Message() << t.word_count << " words of " << t.word_bytes << " bytes, " << t.lane_count
                                        << " lanes");
        if (!check(t, random)) break;
        ++right;
    }
    return right;
}

template <unsigned Bytes>
struct alignas(Bytes) wide {
    std::uint32_t part[Bytes / 4];
};

struct odd_word {
    unsigned char part[3];
};

template <class Word, unsigned LaneCount, unsigned... WordCount>
std::vector<transposes> some()
{
    return {transposes_of<Word, WordCount, LaneCount>::table()...};
}

template <class Word, unsigned LaneCount, unsigned... Index>
std::vector<transposes> up_to(std::integer_sequence<unsigned, Index...>)
{
    return some<Word, LaneCount, Index + 1 ...>();
}

template <class Word>
std::vector<transposes> every_tile()
{
    std::vector<transposes> all;
    for (auto const& part : {some<Word, 1, 1, 3, 8>(), some<Word, 2, 1, 2, 3, 4, 7>(), some<Word, 4, 2, 3, 4, 6, 13>(),
                             some<Word, 8, 3, 4, 7, 8, 12, 16>(), some<Word, 16, 5, 7, 8, 16, 20, 24>(),
                             some<Word, 32, 1, 2, 3, 6, 7, 8, 12, 13, 16, 24, 28, 31, 32, 33>()}) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}
constexpr std::size_t every_tile_count = 3 + 5 + 5 + 6 + 6 + 14;

TEST(transpose, of_1_to_64_words_on_a_warp)
{
    auto const all = up_to<std::uint32_t, 32>(std::make_integer_sequence<unsigned, 64>());
    EXPECT_EQ(64u, check_all(all, "1 to 64 words on a warp"));
}

TEST(transpose, of_many_words)
{
    EXPECT_EQ(10u, check_all(some<std::uint32_t, 32, 65, 96, 100, 120, 127, 128, 129, 192, 255, 256>(),
                             "many words on a warp"));
    EXPECT_EQ(4u, check_all(some<std::uint32_t, 16, 48, 63, 176, 256>(), "on 16 lanes"));
    EXPECT_EQ(4u, check_all(some<std::uint32_t, 8, 31, 64, 100, 256>(), "on 8 lanes"));
    EXPECT_EQ(4u, check_all(some<std::uint32_t, 4, 31, 64, 90, 256>(), "on 4 lanes"));
    EXPECT_EQ(4u, check_all(some<std::uint32_t, 2, 31, 64, 90, 256>(), "on 2 lanes"));
}

TEST(transpose, of_1_to_32_words_on_half_a_warp)
{
    auto const all = up_to<std::uint32_t, 16>(std::make_integer_sequence<unsigned, 32>());
    EXPECT_EQ(32u, check_all(all, "1 to 32 words on 16 lanes"));
}

TEST(transpose, of_words_of_every_size)
{
    EXPECT_EQ(every_tile_count, check_all(every_tile<std::uint8_t>(), "words of 1 byte"));
    EXPECT_EQ(every_tile_count, check_all(every_tile<std::uint16_t>(), "words of 2 bytes"));
    EXPECT_EQ(every_tile_count, check_all(every_tile<std::uint32_t>(), "words of 4 bytes"));
    EXPECT_EQ(every_tile_count, check_all(every_tile<wide<8>>(), "words of 8 bytes"));
    EXPECT_EQ(every_tile_count, check_all(every_tile<wide<16>>(), "words of 16 bytes"));
    EXPECT_EQ(2u, check_all(some<odd_word, 32, 5, 12>(), "words of 3 bytes"));
}

TEST(transpose, rotates_by_any_amount_below_its_bound)
{
    using heddle::detail::rotate_words;
    unsigned cases = 0;
    for (unsigned amount = 0; amount < 7; ++amount) {
        unsigned up[7], down[7];
        for (unsigned i = 0; i < 7; ++i) up[i] = down[i] = i;
        rotate_words<true, 7>(up, amount);
        rotate_words<false, 7>(down, amount);
        for (unsigned i = 0; i < 7; ++i) {
            EXPECT_EQ((i + 7 - amount) % 7, up[i]);
            EXPECT_EQ((i + amount) % 7, down[i]);
            ++cases;
        }
    }
    EXPECT_EQ(49u, cases);

    // With a bound of one, nothing moves.
    unsigned still[3] = {1, 2, 3};
    rotate_words<true, 1>(still, 0);
    EXPECT_EQ(1u, still[0]);
    EXPECT_EQ(3u, still[2]);
}

}  // namespace
