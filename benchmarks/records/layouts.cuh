// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The layouts of the benchmarks of conversions, and plain code and CUB's code for them.
#pragma once

#include "../common/arrays.cuh"

#include <heddle/records.cuh>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_memcpy.cuh>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace heddle_bench::conversion {

struct named_layout {
    std::string name;
    heddle::record_layout layout;
};

//! Returns fields of the given sizes in order, each at a multiple of its size if `is_aligned`. The record's size is a
//! multiple of `multiple_of`.
inline named_layout layout_of(std::string name, std::vector<std::size_t> const& sizes, bool is_aligned = true,
                              std::size_t multiple_of = 1)
{
    std::vector<heddle::record_field> fields;
    std::size_t end = 0;
    for (std::size_t const bytes : sizes) {
        std::size_t const alignment = is_aligned ? std::min<std::size_t>(bytes & (~bytes + 1), 16) : 1;
        end = (end + alignment - 1) / alignment * alignment;
        fields.push_back({end, bytes});
        end += bytes;
    }
    end = (end + multiple_of - 1) / multiple_of * multiple_of;
    return {std::move(name), heddle::record_layout(end, std::move(fields))};
}

//! Returns `count` sizes of 1 to 8 bytes in a fixed mixture, of which `step` sets the order.
inline std::vector<std::size_t> mixed_sizes(std::size_t count, std::size_t step = 1)
{
    constexpr std::size_t kinds[] = {4, 8, 4, 2, 1, 4, 8, 1, 2, 4};
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < count; ++i) sizes.push_back(kinds[i * step % 10]);
    return sizes;
}

inline std::vector<named_layout> all_layouts()
{
    std::vector<std::size_t> const las{4, 4, 4, 2, 1, 1, 1, 1, 2, 8, 8};
    auto floats = [](std::size_t count) { return std::vector<std::size_t>(count, 4); };
    std::vector<named_layout> all{layout_of("fields2", {4, 4}),
                                  layout_of("fields3", {8, 8, 8}),
                                  layout_of("fields5", {4, 8, 4, 8, 4}, true, 8),
                                  layout_of("floats7", floats(7)),
                                  layout_of("fields11", las, true, 8),
                                  layout_of("packed11", {4, 4, 4, 2, 1, 1, 1, 1, 2, 8, 2}, false),
                                  layout_of("packed7", {8, 4, 4, 4, 2, 1, 4}, false),
                                  layout_of("floats31", floats(31)),
                                  layout_of("floats32", floats(32)),
                                  layout_of("fields50", mixed_sizes(50), true, 8),
                                  layout_of("packed50", mixed_sizes(50), false),
                                  layout_of("fields100", mixed_sizes(100), true, 8),
                                  layout_of("fields155", mixed_sizes(155, 7), true, 8),
                                  layout_of("fields212", mixed_sizes(212, 7), true, 8),
                                  layout_of("fields400", mixed_sizes(400, 3), true, 8),
                                  layout_of("floats1000", floats(1000)),
                                  layout_of("strings2", {40, 8}),
                                  layout_of("strings4", {3, 3, 3, 3}),
                                  layout_of("strings6", {8, 40, 4, 3, 5, 20}, true, 8)};
    for (auto const& [name, sizes] : {std::pair{"valid7", floats(7)}, std::pair{"valid50", mixed_sizes(50)}}) {
        heddle::record_layout const packed = layout_of(name, sizes).layout;
        std::size_t const validity = packed.record_bytes(), bytes = validity + (sizes.size() + 7) / 8;
        heddle::record_layout const padded((bytes + 7) / 8 * 8, packed.fields());
        all.push_back({name, padded.with_validity(validity)});
    }
    return all;
}

//! A field and its column in device memory.
struct column_of_field {
    std::byte* column;
    std::uint32_t offset, bytes;
};

//! Copies one field of a record per thread, in accesses of Bytes bytes.
template <bool ToColumn, unsigned Bytes>
__global__ void copy_field(std::byte* rows, std::size_t record_bytes, std::size_t count, column_of_field field)
{
    struct alignas(Bytes) value {
        std::byte bytes[Bytes];
    };
    std::size_t const k = element_index();
    if (k >= count) return;
    for (unsigned at = 0; at < field.bytes; at += Bytes) {
        auto* const in_row = reinterpret_cast<value*>(rows + k * record_bytes + field.offset + at);
        auto* const in_column = reinterpret_cast<value*>(field.column + k * field.bytes + at);
        *(ToColumn ? in_column : in_row) = *(ToColumn ? in_row : in_column);
    }
}

//! Returns the addresses and sizes of values for cub::DeviceMemcpy: value k is field k % fields of record k / fields.
struct value_address {
    column_of_field const* fields;
    std::byte* rows;
    std::size_t record_bytes;
    std::uint32_t field_count;
    bool is_in_row;

    __host__ __device__ void* operator()(std::uint32_t k) const
    {
        column_of_field const& field = fields[k % field_count];
        std::size_t const record = k / field_count;
        return is_in_row ? rows + record * record_bytes + field.offset : field.column + record * field.bytes;
    }
};
struct value_size {
    column_of_field const* fields;
    std::uint32_t field_count;

    __host__ __device__ std::uint32_t operator()(std::uint32_t k) const { return fields[k % field_count].bytes; }
};

}  // namespace heddle_bench::conversion
