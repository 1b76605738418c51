// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests transposes between rows and elements in tiles of cooperative groups of every size.
#include "common/moves.cuh"

namespace heddle_test::collectives_test {

using collectives_test = gpu_test;
namespace cg = cooperative_groups;

template <unsigned LaneCount, unsigned WordCount, class Word>
__global__ void transpose_and_back(Word const* in, Word* elements, Word* rows)
{
    auto const tile = cg::tiled_partition<LaneCount>(cg::this_thread_block());
    unsigned const lane = tile.thread_rank();
    unsigned const first = threadIdx.x / LaneCount * LaneCount * WordCount;
    Word words[WordCount];
#pragma unroll
    for (unsigned r = 0; r < WordCount; ++r) words[r] = in[first + r * LaneCount + lane];
    heddle::rows_to_elements(tile, words);
#pragma unroll
    for (unsigned w = 0; w < WordCount; ++w) elements[first + lane * WordCount + w] = words[w];
    heddle::elements_to_rows(tile, words);
#pragma unroll
    for (unsigned r = 0; r < WordCount; ++r) rows[first + r * LaneCount + lane] = words[r];
}

template <unsigned LaneCount, unsigned WordCount, class Word>
void expect_transposed()
{
    SCOPED_TRACE(testing::Message() << WordCount << " words of " << sizeof(Word) << " bytes, " << LaneCount
                                    << " lanes");
    random_source random("words");
    guarded_array<Word> const in(64 * WordCount, random);
    guarded_array<Word> elements(64 * WordCount, random), rows(64 * WordCount, random);
    device_copy<Word> const device_in(in), device_elements(elements), device_rows(rows);
    transpose_and_back<LaneCount, WordCount, Word>
        <<<1, 64>>>(device_in.data(), device_elements.data(), device_rows.data());
    finish_kernel();
    device_elements.copy_to(elements);
    device_rows.copy_to(rows);
    // Word r*n + l of a tile is word w of element d with d*m + w = r*n + l, so the elements equal the input.
    std::size_t const size = 64 * WordCount * sizeof(Word);
    EXPECT_EQ(std::memcmp(elements.data(), in.data(), size), 0);
    EXPECT_EQ(std::memcmp(rows.data(), in.data(), size), 0);
}

template <unsigned LaneCount, unsigned... WordCount>
void expect_all_transposed(std::integer_sequence<unsigned, WordCount...>)
{
    (expect_transposed<LaneCount, WordCount, std::uint32_t>(), ...);
}

TEST_F(collectives_test, transposes_in_warps)
{
    expect_transposed<32, 7, std::uint32_t>();
    expect_transposed<32, 7, std::uint8_t>();
}

FULL_TEST_F(collectives_test, transposes_in_tiles_of_every_size)
{
    using word_counts = std::integer_sequence<unsigned, 1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 24, 31, 32, 33, 48, 64>;
    expect_all_transposed<2>(word_counts{});
    expect_all_transposed<4>(word_counts{});
    expect_all_transposed<8>(word_counts{});
    expect_all_transposed<16>(word_counts{});
    expect_all_transposed<32>(word_counts{});
    expect_transposed<32, 25, std::uint16_t>();
    expect_transposed<32, 6, std::uint64_t>();
    expect_transposed<32, 3, heddle::detail::memory_word<16>>();
}

}  // namespace heddle_test::collectives_test
