// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0

#include "l2_measurement.cuh"

#include "arrays.cuh"
#include "common/measurement.hpp"
#include "harness.cuh"
#include "round_trip.cuh"

#include <algorithm>
#include <memory>
#include <utility>

namespace heddle_bench {
namespace {

//! launch(stream), many times in a row.
cudaGraphExec_t make_graph(std::function<void(cudaStream_t)> const& launch)
{
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    HEDDLE_BENCH_CHECK(cudaStreamCreate(&stream));
    HEDDLE_BENCH_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (unsigned i = 0; i < launches_of_graph; ++i) launch(stream);
    HEDDLE_BENCH_CHECK(cudaStreamEndCapture(stream, &graph));
    HEDDLE_BENCH_CHECK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    HEDDLE_BENCH_CHECK(cudaGraphDestroy(graph));
    HEDDLE_BENCH_CHECK(cudaStreamDestroy(stream));
    return executable;
}

}  // namespace

std::size_t l2_array_bytes() { return std::min(array_bytes(), std::size_t{16} << 20); }

make_launcher by_graph(std::function<void(cudaStream_t)> const& launch)
{
    return [launch]() -> launcher {
        cudaGraphExec_t const graph = make_graph(launch);
        return [graph] { HEDDLE_BENCH_CHECK(cudaGraphLaunch(graph, nullptr)); };
    };
}

unsigned rounded_up_quotient(std::size_t dividend, unsigned divisor)
{
    return static_cast<unsigned>((dividend + divisor - 1) / divisor);
}

void add_l2(std::string const& name, make_launcher const& make, std::size_t element_bytes,
            std::size_t count, unsigned copies)
{
    auto const launch = std::make_shared<launcher>();
    auto const prepare = [=] {
        if (!*launch) *launch = make();
    };
    auto const count_wrong = [=] {
        clear_output();
        (*launch)();
        return count_wrong_copies(element_bytes, count);
    };
    add_measurement(
        name, {2 * count * element_bytes * copies, prepare, [=] { (*launch)(); }, count_wrong});
}

void add_l2_copy(char const* access, element_shape const& shape, copy_kernel kernel,
                 block_share block)
{
    std::size_t const count = element_count(shape.bytes, l2_array_bytes());
    unsigned const blocks = rounded_up_quotient(count, block.elements);
    auto const launch = [=](cudaStream_t stream) {
        kernel<<<blocks, block.threads, 0, stream>>>(arrays().in, arrays().out, count);
        check_launch();
    };
    add_l2(std::string{"l2_copy/"} + access + '/' + shape.label, by_graph(launch), shape.bytes,
           count, launches_of_graph);
}

void add_l2_round(char const* access, element_shape const& shape, round_kernel kernel)
{
    std::size_t const count = element_count(shape.bytes, l2_array_bytes());
    round_trip const trip = trip_of(rounded_up_quotient(count, l2_block_threads), rounds_of_kernel);
    auto const make = [=]() -> launcher {
        unsigned const blocks = persistent_blocks(kernel, l2_block_threads);
        return [=] {
            kernel<<<blocks, l2_block_threads>>>(arrays().in, arrays().out, trip);
            check_launch();
        };
    };
    add_l2(std::string{"l2_round/"} + access + '/' + shape.label, make, shape.bytes, count,
           rounds_of_kernel);
}

}  // namespace heddle_bench
