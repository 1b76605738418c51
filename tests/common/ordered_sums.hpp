// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Updates of records at indices, and a model of the order in which deterministic_scatter_add adds them.
#pragma once

#include <common/atomic_records.hpp>
#include <common/random.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace heddle_test {

//! Returns the sum of the values: each 32 consecutive ones are added from left to right, then each 32 consecutive ones
//! of these sums, and so on.
template <class Record>
Record sum_in_order(std::vector<Record> values)
{
    do {
        std::vector<Record> sums;
        for (std::size_t k = 0; k < values.size(); ++k) {
            if (k % 32 == 0) {
                sums.push_back(values[k]);
            } else {
                sums.back().each(values[k], change_number<change_kind::add>());
            }
        }
        values = sums;
    } while (values.size() > 1);
    return values[0];
}

template <class Record, class Index>
void add_in_order(Record* records, std::size_t record_count, std::vector<Record> const& deltas,
                  std::vector<Index> const& indices)
{
    std::vector<std::vector<Record>> of_record(record_count);
    for (std::size_t k = 0; k < deltas.size(); ++k) {
        of_record[static_cast<std::size_t>(indices[k])].push_back(deltas[k]);
    }
    for (std::size_t r = 0; r < record_count; ++r) {
        if (of_record[r].empty()) continue;
        records[r].each(sum_in_order(of_record[r]), change_number<change_kind::add>());
    }
}

//! Returns a record whose floating-point numbers are made of a random seed, so that sums depend on the order.
template <class Record>
HEDDLE_HOST_DEVICE Record random_record(std::uint32_t seed)
{
    Record record = made_record<Record>(seed);
    std::uint32_t state = seed;
    record.each(record, [&](auto& number, auto const&) {
        using type = std::remove_reference_t<decltype(number)>;
        if constexpr (std::is_floating_point_v<type>) {
            state = state * 1664525u + 1013904223u;
            number =
                static_cast<type>(static_cast<int>(state >> 8) - (1 << 23)) / static_cast<type>(state % 7 * 999 + 3);
        }
    });
    return record;
}
template <class Record>
std::vector<Record> random_records(std::size_t count, random_source& random)
{
    std::vector<Record> records;
    for (std::size_t k = 0; k < count; ++k) records.push_back(random_record<Record>(random.next_word()));
    return records;
}
template <class Record>
std::vector<Record> made_records(std::size_t count, std::size_t seed)
{
    std::vector<Record> records;
    for (std::size_t k = 0; k < count; ++k) records.push_back(made_record<Record>(seed + k));
    return records;
}

//! Ways to choose the records that are updated: the same one, a few, all in order or at random, neighbors in random
//! order, or one record by every second update and the others at random.
enum class updated { one, few, in_order, at_random, clustered, mostly_one };
inline constexpr updated every_way_to_update[] = {updated::one,       updated::few,       updated::in_order,
                                                  updated::at_random, updated::clustered, updated::mostly_one};

template <class Index>
std::vector<Index> updated_indices(updated which, std::size_t count, std::size_t record_count, random_source& random)
{
    std::vector<Index> indices;
    for (std::size_t k = 0; k < count; ++k) {
        std::size_t const any = random.below(record_count);
        std::size_t index = any;
        if (which == updated::one) index = record_count / 2;
        if (which == updated::few) index = any % 3 * (record_count / 3);
        if (which == updated::in_order) index = k % record_count;
        if (which == updated::clustered) index = (k / 40 * 11 + any % 4) % record_count;
        if (which == updated::mostly_one && k % 2 == 0) index = record_count / 3;
        indices.push_back(static_cast<Index>(index));
    }
    return indices;
}

}  // namespace heddle_test
