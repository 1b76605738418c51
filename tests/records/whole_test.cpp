// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the parts of whole.cuh that need no GPU: the division of records into words, and how threads move these.

#include "common/random.hpp"

#include <heddle/records/detail/copied_span.cuh>
#include <heddle/records/detail/dense_selection.cuh>
#include <heddle/records/detail/move_records.cuh>
#include <heddle/records/detail/record_words.cuh>
#include <heddle/records/detail/select_records.cuh>
#include <heddle/records/detail/staged_records.cuh>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
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

TEST(whole_test, divides_with_a_stride)
{
    for (std::uint32_t const divisor : {1u, 2u, 7u, 100u, 5000u}) {
        for (std::uint32_t const first : {0u, 1u, 99u, 12345u}) {
            for (std::uint32_t const stride : {1u, 7u, 256u, 4096u}) {
                strided_division division(fast_divisor(divisor), first, stride);
                for (std::uint32_t k = 0; k < 100; ++k, division.advance()) {
                    ASSERT_EQ((first + k * stride) / divisor, division.quotient());
                    ASSERT_EQ((first + k * stride) % divisor, division.remainder());
                }
            }
        }
    }
}

//! Records on the heap, so that the address sanitizer sees an access beyond the last one.
struct heap_records {
    std::unique_ptr<std::byte[]> memory;
    std::byte* first;

    heap_records(std::size_t bytes, std::size_t skew) : memory(new std::byte[skew + bytes]), first(memory.get() + skew)
    {
        std::memset(memory.get(), 0xc5, skew + bytes);
    }
};

//! Stages 5 records or parts of them, of which each has another offset in its word, and stores them.
template <unsigned Words>
void stage_records(std::uint32_t bytes, unsigned in_skew, unsigned out_skew, std::uint32_t before,
                   random_source& random)
{
    SCOPED_TRACE(testing::Message() << bytes << " bytes after " << before << ", words of " << 4 * Words
                                    << " bytes, skews " << in_skew << " and " << out_skew);
    constexpr std::uint32_t count = 5, threads = 24;
    std::uint32_t const size = before + bytes;
    std::vector<heap_records> in;
    heap_records out(count * bytes + before, out_skew), expected(count * bytes + before, out_skew);
    moved_record records[count];
    for (std::uint32_t k = 0; k < count; ++k) {
        in.emplace_back(size, (in_skew + k * 3) % 8);
        random.fill(in.back().first, size);
        records[k] = {in[k].first, out.first + k * bytes};
        std::memcpy(expected.first + k * bytes + before, in[k].first + before, bytes);
    }
    record_parts const parts{records, count, before, bytes};
    std::uint32_t const pitch = (bytes + 6) / 4;
    std::vector<std::uint32_t> memory(count * pitch + 2 * record_stage::margin, 0xdeadbeefu);
    record_stage const stage{memory.data() + record_stage::margin, pitch};
    for (std::uint32_t t = 0; t < threads; ++t) load_parts(parts, stage, fast_divisor(bytes / 4), t, threads);
    for (std::uint32_t t = 0; t < threads; ++t) store_parts<Words>(parts, stage, fast_divisor(bytes), t, threads);
    EXPECT_EQ(0, std::memcmp(expected.memory.get(), out.memory.get(), out_skew + count * bytes + before));
}

TEST(whole_test, stages_each_byte_of_a_record)
{
    random_source random("staged records");
    for (std::uint32_t bytes = 4; bytes <= 70; ++bytes) {
        for (unsigned in_skew = 0; in_skew < 4; ++in_skew) {
            for (unsigned out_skew = 0; out_skew < 16; out_skew += bytes % 3 + 1) {
                stage_records<1>(bytes, in_skew, out_skew, 0, random);
                stage_records<1>(bytes, in_skew, out_skew, 7, random);
                if (bytes >= 8) stage_records<2>(bytes, in_skew, out_skew, 0, random);
                if (bytes >= 16) stage_records<4>(bytes, in_skew, out_skew, 0, random);
                if (bytes >= 16) stage_records<4>(bytes, in_skew, out_skew, 12, random);
            }
        }
    }
}

TEST(whole_test, copies_a_span_between_any_addresses)
{
    random_source random("copied spans");
    constexpr std::uint32_t threads = 24;
    for (std::uint32_t bytes = 0; bytes < 300; ++bytes) {
        for (unsigned skews = 0; skews < 256; ++skews) {
            heap_records const in(bytes, skews % 16), out(bytes, skews / 16), expected(bytes, skews / 16);
            random.fill(in.first, bytes);
            std::memcpy(expected.first, in.first, bytes);
            copied_span const span(in.first, out.first, bytes);
            for (std::uint32_t t = 0; t < threads; ++t) copy_span<1>(span, t, threads);
            ASSERT_EQ(0, std::memcmp(expected.memory.get(), out.memory.get(), skews / 16 + bytes)) << bytes;
        }
    }
}

