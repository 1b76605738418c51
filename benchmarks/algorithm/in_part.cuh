// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// for_each_none, for_each_all, for_each_one: the callable changes no member, every member, or one member of each
// struct. transform_if: changes every third struct. soa_to_aos_one: writes one member. GB/s are computed as if all
// structs were read and written; for for_each_none, as if they were only read.
#pragma once

#include "calls.cuh"

#include <heddle/algorithm/layout.cuh>
#include <heddle/thrust/transform.cuh>

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/transform.h>

namespace heddle_bench::in_part {

//! A struct with the size and alignment of Element whose first member has a name.
template <class Element>
struct named {
    using member = typename Element::member;
    member first;
    member others[sizeof(Element) / sizeof(member) - 1];
};

template <class Member>
__host__ __device__ Member updated(Member value)
{
    return static_cast<Member>(updated_word(value));
}

//! XORs a member with zero. The compiler does not know that the value is zero.
struct change_nothing {
    unsigned by = 0;
    template <class Struct>
    __host__ __device__ void operator()(Struct& value) const
    {
        value.first = static_cast<typename Struct::member>(value.first ^ by);
    }
};
struct change_all {
    template <class Struct>
    __host__ __device__ void operator()(Struct& value) const
    {
        value.first = updated(value.first);
#pragma unroll
        for (auto& member : value.others) member = updated(member);
    }
};
struct change_one {
    template <class Struct>
    __host__ __device__ void operator()(Struct& value) const
    {
        value.first = updated(value.first);
    }
};
struct result_of_all {
    template <class Struct>
    __host__ __device__ Struct operator()(Struct value) const
    {
        change_all{}(value);
        return value;
    }
};
struct is_chosen {
    template <class Struct>
    __host__ __device__ bool operator()(Struct const& value) const
    {
        return value.first % 3 == 0;
    }
};

template <class Struct>
__global__ void join_plainly(Struct* structs, typename Struct::member const* values, std::size_t count)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) structs[i].first = values[i];
}

template <class Element>
void add()
{
    using type = named<Element>;
    static_assert(sizeof(type) == sizeof(Element) && alignof(type) == alignof(Element));
    std::size_t const count = count_of<type>();
    auto const add = [&](char const* pattern, char const* variant, unsigned moves, auto const& call,
                         auto const& plain) {
        auto const count_wrong = [=] { return count_wrong_output(fill_output, plain); };
        add_measurement<Element>(pattern, variant, {moves * bytes_of<type>(), call, count_wrong, fill_output});
    };
    // Measures call(policy, in, out) with Thrust's policy and with heddle's policy.
    auto const add_both = [&](char const* pattern, unsigned moves, auto const& call) {
        auto const plain = [=] { call(thrust::cuda::par_nosync, in_as<type>(), out_as<type>()); };
        add(pattern, "plain", moves, plain, plain);
        add(
            pattern, "coalesced", moves, [=] { call(heddle::par_nosync, in_as<type>(), out_as<type>()); }, plain);
    };
    auto const for_each = [=](auto function) {
        return [=](auto const& policy, auto*, auto* out) { thrust::for_each(policy, out, out + count, function); };
    };
    add_both("for_each_none", 1, for_each(change_nothing{}));
    add_both("for_each_all", 2, for_each(change_all{}));
    add_both("for_each_one", 2, for_each(change_one{}));
    add_both("transform_if", 2, [=](auto const& policy, auto* in, auto* out) {
        thrust::transform_if(policy, in, in + count, out, result_of_all{}, is_chosen{});
    });
    // soa_to_aos reads the values of the member from the beginning of `in`.
    auto const values = [] { return in_as<typename type::member>(); };
    auto const join = [=] {
        HEDDLE_BENCH_CHECK(heddle::soa_to_aos<&type::first>(nullptr, out_as<type>(), out_as<type>() + count, values()));
    };
    add("soa_to_aos_one", "coalesced", 2, join,
        [=] { launch_kernel(join_plainly<type>, 4096, block_threads, out_as<type>(), values(), count); });
}

}  // namespace heddle_bench::in_part
