// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the kernel on emulated warps, which count the accesses of the library. For comparison, plain_accesses reports
// the accesses of plain code to an emulated warp.
#include "emulated.hpp"

#include "files.hpp"

#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <utility>
#include <vector>

namespace heddle::program {

namespace {

constexpr std::size_t warp_lanes = 32;

memory_traffic run_kernel(stl_mesh const& in, stl_mesh& out)
{
    std::size_t const count = in.triangle_count();
    std::size_t const threads = std::max(1u, std::thread::hardware_concurrency());
    std::size_t const part_size = (count / threads / warp_lanes + 1) * warp_lanes;
    coalesced_ptr<triangle const> const source(in.triangles());
    coalesced_ptr<triangle> const target(out.triangles());

    std::atomic<std::size_t> done{0};
    std::vector<std::future<memory_traffic>> parts;
    for (std::size_t first = 0; first < count; first += part_size) {
        parts.push_back(std::async(std::launch::async, [=, &done] {
            std::size_t reported = 0;
            return emulate_grid(
                std::min(part_size, count - first), [=](std::size_t i) { recompute_normal(source, target, first + i); },
                [&](std::size_t now) { done += now - std::exchange(reported, now); });
        }));
    }
    // Shows the progress every second if standard error is a terminal.
    bool const is_watched = ::isatty(STDERR_FILENO) == 1;
    memory_traffic traffic;
    for (auto& part : parts) {
        while (part.wait_for(std::chrono::seconds(1)) != std::future_status::ready) {
            if (!is_watched) continue;
            complain(fmt::format("\rheddle: {} % of {} triangles", 100 * done / count, count));
        }
        traffic += part.get();
    }
    if (is_watched) complain("\r\033[K");
    return traffic;
}

//! Returns the traffic of plain loads or stores of all triangles. An access begins at byte `first_byte` of a triangle,
//! and ends with the last byte of the triangle.
transaction_count plain_traffic(detail::access_kind kind, triangle const* triangles, std::uint64_t count,
                                std::size_t first_byte)
{
    plain_elements warp{reinterpret_cast<std::uintptr_t>(triangles), sizeof(triangle), alignof(triangle), warp_lanes,
                        first_byte};
    // The distance of full warps is a multiple of a sector, so all full warps make the same transactions.
    static_assert(sizeof(triangle) * warp_lanes % detail::sector_bytes == 0);
    std::uint64_t const full_warps = count / warp_lanes;
    transaction_count total = plain_accesses(kind, warp);
    total.requests *= full_warps;
    total.sectors *= full_warps;
    total.bytes *= full_warps;
    warp.count = static_cast<unsigned>(count % warp_lanes);
    total += plain_accesses(kind, warp);
    return total;
}

}  // namespace

transaction_count plain_accesses(detail::access_kind kind, plain_elements const& elements)
{
    std::size_t const word = std::min<std::size_t>(elements.alignment, 16);
    bool const loads = kind == detail::access_kind::load;
    memory_traffic const traffic = emulate_grid(elements.count, [&](std::size_t i) {
        detail::emulated_lane& lane = *detail::emulated_lane::current();
        std::uint32_t const lanes = lane.converge();
        for (std::size_t at = elements.first_byte; at < elements.bytes; at += word) {
            lane.meet(lanes, loads ? detail::collective::load : detail::collective::store,
                      elements.first + i * elements.bytes + at, static_cast<unsigned>(word));
        }
    });
    return loads ? traffic.loads : traffic.stores;
}

emulated_result repair_emulated(stl_mesh const& in, stl_mesh& out)
{
    emulated_result result;
    result.coalesced = run_kernel(in, out);
    // Plain code does not load the old normal, which is never used.
    result.plain.loads = plain_traffic(detail::access_kind::load, in.triangles(), in.triangle_count(), sizeof(point));
    result.plain.stores = plain_traffic(detail::access_kind::store, out.triangles(), out.triangle_count(), 0);
    return result;
}

}  // namespace heddle::program
