// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists and tables, aligned in columns.
#include "report.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace heddle::program {

namespace {

//! From lower to upper bound in one direction; -0 is printed as 0.
std::string extent_text(float low, float high)
{
    return fmt::format("{} to {}", low + 0.0f, high + 0.0f);
}

std::string box_text(mesh_statistics const& s)
{
    if (!(s.low.x <= s.high.x)) return "none";
    return fmt::format("x {}, y {}, z {}", extent_text(s.low.x, s.high.x),
                       extent_text(s.low.y, s.high.y), extent_text(s.low.z, s.high.z));
}

std::string traffic_line(char const* name, std::uint64_t plain, std::uint64_t coalesced)
{
    std::string const ratio =
        coalesced == 0
            ? "-"
            : fmt::format("{:.2f}", static_cast<double>(plain) / static_cast<double>(coalesced));
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

std::string mesh_text(mesh_statistics const& s, std::size_t triangle_count)
{
    std::string const not_finite =
        s.not_finite == 0
            ? ""
            : fmt::format(" ({} of them with vertices that are not finite)", s.not_finite);
    return text_line("triangles", fmt::to_string(triangle_count)) +
           text_line("surface area", fmt::format("{:.13g}", s.area)) +
           text_line("signed volume", fmt::format("{:.13g}", s.volume_by_6 / 6 + 0.0)) +
           text_line("bounding box", box_text(s)) +
           text_line("normals changed", fmt::to_string(s.changed_normals)) +
           text_line("degenerate triangles", fmt::to_string(s.degenerate) + not_finite);
}

std::string rates_text(gpu_result const& result)
{
    gpu_rates const& rates = result.rates;
    std::string text =
        fmt::format("  {:<38}{:>8}{:>12}\n", "bytes read and written", "GB/s", "of a copy") +
        rate_line("plain kernel, triangle*", rates.plain, rates.copy) +
        rate_line("coalesced kernel, coalesced_ptr", rates.coalesced, rates.copy) +
        rate_line("device-to-device copy", rates.copy, rates.copy);
    if (result.fits_in_cache) {
        text +=
            "  The mesh fits into the GPU's L2 cache: only a larger one shows the memory's "
            "speed.\n";
    }
    return text;
}

std::string traffic_text(memory_traffic const& plain, memory_traffic const& coalesced)
{
    return fmt::format("  {:<20}{:>14}{:>14}{:>18}\n", "", "plain", "coalesced",
                       "plain/coalesced") +
           traffic_line("load requests", plain.loads.requests, coalesced.loads.requests) +
           traffic_line("load sectors", plain.loads.sectors, coalesced.loads.sectors) +
           traffic_line("store requests", plain.stores.requests, coalesced.stores.requests) +
           traffic_line("store sectors", plain.stores.sectors, coalesced.stores.sectors);
}

}  // namespace heddle::program
