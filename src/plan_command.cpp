// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Prints the plan that the library follows for an element, the transactions of a copy on an emulated warp, and measured
// rates.
#include "commands.hpp"
#include "counted_copy.hpp"
#include "errors.hpp"
#include "measured.hpp"
#include "report.hpp"

#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>
#include <heddle/detail/plan/stage_layout.hpp>
#include <heddle/scratch.cuh>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace heddle::program {

namespace {

constexpr long long max_element_bytes = 4096;

bool is_power_of_two(long long value) { return value > 0 && (value & (value - 1)) == 0; }

detail::plan checked_plan(plan_request const& request)
{
    long long const bytes = request.element_bytes;
    if (bytes < 1 || bytes > max_element_bytes) {
        throw usage_error(fmt::format("BYTES must be from 1 to {}, not {}", max_element_bytes, bytes));
    }
    long long const widest = std::min(bytes & -bytes, 16LL);
    long long const alignment = request.alignment.value_or(widest);
    if (!is_power_of_two(alignment) || bytes % alignment != 0) {
        throw usage_error(fmt::format(
            "--align must be a power of two that divides BYTES, but {} does not suit {} bytes", alignment, bytes));
    }
    if (!is_power_of_two(request.lane_count) || request.lane_count > 32) {
        throw usage_error(fmt::format("--lanes must be 1, 2, 4, 8, 16 or 32, not {}", request.lane_count));
    }
    return detail::make_plan(static_cast<std::size_t>(bytes), static_cast<std::size_t>(alignment),
                             static_cast<unsigned>(request.lane_count));
}

std::string counted(unsigned long long count, char const* what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string reason_for_no_cooperation(detail::plan const& p)
{
    if (p.lane_count == 1) return "a group of one lane has no other lane to work with";
    if (p.word_count == 1) return "an element is one word, and plain access is coalesced";
    if (p.element_bytes <= detail::max_direct_bytes) {
        return fmt::format("up to {} bytes, one element per lane is too little work to share",
                           detail::max_direct_bytes);
    }
    return fmt::format("beyond {} bytes, the code for all words costs more than it saves", detail::max_shuffled_bytes);
}

//! Returns a line that says how a group loads or stores its elements if all its lanes are valid.
std::string way_line(detail::plan const& p, char const* name, detail::access_kind kind, bool consecutive)
{
    auto const way = [&]() -> std::string {
        switch (detail::route_of(p, kind, {p.lane_count, consecutive, true, false})) {
            case detail::route::plain:
                return "per-thread: each lane moves its own element, as plain code does";
            case detail::route::per_thread:
                return "vectorized per-thread: each lane moves the words of its own element";
            case detail::route::sector_rows:
                return fmt::format("rows of {} that end with sectors, transposed in registers",
                                   p.part_bytes == 1 ? "bytes" : "parts of 2 bytes");
            case detail::route::rows:
            case detail::route::dense_rows:
                return fmt::format("rows of words, transposed in registers{}",
                                   p.is_unaligned ? "; ends of elements in parts" : "");
            case detail::route::compacted:
            case detail::route::staged:
                break;  // diverged_text() and scratch_text() describe these
        }
        return "";
    };
    bool const cached = consecutive && kind == detail::access_kind::load && p.loads_together && p.loads_through_cache;
    return text_line(name, way() + (cached ? ", through the L1 cache" : ""));
}

//! Returns the size of the shared memory that a block_scratch has for each warp, or the reason why it has none.
std::string scratch_text(detail::plan const& p)
{
    constexpr unsigned max_bytes_of_block = block_scratch<std::byte, 32>::max_bytes;
    detail::stage_layout const s = detail::make_stage_layout(p, p.lane_count);
    if (p.has_bank_conflicts) {
        return fmt::format("not used: {} lanes would find the same bank", p.bank_conflicts);
    }
    if (s.has_few_words()) return "not used: registers take fewer instructions";
    std::string const bytes = counted(s.bytes(), "byte");
    if (!s.pays()) return fmt::format("not used: {} would be more than pays", bytes);
    unsigned const warps = std::min(32u, max_bytes_of_block / s.bytes());
    return fmt::format("{}, in blocks of up to {} threads", bytes, 32 * warps);
}

//! Returns the transactions of a warp's copy, or a sentence that says which elements are supported.
std::string counted_text(detail::plan const& p)
{
    std::optional<counted_copy> const copy =
        p.lane_count == 32 ? count_copy(p.element_bytes, p.alignment) : std::nullopt;
    if (!copy) {
        return fmt::format("\nTransactions are counted for groups of 32 lanes and {}.\n", counted_elements);
    }
    std::string text =
        "\neach time a warp loads, and stores, consecutive elements (counted on an emulated "
        "warp)\n";
    text += traffic_text(copy->plain, copy->coalesced);
    if (copy->staged) {
        text += text_line("requests with scratch", fmt::format("{} to load, {} to store", copy->staged->loads.requests,
                                                               copy->staged->stores.requests));
    }
    return text;
}

}  // namespace

std::string plan_text(plan_request const& request)
{
    detail::plan const p = checked_plan(request);
    std::string text = fmt::format("plan for elements of {} aligned to {}, by a group of {}\n",
                                   counted(p.element_bytes, "byte"), p.alignment, counted(p.lane_count, "lane"));
    text += text_line("lanes cooperate", p.cooperates ? "yes" : "no: " + reason_for_no_cooperation(p));
    text += text_line("word", counted(p.word_bytes, "byte"));
    text += text_line("words per element (m)", fmt::to_string(p.word_count));
    if (p.cooperates && p.pass_words < p.word_count) {
        text += text_line("words at a time", fmt::to_string(p.pass_words));
    }
    text += text_line("row accesses", fmt::to_string(p.row_accesses));
    text += text_line("shuffles", fmt::to_string(p.shuffles));
    text += text_line("selects", fmt::to_string(p.selects));
    text += text_line("index shuffles", fmt::format("{}{}", p.index_shuffles,
                                                    p.index_shuffles == 0 ? "" : " (fewer for consecutive elements)"));

    text += way_line(p, "loads, consecutive", detail::access_kind::load, true);
    text += way_line(p, "stores, consecutive", detail::access_kind::store, true);
    text += way_line(p, "loads, indexed", detail::access_kind::load, false);
    text += way_line(p, "stores, indexed", detail::access_kind::store, false);
    if (p.cooperates && p.lane_count == 32) {
        text += text_line("scratch for a warp", scratch_text(p));
    }
    text += counted_text(p);
    text += p.lane_count == 32 ? measured_text(p.element_bytes, p.alignment)
                               : "\nRates were measured for groups of 32 lanes.\n";
    if (!is_measured(p.element_bytes)) {
        text += fmt::format("what to write: {}\n", p.cooperates ? "p[i] of a coalesced_ptr<T>" : "p[i] of a T*");
    }
    return text;
}

}  // namespace heddle::program
