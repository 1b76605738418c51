// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the kernel on emulated warps, on all processors.
#include "repair_emulated.hpp"

#include "plain_accesses.hpp"
#include "progress.hpp"

#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <future>
#include <thread>
#include <utility>
#include <vector>

namespace heddle::program {

namespace {

constexpr std::size_t warp_lanes = 32;

std::size_t round_up(std::size_t value, std::size_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

memory_traffic run_kernel(stl_mesh const& in, stl_mesh& out)
{
    std::size_t const count = in.triangle_count();
    std::size_t const threads = std::max(1u, std::thread::hardware_concurrency());
    std::size_t const part_size = round_up(count / threads + 1, warp_lanes);
    coalesced_ptr<triangle const> const source(in.triangles());
    coalesced_ptr<triangle> const target(out.triangles());

    progress_meter progress(count);
    std::vector<std::future<memory_traffic>> parts;
    for (std::size_t first = 0; first < count; first += part_size) {
        parts.push_back(std::async(std::launch::async, [=, &progress] {
            std::size_t reported = 0;
            return emulate_grid(
                std::min(part_size, count - first),
                [=](std::size_t i) { recompute_normal(source, target, first + i); },
                [&](std::size_t done) { progress.add(done - std::exchange(reported, done)); });
        }));
    }
    memory_traffic traffic;
    for (auto& part : parts) {
        while (part.wait_for(progress_meter::interval) != std::future_status::ready) {
            progress.show();
        }
        traffic += part.get();
    }
    return traffic;
}

//! Plain loads, or stores, of every triangle from its byte `first_byte` on, at the same addresses.
transaction_count plain_traffic(detail::access_kind kind, triangle const* triangles,
                                std::uint64_t count, std::size_t first_byte)
{
    plain_elements warp{reinterpret_cast<std::uintptr_t>(triangles), sizeof(triangle),
                        alignof(triangle), warp_lanes, first_byte};
    // Full warps are whole sectors apart, so that each one's transactions are those of the first.
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

//! In parts, so that the sums are as exact for millions of triangles as they are for thousands.
mesh_statistics gather_statistics(stl_mesh const& mesh)
{
    constexpr std::size_t part_size = 4096;
    triangle const* const triangles = mesh.triangles();
    std::size_t const count = mesh.triangle_count();
    mesh_statistics total;
    if (count == 0) return total;
    vector const apex = volume_apex(triangles[0]);
    for (std::size_t first = 0; first < count; first += part_size) {
        mesh_statistics part;
        std::size_t const end = std::min(count, first + part_size);
        for (std::size_t i = first; i < end; ++i) part.add(triangles[i], apex);
        total += part;
    }
    return total;
}

}  // namespace

emulated_result repair_emulated(stl_mesh const& in, stl_mesh& out)
{
    emulated_result result;
    result.coalesced = run_kernel(in, out);
    // Where every lane loads for itself, the compiler leaves out the old normal: nobody reads it.
    result.plain.loads = plain_traffic(detail::access_kind::load, in.triangles(),
                                       in.triangle_count(), sizeof(point));
    result.plain.stores =
        plain_traffic(detail::access_kind::store, out.triangles(), out.triangle_count(), 0);
    result.statistics = gather_statistics(in);
    return result;
}

}  // namespace heddle::program
