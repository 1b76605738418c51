// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts a table of mixed columns, some of whose values are missing, to JCUDF rows and back, and checks both.
#include "conversion.hpp"
#include "host_rows.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <new>

namespace {

struct options {
    std::size_t rows = 5'000'000;
    std::uint64_t batch_bytes = heddle::max_jcudf_batch_bytes;
    unsigned null_percent = 10;
    bool uses_host = false;
};

//! Does the work of convert_on_gpu with the host's writer and reader.
conversion_result convert_on_host(table const& original, std::uint64_t batch_bytes)
{
    std::vector<std::uint64_t> every_32nd{0};
    for (std::uint64_t first = 0; first < original.rows; first += 32) {
        auto const rows = write_on_host(slice(original, {first, std::min<std::uint64_t>(32, original.rows - first)}));
        every_32nd.push_back(every_32nd.back() + rows.bytes.size());
    }
    conversion_result result;
    for (heddle::row_range const& batch : heddle::jcudf_batches(every_32nd, original.rows, batch_bytes)) {
        table const part = slice(original, batch);
        jcudf_rows const rows = write_on_host(part);
        check_equal(read_on_host(rows), part, "the batch from row " + std::to_string(batch.first) + " on");
        ++result.batches;
        result.row_bytes += rows.bytes.size();
        result.table_bytes += part.bytes();
    }
    return result;
}

void print_times(conversion_result const& done)
{
    double const copy_rate = 2 * static_cast<double>(done.row_bytes) / done.copy_seconds;
    auto const print = [&](char const* what, double seconds, std::uint64_t bytes) {
        double const rate = static_cast<double>(bytes) / seconds;
        std::printf("%-16s %10.3f ms %8.0f GB/s %5.0f%% of memcpy\n", what, seconds * 1e3, rate * 1e-9,
                    rate / copy_rate * 100);
    };
    print("columns to rows", done.to_rows_seconds, done.table_bytes + done.row_bytes);
    print("rows to columns", done.to_columns_seconds, done.table_bytes + done.row_bytes);
    print("memcpy of rows", done.copy_seconds, 2 * done.row_bytes);
}

int fail(int status, char const* message)
{
    std::fflush(stdout);
    std::fprintf(stderr, "error: %s\n", message);
    return status;
}

}  // namespace

int main(int argc, char** argv)
try {
    options chosen;
    CLI::App app{"Converts a table of mixed columns to JCUDF rows and back, and checks both"};
    app.add_option("--rows", chosen.rows, "rows of the table")
        ->check(CLI::Range(1, 100'000'000))
        ->capture_default_str()
        ->type_name("N");
    app.add_option("--batch", chosen.batch_bytes, "the largest size of a batch of rows, in bytes")
        ->check(CLI::Range(std::uint64_t{1}, heddle::max_jcudf_batch_bytes))
        ->capture_default_str()
        ->type_name("N");
    app.add_option("--nulls", chosen.null_percent, "percentage of missing values")
        ->check(CLI::Range(0, 100))
        ->capture_default_str()
        ->type_name("N");
    app.add_flag("--host", chosen.uses_host, "use the host, even if there is a GPU");
    app.footer("Exit status: 0 rows and table are right, 1 they are wrong, 2 an error.");
    try {
        app.parse(argc, argv);
    } catch (CLI::ParseError const& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help
        throw std::invalid_argument(std::string(error.what()) + " (--help says more)");
    }
    std::string const gpu = chosen.uses_host ? "" : name_of_gpu();
    if (gpu.empty()) {
        std::printf("the host writes rows and reads them; only a GPU runs heddle's functions, and has times\n");
    } else {
        std::printf("one %s writes rows and reads them; the host checks both\n", gpu.c_str());
    }
    table const original = random_table(chosen.rows, chosen.null_percent);
    auto const done =
        gpu.empty() ? convert_on_host(original, chosen.batch_bytes) : convert_on_gpu(original, chosen.batch_bytes);
    std::printf("%zu rows of %zu columns, %llu bytes, are %llu bytes of JCUDF rows in %zu %s\n", original.rows,
                original.columns.size(), static_cast<unsigned long long>(done.table_bytes),
                static_cast<unsigned long long>(done.row_bytes), done.batches, done.batches == 1 ? "batch" : "batches");
    if (!gpu.empty()) print_times(done);
    std::printf("the table is the same after it was rows\n");
    return 0;
} catch (wrong_result const& error) {
    return fail(1, error.what());
} catch (std::bad_alloc const&) {
    return fail(2, "there is not enough memory: reduce --rows");
} catch (std::exception const& error) {
    return fail(2, error.what());
}
