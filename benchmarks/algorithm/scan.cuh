// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// inclusive_scan: prefix sums of structs, member by member, compared with Thrust and CUB.
#pragma once

#include "calls.cuh"

#include <heddle/algorithm/scan.cuh>

#include <thrust/scan.h>
#include <cub/device/device_scan.cuh>

namespace heddle_bench::scan {

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
void add()
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

}  // namespace heddle_bench::scan
