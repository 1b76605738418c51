// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Aligns lists and tables in columns.
#include "report.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace heddle::program {

namespace {

std::string traffic_line(char const* name, std::uint64_t plain, std::uint64_t coalesced)
{
    std::string const ratio =
        coalesced == 0 ? "-" : fmt::format("{:.2f}", static_cast<double>(plain) / static_cast<double>(coalesced));
    return fmt::format("  {:<20}{:>14}{:>14}{:>18}\n", name, plain, coalesced, ratio);
}

}  // namespace

std::string text_line(std::string const& name, std::string const& value)
{
    return fmt::format("  {:<22}{}\n", name, value);
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
