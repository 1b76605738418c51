// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A sum of one member as users write it: transform_reduce with a policy that allocates temporary storage, and whose
// result the host waits for. nosync is Thrust's policy that allocates in stream order.
#pragma once

#include "calls.cuh"

#include <heddle/thrust/reduce.cuh>

#include <thrust/execution_policy.h>
#include <thrust/transform_reduce.h>

namespace heddle_bench::whole_calls {

struct first_member {
    template <class Element>
    __host__ __device__ std::uint32_t operator()(Element const& element) const
    {
        return element.members[0];
    }
};

template <class Element>
void add()
{
    auto const add = [](char const* variant, auto const& policy, auto function) {
        auto const sum = [=] {
            auto const* const first = in_as<Element>();
            return thrust::transform_reduce(policy, first, first + count_of<Element>(), function, 0u,
                                            thrust::plus<std::uint32_t>());
        };
        add_measurement<Element>("member_sum", variant,
                                 {bytes_of<Element>(), [=] { sum(); },
                                  [=] {
                                      std::size_t const count = count_of<Element>();
                                      auto const elements = copy_to_host(in_as<Element>(), count);
                                      std::uint32_t expected = 0;
                                      for (auto const& element : elements) expected += element.members[0];
                                      return std::size_t{sum() != expected};
                                  }});
    };
    add("plain_thrust", thrust::cuda::par, first_member{});
    add("nosync", thrust::cuda::par_nosync, first_member{});
    add("heddle", heddle::par, first_member{});
    add("in_place", heddle::par, heddle::in_place(first_member{}));
}

}  // namespace heddle_bench::whole_calls
