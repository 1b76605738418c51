// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>

namespace heddle_examples {

namespace {

constexpr std::size_t max_elements = 0x7fffffff;

void print_times(work const& done, std::vector<result> const& results)
{
    std::printf("%-18s %10s %8s %9s %9s %10s\n", "form", "us", "GB/s", "of memcpy", "speed-up", "registers");
    auto const print = [&](std::string const& form, double seconds) {
        std::printf("%-18s %10.1f %8.0f %8.0f%% %9.2f", form.c_str(), seconds * 1e6, done.bytes() / seconds * 1e-9,
                    done.copy_seconds / seconds * 100, results.front().seconds / seconds);
    };
    for (result const& each : results) {
        print(each.form, each.seconds);
        std::printf(" %10d%s\n", each.registers, each.is_right ? "" : "  WRONG");
    }
    print("memcpy", done.copy_seconds);
    std::printf("\n");
}

void print_counts(work const& done, std::vector<result> const& results)
{
    std::printf("%-18s %17s %14s %14s %11s\n", "form", "sectors requested", "loaded once", "sectors stored",
                "plain / own");
    auto const sum = [](result const& each) {
        return static_cast<double>(each.sectors_loaded_once + each.traffic.stores.sectors);
    };
    for (result const& each : results) {
        std::printf("%-18s %17llu %14llu %14llu %11.2f%s\n", each.form.c_str(),
                    static_cast<unsigned long long>(each.traffic.loads.sectors),
                    static_cast<unsigned long long>(each.sectors_loaded_once),
                    static_cast<unsigned long long>(each.traffic.stores.sectors),
                    sum(results.front()) / std::max(sum(each), 1.0), each.is_right ? "" : "  WRONG");
    }
    auto const needed = [&](double bytes) {
        return std::ceil(static_cast<double>(done.threads) * bytes / heddle::detail::sector_bytes);
    };
    std::printf("%-18s %17s %14.0f %14.0f\n", "needed", "", needed(done.read_bytes), needed(done.written_bytes));
}

int fail(char const* message)
{
    std::fflush(stdout);
    std::fprintf(stderr, "error: %s\n", message);
    return 2;
}

}  // namespace

std::size_t options::count_of(std::size_t element_bytes) const
{
    std::size_t const count = elements != 0    ? elements
                              : device.empty() ? 1000
                                               : std::max<std::size_t>(1, (mib << 20) / element_bytes);
    if (count > max_elements) {
        throw std::invalid_argument("the array would have " + std::to_string(count) + " elements, and at most " +
                                    std::to_string(max_elements) +
                                    " are possible: choose a smaller --mib or --elements");
    }
    return count;
}

std::size_t checked_threads(std::size_t count)
{
    if (count == 0 || count > max_elements) {
        throw std::invalid_argument("the first array has " + std::to_string(count) +
                                    " elements, one for each thread; from 1 to " + std::to_string(max_elements) +
                                    " are possible");
    }
    return count;
}

bool print_table(options const& chosen, work const& done, std::vector<result> const& results)
{
    std::printf("%s: %zu threads, each reads %.4g and writes %.4g bytes ", done.name.c_str(), done.threads,
                done.read_bytes, done.written_bytes);
    if (chosen.device.empty()) {
        std::printf("on the emulated warp (32-byte sectors, no times)\n");
        print_counts(done, results);
    } else {
        std::printf("on one %s\n", chosen.device.c_str());
        print_times(done, results);
    }
    return std::all_of(results.begin(), results.end(), [](result const& each) { return each.is_right; });
}

int run_example_on(std::string const& gpu, int argc, char** argv, char const* description, char const* file,
                   std::function<bool(options const&)> const& example, char const* output)
try {
    options chosen;
    bool is_emulated = false;
    CLI::App app{description};
    app.add_option("--mib", chosen.mib, "size of an array on a GPU, in MiB")
        ->check(CLI::Range(1, 1 << 20))
        ->capture_default_str()
        ->type_name("N");
    app.add_option("--elements", chosen.elements, "number of elements (default: as many as --mib, or 1000 if emulated)")
        ->check(CLI::Range(std::size_t{1}, max_elements))
        ->type_name("N");
    app.add_flag("--emulated", is_emulated, "run on the emulated warp, even if there is a GPU");
    if (output != nullptr) app.add_option("--output", chosen.output, output)->type_name("FILE");
    if (file != nullptr) app.add_option("FILE", chosen.file, file)->type_name("");
    app.footer("Exit status: 0 all results are right, 1 a result is wrong, 2 an error.");
    try {
        app.parse(argc, argv);
    } catch (CLI::ParseError const& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help
        throw std::invalid_argument(std::string(error.what()) + " (--help says more)");
    }
    if (!is_emulated) chosen.device = gpu;
    if (example(chosen)) return 0;
    std::fflush(stdout);
    std::fprintf(stderr, "a result is WRONG: its elements differ from those of plain code\n");
    return 1;
} catch (std::bad_alloc const&) {
    return fail("there is not enough memory: choose a smaller --mib or --elements");
} catch (std::exception const& error) {
    return fail(error.what());
}

}  // namespace heddle_examples
