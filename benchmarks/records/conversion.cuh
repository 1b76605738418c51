// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// rows_to_columns, columns_to_rows, columns_to_kept: records whose layout is known at run time, to an array for each
// field and back; in columns_to_kept, bytes of no field are kept. The bytes are those of the records and of the columns.
// Variants: `plain` launches a kernel for each field, `cub` copies all values by cub::DeviceMemcpy::Batched, `limit` is
// a memcpy of the same bytes.
#pragma once

#include "layouts.cuh"

namespace heddle_bench::conversion {

//! The arrays of a layout: records in `in`, and columns side by side in `out`; or columns in `in`, and records in `out`.
struct arrays_of_layout {
    named_layout of;
    bool to_columns;
    std::size_t count;

    arrays_of_layout(named_layout layout, bool is_to_columns)
        : of(std::move(layout)), to_columns(is_to_columns), count(0)
    {
        // Columns are padded to 256 bytes each.
        std::size_t const padding = 512 * of.layout.field_count();
        count = (array_bytes() - padding) / of.layout.record_bytes() / 32 * 32;
    }

    std::byte* rows() const { return to_columns ? const_cast<std::byte*>(arrays().in) : arrays().out; }
    std::byte* column_array() const { return to_columns ? arrays().out : const_cast<std::byte*>(arrays().in); }

    std::vector<column_of_field> fields() const
    {
        std::vector<column_of_field> all;
        std::byte* next = column_array();
        for (auto const& field : of.layout.fields()) {
            all.push_back({next, static_cast<std::uint32_t>(field.offset), static_cast<std::uint32_t>(field.bytes)});
            next += (count * field.bytes + 255) / 256 * 256;
        }
        return all;
    }
    std::vector<void*> columns() const
    {
        std::vector<void*> all;
        for (auto const& field : fields()) all.push_back(field.column);
        return all;
    }
    //! Returns a mask for each field, in the memory of sums().
    std::vector<void*> masks() const
    {
        std::vector<void*> all;
        for (std::size_t f = 0; f < of.layout.field_count() && of.layout.has_validity(); ++f) {
            all.push_back(reinterpret_cast<std::byte*>(sums()) + f * ((count / 8 + 255) / 256 * 256));
        }
        return all;
    }
    double moved_bytes() const
    {
        double bytes = static_cast<double>(of.layout.record_bytes());
        for (auto const& field : of.layout.fields()) bytes += static_cast<double>(field.bytes);
        if (of.layout.has_validity()) bytes += static_cast<double>(of.layout.field_count()) / 8;
        return bytes * static_cast<double>(count);
    }
};

inline void convert(arrays_of_layout const& of, heddle::other_bytes others)
{
    std::vector<void*> const columns = of.columns(), masks = of.masks();
    void* const* const validity = masks.empty() ? nullptr : masks.data();
    heddle::conversion_options options;
    options.others = others;
    HEDDLE_BENCH_CHECK(
        of.to_columns
            ? heddle::rows_to_columns(nullptr, of.of.layout, of.rows(), of.count, columns.data(), validity, options)
            : heddle::columns_to_rows(nullptr, of.of.layout, columns.data(), of.count, of.rows(), validity, options));
}

template <bool ToColumn>
void copy_fields(arrays_of_layout const& of)
{
    std::size_t const record = of.of.layout.record_bytes();
    for (column_of_field const& field : of.fields()) {
        std::size_t const bits = record | field.offset | field.bytes;
        auto const run = [&](auto kernel) {
            launch_kernel(kernel, blocks_of(of.count), block_threads, of.rows(), record, of.count, field);
        };
        if (bits % 8 == 0) {
            run(copy_field<ToColumn, 8>);
        } else if (bits % 4 == 0) {
            run(copy_field<ToColumn, 4>);
        } else if (bits % 2 == 0) {
            run(copy_field<ToColumn, 2>);
        } else {
            run(copy_field<ToColumn, 1>);
        }
    }
}

inline launcher copy_by_cub(arrays_of_layout const& of)
{
    return made_when_needed([=]() -> launcher {
        std::vector<column_of_field> const fields = of.fields();
        auto* const on_device = allocate<column_of_field>(fields.size());
        HEDDLE_BENCH_CHECK(
            cudaMemcpy(on_device, fields.data(), fields.size() * sizeof fields[0], cudaMemcpyHostToDevice));
        auto const number = static_cast<std::uint32_t>(fields.size());
        auto const addresses = [=](bool in_row) {
            return thrust::make_transform_iterator(
                thrust::make_counting_iterator(0u),
                value_address{on_device, of.rows(), of.of.layout.record_bytes(), number, in_row});
        };
        auto const sizes =
            thrust::make_transform_iterator(thrust::make_counting_iterator(0u), value_size{on_device, number});
        auto const run = [=](void* temporary, std::size_t& bytes) {
            return cub::DeviceMemcpy::Batched(temporary, bytes, addresses(of.to_columns), addresses(!of.to_columns),
                                              sizes, static_cast<std::uint32_t>(of.count) * number);
        };
        std::size_t bytes = 0;
        HEDDLE_BENCH_CHECK(run(nullptr, bytes));
        void* const temporary = allocate<std::byte>(bytes);
        return [=] {
            std::size_t size = bytes;
            HEDDLE_BENCH_CHECK(run(temporary, size));
        };
    });
}

inline void add()
{
    for (named_layout const& layout : all_layouts()) {
        for (std::string const pattern : {"rows_to_columns", "columns_to_rows", "columns_to_kept"}) {
            bool const to_columns = pattern == "rows_to_columns";
            arrays_of_layout const of(layout, to_columns);
            auto const others = pattern == "columns_to_rows" ? heddle::other_bytes::zeroed : heddle::other_bytes::kept;
            auto const clear = [=] {
                // Validity masks are inputs, or are not compared.
                HEDDLE_BENCH_CHECK(cudaMemset(sums(), 0x5a, index_bytes()));
                HEDDLE_BENCH_CHECK(
                    cudaMemset(arrays().out, others == heddle::other_bytes::zeroed ? 0 : 0xa5, rounded_bytes()));
            };
            launcher const plain = [=] { to_columns ? copy_fields<true>(of) : copy_fields<false>(of); };
            // Plain code moves no validity bits, so records with validity bytes are compared with a second call.
            launcher const checked_by = layout.layout.has_validity() ? launcher([=] { convert(of, others); }) : plain;
            auto const add_variant = [&](char const* variant, launcher const& launch, bool is_checked) {
                std::string const name =
                    pattern + "/" + variant + "/" + std::to_string(layout.layout.record_bytes()) + "/" + layout.name;
                measurement m{of.moved_bytes(), launch};
                m.clear = clear;
                if (is_checked) m.count_wrong = [=] { return count_wrong_output(clear, checked_by); };
                add_measurement(name, m);
            };
            add_variant(
                "heddle", [=] { convert(of, others); }, true);
            if (!layout.layout.has_validity()) add_variant("plain", plain, true);
            if (layout.layout.field_count() <= 11 && !layout.layout.has_validity() && pattern != "columns_to_kept") {
                add_variant("cub", copy_by_cub(of), true);
            }
            add_variant(
                "limit",
                [=] {
                    HEDDLE_BENCH_CHECK(cudaMemcpyAsync(arrays().out, arrays().in,
                                                       static_cast<std::size_t>(of.moved_bytes() / 2),
                                                       cudaMemcpyDeviceToDevice));
                },
                false);
        }
    }
}

}  // namespace heddle_bench::conversion
