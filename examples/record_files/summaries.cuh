// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The minimum, the maximum and the sum of each field of a file of records, computed on the host or on the GPU.
#pragma once

#include "record_file.hpp"

#include <heddle/records.cuh>
#include <heddle/warp.cuh>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#if defined(__CUDACC__)
#    include <cooperative_groups.h>
#endif

struct summary {
    long long min = LLONG_MAX, max = LLONG_MIN;
    unsigned long long sum = 0;  // modulo 2^64

    bool operator==(summary const& other) const { return min == other.min && max == other.max && sum == other.sum; }
};

struct combine {
    HEDDLE_HOST_DEVICE summary operator()(summary const& a, summary const& b) const
    {
        summary both;
        both.min = a.min < b.min ? a.min : b.min;
        both.max = a.max > b.max ? a.max : b.max;
        both.sum = a.sum + b.sum;
        return both;
    }
};

HEDDLE_HOST_DEVICE inline summary summary_of(long long value)
{
    summary one;
    one.min = one.max = value;
    one.sum = static_cast<unsigned long long>(value);
    return one;
}

//! Reads the signed integer that is a field of a record.
inline long long integer_at(unsigned char const* record, heddle::record_field const& field)
{
    std::uint64_t bits = 0;
    for (std::size_t b = 0; b < field.bytes; ++b) {
        bool const is_big = field.order == heddle::byte_order::big_endian;
        bits = bits << 8 | record[field.offset + (is_big ? b : field.bytes - 1 - b)];
    }
    unsigned const unused = 64 - 8 * static_cast<unsigned>(field.bytes);
    return static_cast<long long>(bits << unused) >> unused;
}

inline std::vector<summary> summarize_on_host(record_file& file, heddle::record_layout const& layout,
                                              std::size_t piece_records, progress& shown)
{
    std::vector<summary> summaries(layout.field_count());
    std::vector<unsigned char> piece(piece_records * layout.record_bytes());
    std::uint64_t done = 0;
    while (std::size_t const count = file.read(piece.data(), piece_records)) {
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t f = 0; f < summaries.size(); ++f) {
                auto const value = integer_at(&piece[i * layout.record_bytes()], layout.fields()[f]);
                summaries[f] = combine()(summaries[f], summary_of(value));
            }
        }
        shown.show(done += count * layout.record_bytes());
    }
    return summaries;
}

#if defined(__CUDACC__)

inline void check(cudaError_t status)
{
    if (status == cudaErrorMemoryAllocation) throw std::runtime_error("there is not enough memory: reduce --piece");
    if (status != cudaSuccess) throw std::runtime_error(std::string("the GPU reports: ") + cudaGetErrorString(status));
}

using cuda_memory = std::unique_ptr<void, cudaError_t (*)(void*)>;

inline cuda_memory device_memory(std::size_t bytes)
{
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes));
    return {memory, cudaFree};
}

inline cuda_memory pinned_memory(std::size_t bytes)
{
    void* memory = nullptr;
    check(cudaMallocHost(&memory, bytes));
    return {memory, cudaFreeHost};
}

//! The buffers of a piece, and the stream that fills them.
struct piece_buffers {
    cuda_memory host, rows;
    std::vector<cuda_memory> memory_of_columns;
    std::vector<void*> columns;
    std::uint64_t bytes = 0;  // that are on their way
    cudaStream_t stream = nullptr;

    piece_buffers(heddle::record_layout const& layout, std::size_t piece_records)
        : host(pinned_memory(piece_records * layout.record_bytes())),
          rows(device_memory(piece_records * layout.record_bytes()))
    {
        for (auto const& field : layout.fields()) {
            memory_of_columns.push_back(device_memory(piece_records * field.bytes));
            columns.push_back(memory_of_columns.back().get());
        }
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    }
    ~piece_buffers()
    {
        cudaStreamSynchronize(stream);
        cudaStreamDestroy(stream);
    }
    piece_buffers(piece_buffers const&) = delete;
    piece_buffers& operator=(piece_buffers const&) = delete;

    //! Waits until the piece is done. Returns its bytes.
    std::uint64_t wait()
    {
        check(cudaStreamSynchronize(stream));
        return std::exchange(bytes, 0);
    }
};

template <class Integer>
__global__ void add_to_summary(Integer const* column, std::size_t count, summary* total)
{
    summary own;
    std::size_t const threads = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads) {
        own = combine()(own, summary_of(column[i]));
    }
    auto const warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    own = heddle::reduce(warp, own, combine());
    if (warp.thread_rank() != 0) return;
    atomicMin(&total->min, own.min);
    atomicMax(&total->max, own.max);
    atomicAdd(&total->sum, own.sum);
}

template <class Integer>
void launch_summary(cudaStream_t stream, void const* column, std::size_t count, summary* total)
{
    auto const blocks = static_cast<unsigned>(std::min<std::size_t>((count + 255) / 256, 1024));
    add_to_summary<<<blocks, 256, 0, stream>>>(static_cast<Integer const*>(column), count, total);
    check(cudaGetLastError());
}

//! While a piece is unpacked and summarized in one stream, the next one is read and copied in the other.
inline std::vector<summary> summarize_on_gpu(record_file& file, heddle::record_layout const& layout,
                                             std::size_t piece_records, progress& shown)
{
    std::vector<summary> summaries(layout.field_count());
    std::size_t const bytes_of_summaries = summaries.size() * sizeof(summary);
    cuda_memory const totals_memory = device_memory(bytes_of_summaries);
    auto* const totals = static_cast<summary*>(totals_memory.get());
    check(cudaMemcpy(totals, summaries.data(), bytes_of_summaries, cudaMemcpyHostToDevice));
    check(cudaDeviceSynchronize());  // the streams of the pieces do not wait for this copy

    piece_buffers buffers[2] = {{layout, piece_records}, {layout, piece_records}};
    std::uint64_t done = 0;
    for (std::size_t k = 0;; ++k) {
        piece_buffers& piece = buffers[k % 2];
        shown.show(done += piece.wait());
        std::size_t const count = file.read(piece.host.get(), piece_records);
        if (count == 0) break;
        piece.bytes = count * layout.record_bytes();
        check(cudaMemcpyAsync(piece.rows.get(), piece.host.get(), piece.bytes, cudaMemcpyHostToDevice, piece.stream));
        check(heddle::rows_to_columns(piece.stream, layout, piece.rows.get(), count, piece.columns.data()));
        for (std::size_t f = 0; f < summaries.size(); ++f) {
            auto const launch = layout.fields()[f].bytes == 4 ? launch_summary<int> : launch_summary<long long>;
            launch(piece.stream, piece.columns[f], count, totals + f);
        }
    }
    for (piece_buffers& piece : buffers) shown.show(done += piece.wait());
    check(cudaMemcpy(summaries.data(), totals, bytes_of_summaries, cudaMemcpyDeviceToHost));
    return summaries;
}

#endif
