// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares gather, scatter, copy_if, partition, sort_by_field and unique_by_field of records of run-time size with the
// same operations on the host, byte for byte, with the bytes between records.

#include "common/algorithms.cuh"
#include "records/key_values.hpp"

#include <heddle/records/whole.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

namespace heddle_test::whole_test {
namespace {

using whole_test = gpu_test;
using bytes = guarded_array<unsigned char>;

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

//! Returns the number of bytes from the first record to the end of the last.
std::size_t size_of(heddle::record_layout const& layout, std::size_t count)
{
    return count == 0 ? 0 : (count - 1) * layout.distance() + layout.record_bytes();
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

//! Copies record from[k] of `in` to record to[k] of `out` on the host.
template <class From, class To>
void copy_records(heddle::record_layout const& layout, bytes const& in, bytes& out, std::size_t count, From const& from,
                  To const& to)
{
    for (std::size_t k = 0; k < count; ++k) {
        std::memcpy(out.data() + to(k) * layout.distance(), in.data() + from(k) * layout.distance(),
                    layout.record_bytes());
    }
}

//! Calls launch(in, out) with copies on the device, and expects that `out` then has the expected bytes.
template <class Launch>
void expect_result(bytes const& in, bytes& out, bytes const& expected, Launch const& launch)
{
    device_copy<unsigned char> const device_in(in), device_out(out);
    launch(device_in.data(), device_out.data());
    finish_kernel();
    device_out.copy_to(out);
    EXPECT_EQ(out.size(), out.first_difference(expected));
    EXPECT_TRUE(out.guards_intact()) << "a canary is dead";
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

TEST_F(whole_test, reaches_records_beyond_4_GiB)
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

//! Expects of a selection, which call(temporary, size, stream, in, out, selected) runs, the records at `places`.
template <class Selected, class Call>
void check_selection(heddle::record_layout const& layout, bytes const& in, std::vector<std::size_t> const& places,
                     std::size_t selected, std::size_t out_skew, unsigned launches, random_source& random,
                     Call const& call)
{
    std::size_t const total = in.size() == 0 ? 0 : (in.size() - layout.record_bytes()) / layout.distance() + 1;
    bytes out(size_of(layout, total), random, out_skew), expected(out);
    copy_records(
        layout, in, expected, places.size(), [&](std::size_t k) { return places[k]; }, [](std::size_t k) { return k; });
    device_vector<Selected> const count(std::vector<Selected>{static_cast<Selected>(77)});
    expect_result(in, out, expected, [&](unsigned char const* from, unsigned char* to) {
        run_in_two_phases(random, launches, [&](void* temporary, std::size_t& size, cudaStream_t stream) {
            return call(temporary, size, stream, from, to, count.data());
        });
    });
    EXPECT_EQ(static_cast<Selected>(selected), count.to_host(1)[0]);
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
    auto const call = [&](auto function) {
        return [&, function](void* temporary, std::size_t& size, cudaStream_t stream, unsigned char const* from,
                             unsigned char* to,
                             Selected* selected) { return function(temporary, size, stream, from, to, selected); };
    };
    check_selection<Selected>(layout, in, chosen, chosen.size(), where.out_skew, launches, random,
                              call([&](void* temporary, std::size_t& size, cudaStream_t stream, void const* from,
                                       void* to, Selected* selected) {
                                  return heddle::device::copy_if(temporary, size, stream, layout, from,
                                                                 device_flags.data(), count, to, selected);
                              }));
    std::vector<std::size_t> all = chosen;
    all.insert(all.end(), others.begin(), others.end());
    check_selection<Selected>(layout, in, all, chosen.size(), where.out_skew, launches, random,
                              call([&](void* temporary, std::size_t& size, cudaStream_t stream, void const* from,
                                       void* to, Selected* selected) {
                                  return heddle::device::partition(temporary, size, stream, layout, from,
                                                                   device_flags.data(), count, to, selected);
                              }));
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

TEST_F(whole_test, selects_huge_records)
{
    random_source random("huge records");
    for (std::size_t const size : {300003, 1000000}) {
        for (placement const& where : {placements[0], placements[3]}) {
            check_flags<int>({1, 0, 1, 1, 0}, 0, size, where, 0, random);
        }
    }
}

bytes made_records(keyed_layout const& by, std::size_t count, std::size_t skew, random_source& random)
{
    bytes records(size_of(by.layout, count), random, skew);
    for (std::size_t k = 0; k < count; ++k) set_fields(records.data() + k * by.layout.distance(), by.layout, random);
    return records;
}

//! Sorts random records by the keys, and then selects the first of each run of the sorted records.
void check_sort(keyed_layout const& by, std::size_t count, unsigned launches, random_source& random)
{
    SCOPED_TRACE(testing::Message() << count << " records of " << by.layout.record_bytes() << " bytes, "
                                    << by.keys.size() << " keys");
    std::size_t const distance = by.layout.distance(), skew = random.coin() ? 0 : random.below(16);
    bytes const in = made_records(by, count, skew, random);
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return compare_records(in.data() + a * distance, in.data() + b * distance, by) < 0;
    });
    bytes out(in.size(), random, random.coin() ? 0 : random.below(16)), expected(out);
    copy_records(
        by.layout, in, expected, count, [&](std::size_t k) { return order[k]; }, [](std::size_t k) { return k; });
    expect_result(in, out, expected, [&](unsigned char const* from, unsigned char* to) {
        run_in_two_phases(random, launches, [&](void* temporary, std::size_t& size, cudaStream_t stream) {
            return heddle::device::sort_by_field(temporary, size, stream, by.layout, by.keys, from, to, count);
        });
    });

    std::vector<std::size_t> firsts;
    for (std::size_t k = 0; k < count; ++k) {
        unsigned char const* const record = expected.data() + k * distance;
        if (k == 0 || compare_records(record - distance, record, by) != 0) firsts.push_back(k);
    }
    check_selection<std::ptrdiff_t>(by.layout, expected, firsts, firsts.size(), skew, launches, random,
                                    [&](void* temporary, std::size_t& size, cudaStream_t stream, void const* from,
                                        void* to, std::ptrdiff_t* selected) {
                                        return heddle::device::unique_by_field(temporary, size, stream, by.layout,
                                                                               by.keys, from, to, count, selected);
                                    });
}

TEST_F(whole_test, sorts_by_every_type_of_number)
{
    random_source random("sorts by a field");
    for (sized_type const& type : all_sized_types()) {
        for (int round = 0; round < 3; ++round) check_sort(random_layout({type}, random), 2001, 0, random);
    }
}

TEST_F(whole_test, sorts_by_several_fields)
{
    random_source random("sorts by fields");
    auto const types = all_sized_types();
    for (int round = 0; round < 24; ++round) {
        std::vector<sized_type> chosen;
        std::size_t const fields = 2 + random.below(6);
        for (std::size_t f = 0; f < fields; ++f) chosen.push_back(types[random.below(types.size())]);
        auto const by = random_layout(chosen, random);
        check_sort(by, 1 + random.below(4000), static_cast<unsigned>(round % 4), random);
    }
}

TEST_F(whole_test, sorts_few_records)
{
    random_source random("sorts of few records");
    for (std::size_t const count : {0, 1, 2, 3}) {
        for (unsigned const launches : {0u, 1u}) {
            using type = heddle::number_type;
            check_sort(random_layout({{type::floating_point, 8}}, random), count, launches, random);
            check_sort(random_layout({{type::characters, 13}, {type::signed_integer, 2}}, random), count, launches,
                       random);
        }
    }
}

TEST_F(whole_test, sorts_with_numbers_of_64_bits)
{
    random_source random("sorts with numbers of 64 bits");
    using type = heddle::number_type;
    auto const by = random_layout({{type::floating_point, 4}, {type::unsigned_integer, 8}}, random);
    std::size_t const count = 5000, distance = by.layout.distance();
    bytes const in = made_records(by, count, 0, random);
    std::vector<std::uint64_t> order(count);
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) {
        return compare_records(in.data() + a * distance, in.data() + b * distance, by) < 0;
    });
    device_copy<unsigned char> const device_in(in);
    auto const* const records = reinterpret_cast<std::byte const*>(device_in.data());
    auto const keys = heddle::detail::composed_keys(by.layout, by.keys, records);
    device_vector<std::uint64_t> const sorted(order);
    check_cuda(cudaMemset(sorted.data(), 0, count * sizeof(std::uint64_t)), "cudaMemset");
    run_in_two_phases(random, 0, [&](void* temporary, std::size_t& size, cudaStream_t stream) {
        return heddle::detail::sort_records<std::uint64_t>(
            temporary, size, stream, by.layout, keys, records, count, [&](std::uint64_t const* numbers) {
                return cudaMemcpyAsync(sorted.data(), numbers, count * sizeof *numbers, cudaMemcpyDeviceToDevice,
                                       stream);
            });
    });
    EXPECT_EQ(order, sorted.to_host(count));
}

}  // namespace
}  // namespace heddle_test::whole_test
