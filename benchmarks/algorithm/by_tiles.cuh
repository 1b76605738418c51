// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Algorithms that work tile by tile, compared with Thrust and CUB:
//   copy_if         copies half of the structs
//   partition_copy  copies each half of the structs to its own array
//   inclusive_scan  computes prefix sums of structs, member by member
// For copy_if and partition_copy, the bytes are those of all structs read and of the structs written.
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
void add()
{
    std::size_t const count = count_of<Element>();
    int const structs = count_for_cub(count);
    auto const first = [] { return in_as<Element>(); };
    auto const to = [] { return result_as<Element>(); };

    auto const select_by_cub = with_storage([=](void* temporary, std::size_t& bytes) {
        return cub::DeviceSelect::If(temporary, bytes, first(), to(), number(), structs, is_even{});
    });
    auto const add_copy = [&](char const* variant, launcher const& launch) {
        auto const moved = static_cast<double>(count * sizeof(Element) / 2 * 3);
        add_compared<Element>("copy_if", variant, moved, launch, select_by_cub);
    };
    add_copy("plain_thrust", [=] {
        prepared_memory allocator;
        auto const policy = thrust::cuda::par_nosync(allocator);
        auto* const end = thrust::copy_if(policy, first(), first() + count, to(), is_even{});
        write_number(static_cast<std::size_t>(end - to()));
    });
    add_copy("cub", select_by_cub);
    add_copy("heddle", with_storage([=](void* temporary, std::size_t& bytes) {
                 return heddle::device::copy_if(temporary, bytes, nullptr, first(), first() + count, to(), number(),
                                                is_even{});
             }));
    add_measurement<Element>("copy_if", "limit", measure_memcpy<Element>(count / 4 * 3));

    // The structs for which is_even is false are stored from index `count` on.
    auto const partition_by_thrust = [=] {
        prepared_memory allocator;
        auto const ends = thrust::stable_partition_copy(thrust::cuda::par_nosync(allocator), first(), first() + count,
                                                        to(), to() + count, is_even{});
        write_number(static_cast<std::size_t>(ends.first - to()));
    };
    auto const add_partition = [&](char const* variant, launcher const& launch) {
        add_compared<Element>("partition_copy", variant, 2 * bytes_of<Element>(), launch, partition_by_thrust);
    };
    add_partition("plain_thrust", partition_by_thrust);
    add_partition("heddle", with_storage([=](void* temporary, std::size_t& bytes) {
                      return heddle::device::partition_copy(temporary, bytes, nullptr, first(), first() + count, to(),
                                                            to() + count, number(), is_even{});
                  }));
    add_measurement<Element>("partition_copy", "limit", measure_memcpy<Element>(count));

    auto const scan_by_cub = with_storage([=](void* temporary, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveScan(temporary, bytes, first(), to(), sum_of_members{}, structs);
    });
    auto const add_scan = [&](char const* variant, launcher const& launch) {
        add_compared<Element>("inclusive_scan", variant, 2 * bytes_of<Element>(), launch, scan_by_cub);
    };
    add_scan("plain_thrust", [=] {
        prepared_memory allocator;
        auto const policy = thrust::cuda::par_nosync(allocator);
        thrust::inclusive_scan(policy, first(), first() + count, to(), sum_of_members{});
    });
    add_scan("cub", scan_by_cub);
    // Scans tile by tile for all sizes; heddle::device::inclusive_scan would call CUB for some of them.
    add_scan("heddle", with_storage([=](void* temporary, std::size_t& bytes) {
                 return heddle::detail::scan_by_tiles<heddle::detail::scan_kind::inclusive>(
                     temporary, bytes, nullptr, first(), count, to(), heddle::detail::no_initial_value<Element>{},
                     sum_of_members{});
             }));
    add_measurement<Element>("inclusive_scan", "limit", measure_memcpy<Element>(count));
}

}  // namespace heddle_bench::by_tiles