template <unsigned Words>
void store_runs()
{
    random_source random("runs of records");
    constexpr std::uint32_t threads = 32, records = 60;
    for (std::uint32_t bytes = 1; bytes < 40; ++bytes) {
        for (unsigned skews = 0; skews < 64; ++skews) {
            std::vector<std::byte> stage(records * bytes + 32);
            random.fill(stage.data(), stage.size());
            std::vector<std::uint16_t> places;
            for (std::uint32_t k = 0; k < records; ++k) {
                if (random.below(4) >= skews % 4) places.push_back(static_cast<std::uint16_t>(skews / 4 + k * bytes));
            }
            auto const count = static_cast<std::uint32_t>(places.size());
            heap_records const out(count * bytes, skews % 16), expected(count * bytes, skews % 16);
            for (std::uint32_t k = 0; k < count; ++k) {
                std::memcpy(expected.first + k * bytes, stage.data() + places[k], bytes);
            }
            for (std::uint32_t t = 0; t < threads; ++t) {
                store_run<Words>(stage.data(), places.data(), count, fast_divisor(bytes), out.first, t, threads);
            }
            ASSERT_EQ(0, std::memcmp(expected.memory.get(), out.memory.get(), skews % 16 + count * bytes)) << bytes;
        }
    }
}

TEST(whole_test, stores_a_run_of_selected_records)
{
    store_runs<1>();
    store_runs<4>();
}

record_arrays arrays_at(std::uintptr_t in, std::uintptr_t out, std::size_t distance, std::uint32_t bytes)
{
    return {reinterpret_cast<std::byte const*>(in), reinterpret_cast<std::byte*>(out), distance, bytes};
}

TEST(whole_test, takes_words_to_which_all_records_are_aligned)
{
    auto const bytes_of = [](record_arrays const& arrays) {
        return with_mover<dense_side::out>(arrays, [](auto const& mover) { return mover.word_bytes; });
    };
    EXPECT_EQ(16u, bytes_of(arrays_at(512, 1024, 64, 48)));
    EXPECT_EQ(8u, bytes_of(arrays_at(512, 1032, 64, 48)));
    EXPECT_EQ(8u, bytes_of(arrays_at(512, 1024, 56, 48)));
    EXPECT_EQ(4u, bytes_of(arrays_at(512, 1024, 64, 28)));
    EXPECT_EQ(2u, bytes_of(arrays_at(512, 1024, 6, 6)));
    EXPECT_EQ(2u, bytes_of(arrays_at(512, 1026, 1000, 1000)));
    EXPECT_EQ(1u, bytes_of(arrays_at(513, 1024, 4, 4)));
    EXPECT_EQ(16u, bytes_of(arrays_at(513, 1024, 1000, 1000))) << "staged";
}

TEST(whole_test, covers_records_with_words)
{
    for (std::uint32_t bytes = 1; bytes < 70; ++bytes) {
        for (std::uintptr_t start = 512; start < 516; ++start) {
            for (std::size_t distance = bytes; distance < bytes + 5; ++distance) {
                std::size_t most = 0;
                for (std::size_t k = 0; k < 4; ++k) {
                    std::size_t const first = start + k * distance;
                    most = std::max(most, (first + bytes + 3) / 4 - first / 4);
                }
                auto const arrays = arrays_at(start, start, distance, bytes);
                EXPECT_EQ(most, arrays.covering_words(arrays.in));
            }
        }
    }
}

TEST(whole_test, finds_arrays_that_overlap)
{
    constexpr std::uint32_t bytes = 5;
    for (std::size_t const distance : {5, 7, 10, 12}) {
        for (std::size_t in_count = 0; in_count < 4; ++in_count) {
            for (std::size_t out_count = 0; out_count < 4; ++out_count) {
                for (std::uintptr_t out = 100; out < 200; ++out) {
                    bool expected = false;
                    for (std::size_t i = 0; i < in_count; ++i) {
                        for (std::size_t o = 0; o < out_count; ++o) {
                            std::size_t const x = 150 + i * distance, y = out + o * distance;
                            expected = expected || (x < y + bytes && y < x + bytes);
                        }
                    }
                    auto const arrays = arrays_at(150, out, distance, bytes);
                    ASSERT_EQ(expected, arrays.overlap(in_count, out_count)) << distance << " " << out;
                }
            }
        }
    }
}

TEST(whole_test, large_records_fit_in_the_stage)
{
    for (std::uint32_t const bytes : {16u, 17u, 3839u, 3840u, 7679u, 7680u, 7681u, 100001u, (1u << 30) - 1}) {
        auto const arrays = arrays_at(513, 1023, bytes, bytes);
        staged_mover<4> const mover(arrays);
        std::uint64_t const last = bytes - std::uint64_t{mover.units - 1} * mover.part_bytes;
        EXPECT_LT(last, 2 * mover.part_bytes);
        EXPECT_GE(last, std::min(bytes, mover.part_bytes));
        EXPECT_GE(mover.most_units(), 1u);
        EXPECT_LE(mover.most_units() * mover.pitch, record_stage::capacity);
        EXPECT_LE(last + 3, 4 * std::uint64_t{mover.pitch});
    }
}

}  // namespace
}  // namespace heddle_test::whole_test
