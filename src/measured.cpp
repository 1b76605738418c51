// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Formats the measured rates of elements of one size.
#include "measured.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace heddle::program {

namespace {

int log2_of(std::size_t power_of_two)
{
    int log = 0;
    while (power_of_two >> (log + 1) != 0) ++log;
    return log;
}

//! Returns the nearest measured alignment. If two alignments are equally near, returns the smaller one.
std::optional<std::size_t> nearest_alignment(measured_gpu const& gpu, std::size_t bytes, std::size_t alignment)
{
    auto const rank = [&](std::size_t a) { return 2 * std::abs(log2_of(a) - log2_of(alignment)) + (a > alignment); };
    std::optional<std::size_t> nearest;
    for (measured_rate const* r = gpu.begin; r != gpu.end; ++r) {
        if (r->bytes == bytes && (!nearest || rank(r->alignment) < rank(*nearest))) nearest = r->alignment;
    }
    return nearest;
}

std::string rate_lines(measured_gpu const& gpu, std::size_t bytes, std::size_t alignment)
{
    std::string text;
    for (char const* pattern : {"load", "store", "copy", "gather", "scatter"}) {
        auto const rate = [&](std::string_view variant) -> double {
            auto const* const found = std::find_if(gpu.begin, gpu.end, [&](measured_rate const& r) {
                return r.bytes == bytes && r.alignment == alignment && r.pattern == std::string_view(pattern) &&
                       r.variant == variant;
            });
            return found == gpu.end ? 0 : found->gb_per_s;
        };
        double const plain = rate("plain"), coalesced = rate("coalesced");
        if (plain == 0 || coalesced == 0) continue;
        text += fmt::format("  {:<20}{:>14.0f}{:>14.0f}{:>18.2f}\n", pattern, plain, coalesced, coalesced / plain);
    }
    return text;
}

}  // namespace

std::string measured_text(std::size_t bytes, std::size_t alignment)
{
    std::string text;
    for (measured_gpu const& gpu : measured_gpus()) {
        std::optional<std::size_t> const measured = nearest_alignment(gpu, bytes, alignment);
        if (!measured) {
            text += fmt::format("\nElements of this size were not measured on the {}.\n", gpu.name);
            continue;
        }
        text += fmt::format("\n{}: GB/s measured with large arrays of elements aligned to {}\n", gpu.name, *measured);
        text += fmt::format("  {:<20}{:>14}{:>14}{:>18}\n", "", "plain", "coalesced", "coalesced/plain");
        text += rate_lines(gpu, bytes, *measured);
        text += text_line("results", gpu.file) + text_line("commit", gpu.commit);
        if (*measured != alignment) {
            text += fmt::format("  Elements of this size aligned to {} were not measured.\n", alignment);
        }
    }
    return text;
}

}  // namespace heddle::program
