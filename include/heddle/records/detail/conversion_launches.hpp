// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Divides the plan of a conversion into launches, and records into tiles.
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/config.cuh>
#include <heddle/records/detail/conversion_plan.hpp>
#include <heddle/records/detail/conversion_table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The number of tiles into which few records are divided, so that most multiprocessors have one.
inline constexpr std::uint64_t min_conversion_tiles = 264;

inline std::uint32_t tile_rows_of(std::uint64_t count, std::uint32_t pitch)
{
    std::uint64_t const most = std::min<std::uint64_t>(conversion_tile_bytes / pitch / 32 * 32, 2048);
    std::uint64_t const wanted = (count / min_conversion_tiles + 32) / 32 * 32;
    std::uint64_t const chosen = std::max<std::uint64_t>(std::min(most, wanted), 32);
    constexpr std::uint64_t whole = 32 * records_in_flight;
    return static_cast<std::uint32_t>(chosen > whole ? chosen / whole * whole : chosen);
}

//! Calls run(table, bytes of shared memory of a block) for each launch that the plan needs, until one fails.
template <class Table, class Run>
auto for_each_table(conversion_plan const& plan, std::uint64_t count, std::uint64_t const* device_count, Run const& run)
    -> decltype(run(std::declval<Table const&>(), std::size_t{}))
{
    Table table;
    table.memory = plan.memory();
    table.count = count;
    table.device_count = device_count;
    auto const& slices = plan.slices();
    decltype(run(table, std::size_t{})) status{};
    for (std::size_t first = 0, last = 0; first < slices.size(); first = last) {
        table.tile_rows = detail::tile_rows_of(count, plan.pitch());
        std::size_t const first_line = plan.first_line(first);
        for (; last < slices.size() && last - first < Table::max_slices &&
               plan.first_line(last + 1) - first_line <= Table::max_lines;
             ++last) {
            table.slices[last - first] = slices[last];
            table.slices[last - first].first_line = static_cast<std::uint32_t>(plan.first_line(last) - first_line);
            std::copy_n(plan.written(last).words, max_slice_bytes / 32, table.written[last - first]);
        }
        std::copy_n(plan.lines().data() + first_line, plan.first_line(last) - first_line, table.lines);
        table.slice_count = static_cast<std::uint32_t>(last - first);
        status = run(table, std::size_t{table.tile_rows} * plan.pitch() + 64);
        if (status != decltype(status){}) break;
    }
    return status;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
