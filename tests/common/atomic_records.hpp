// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Records of numbers, and code that changes them atomically by every function that does so. The values are small
// integers, also in floating-point numbers, so that sums are exact in any order.
#pragma once

#include <heddle/heddle.cuh>

#include <cstddef>
#include <cstdint>

namespace heddle_test {

//! N numbers of one type. Such a record needs no HEDDLE_FIELDS.
template <class Number, unsigned N>
struct numbers {
    Number value[N];

    template <class Change>
    HEDDLE_HOST_DEVICE void each(numbers const& other, Change const& change)
    {
        for (unsigned i = 0; i < N; ++i) change(value[i], other.value[i]);
    }
};

struct vector3 {
    float x, y, z;
};

//! Numbers of four bytes, and a member that atomic operations do not change.
struct node {
    vector3 momentum;
    float mass;
    std::int32_t count;
    char tag[4];
    std::uint32_t flags;

    template <class Change>
    HEDDLE_HOST_DEVICE void each(node const& other, Change const& change)
    {
        change(momentum.x, other.momentum.x);
        change(momentum.y, other.momentum.y);
        change(momentum.z, other.momentum.z);
        change(count, other.count);
    }
};

//! A complex number, as libraries have them: two private parts.
class complex_number {
public:
    using value_type = float;

    HEDDLE_HOST_DEVICE float real() const { return parts_[0]; }
    HEDDLE_HOST_DEVICE float imag() const { return parts_[1]; }
    HEDDLE_HOST_DEVICE float* parts() { return parts_; }

private:
    float parts_[2];
};

//! Numbers of four and of eight bytes, and padding.
struct deposit {
    double charge;
    float weight;
    std::int64_t count;
    vector3 current;
    std::int32_t last;
    std::uint64_t energy;
    complex_number phase;

    template <class Change>
    HEDDLE_HOST_DEVICE void each(deposit const& other, Change const& change)
    {
        change(charge, other.charge);
        change(weight, other.weight);
        change(count, other.count);
        change(current.x, other.current.x);
        change(current.y, other.current.y);
        change(current.z, other.current.z);
        change(last, other.last);
        change(energy, other.energy);
        change(phase.parts()[0], other.phase.real());
        change(phase.parts()[1], other.phase.imag());
    }
};

#pragma pack(push, 4)
//! A packed struct, in which `label` begins at byte 4.
struct packed_charge {
    float mass;
    std::int64_t label;
    float charge[2];
    float weight;

    template <class Change>
    HEDDLE_HOST_DEVICE void each(packed_charge const& other, Change const& change)
    {
        change(mass, other.mass);
        change(charge[0], other.charge[0]);
        change(charge[1], other.charge[1]);
        change(weight, other.weight);
    }
};
#pragma pack(pop)

enum class change_kind { add, min, max };

template <change_kind Kind>
struct change_number {
    template <class Number>
    HEDDLE_HOST_DEVICE void operator()(Number& number, Number const& other) const
    {
        if (Kind == change_kind::add) number = static_cast<Number>(number + other);
        if (Kind == change_kind::min) number = other < number ? other : number;
        if (Kind == change_kind::max) number = number < other ? other : number;
    }
};

//! Sets every number of a record to a small integer that depends on `seed`, some to 0. (Some bytes are not numbers.)
template <class Record>
HEDDLE_HOST_DEVICE Record made_record(std::size_t seed)
{
    Record record;
    std::memset(static_cast<void*>(&record), 0x5a, sizeof record);
    unsigned state = static_cast<unsigned>(seed) * 2654435761u + 12345u;
    record.each(record, [&](auto& number, auto const&) {
        state = state * 1664525u + 1013904223u;
        int const value = static_cast<int>(state >> 24) % 9 - 4;
        number = static_cast<std::remove_reference_t<decltype(number)>>(value < 0 && state % 3 == 0 ? 0 : value);
    });
    return record;
}

}  // namespace heddle_test

HEDDLE_FIELDS(heddle_test::node, momentum, mass, count, tag, flags)
HEDDLE_FIELDS(heddle_test::deposit, charge, weight, count, current, last, energy, phase)
HEDDLE_PACKED_FIELDS(heddle_test::packed_charge, mass, label, charge, weight)

namespace heddle_test {

//! Calls functions of heddle that change these members of records, or all members if there are none.
template <auto... Member>
struct changes_of {
    template <change_kind Kind, class... Argument>
    HEDDLE_ALWAYS_INLINE static void change(Argument const&... argument)
    {
        if constexpr (Kind == change_kind::add) heddle::atomic_add<Member...>(argument...);
        if constexpr (Kind == change_kind::min) heddle::atomic_min<Member...>(argument...);
        if constexpr (Kind == change_kind::max) heddle::atomic_max<Member...>(argument...);
    }
    template <change_kind Kind, class... Argument>
    HEDDLE_ALWAYS_INLINE static void change_if(Argument const&... argument)
    {
        if constexpr (Kind == change_kind::add) heddle::atomic_add_if<Member...>(argument...);
        if constexpr (Kind == change_kind::min) heddle::atomic_min_if<Member...>(argument...);
        if constexpr (Kind == change_kind::max) heddle::atomic_max_if<Member...>(argument...);
    }
    template <change_kind Kind, class Reference, class Record>
    HEDDLE_ALWAYS_INLINE static void change_reference(Reference&& reference, Record const& value)
    {
        if constexpr (Kind == change_kind::add) reference.template atomic_add<Member...>(value);
        if constexpr (Kind == change_kind::min) reference.template atomic_min<Member...>(value);
        if constexpr (Kind == change_kind::max) reference.template atomic_max<Member...>(value);
    }
};
//! The members of a Record that `each` visits.
template <class Record>
struct changed_members : changes_of<> {
};
template <>
struct changed_members<node> : changes_of<&node::count, &node::momentum> {
};
template <>
struct changed_members<packed_charge>
    : changes_of<&packed_charge::mass, &packed_charge::charge, &packed_charge::weight> {
};

// The forms: a lane changes record k by v if `wanted`.

struct in_branch {
    template <change_kind Kind, class Pointer, class Record>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Record const& v, bool wanted)
    {
        if (wanted) changed_members<Record>::template change<Kind>(p + k, v);
    }
};
struct by_reference {
    template <change_kind Kind, class Pointer, class Record>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Record const& v, bool wanted)
    {
        if (wanted) changed_members<Record>::template change_reference<Kind>(p[static_cast<std::ptrdiff_t>(k)], v);
    }
};
struct by_condition {
    template <change_kind Kind, class Pointer, class Record>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Record const& v, bool wanted)
    {
        changed_members<Record>::template change_if<Kind>(wanted, wanted ? p + k : Pointer(nullptr), v);
    }
};

//! Ways to choose the records that the threads change.
enum class destinations { consecutive, apart, few, runs, same };

HEDDLE_HOST_DEVICE inline std::size_t destination_of(destinations where, std::size_t i, std::size_t count)
{
    if (where == destinations::consecutive) return i;
    if (where == destinations::apart) return i * 601 % count;
    if (where == destinations::few) return i * 31 % 5;
    if (where == destinations::runs) return i * i / 40 % count;
    return i / 32 % count;
}

}  // namespace heddle_test
