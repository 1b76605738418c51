// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "conversion.hpp"

#include "host_rows.hpp"

#if defined(__CUDACC__)

#    include <heddle/records.cuh>

#    include <thrust/device_vector.h>

namespace {

constexpr std::uint64_t compared_rows = 10'000;

void check(cudaError_t status)
{
    if (status != cudaSuccess) throw std::runtime_error(std::string("the GPU reports: ") + cudaGetErrorString(status));
}

template <class T>
std::vector<T> to_host(thrust::device_vector<T> const& from, std::size_t count)
{
    std::vector<T> to(std::min(count, from.size()));
    thrust::copy_n(from.begin(), to.size(), to.begin());
    return to;
}

//! A table in device memory, and the arrays of pointers that the functions take.
struct device_table {
    std::vector<thrust::device_vector<unsigned char>> values, masks;
    std::vector<thrust::device_vector<std::int32_t>> offsets;

    explicit device_table(table const& from)
    {
        for (column const& each : from.columns) {
            values.emplace_back(each.values);
            masks.emplace_back(each.mask);
            offsets.emplace_back(each.offsets);
        }
    }
    table to_table(std::size_t rows) const
    {
        table to;
        to.rows = rows;
        for (std::size_t c = 0; c < to.columns.size(); ++c) {
            to.columns[c].values = to_host(values[c], values[c].size());
            to.columns[c].mask = to_host(masks[c], masks[c].size());
            to.columns[c].offsets = to_host(offsets[c], offsets[c].size());
        }
        return to;
    }
};

struct device_pointers {
    std::vector<void*> values, masks;
    std::vector<std::int32_t*> offsets;

    //! Points to the row `first`, a multiple of 8. Characters are found by the offsets of their strings.
    device_pointers(device_table& of, std::vector<std::size_t> const& sizes, std::size_t first)
    {
        for (std::size_t c = 0; c < sizes.size(); ++c) {
            values.push_back(of.values[c].data().get() + first * sizes[c]);
            masks.push_back(of.masks[c].data().get() + first / 8);
            offsets.push_back(sizes[c] == heddle::jcudf_string ? of.offsets[c].data().get() + first : nullptr);
        }
    }
};

//! Calls call(temporary, bytes) with temporary storage of the size for which it asks.
template <class Call>
void with_storage(thrust::device_vector<unsigned char>& storage, Call const& call)
{
    std::size_t bytes = 0;
    check(call(nullptr, bytes));
    if (storage.size() < bytes) storage.resize(bytes);
    check(call(storage.data().get(), bytes));
}

//! Returns the least time of some runs.
template <class Run>
double seconds_of(Run const& run)
{
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    float least = 1e30f;
    for (int k = 0; k < 5; ++k) {
        check(cudaEventRecord(begin));
        run();
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, begin, end));
        least = std::min(least, milliseconds);
    }
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
    return least * 1e-3;
}

}  // namespace

std::string name_of_gpu()
{
    cudaDeviceProp properties;
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return {};
    check(cudaGetDeviceProperties(&properties, 0));
    return properties.name;
}

conversion_result convert_on_gpu(table const& original, std::uint64_t batch_bytes)
{
    namespace device = heddle::device;
    std::vector<std::size_t> const sizes = original.sizes();
    heddle::record_layout const layout = heddle::jcudf_layout(sizes);
    device_table from(original);
    thrust::device_vector<unsigned char> storage;

    // A batch begins where the offsets of the rows allow it, at a multiple of 32 rows.
    device_pointers const all(from, sizes, 0);
    thrust::device_vector<std::uint64_t> all_offsets(original.rows + 1);
    with_storage(storage, [&](void* temporary, std::size_t& bytes) {
        return device::jcudf_row_offsets(temporary, bytes, nullptr, layout, all.offsets.data(), original.rows,
                                         all_offsets.data().get(), all.masks.data());
    });
    std::vector<std::uint64_t> every_32nd((original.rows + 31) / 32);
    check(cudaMemcpy2D(every_32nd.data(), 8, all_offsets.data().get(), 32 * 8, 8, every_32nd.size(),
                       cudaMemcpyDeviceToHost));
    every_32nd.push_back(all_offsets.back());

    conversion_result result;
    for (heddle::row_range const& batch : heddle::jcudf_batches(every_32nd, original.rows, batch_bytes)) {
        std::uint64_t const row_bytes = all_offsets[batch.first + batch.count] - all_offsets[batch.first];
        thrust::device_vector<unsigned char> rows(row_bytes, 0xa5), copy(row_bytes);
        thrust::device_vector<std::int32_t> row_offsets(batch.count + 1);
        device_pointers const in(from, sizes, batch.first);
        result.to_rows_seconds += seconds_of([&] {
            with_storage(storage, [&](void* temporary, std::size_t& bytes) {
                return device::jcudf_row_offsets(temporary, bytes, nullptr, layout, in.offsets.data(), batch.count,
                                                 row_offsets.data().get(), in.masks.data());
            });
            with_storage(storage, [&](void* temporary, std::size_t& bytes) {
                return device::jcudf_columns_to_rows(temporary, bytes, nullptr, layout, in.values.data(),
                                                     in.offsets.data(), batch.count, row_offsets.data().get(),
                                                     rows.data().get(), in.masks.data());
            });
        });
        std::string const where = "the batch from row " + std::to_string(batch.first) + " on";
        jcudf_rows const expected = write_on_host(slice(original, {batch.first, std::min(batch.count, compared_rows)}));
        if (to_host(rows, expected.bytes.size()) != expected.bytes ||
            to_host(row_offsets, expected.offsets.size()) != expected.offsets) {
            throw wrong_result(where + ": the rows differ from those that the host writes");
        }

        // Arrays of the right sizes, filled with other bytes
        table const part = slice(original, batch);
        device_table back(part);
        for (auto* arrays : {&back.values, &back.masks}) {
            for (auto& array : *arrays) thrust::fill(array.begin(), array.end(), 0x5a);
        }
        for (auto& array : back.offsets) thrust::fill(array.begin(), array.end(), -1);
        device_pointers const out(back, sizes, 0);
        result.to_columns_seconds += seconds_of([&] {
            with_storage(storage, [&](void* temporary, std::size_t& bytes) {
                return device::jcudf_rows_to_columns(temporary, bytes, nullptr, layout, rows.data().get(),
                                                     row_offsets.data().get(), batch.count, out.values.data(),
                                                     out.offsets.data(), out.masks.data());
            });
            with_storage(storage, [&](void* temporary, std::size_t& bytes) {
                return device::jcudf_rows_to_characters(temporary, bytes, nullptr, layout, rows.data().get(),
                                                        row_offsets.data().get(), batch.count, out.offsets.data(),
                                                        out.values.data());
            });
        });
        check_equal(back.to_table(part.rows), part, where);
        result.copy_seconds += seconds_of(
            [&] { check(cudaMemcpyAsync(copy.data().get(), rows.data().get(), row_bytes, cudaMemcpyDeviceToDevice)); });
        ++result.batches;
        result.row_bytes += row_bytes;
        result.table_bytes += part.bytes();
    }
    return result;
}

#else

std::string name_of_gpu() { return {}; }

conversion_result convert_on_gpu(table const&, std::uint64_t)
{
    throw std::runtime_error("the program was compiled without nvcc");
}

#endif
