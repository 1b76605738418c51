// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Measures every struct and pattern with every path, and compares the planner's choice with the fastest path.
#include "commands.hpp"
#include "cuda.hpp"
#include "errors.hpp"
#include "files.hpp"
#include "tuning.hpp"

#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/route.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace heddle::program {

namespace {

using tuning::measured_struct;
using tuning::path;
using tuning::pattern;

constexpr long long max_mebibytes = 16 * 1024;  // so that a 4-byte index reaches every struct
constexpr long long max_batches = 1000;

std::vector<measured_struct> chosen_structs(std::vector<long long> const& sizes)
{
    std::vector<measured_struct> all = tuning::measured_structs();
    if (sizes.empty()) return all;
    std::vector<measured_struct> chosen;
    for (long long const bytes : sizes) {
        auto const found = std::find_if(
            all.begin(), all.end(), [&](measured_struct const& s) { return static_cast<long long>(s.bytes) == bytes; });
        if (found == all.end()) {
            std::string known;
            for (measured_struct const& s : all) {
                known += (known.empty() ? "" : ", ") + std::to_string(s.bytes);
            }
            throw usage_error(fmt::format("--sizes may name {}; there are no kernels for {}", known, bytes));
        }
        if (std::count(sizes.begin(), sizes.end(), bytes) > 1) {
            throw usage_error(fmt::format("--sizes names {} more than once", bytes));
        }
        chosen.push_back(*found);
    }
    return chosen;
}

void expect_within(char const* option, long long value, long long max)
{
    if (value >= 1 && value <= max) return;
    throw usage_error(fmt::format("{} must be from 1 to {}, not {}", option, max, value));
}

//! Returns the name of the first GPU.
//! Throws: gpu_error if there is none
std::string name_of_gpu()
{
    auto const refuse = [](char const* reason) {
        throw gpu_error(std::string("tune needs a GPU, and there is none: ") + reason);
    };
    int count = 0, driver_version = 0;
    cudaError_t const status = cudaGetDeviceCount(&count);
    // Without a driver, the runtime reports that the driver is too old.
    if (cudaDriverGetVersion(&driver_version) == cudaSuccess && driver_version == 0) {
        refuse("no CUDA driver is installed");
    }
    if (status != cudaSuccess) refuse(cudaGetErrorString(status));
    if (count == 0) refuse("none is present");
    cudaDeviceProp properties{};
    cuda_check(cudaGetDeviceProperties(&properties, 0), "be described");
    return properties.name;
}

//! The measurements of one struct with one pattern.
struct row {
    measured_struct shape;
    pattern moved;
    std::array<double, tuning::all_paths.size()> rates;  //!< in bytes per second
    tuning::verdict in_registers, with_scratch;
};

row measure(tuning::bench const& bench, measured_struct const& s, pattern p, unsigned batches)
{
    std::vector<path> const paths(tuning::all_paths.begin(), tuning::all_paths.end());
    tuning::path_times const seconds = bench.measure(s.bytes, p, paths, batches);
    row r{s, p, {}, judge(seconds, path::by_plan), judge(seconds, path::in_block)};
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        r.rates[i] = bench.moved_bytes(s.bytes, p) / seconds[i];
    }
    return r;
}

//! Returns the names of the routes that by_plan takes for this pattern.
std::string choice_text(row const& r)
{
    detail::plan const p = detail::make_plan(r.shape.bytes, r.shape.alignment);
    bool const consecutive = r.moved != pattern::gather && r.moved != pattern::scatter;
    auto const name_of = [&](detail::access_kind kind) {
        return to_string(detail::route_of(p, kind, {p.lane_count, consecutive, true, false}));
    };
    std::string load = name_of(detail::access_kind::load);
    std::string store = name_of(detail::access_kind::store);
    if (r.moved == pattern::load || r.moved == pattern::gather) return load;
    if (r.moved == pattern::copy && load != store) return load + ", " + store;
    return store;
}

constexpr char const* row_format = "{:>5} {:<8}{:>6} {:>12} {:>7} {:>8}  {:<16}{:<13}{:>5}  {:<13}{:>5}\n";

std::string heading()
{
    return fmt::format("{:<50}  {:<34}  with scratch\n", "GB/s by path", "without scratch") +
           fmt::format(row_format, "bytes", "pattern", "plain", "lane_by_lane", "by_plan", "in_block", "by_plan does",
                       "best", "ratio", "best", "ratio");
}

std::string line(row const& r)
{
    auto const rate = [&](path way) { return fmt::format("{:.0f}", r.rates[static_cast<std::size_t>(way)] / 1e9); };
    auto const ratio = [](tuning::verdict const& v) { return fmt::format("{:.2f}", v.slowdown); };
    return fmt::format(row_format, r.shape.bytes, to_string(r.moved), rate(path::plain), rate(path::lane_by_lane),
                       rate(path::by_plan), rate(path::in_block), choice_text(r), to_string(r.in_registers.best),
                       ratio(r.in_registers), to_string(r.with_scratch.best), ratio(r.with_scratch));
}

std::string csv_text(std::vector<row> const& rows)
{
    std::string text = "bytes,alignment,pattern";
    for (path const way : tuning::all_paths) text += fmt::format(",{}_gb_per_s", to_string(way));
    text += ",best_without_scratch,best_over_by_plan,best_with_scratch,best_over_in_block\n";
    for (row const& r : rows) {
        text += fmt::format("{},{},{}", r.shape.bytes, r.shape.alignment, to_string(r.moved));
        for (double const rate : r.rates) text += fmt::format(",{:.1f}", rate / 1e9);
        text += fmt::format(",{},{:.4f},{},{:.4f}\n", to_string(r.in_registers.best), r.in_registers.slowdown,
                            to_string(r.with_scratch.best), r.with_scratch.slowdown);
    }
    return text;
}

}  // namespace

void run_tune(tune_request const& request)
{
    std::vector<measured_struct> const structs = chosen_structs(request.sizes);
    expect_within("--mib", request.array_mebibytes, max_mebibytes);
    expect_within("--repeats", request.batches, max_batches);
    std::optional<output_file> csv;
    if (request.csv) csv.emplace(*request.csv);
    report_stream report(csv && csv->is_standard_output());
    std::string const gpu = name_of_gpu();

    report.print(
        fmt::format("GPU: {}; arrays of {} MiB, medians of {}\n\n", gpu, request.array_mebibytes, request.batches) +
        heading());
    tuning::bench const bench(static_cast<std::size_t>(request.array_mebibytes) << 20);
    std::vector<row> rows;
    for (measured_struct const& s : structs) {
        for (pattern const p : tuning::all_patterns) {
            rows.push_back(measure(bench, s, p, static_cast<unsigned>(request.batches)));
            report.print(line(rows.back()));
            if (!csv && !report.is_heard()) report.finish();
        }
    }
    auto const near_the_best = [&](tuning::verdict row::*verdict) {
        return std::count_if(rows.begin(), rows.end(),
                             [&](row const& r) { return (r.*verdict).slowdown <= tuning::tolerance; });
    };
    report.print(
        fmt::format("\nratio: the best path's rate over that of by_plan; with scratch, of in_block."
                    "\nWithin 2 % of the best: by_plan {} of {}, in_block {} of {}.\n",
                    near_the_best(&row::in_registers), rows.size(), near_the_best(&row::with_scratch), rows.size()));
    if (csv) csv->write(csv_text(rows));
    report.finish();
}

}  // namespace heddle::program
