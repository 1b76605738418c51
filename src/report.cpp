// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Computes the statistics of a mesh, and aligns lists and tables in columns.
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace heddle::program {

namespace {

bool is_finite(point p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

//! Returns whether a component differs by more than 0.001 between the normals, or is not a number in one of them.
bool is_changed(point before, point after)
{
    auto const is_kept = [](float a, float b) { return std::fabs(a - b) <= 0.001f; };
    return !is_kept(before.x, after.x) || !is_kept(before.y, after.y) || !is_kept(before.z, after.z);
}

struct mesh_statistics {
    double area = 0;
    double volume_by_6 = 0;
    point low = {FLT_MAX, FLT_MAX, FLT_MAX};
    point high = {-FLT_MAX, -FLT_MAX, -FLT_MAX};
    std::size_t changed_normals = 0;
    std::size_t degenerate = 0;  //!< triangles without a normal
    std::size_t not_finite = 0;  //!< degenerate triangles that are not part of area, volume and bounds

    //! Adds triangles of a file. The volume is a sum of tetrahedra with the apex `apex`. If the apex is near the mesh,
    //! the volumes and their rounding errors are small. With partial sums, the result for millions of triangles is as
    //! exact as for thousands.
    void add(triangle const* begin, triangle const* end, vector apex)
    {
        double part_of_area = 0, part_of_volume = 0;
        for (triangle const* t = begin; t != end; ++t) {
            point const normal = facet_normal(*t);
            changed_normals += is_changed(t->normal, normal);
            degenerate += normal.x == 0 && normal.y == 0 && normal.z == 0;
            auto const& [a, b, c] = t->vertices;
            if (!is_finite(a) || !is_finite(b) || !is_finite(c)) {
                ++not_finite;
                continue;
            }
            vector const direction = area_vector(*t);
            part_of_area += std::sqrt(dot(direction, direction)) / 2;
            part_of_volume += dot(to_vector(a) - apex, cross(to_vector(b) - apex, to_vector(c) - apex));
            // The floats of a packed point are misaligned, so no reference can bind to them. fmin and fmax take values.
            for (point const& p : t->vertices) {
                low = {std::fmin(low.x, p.x), std::fmin(low.y, p.y), std::fmin(low.z, p.z)};
                high = {std::fmax(high.x, p.x), std::fmax(high.y, p.y), std::fmax(high.z, p.z)};
            }
        }
        area += part_of_area;
        volume_by_6 += part_of_volume;
    }
};

mesh_statistics statistics_of(stl_mesh const& mesh)
{
    constexpr std::size_t part_size = 4096;
    mesh_statistics total;
    triangle const* const end = mesh.triangles() + mesh.triangle_count();
    point const first = mesh.triangle_count() == 0 ? point{} : mesh.triangles()->vertices[0];
    vector const apex = to_vector(is_finite(first) ? first : point{});
    for (triangle const* t = mesh.triangles(); t != end;) {
        triangle const* const next = t + std::min<std::ptrdiff_t>(part_size, end - t);
        total.add(t, next, apex);
        t = next;
    }
    return total;
}

//! Formats the lower and the upper bound of each coordinate. Writes -0 as 0.
std::string box_text(mesh_statistics const& s)
{
    if (!(s.low.x <= s.high.x)) return "none";
    return fmt::format("x {} to {}, y {} to {}, z {} to {}", s.low.x + 0.0f, s.high.x + 0.0f, s.low.y + 0.0f,
                       s.high.y + 0.0f, s.low.z + 0.0f, s.high.z + 0.0f);
}

std::string traffic_line(char const* name, std::uint64_t plain, std::uint64_t coalesced)
{
    std::string const ratio =
        coalesced == 0 ? "-" : fmt::format("{:.2f}", static_cast<double>(plain) / static_cast<double>(coalesced));
    return fmt::format("  {:<20}{:>14}{:>14}{:>18}\n", name, plain, coalesced, ratio);
}

std::string rate_line(char const* name, double rate, double copy)
{
    return fmt::format("  {:<38}{:>8.0f}{:>10.0f} %\n", name, rate / 1e9, 100 * rate / copy);
}

}  // namespace

std::string text_line(std::string const& name, std::string const& value)
{
    return fmt::format("  {:<22}{}\n", name, value);
}

std::string mesh_text(stl_mesh const& mesh)
{
    mesh_statistics const s = statistics_of(mesh);
    std::string const not_finite =
        s.not_finite == 0 ? "" : fmt::format(" ({} of them with vertices that are not finite)", s.not_finite);
    return text_line("triangles", fmt::to_string(mesh.triangle_count())) +
           text_line("surface area", fmt::format("{:.13g}", s.area)) +
           text_line("signed volume", fmt::format("{:.13g}", s.volume_by_6 / 6 + 0.0)) +
           text_line("bounding box", box_text(s)) + text_line("normals changed", fmt::to_string(s.changed_normals)) +
           text_line("degenerate triangles", fmt::to_string(s.degenerate) + not_finite);
}

std::string rates_text(gpu_rates const& rates)
{
    std::string text = fmt::format("  {:<38}{:>8}{:>12}\n", "bytes read and written", "GB/s", "of a copy") +
                       rate_line("plain kernel, triangle*", rates.plain, rates.copy) +
                       rate_line("coalesced kernel, coalesced_ptr", rates.coalesced, rates.copy) +
                       rate_line("device-to-device copy", rates.copy, rates.copy);
    if (rates.fits_in_cache) {
        text +=
            "  The mesh fits into the GPU's L2 cache: only a larger one shows the memory's "
            "speed.\n";
    }
    return text;
}

std::string traffic_text(memory_traffic const& plain, memory_traffic const& coalesced)
{
    return fmt::format("  {:<20}{:>14}{:>14}{:>18}\n", "", "plain", "coalesced", "plain/coalesced") +
           traffic_line("load requests", plain.loads.requests, coalesced.loads.requests) +
           traffic_line("load sectors", plain.loads.sectors, coalesced.loads.sectors) +
           traffic_line("store requests", plain.stores.requests, coalesced.stores.requests) +
           traffic_line("store sectors", plain.stores.sectors, coalesced.stores.sectors);
}

}  // namespace heddle::program
