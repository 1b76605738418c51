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

void convert_on_device(conversion_case const& each, conversion_way way, std::vector<unsigned char>& arena)
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
    if (way == conversion_way::rows_to_columns) {
        check_cuda(heddle::rows_to_columns(nullptr, each.layout, bytes + each.rows, each.passed_count, columns.data(),
                                           validity, options),
                   "rows_to_columns");
    } else {
        check_cuda(heddle::columns_to_rows(nullptr, each.layout, columns.data(), each.passed_count, bytes + each.rows,
                                           validity, options),
                   "columns_to_rows");
    }
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
            check_case(random_case(random, limits), convert_on_device);
            if (HasFailure()) return;
        }
    }
}

}  // namespace
}  // namespace heddle_test::conversion_test
