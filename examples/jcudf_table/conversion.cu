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

//! A table in device memory.
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
    //! Replaces all values, so that values that are not written later are found.
    void overwrite()
    {
        for (std::size_t c = 0; c < values.size(); ++c) {
            thrust::fill(values[c].begin(), values[c].end(), 0x5a);
            thrust::fill(masks[c].begin(), masks[c].end(), 0x5a);
            thrust::fill(offsets[c].begin(), offsets[c].end(), -1);
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

//! The arrays of pointers that the functions take.
struct device_pointers {
    std::vector<void*> values, masks;
    std::vector<std::int32_t*> offsets;

    //! Points to the row `first`, a multiple of 8. Characters are found by the offsets of their strings.
    device_pointers(device_table& of, table const& original, std::size_t first)
    {
        for (std::size_t c = 0; c < original.columns.size(); ++c) {
            column const& each = original.columns[c];
            values.push_back(of.values[c].data().get() + first * each.bytes);
            masks.push_back(of.masks[c].data().get() + first / 8);
            offsets.push_back(each.is_string() ? of.offsets[c].data().get() + first : nullptr);
        }
    }
};

//! Converts tables of one layout.
class converter {
public:
    explicit converter(table const& of) : layout_(heddle::jcudf_layout(of.sizes())) {}

    //! Sets offsets[k] to the number of bytes of the rows before row k, for k <= count.
    template <class Offset>
    void find_row_offsets(device_pointers const& from, std::uint64_t count, Offset* offsets)
    {
        with_storage([&](void* temporary, std::size_t& bytes) {
            return heddle::device::jcudf_row_offsets(temporary, bytes, nullptr, layout_, from.offsets.data(), count,
                                                     offsets, from.masks.data());
        });
    }
    void to_rows(device_pointers const& from, std::uint64_t count, std::int32_t const* row_offsets, void* rows)
    {
        with_storage([&](void* temporary, std::size_t& bytes) {
            return heddle::device::jcudf_columns_to_rows(temporary, bytes, nullptr, layout_, from.values.data(),
                                                         from.offsets.data(), count, row_offsets, rows,
                                                         from.masks.data());
        });
    }
    void to_columns(void const* rows, std::int32_t const* row_offsets, std::uint64_t count, device_pointers const& to)
    {
        with_storage([&](void* temporary, std::size_t& bytes) {
            return heddle::device::jcudf_rows_to_columns(temporary, bytes, nullptr, layout_, rows, row_offsets, count,
                                                         to.values.data(), to.offsets.data(), to.masks.data());
        });
        with_storage([&](void* temporary, std::size_t& bytes) {
            return heddle::device::jcudf_rows_to_characters(temporary, bytes, nullptr, layout_, rows, row_offsets,
                                                            count, to.offsets.data(), to.values.data());
        });
    }

private:
    //! Calls call(temporary, bytes) with temporary storage of the size for which it asks.
    template <class Call>
    void with_storage(Call const& call)
    {
        std::size_t bytes = 0;
        check(call(nullptr, bytes));
        if (storage_.size() < bytes) storage_.resize(bytes);
        check(call(storage_.data().get(), bytes));
    }

    heddle::record_layout layout_;
    thrust::device_vector<unsigned char> storage_;
};

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
    converter convert(original);
    device_table from(original);

    // Batches begin at multiples of 32 rows.
    thrust::device_vector<std::uint64_t> all_offsets(original.rows + 1);
    convert.find_row_offsets(device_pointers(from, original, 0), original.rows, all_offsets.data().get());
    std::vector<std::uint64_t> every_32nd((original.rows + 31) / 32);
    check(cudaMemcpy2D(every_32nd.data(), 8, all_offsets.data().get(), 32 * 8, 8, every_32nd.size(),
                       cudaMemcpyDeviceToHost));
    every_32nd.push_back(all_offsets.back());

    conversion_result result;
    for (heddle::row_range const& batch : heddle::jcudf_batches(every_32nd, original.rows, batch_bytes)) {
        std::string const where = "the batch from row " + std::to_string(batch.first) + " on";
        std::uint64_t const row_bytes = all_offsets[batch.first + batch.count] - all_offsets[batch.first];
        thrust::device_vector<unsigned char> rows(row_bytes, 0xa5), copy(row_bytes);
        thrust::device_vector<std::int32_t> row_offsets(batch.count + 1);
        device_pointers const in(from, original, batch.first);
        result.to_rows_seconds += seconds_of([&] {
            convert.find_row_offsets(in, batch.count, row_offsets.data().get());
            convert.to_rows(in, batch.count, row_offsets.data().get(), rows.data().get());
        });
        jcudf_rows const expected = write_on_host(slice(original, {batch.first, std::min(batch.count, compared_rows)}));
        if (to_host(rows, expected.bytes.size()) != expected.bytes ||
            to_host(row_offsets, expected.offsets.size()) != expected.offsets) {
            throw wrong_result(where + ": the rows differ from those that the host writes");
        }

        table const part = slice(original, batch);
        device_table back(part);
        back.overwrite();
        device_pointers const out(back, part, 0);
        result.to_columns_seconds +=
            seconds_of([&] { convert.to_columns(rows.data().get(), row_offsets.data().get(), batch.count, out); });
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
