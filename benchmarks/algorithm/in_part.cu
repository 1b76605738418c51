// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Algorithms that change nothing, all or some of an array of structs where it is: for_each,
// transform_if of every third struct, and soa_to_aos of one member.
//
// Their bytes are those of a whole pass, so that they can be compared with each other: 2 * S for each
// struct of S bytes, S where nothing is changed.

#include "../arrays.cuh"
#include "../common/check.hpp"
#include "../common/measurement.hpp"
#include "../harness.cuh"
#include "algorithm.hpp"

#include <heddle/algorithm/layout.cuh>
#include <heddle/thrust/transform.cuh>

#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/transform.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle_bench {
namespace {

//! A struct of which one member has a name.
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

//! What turns out to be no change.
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

enum class part { nothing, all, one, chosen, joined };

//! The array that soa_to_aos takes: the beginning of `in`.
template <class Struct>
typename Struct::member const* values()
{
    return reinterpret_cast<typename Struct::member const*>(arrays().in);
}

template <class Struct>
__global__ void count_wrong_structs(part what, Struct const* before, Struct const* after,
                                    typename Struct::member const* values, std::size_t count,
                                    unsigned long long* wrong)
{
    std::size_t const i = element_index();
    if (i >= count) return;
    Struct expected = before[i];
    bool const chosen = what == part::chosen && is_chosen{}(expected);
    if (what == part::all || chosen) change_all{}(expected);
    if (what == part::one) change_one{}(expected);
    if (what == part::joined) expected.first = values[i];
    bool is_wrong = expected.first != after[i].first;
    for (unsigned m = 0; m < sizeof expected.others / sizeof expected.first; ++m) {
        is_wrong = is_wrong || expected.others[m] != after[i].others[m];
    }
    if (is_wrong) atomicAdd(wrong, 1ull);
}

template <class Element>
void add_in_part()
{
    using type = named<Element>;
    static_assert(sizeof(type) == sizeof(Element) && alignof(type) == alignof(Element));
    element_shape const shape = shape_of<Element>();
    std::size_t const count = array_bytes() / sizeof(type);
    auto const in = [] { return reinterpret_cast<type const*>(arrays().in); };
    auto const out = [] { return reinterpret_cast<type*>(arrays().out); };
    auto const add = [&](char const* kind, char const* access, part what, auto const& launch) {
        std::size_t const passes = what == part::nothing ? 1 : 2;
        add_measurement(std::string(kind) + '/' + access + '/' + shape.label,
                        {passes * count * sizeof(type), [] {}, launch,
                         [=] {
                             fill_output();
                             launch();
                             auto* const wrong = reinterpret_cast<unsigned long long*>(sums());
                             HEDDLE_BENCH_CHECK(cudaMemset(wrong, 0, sizeof *wrong));
                             auto const blocks =
                                 static_cast<unsigned>((count + block_threads - 1) / block_threads);
                             count_wrong_structs<<<blocks, block_threads>>>(
                                 what, in(), out(), values<type>(), count, wrong);
                             check_launch();
                             unsigned long long found = 0;
                             HEDDLE_BENCH_CHECK(
                                 cudaMemcpy(&found, wrong, sizeof found, cudaMemcpyDeviceToHost));
                             return static_cast<std::size_t>(found);
                         }});
    };
    auto const add_for_each = [&](char const* kind, part what, auto function) {
        add(kind, "plain", what,
            [=] { thrust::for_each(thrust::cuda::par_nosync, out(), out() + count, function); });
        add(kind, "coalesced", what,
            [=] { thrust::for_each(heddle::par_nosync, out(), out() + count, function); });
    };
    add_for_each("for_each_none", part::nothing, change_nothing{});
    add_for_each("for_each_all", part::all, change_all{});
    add_for_each("for_each_one", part::one, change_one{});
    add("transform_if", "plain", part::chosen, [=] {
        thrust::transform_if(thrust::cuda::par_nosync, in(), in() + count, out(), result_of_all{},
                             is_chosen{});
    });
    add("transform_if", "coalesced", part::chosen, [=] {
        thrust::transform_if(heddle::par_nosync, in(), in() + count, out(), result_of_all{},
                             is_chosen{});
    });
    add("soa_to_aos_one", "coalesced", part::joined, [=] {
        HEDDLE_BENCH_CHECK(
            heddle::soa_to_aos<&type::first>(nullptr, out(), out() + count, values<type>()));
    });
}

}  // namespace

void add_in_part_benchmarks()
{
    add_in_part<element<12, 4>>();
    add_in_part<element<28, 4>>();
    add_in_part<element<33, 1>>();
    add_in_part<element<64, 4>>();
    add_in_part<element<128, 4>>();
}

}  // namespace heddle_bench
