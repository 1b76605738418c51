// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// copy_if, partition_copy: copy half of the structs, or copy each half to its own array, compared with Thrust and CUB.
// The bytes are those of all structs that are read, and of the structs that are written.
#pragma once

#include "calls.cuh"

#include <heddle/algorithm/select.cuh>

#include <thrust/copy.h>
#include <thrust/partition.h>
#include <cub/device/device_select.cuh>

namespace heddle_bench::select {

struct is_even {
    template <class Element>
    __host__ __device__ bool operator()(Element const& element) const
    {
        return element.members[0] % 2 == 0;
    }
};

//! Writes the number of structs to numbers()[place].
template <class Element>
launcher copy_by_cub(storage out, unsigned place)
{
    return with_storage([=](void* temporary, std::size_t& bytes) {
        return cub::DeviceSelect::If(temporary, bytes, in_as<Element>(), stored_as<Element>(out), numbers() + place,
                                     static_cast<std::int64_t>(count_of<Element>()), is_even{});
    });
}

//! Partitions with Thrust, and returns how many structs are even. Stores the others from index count_of<Element>() on.
template <class Element>
std::size_t partition_by_thrust(storage out)
{
    prepared_memory allocator;
    auto const* const first = in_as<Element>();
    auto* const to = stored_as<Element>(out);
    auto const ends =
        thrust::stable_partition_copy(thrust::cuda::par_nosync(allocator), first, first + count_of<Element>(), to,
                                      to + count_of<Element>(), is_even{});
    return static_cast<std::size_t>(ends.first - to);
}

template <class Element>
void add_copies()
{
    std::size_t const count = count_of<Element>();
    std::size_t const moved = count * sizeof(Element) / 2 * 3;
    auto const add = [&](char const* variant, std::function<void()> const& launch) {
        add_compared<Element>("copy_if", variant, static_cast<double>(moved), launch, []() -> comparison {
            copy_by_cub<Element>(storage::expected, 1)();
            auto const both = copy_to_host(numbers(), 2);
            return {both[1] * sizeof(Element), both[0] == both[1] ? 0u : 1u};
        });
    };
    add("plain_thrust", [=] {
        prepared_memory allocator;
        auto const* const first = in_as<Element>();
        auto* const to = stored_as<Element>(storage::result);
        auto* const end = thrust::copy_if(thrust::cuda::par_nosync(allocator), first, first + count, to, is_even{});
        write_number(static_cast<std::size_t>(end - to));
    });
    add("cub", copy_by_cub<Element>(storage::result, 0));
    add("heddle", with_storage([=](void* temporary, std::size_t& bytes) {
            auto const* const first = in_as<Element>();
            return heddle::copy_if(temporary, bytes, nullptr, first, first + count, stored_as<Element>(storage::result),
                                   numbers(), is_even{});
        }));
    add_memcpy_limit<Element>("copy_if", moved);
}

template <class Element>
void add_partitions()
{
    std::size_t const count = count_of<Element>();
    auto const add = [&](char const* variant, std::function<void()> const& launch) {
        add_compared<Element>("partition_copy", variant, 2 * bytes_of<Element>(), launch, [=]() -> comparison {
            std::size_t const found = copy_to_host(numbers(), 1)[0];
            std::size_t const expected = partition_by_thrust<Element>(storage::expected);
            return {2 * count * sizeof(Element), found == expected ? 0u : 1u};
        });
    };
    add("plain_thrust", [] { write_number(partition_by_thrust<Element>(storage::result)); });
    add("heddle", with_storage([=](void* temporary, std::size_t& bytes) {
            auto const* const first = in_as<Element>();
            auto* const to = stored_as<Element>(storage::result);
            return heddle::partition_copy(temporary, bytes, nullptr, first, first + count, to, to + count, numbers(),
                                          is_even{});
        }));
    add_memcpy_limit<Element>("partition_copy", 2 * count * sizeof(Element));
}

template <class Element>
void add()
{
    add_copies<Element>();
    add_partitions<Element>();
}

}  // namespace heddle_bench::select
