// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Algorithms that work tile by tile, compared with Thrust and CUB. copy_if: copies half of the structs. partition_copy:
// copies each half to its own array. Bytes counted: all structs read, plus the structs written. inclusive_scan: prefix
// sums of structs, member by member.
#pragma once

#include "calls.cuh"

#include <heddle/algorithm/scan.cuh>
#include <heddle/algorithm/select.cuh>

#include <thrust/copy.h>
#include <thrust/partition.h>
#include <thrust/scan.h>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

namespace heddle_bench::by_tiles {

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

//! Partitions with Thrust, and returns the number of even structs. Stores the others from index count_of<Element>() on.
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

struct sum_of_members {
    template <class Element>
    __host__ __device__ Element operator()(Element const& a, Element const& b) const
    {
        using member = typename Element::member;
        Element sum;
        HEDDLE_UNROLL
        for (unsigned i = 0; i < sizeof(Element) / sizeof(member); ++i) {
            sum.members[i] = static_cast<member>(a.members[i] + b.members[i]);
        }
        return sum;
    }
};

template <class Element>
launcher scan_by_cub(storage out)
{
    return with_storage([=](void* temporary, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveScan(temporary, bytes, in_as<Element>(), stored_as<Element>(out),
                                              sum_of_members{}, static_cast<std::int64_t>(count_of<Element>()));
    });
}

template <class Element>
void add_scans()
{
    std::size_t const count = count_of<Element>();
    auto const add = [&](char const* variant, std::function<void()> const& launch) {
        add_compared<Element>("inclusive_scan", variant, 2 * bytes_of<Element>(), launch, [=]() -> comparison {
            scan_by_cub<Element>(storage::expected)();
            return {count * sizeof(Element), 0};
        });
    };
    add("plain_thrust", [=] {
        prepared_memory allocator;
        auto const* const first = in_as<Element>();
        thrust::inclusive_scan(thrust::cuda::par_nosync(allocator), first, first + count,
                               stored_as<Element>(storage::result), sum_of_members{});
    });
    add("cub", scan_by_cub<Element>(storage::result));
    // Always scans tile by tile, even if inclusive_scan would use CUB.
    add("heddle", with_storage([=](void* temporary, std::size_t& bytes) {
            return heddle::detail::scan_by_tiles<true>(temporary, bytes, nullptr, in_as<Element>(), count,
                                                       stored_as<Element>(storage::result),
                                                       heddle::detail::no_initial_value<Element>{}, sum_of_members{});
        }));
    add_memcpy_limit<Element>("inclusive_scan", 2 * count * sizeof(Element));
}

template <class Element>
void add()
{
    add_copies<Element>();
    add_partitions<Element>();
    add_scans<Element>();
}

}  // namespace heddle_bench::by_tiles
