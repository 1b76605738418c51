// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Prints the very value that the collectives obey at compile time.
#include "plan_command.hpp"

#include "errors.hpp"
#include "report.hpp"

#include <heddle/plan.hpp>
#include <heddle/planned_transactions.hpp>
#include <heddle/stage.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace heddle::program {

namespace {

constexpr long long most_element_bytes = 4096;

bool is_power_of_two(long long value) { return value > 0 && (value & (value - 1)) == 0; }

plan checked_plan(plan_request const& request)
{
    long long const bytes = request.element_bytes;
    if (bytes < 1 || bytes > most_element_bytes) {
        throw usage_error(
            fmt::format("BYTES must be from 1 to {}, not {}", most_element_bytes, bytes));
    }
    long long const widest = std::min(bytes & -bytes, 16LL);
    long long const alignment = request.alignment.value_or(widest);
    if (!is_power_of_two(alignment) || bytes % alignment != 0) {
        throw usage_error(fmt::format(
            "--align must be a power of two that divides BYTES, but {} does not suit {} bytes",
            alignment, bytes));
    }
    if (!is_power_of_two(request.lane_count) || request.lane_count > 32) {
        throw usage_error(
            fmt::format("--lanes must be 1, 2, 4, 8, 16 or 32, not {}", request.lane_count));
    }
    return make_plan(static_cast<std::size_t>(bytes), static_cast<std::size_t>(alignment),
                     static_cast<unsigned>(request.lane_count));
}

std::string counted(unsigned long long count, char const* what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string reason_for_direct(plan const& p)
{
    if (p.lane_count == 1) return "a tile of one lane has nobody to share the work with";
    if (p.word_count == 1) return "an element is one word, so that plain access is coalesced";
    if (p.element_bytes <= largest_direct_bytes) {
        return fmt::format("up to {} bytes plain access is as fast as the memory",
                           largest_direct_bytes);
    }
    return fmt::format("beyond {} bytes the code for all words would cost more than it saves",
                       largest_shuffled_bytes);
}

std::string path_line(plan const& p)
{
    if (p.cooperates()) return text_line("path", to_string(p.path));
    return text_line("path", fmt::format("{}: {}", to_string(p.path), reason_for_direct(p)));
}

std::string ratio_line(char const* name, std::uint64_t plain, std::uint64_t coalesced)
{
    return fmt::format("  {:<22}{:>7}{:>14}{:>18.2f}\n", name, plain, coalesced,
                       static_cast<double>(plain) / static_cast<double>(coalesced));
}

}  // namespace

std::string plan_text(plan_request const& request)
{
    plan const p = checked_plan(request);
    std::string text =
        fmt::format("plan for elements of {} aligned to {}, by tiles of {}\n",
                    counted(p.element_bytes, "byte"), p.alignment, counted(p.lane_count, "lane"));
    text += path_line(p);
    text += text_line("word", counted(p.word_bytes, "byte"));
    text += text_line("words per element (m)", fmt::to_string(p.word_count));
    if (p.cooperates() && p.piece_words < p.word_count) {
        text += text_line("words at a time", fmt::to_string(p.piece_words));
    }
    text += text_line("row accesses", fmt::to_string(p.row_accesses));
    text += text_line("shuffles", fmt::to_string(p.shuffles));
    text += text_line("selects", fmt::to_string(p.selects));
    text += text_line("index shuffles",
                      fmt::format("{}{}", p.index_shuffles,
                                  p.index_shuffles == 0 ? "" : " (fewer for contiguous elements)"));

    if (p.cooperates() && p.lane_count == 32) {
        stage const s = make_stage_within(p, most_stage_bytes);
        std::uint64_t const chunks = s.capacity * p.element_bytes / chunk_bytes;
        text += text_line("scratch for a warp",
                          fmt::format("{} for {}", counted(s.bytes(), "byte"),
                                      s.capacity == p.lane_count
                                          ? std::string("all its elements")
                                          : counted(s.capacity, "element") + " at a time"));
        text += text_line("accesses with scratch",
                          fmt::to_string((chunks + 31) / 32 * (p.lane_count / s.capacity)));
    }

    transaction_count const plain = direct_transactions(p);
    transaction_count const coalesced = planned_transactions(p);
    char const* const whole = p.lane_count == 32 ? "warp" : "tile";
    text += fmt::format("\neach time a {} loads, or stores, contiguous elements\n", whole);
    text += fmt::format("  {:<22}{:>7}{:>14}{:>18}\n", "", "plain", "coalesced", "plain/coalesced");
    text += ratio_line("requests", plain.requests, coalesced.requests);
    text += ratio_line("32-byte sectors", plain.sectors, coalesced.sectors);
    return text;
}

}  // namespace heddle::program
