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
#include <string>
#include <string_view>
#include <vector>

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

//! The measured rates of elements of one size at one alignment.
struct rates_of_element {
    measured_gpu const& gpu;
    std::size_t bytes;
    std::size_t alignment;

    //! Returns the rate in GB/s, or 0 if it was not measured.
    double operator()(std::string_view pattern, std::string_view variant) const
    {
        auto const* const found = std::find_if(gpu.begin, gpu.end, [&](measured_rate const& r) {
            return r.bytes == bytes && r.alignment == alignment && pattern == r.pattern && variant == r.variant;
        });
        return found == gpu.end ? 0 : found->gb_per_s;
    }
};

//! A form of access: its variant in the results, and what a user writes.
struct form {
    char const* variant;
    std::string text;
};

//! Returns the forms of a pattern, beginning with the simplest one.
std::vector<form> forms_of(std::string_view pattern, std::size_t bytes)
{
    // The elements per lane that were measured (benchmarks/access/several.cuh).
    int const items = bytes <= 1 ? 32 : bytes <= 2 ? 16 : bytes <= 6 ? 8 : 4;
    bool const loads = pattern != "store", stores = pattern != "load";
    auto const named = [&](std::string const& load, std::string const& store) {
        return (loads ? load : "") + (loads && stores ? " and " : "") + (stores ? store : "");
    };
    std::string const several =
        named(fmt::format("load_contiguous<{}>", items), fmt::format("store_contiguous<{}>", items));
    return {{"plain", "p[i] of a T*"},
            {"coalesced", "p[i] of a coalesced_ptr<T>"},
            {"scratch", "p[i] of a coalesced_ptr<T, in_block<256>>"},
            {"blocked", several},
            {"block_tile", "tiles of a block, " + named("load_tile", "store_tile")}};
}

constexpr char const* patterns[] = {"load", "store", "copy", "gather", "scatter"};
//! A simpler form is good enough if it reaches this share of the rate of the fastest form.
constexpr double good_share = 0.95;

std::string rate_lines(rates_of_element const& rate, std::string const& mark)
{
    std::string text;
    for (char const* pattern : patterns) {
        double const plain = rate(pattern, "plain"), coalesced = rate(pattern, "coalesced");
        if (plain == 0 || coalesced == 0) continue;
        text +=
            fmt::format("  {:<24}{:>10.0f}{:>14.0f}{:>18.2f}\n", pattern + mark, plain, coalesced, coalesced / plain);
    }
    return text;
}

//! Returns a line for each pattern: the simplest form whose rate is within 5 % of the fastest form.
std::string form_lines(rates_of_element const& rate, std::string const& mark)
{
    std::string text;
    for (char const* pattern : patterns) {
        double const plain = rate(pattern, "plain");
        if (plain == 0) continue;
        std::vector<form> const forms = forms_of(pattern, rate.bytes);
        double fastest = 0;
        for (form const& f : forms) fastest = std::max(fastest, rate(pattern, f.variant));
        auto const good = std::find_if(forms.begin(), forms.end(),
                                       [&](form const& f) { return rate(pattern, f.variant) >= good_share * fastest; });
        double const found = rate(pattern, good->variant);
        text += fmt::format("  {:<24}{} ({:.0f} GB/s, {:.2f} times plain)\n", pattern + mark, good->text, found,
                            found / plain);
    }
    return text;
}

}  // namespace

bool is_measured(std::size_t bytes)
{
    std::vector<measured_gpu> const gpus = measured_gpus();
    return std::any_of(gpus.begin(), gpus.end(), [&](measured_gpu const& gpu) {
        return std::any_of(gpu.begin, gpu.end, [&](measured_rate const& r) { return r.bytes == bytes; });
    });
}

std::string measured_text(std::size_t bytes, std::size_t alignment)
{
    std::string text;
    for (measured_gpu const& gpu : measured_gpus()) {
        std::optional<std::size_t> const measured = nearest_alignment(gpu, bytes, alignment);
        if (!measured) {
            text += fmt::format("\nElements of this size were not measured on the {}.\n", gpu.name);
            continue;
        }
        bool const is_other = *measured != alignment;
        rates_of_element const rate{gpu, bytes, *measured};
        text += fmt::format("\n{}: GB/s measured with large arrays of elements aligned to {}\n", gpu.name, *measured);
        text += fmt::format("  {:<24}{:>10}{:>14}{:>18}\n", "", "plain", "coalesced", "coalesced/plain");
        std::string const mark = is_other ? fmt::format(", aligned to {}", *measured) : "";
        text += rate_lines(rate, mark);
        text += text_line("results", gpu.file) + text_line("commit", gpu.commit);
        if (is_other) text += fmt::format("  Elements of this size aligned to {} were not measured.\n", alignment);
        text += "what to write: the simplest form whose rate is within 5 % of the fastest form\n";
        text += form_lines(rate, mark);
    }
    return text;
}

}  // namespace heddle::program
