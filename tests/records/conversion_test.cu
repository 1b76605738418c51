// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests rows_to_columns and columns_to_rows with random layouts and addresses.

#include "common/conversion_cases.hpp"

#include <common/gpu.cuh>

#include <heddle/records.cuh>

#include <cstdint>
#include <vector>

namespace heddle_test::conversion_test {
namespace {

using conversion_test = gpu_test;

struct call_at_once {
    template <class Call>
    void operator()(Call const& call) const
    {
        call();
    }
};

//! Converts a copy of the arena on the device. run(call) makes the call in the stream.
template <class Run = call_at_once>
void convert_on_device(conversion_case const& each, conversion_way way, std::vector<unsigned char>& arena,
                       cudaStream_t stream = nullptr, Run const& run = {})
{
    device_memory const memory(arena.size());
    unsigned char* const bytes = memory.data();
    device_memory const device_count(sizeof(std::uint64_t));
    std::uint64_t const count = each.count;
    check_cuda(cudaMemcpy(device_count.data(), &count, sizeof count, cudaMemcpyHostToDevice), "cudaMemcpy");
    check_cuda(cudaMemcpy(bytes, arena.data(), arena.size(), cudaMemcpyHostToDevice), "cudaMemcpy");
    auto const address = [&](std::size_t offset) -> void* { return offset == each.absent ? nullptr : bytes + offset; };
    std::vector<void*> columns, masks;
    for (std::size_t f = 0; f < each.columns.size(); ++f) {
        columns.push_back(address(each.columns[f]));
        masks.push_back(address(each.masks[f]));
    }
    heddle::conversion_options options;
    options.others = each.keeps_others ? heddle::other_bytes::kept : heddle::other_bytes::zeroed;
    if (each.counts_on_device) options.device_count = reinterpret_cast<std::uint64_t const*>(device_count.data());
    void* const* const validity = each.has_masks ? masks.data() : nullptr;
    run([&] {
        if (way == conversion_way::rows_to_columns) {
            check_cuda(heddle::rows_to_columns(stream, each.layout, bytes + each.rows, each.passed_count,
                                               columns.data(), validity, options),
                       "rows_to_columns");
        } else {
            check_cuda(heddle::columns_to_rows(stream, each.layout, columns.data(), each.passed_count,
                                               bytes + each.rows, validity, options),
                       "columns_to_rows");
        }
    });
    finish_kernel();
    check_cuda(cudaMemcpy(arena.data(), bytes, arena.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
}

TEST_F(conversion_test, random_layouts)
{
    random_source random("layouts, records, columns, and their addresses");
    std::size_t const cases = usual_or_small(150, 15);
    for (case_limits const limits :
         {case_limits{20, 3000}, case_limits{100, 2000}, case_limits{700, 500}, case_limits{5000, 200}}) {
        for (std::size_t k = 0; k < cases; ++k) {
            check_case(random_case(random, limits),
                       [](conversion_case const& each, conversion_way way, std::vector<unsigned char>& arena) {
                           convert_on_device(each, way, arena);
                       });
            if (HasFailure()) return;
        }
    }
}

TEST_F(conversion_test, can_be_captured)
{
    random_source random("records and columns in a graph");
    conversion_case const each = random_case(random, {100, 2000});
    check_case(each, [](conversion_case const& converted, conversion_way way, std::vector<unsigned char>& arena) {
        own_stream const own(cudaStreamNonBlocking);
        cudaStream_t const stream = own;
        cudaGraph_t graph{};
        cudaGraphExec_t executable{};
        convert_on_device(converted, way, arena, stream, [&](auto const& call) {
            check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "begin");
            call();
            check_cuda(cudaStreamEndCapture(stream, &graph), "end");
            check_cuda(cudaGraphInstantiate(&executable, graph, 0), "instantiate");
            for (int launch = 0; launch < 2; ++launch) check_cuda(cudaGraphLaunch(executable, stream), "launch");
        });
        check_cuda(cudaGraphExecDestroy(executable), "destroy");
        check_cuda(cudaGraphDestroy(graph), "destroy");
    });
}

TEST_F(conversion_test, reports_wrong_arguments)
{
    heddle::record_layout const layout(8, {{0, 4}, {4, 4}});
    device_memory const memory(64);
    void* const columns[] = {memory.data(), memory.data() + 32};
    EXPECT_EQ(cudaErrorInvalidValue, heddle::rows_to_columns(nullptr, layout, nullptr, 1, columns));
    EXPECT_EQ(cudaErrorInvalidValue, heddle::rows_to_columns(nullptr, layout, memory.data(), 1, nullptr));
    EXPECT_EQ(cudaErrorInvalidValue, heddle::columns_to_rows(nullptr, layout, columns, -1, memory.data()));
    EXPECT_EQ(cudaErrorInvalidValue, heddle::rows_to_columns(nullptr, layout, memory.data(), 1, columns, columns));
    EXPECT_EQ(cudaSuccess, heddle::rows_to_columns(nullptr, layout, nullptr, 0, columns));
}

// Records beyond 4 GiB, in both directions. Only the last records are compared.
TEST_F(conversion_test, is_right_beyond_4_gib)
{
    std::size_t free = 0, total = 0;
    check_cuda(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    std::size_t const record = 64, count = (std::size_t{1} << 26) + 1000, last = 1000;
    if (free < 3 * count * record) GTEST_SKIP() << "needs 13 GiB of memory";
    heddle::record_layout const layout(record, {{0, 40}, {40, 8}, {48, 16}});
    device_memory const rows(count * record), back(count * record), columns(count * record);
    void* const arrays[] = {columns.data(), columns.data() + count * 40, columns.data() + count * 48};
    random_source random("the last records");
    std::vector<unsigned char> expected(last * record), found(last * record);
    random.fill(expected.data(), expected.size());
    std::size_t const at = (count - last) * record;
    check_cuda(cudaMemcpy(rows.data() + at, expected.data(), expected.size(), cudaMemcpyHostToDevice), "cudaMemcpy");
    check_cuda(heddle::rows_to_columns(nullptr, layout, rows.data(), count, arrays), "rows_to_columns");
    check_cuda(heddle::columns_to_rows(nullptr, layout, arrays, count, back.data()), "columns_to_rows");
    finish_kernel();
    check_cuda(cudaMemcpy(found.data(), back.data() + at, found.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
    EXPECT_TRUE(expected == found);
}

}  // namespace
}  // namespace heddle_test::conversion_test
