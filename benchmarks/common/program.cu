// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// main() of every benchmark program: describes the GPU, and reports the median of several repetitions of each
// measurement.

#include "arrays.cuh"
#include "measurement.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string_view>
#include <utility>

namespace heddle_bench {
namespace {

std::string version_text(int version)
{
    return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
}

//! Returns the version of the kernel module, for which the runtime has no function.
std::string driver_version()
{
    std::ifstream file("/proc/driver/nvidia/version");
    for (std::string token; file >> token;) {
        bool const is_number = std::isdigit(static_cast<unsigned char>(token[0])) != 0;
        if (is_number && token.find('.') != std::string::npos) return token;
    }
    return "unknown";
}

void describe_machine()
{
    cudaDeviceProp gpu{};
    int runtime = 0, driver = 0;
    HEDDLE_BENCH_CHECK(cudaGetDeviceProperties(&gpu, 0));
    HEDDLE_BENCH_CHECK(cudaRuntimeGetVersion(&runtime));
    HEDDLE_BENCH_CHECK(cudaDriverGetVersion(&driver));
    auto const text = [](auto number) { return std::to_string(number); };
    add_context("array_mib", text(array_bytes() >> 20));
    add_context("gpu", gpu.name);
    add_context("gpu_architecture", "sm_" + text(gpu.major) + text(gpu.minor));
    add_context("gpu_multiprocessors", text(gpu.multiProcessorCount));
    // The actual clocks may be lower: a GPU at its power limit lowers them.
    add_context("clocks", "at most " + text(attribute_of_gpu(cudaDevAttrClockRate) / 1000) + " MHz, memory " +
                              text(attribute_of_gpu(cudaDevAttrMemoryClockRate) / 1000) + " MHz");
    add_context("gpu_driver", driver_version());
    add_context("cuda_of_driver", version_text(driver));
    add_context("cuda_runtime", version_text(runtime));
    add_context("nvcc",
                text(__CUDACC_VER_MAJOR__) + '.' + text(__CUDACC_VER_MINOR__) + '.' + text(__CUDACC_VER_BUILD__));
}

//! Keeps the GPU busy until it has raised its clocks.
void wake_up()
{
    constexpr std::size_t bytes = std::size_t{256} << 20;
    auto* const memory = allocate<std::byte>(bytes);
    for (int i = 0; i < 2000; ++i) HEDDLE_BENCH_CHECK(cudaMemsetAsync(memory, i, bytes));
    HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
    HEDDLE_BENCH_CHECK(cudaFree(memory));
}

int run(std::vector<char*> arguments)
{
    bool const lists_only = std::any_of(arguments.begin(), arguments.end(), [](std::string_view text) {
        return text.rfind("--benchmark_list_tests", 0) == 0;
    });
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
    // Hides the path of the program, because results are published.
    benchmark::BenchmarkReporter::Context::executable_name = HEDDLE_BENCH_PROGRAM;

    if (!lists_only) describe_machine();
    for (auto* const add : registration::functions) add();
    if (!lists_only) wake_up();
    std::size_t const measured = benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    if (measured == 0) std::fprintf(stderr, "nothing was measured\n");
    return measured == 0 || failed_measurements != 0 ? 1 : 0;
}

}  // namespace
}  // namespace heddle_bench

int main(int argc, char** argv)
{
    // Defaults, which the command line overrides.
    static char repetitions[] = "--benchmark_repetitions=7";
    static char aggregates_only[] = "--benchmark_report_aggregates_only=true";
    // Random order: a GPU at its power limit lowers its clocks. In a fixed order, this would always slow the same
    // benchmarks.
    static char in_random_order[] = "--benchmark_enable_random_interleaving=true";
    std::vector<char*> arguments{argv[0], repetitions, aggregates_only, in_random_order};
    arguments.insert(arguments.end(), argv + 1, argv + argc);
    return heddle_bench::run(std::move(arguments));
}
