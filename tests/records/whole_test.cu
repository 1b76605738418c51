// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares gather, scatter, copy_if and partition of records of run-time size with the same operations on the host.

#include "records/whole_records.cuh"

#include <heddle/records/whole.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

namespace heddle_test::whole_test {
namespace {

using namespace whole_records;
using whole_test = gpu_test;
using bytes = record_array;

//! Where records lie: the offsets of the arrays from an aligned address, and the bytes between two records.
struct placement {
    std::size_t in_skew, out_skew, gap;
};
constexpr placement placements[] = {{0, 0, 0}, {16, 8, 0}, {1, 2, 0}, {3, 3, 1}, {4, 0, 4}, {2, 6, 2}, {0, 5, 3}};

//! Returns three placements: the aligned one, and two others, which differ from size to size.
std::vector<placement> placements_for(std::size_t record_bytes)
{
    return {placements[0], placements[1 + record_bytes % 3], placements[4 + record_bytes / 3 % 3]};
}

heddle::record_layout plain_layout(std::size_t record_bytes, std::size_t gap)
{
    return heddle::record_layout(record_bytes, {{0, record_bytes}}).with_distance(record_bytes + gap);
}

//! Sizes for which every function is tested, and a number of records that needs several blocks and tiles.
std::vector<std::size_t> sizes_of_records()
{
    std::vector<std::size_t> sizes(64);
    std::iota(sizes.begin(), sizes.end(), std::size_t{1});
    for (std::size_t const size : {80, 100, 127, 128, 255, 256, 257, 1000, 1001, 1002, 4096, 40001, 100004}) {
        sizes.push_back(size);
    }
    return sizes;
}
std::size_t count_for(std::size_t record_bytes, random_source& random)
{
    std::size_t const few = record_bytes <= 16 ? 3000 : record_bytes <= 128 ? 900 : record_bytes <= 4096 ? 300 : 7;
    return few + random.below(few / 4);
}

//! Tests gather and scatter with the given indices of records below `total`. For scatter they must be different.
template <class Index>
void check_moves(std::vector<std::size_t> const& places, std::size_t total, std::size_t record_bytes,
                 placement const& where, random_source& random, bool scatters)
{
    auto const layout = plain_layout(record_bytes, where.gap);
    std::size_t const count = places.size();
    SCOPED_TRACE(testing::Message() << count << " records of " << record_bytes << " bytes, skews " << where.in_skew
                                    << " and " << where.out_skew << ", gap " << where.gap << ", indices of "
                                    << sizeof(Index) << " bytes");
    std::vector<Index> indices(count);
    std::transform(places.begin(), places.end(), indices.begin(), [](std::size_t k) { return static_cast<Index>(k); });
    device_vector<Index> const device_indices(indices);
    Index const* const map = device_indices.data();
    auto const same = [](std::size_t k) { return k; };
    auto const mapped = [&](std::size_t k) { return places[k]; };
    {
        bytes const in(size_of(layout, total), random, where.in_skew);
        bytes out(size_of(layout, count), random, where.out_skew), expected(out);
        copy_records(layout, in, expected, count, mapped, same);
        expect_result(in, out, expected, [&](unsigned char const* from, unsigned char* to) {
            check_cuda(heddle::gather(nullptr, layout, from, map, count, to), "gather");
        });
    }
    if (!scatters) return;
    bytes const in(size_of(layout, count), random, where.in_skew);
    bytes out(size_of(layout, total), random, where.out_skew), expected(out);
    copy_records(layout, in, expected, count, same, mapped);
    expect_result(in, out, expected, [&](unsigned char const* from, unsigned char* to) {
        check_cuda(heddle::scatter(nullptr, layout, from, map, count, to), "scatter");
    });
}

TEST_F(whole_test, moves_records_of_every_size)
{
    random_source random("gather and scatter");
    for (std::size_t const size : sizes_of_records()) {
        for (placement const& where : placements_for(size)) {
            std::size_t const total = count_for(size, random);
            std::vector<std::size_t> places = random.permutation(total);
            places.resize(total - random.below(total / 8 + 1));
            check_moves<std::uint32_t>(places, total, size, where, random, true);
        }
    }
}

TEST_F(whole_test, takes_hostile_orders_of_indices)
{
    random_source random("orders of indices");
    for (std::size_t const size : {1, 3, 12, 27, 28, 30, 64, 1001}) {
        for (placement const& where : {placements[0], placements[3], placements[5]}) {
            std::size_t const total = 700;
            std::vector<std::size_t> places(total);
            std::iota(places.begin(), places.end(), std::size_t{0});
            check_moves<int>(places, total, size, where, random, true);
            std::vector<std::size_t> const behind(places.begin() + 13, places.end());
            check_moves<std::uint32_t>(behind, total, size, where, random, true);
            std::reverse(places.begin(), places.end());
            check_moves<std::int64_t>(places, total, size, where, random, true);
            for (std::size_t k = 0; k < total; ++k) places[k] = (k % 2 == 0 ? k : total - 1 - k) / 2 * 2 + k % 2;
            std::sort(places.begin(), places.end());
            places.erase(std::unique(places.begin(), places.end()), places.end());
            check_moves<std::uint16_t>(places, total, size, where, random, true);
            std::fill(places.begin(), places.end(), total - 1);
            check_moves<std::size_t>(places, total, size, where, random, false);
            for (auto& place : places) place = random.below(total);
            check_moves<short>(places, total, size, where, random, false);
            for (auto& place : places) place = random.below(100);
            check_moves<signed char>(places, total, size, where, random, false);
        }
    }
}

TEST_F(whole_test, moves_few_and_no_records)
{
    random_source random("few records");
    for (std::size_t const size : {1, 2, 7, 16, 27, 48, 257, 40001, 300001}) {
        for (placement const& where : placements_for(size)) {
            check_moves<int>({}, 3, size, where, random, true);
            check_moves<int>({2}, 3, size, where, random, true);
            check_moves<int>({2, 0}, 3, size, where, random, true);
        }
    }
}

TEST_F(whole_test, reaches_records_beyond_4_gib)
{
    constexpr std::size_t size = 1000, total = 5000000, count = 300;
    std::size_t free_bytes = 0, all_bytes = 0;
    check_cuda(cudaMemGetInfo(&free_bytes, &all_bytes), "cudaMemGetInfo");
    if (free_bytes < size * total + (std::size_t{1} << 30)) GTEST_SKIP() << "too little memory";
    random_source random("far records");
    auto const layout = plain_layout(size, 0);
    device_memory const far(size * total);
    std::vector<std::uint32_t> places(count);
    for (std::size_t k = 0; k < count; ++k) places[k] = static_cast<std::uint32_t>(total - 1 - k * 16000);
    device_vector<std::uint32_t> const map(places);
    bytes in(count * size, random), out(count * size, random);
    on_device(
        [&](unsigned char* from, unsigned char* to) {
            check_cuda(heddle::scatter(nullptr, layout, from, map.data(), count, far.data()), "scatter");
            check_cuda(heddle::gather(nullptr, layout, far.data(), map.data(), count, to), "gather");
        },
        in, out);
    EXPECT_EQ(out.size(), out.first_difference(in));
    std::vector<unsigned char> record(size);
    for (std::size_t const k : {std::size_t{0}, count - 1}) {
        check_cuda(cudaMemcpy(record.data(), far.data() + places[k] * size, size, cudaMemcpyDeviceToHost),
                   "cudaMemcpy");
        EXPECT_EQ(0, std::memcmp(record.data(), in.data() + k * size, size));
    }
}

template <class Selected>
void check_flags(std::vector<unsigned char> const& flags, std::size_t flags_skew, std::size_t record_bytes,
                 placement const& where, unsigned launches, random_source& random)
{
    auto const layout = plain_layout(record_bytes, where.gap);
    std::size_t const count = flags.size();
    SCOPED_TRACE(testing::Message() << count << " records of " << record_bytes << " bytes, skews " << where.in_skew
                                    << " and " << where.out_skew << ", gap " << where.gap << ", flags at "
                                    << flags_skew);
    bytes const in(size_of(layout, count), random, where.in_skew);
    bytes marks(count, random, flags_skew);
    std::copy(flags.begin(), flags.end(), marks.data());
    device_copy<unsigned char> const device_flags(marks);
    std::vector<std::size_t> chosen, others;
    for (std::size_t k = 0; k < count; ++k) (flags[k] != 0 ? chosen : others).push_back(k);
    check_selection<Selected>(
        layout, in, chosen, chosen.size(), where.out_skew, launches, random,
        [&](void* temporary, std::size_t& size, cudaStream_t stream, void const* from, void* to, Selected* selected) {
            return heddle::device::copy_if(temporary, size, stream, layout, from, device_flags.data(), count, to,
                                           selected);
        });
    std::vector<std::size_t> all = chosen;
    all.insert(all.end(), others.begin(), others.end());
    check_selection<Selected>(
        layout, in, all, chosen.size(), where.out_skew, launches, random,
        [&](void* temporary, std::size_t& size, cudaStream_t stream, void const* from, void* to, Selected* selected) {
            return heddle::device::partition(temporary, size, stream, layout, from, device_flags.data(), count, to,
                                             selected);
        });
}

std::vector<unsigned char> random_flags(std::size_t count, unsigned percent, random_source& random)
{
    std::vector<unsigned char> flags(count);
    for (auto& flag : flags) flag = static_cast<unsigned char>(random.below(100) < percent ? 1 + random.below(255) : 0);
    return flags;
}

TEST_F(whole_test, selects_records_of_every_size)
{
    random_source random("selections");
    for (std::size_t const size : sizes_of_records()) {
        for (placement const& where : placements_for(size)) {
            std::size_t const count = count_for(size, random);
            unsigned const percents[] = {50, 3, 97};
            auto const flags = random_flags(count, percents[random.below(3)], random);
            check_flags<std::ptrdiff_t>(flags, random.below(3) * 2, size, where, 0, random);
        }
    }
}

TEST_F(whole_test, takes_every_kind_of_flags)
{
    random_source random("flags");
    for (std::size_t const size : {1, 12, 27, 30, 128, 5000}) {
        for (placement const& where : {placements[0], placements[3]}) {
            for (std::size_t const count : {0, 1, 2, 255, 256, 257, 1024, 1025, 3000}) {
                if (count * size > 2000000) continue;
                check_flags<int>(std::vector<unsigned char>(count, 0), 0, size, where, 0, random);
                check_flags<std::uint64_t>(std::vector<unsigned char>(count, 128), 1, size, where, 0, random);
                check_flags<unsigned>(random_flags(count, 50, random), 0, size, where, 2, random);
            }
            std::vector<unsigned char> runs(5000, 0);
            std::fill(runs.begin() + 1000, runs.begin() + 4000, static_cast<unsigned char>(2));
            check_flags<int>(runs, 4, size, where, 0, random);
        }
    }
}

TEST_F(whole_test, refuses_arrays_that_overlap)
{
    auto const layout = heddle::record_layout(12, {{0, 4}}).with_distance(24);
    constexpr std::size_t count = 100;
    std::vector<unsigned char> const zeros(2 * count * 24, 0);
    device_vector<unsigned char> const records(zeros), flags(std::vector<unsigned char>(count, 1));
    device_vector<unsigned> const map(std::vector<unsigned>(count, 0));
    device_vector<int> const selected(std::vector<int>{77});
    unsigned char* const first = records.data();
    std::vector<heddle::sort_key> const keys{{0, heddle::number_type::signed_integer}};
    auto const expect = [&](cudaError_t error, unsigned char* in, unsigned char* out) {
        std::size_t size = 0;
        auto const run = [&](auto const& call) {
            EXPECT_EQ(cudaSuccess, call(nullptr));
            std::vector<unsigned char> const none(size, 0);
            device_vector<unsigned char> const memory(none);
            EXPECT_EQ(error, call(memory.data()));
        };
        EXPECT_EQ(error, heddle::gather(nullptr, layout, in, map.data(), count, out));
        EXPECT_EQ(error, heddle::scatter(nullptr, layout, in, map.data(), count, out));
        run([&](void* memory) {
            return heddle::device::copy_if(memory, size, nullptr, layout, in, flags.data(), count, out,
                                           selected.data());
        });
        run([&](void* memory) {
            return heddle::device::partition(memory, size, nullptr, layout, in, flags.data(), count, out,
                                             selected.data());
        });
        run([&](void* memory) {
            return heddle::device::sort_by_field(memory, size, nullptr, layout, keys, in, out, count);
        });
        run([&](void* memory) {
            return heddle::device::unique_by_field(memory, size, nullptr, layout, keys, in, out, count,
                                                   selected.data());
        });
        finish_kernel();
    };
    expect(cudaErrorInvalidValue, first, first);
    EXPECT_EQ(77, selected.to_host(1)[0]);
    expect(cudaSuccess, first, first + 12);
    expect(cudaSuccess, first, first + count * 24);
}

TEST_F(whole_test, selects_huge_records)
{
    random_source random("huge records");
    for (std::size_t const size : {300003, 1000000}) {
        for (placement const& where : {placements[0], placements[3]}) {
            check_flags<int>({1, 0, 1, 1, 0}, 0, size, where, 0, random);
        }
    }
}

}  // namespace
}  // namespace heddle_test::whole_test
