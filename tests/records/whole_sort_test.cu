// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares sort_by_field and unique_by_field of records of run-time size with the same operations on the host.

#include "records/key_values.hpp"
#include "records/whole_records.cuh"

#include <heddle/records/whole.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace heddle_test::whole_sort_test {
namespace {

using namespace whole_records;
using whole_sort_test = gpu_test;
using bytes = record_array;

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

TEST_F(whole_sort_test, sorts_by_every_type_of_number)
{
    random_source random("sorts by a field");
    for (sized_type const& type : all_sized_types()) {
        for (int round = 0; round < 3; ++round) check_sort(random_layout({type}, random), 2001, 0, random);
    }
}

TEST_F(whole_sort_test, sorts_by_several_fields)
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

TEST_F(whole_sort_test, sorts_few_records)
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

TEST_F(whole_sort_test, sorts_with_numbers_of_64_bits)
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
}  // namespace heddle_test::whole_sort_test
