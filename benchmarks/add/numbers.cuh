// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The records of the add family.
//
// A record aligned to 4 bytes has floats, except that one of 40 bytes has floats and integers. A record aligned to 8
// bytes has doubles, except that one of 48 bytes has numbers of four types.
#pragma once

#include <heddle/fields.cuh>

#include <cstdint>
#include <type_traits>

namespace heddle_bench::records {

template <class Number, unsigned Count>
struct numbers {
    Number value[Count];

    //! Calls change(number, number of other) for each number.
    template <class Change>
    __device__ __forceinline__ void each(numbers const& other, Change const& change)
    {
#pragma unroll
        for (unsigned k = 0; k < Count; ++k) change(value[k], other.value[k]);
    }
};

template <class Number, unsigned Count, class Change>
__device__ __forceinline__ void for_each_number(Number (&numbers)[Count], Number const (&others)[Count],
                                                Change const& change)
{
#pragma unroll
    for (unsigned k = 0; k < Count; ++k) change(numbers[k], others[k]);
}

struct node {
    float momentum[3], mass;
    std::int32_t count;
    float stress[5];

    template <class Change>
    __device__ __forceinline__ void each(node const& other, Change const& change)
    {
        for_each_number(momentum, other.momentum, change);
        change(mass, other.mass);
        change(count, other.count);
        for_each_number(stress, other.stress, change);
    }
};

struct deposit {
    double charge;
    std::int64_t count;
    float current[3], weight;
    std::int32_t hits[4];

    template <class Change>
    __device__ __forceinline__ void each(deposit const& other, Change const& change)
    {
        change(charge, other.charge);
        change(count, other.count);
        for_each_number(current, other.current, change);
        change(weight, other.weight);
        for_each_number(hits, other.hits, change);
    }
};

}  // namespace heddle_bench::records

HEDDLE_FIELDS(heddle_bench::records::node, momentum, mass, count, stress);
HEDDLE_FIELDS(heddle_bench::records::deposit, charge, count, current, weight, hits);

namespace heddle_bench::records {

template <unsigned Bytes, unsigned Alignment>
struct record_type {
    using type = numbers<std::conditional_t<Alignment == 8, double, float>, Bytes / Alignment>;
};
template <>
struct record_type<40, 4> {
    using type = node;
};
template <>
struct record_type<48, 8> {
    using type = deposit;
};
//! The record that has the size and alignment of Element.
template <class Element>
using record_of = typename record_type<sizeof(Element), alignof(Element)>::type;

//! Returns what thread i adds: small integers, of which floats have exact sums in any order.
template <class Record>
__device__ __forceinline__ Record change_of(std::uint32_t i)
{
    Record change{};
    std::uint32_t value = i;
    change.each(change, [&](auto& number, auto const&) {
        number = static_cast<std::remove_reference_t<decltype(number)>>((value++ & 7u) + 1u);
    });
    return change;
}

}  // namespace heddle_bench::records
