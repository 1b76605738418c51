// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Prints the very value that the collectives obey at compile time.
#include "plan_command.hpp"

#include "errors.hpp"
#include "planned_way.hpp"
#include "report.hpp"

#include <heddle/emulation/planned_transactions.hpp>
#include <heddle/plan/plan.hpp>
#include <heddle/plan/stage_layout.hpp>
#include <heddle/scratch.cuh>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

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
    if (p.element_bytes <= max_direct_bytes) {
        return fmt::format("up to {} bytes plain access is as fast as the memory",
                           max_direct_bytes);
    }
    return fmt::format("beyond {} bytes the code for all words would cost more than it saves",
                       max_shuffled_bytes);
}

std::string path_line(plan const& p)
{
    if (p.cooperates()) return text_line("path", to_string(p.path));
    return text_line("path", fmt::format("{}: {}", to_string(p.path), reason_for_direct(p)));
}

std::string way_line(plan const& p, char const* name, access_kind kind, bool contiguous)
{
    return text_line(name, way_of(p, kind, contiguous).explanation);
}

//! What a block_scratch gives each warp, and what contiguous elements then ask for.
std::string scratch_lines(plan const& p)
{
    constexpr unsigned most_bytes_of_block = block_scratch<std::byte, 32>::max_bytes;
    stage_layout const s = make_stage_layout(p, p.lane_count);
    std::string const bytes = counted(s.bytes(), "byte");
    if (p.has_bank_conflicts()) {
        return text_line(
            "scratch for a warp",
            fmt::format("not used: {} lanes would find the same bank", p.bank_conflicts()));
    }
    if (s.has_few_words()) {
        return text_line("scratch for a warp", "not used: registers take fewer instructions");
    }
    if (!s.pays()) {
        return text_line("scratch for a warp",
                         fmt::format("not used: {} would be more than pays", bytes));
    }
    unsigned const warps = std::min(32u, most_bytes_of_block / s.bytes());
    auto const requests = [&](access_kind kind) {
        return staged_transactions(s, elements_from(p, 0), kind).requests;
    };
    return text_line("scratch for a warp",
                     fmt::format("{}, in blocks of up to {} threads", bytes, 32 * warps)) +
           text_line("requests with scratch",
                     fmt::format("{} to load, {} to store contiguous elements",
                                 requests(access_kind::load), requests(access_kind::store)));
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
    if (p.cooperates() && p.pass_words < p.word_count) {
        text += text_line("words at a time", fmt::to_string(p.pass_words));
    }
    if (plan const anywhere = plan_indexed(p); anywhere.word_bytes != p.word_bytes) {
        text += text_line("word, loads anywhere", counted(anywhere.word_bytes, "byte"));
    }
    text += text_line("row accesses", fmt::to_string(p.row_accesses));
    text += text_line("shuffles", fmt::to_string(p.shuffles));
    text += text_line("selects", fmt::to_string(p.selects));
    text += text_line("index shuffles",
                      fmt::format("{}{}", p.index_shuffles,
                                  p.index_shuffles == 0 ? "" : " (fewer for contiguous elements)"));

    text += way_line(p, "loads, contiguous", access_kind::load, true);
    text += way_line(p, "stores, contiguous", access_kind::store, true);
    text += way_line(p, "loads, anywhere", access_kind::load, false);
    text += way_line(p, "stores, anywhere", access_kind::store, false);
    if (p.cooperates() && p.lane_count == 32) text += scratch_lines(p);

    transaction_count const plain = direct_transactions(p);
    text += fmt::format("\neach time a {} loads, and stores, contiguous elements\n",
                        p.lane_count == 32 ? "warp" : "tile");
    text += traffic_text({plain, plain}, {planned_transactions(p, 0, access_kind::load),
                                          planned_transactions(p, 0, access_kind::store)});
    return text;
}

}  // namespace heddle::program
