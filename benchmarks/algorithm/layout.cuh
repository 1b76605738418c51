// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// aos_to_soa, soa_to_aos, aos_to_aosoa, aosoa_to_aos (blocks of 32 structs), aos_to_one: split structs into members, or
// join members to structs. The variant `staged` stages the arrays of members; in aos_to_one, it stages the structs. The
// variant `plain` is plain code. The limit is a memcpy.
#pragma once

#include "calls.cuh"

#include <heddle/algorithm/aosoa.cuh>
#include <heddle/algorithm/layout.cuh>

#include <utility>

namespace heddle_bench {

//! A struct of equal members. Its label is for example "64m8": 64 bytes in members of 8 bytes.
template <unsigned Bytes, unsigned MemberBytes>
struct element_of_members {
    struct alignas(MemberBytes % 16 == 0 ? 16 : MemberBytes % 8 == 0 ? 8 : 4) member {
        std::uint32_t words[MemberBytes / 4];
    };
    struct alignas(member) type {
        member members[Bytes / MemberBytes];
    };
};

}  // namespace heddle_bench

namespace heddle_bench::layout {

using heddle::detail::conversion;
using heddle::detail::member_way;
using heddle::detail::struct_way;

inline constexpr std::size_t row_length = 32;  // structs in a block
template <auto Value>
using constant = std::integral_constant<decltype(Value), Value>;

inline constexpr std::size_t every_member = ~std::size_t{0};

//! Computes the position of member i of struct k, in words. The members are in blocks of `length` structs. A block has
//! all first members, then all second members, and so on. A struct is a block of one; arrays are a single block.
struct shape {
    std::size_t member_words, members, count;

    __host__ __device__ std::size_t place(std::size_t length, std::size_t k, std::size_t i) const
    {
        return ((k / length * members + i) * length + k % length) * member_words;
    }
};

static __global__ void compare(std::uint32_t const* in, std::size_t from, std::uint32_t const* out, std::size_t to,
                               shape s, std::size_t member, unsigned long long* wrong)
{
    for (std::size_t k = grid_index(); k < s.count; k += grid_size()) {
        for (std::size_t i = 0; i < s.members; ++i) {
            if (member < s.members && i != member) continue;
            std::size_t const a = s.place(from, k, i), b = s.place(to, k, i);
            for (std::size_t w = 0; w < s.member_words; ++w) {
                if (in[a + w] != out[b + w]) atomicAdd(wrong, 1ull);
            }
        }
    }
}

// The code that a user would write, in which each thread moves one struct.
template <class Struct, class Member>
__global__ void __launch_bounds__(block_threads) split_plainly(Struct const* structs, Member* arrays, std::size_t count)
{
    constexpr std::size_t members = sizeof(Struct) / sizeof(Member);
    std::size_t const k = element_index();
    if (k >= count) return;
    Struct const value = structs[k];
#pragma unroll
    for (std::size_t i = 0; i < members; ++i) arrays[i * count + k] = value.members[i];
}
template <class Struct, class Member>
__global__ void __launch_bounds__(block_threads) join_plainly(Struct* structs, Member const* arrays, std::size_t count)
{
    constexpr std::size_t members = sizeof(Struct) / sizeof(Member);
    std::size_t const k = element_index();
    if (k >= count) return;
    Struct value;
#pragma unroll
    for (std::size_t i = 0; i < members; ++i) value.members[i] = arrays[i * count + k];
    structs[k] = value;
}

//! Adds the benchmarks of one type of struct. The arrays of its members lie one after the other.
template <class Struct, class Member, std::size_t... Number>
void add_struct(std::index_sequence<Number...>)
{
    using list = heddle::members<std::enable_if_t<(Number + 1 > 0), Member>...>;
    using listed = heddle::detail::listed_t<list>;
    using one = heddle::detail::member_list<heddle::detail::placed_member<Member, 0>>;
    std::size_t const count = element_count(sizeof(Struct));
    shape const s{sizeof(Member) / 4, sizeof...(Number), count};
    std::string const label = std::to_string(sizeof(Struct)) + 'm' + std::to_string(sizeof(Member));
    auto const add = [&](char const* pattern, char const* variant, std::size_t from, std::size_t to, auto const& call,
                         std::size_t member = every_member) {
        std::size_t const moved = sizeof(Struct) + (member == every_member ? sizeof(Struct) : sizeof(Member));
        auto const launch = [=] { HEDDLE_BENCH_CHECK(call(in_as<Struct>(), out_as<Struct>())); };
        auto const count_wrong = [=] {
            return count_wrong_by(compare, in_as<std::uint32_t>(), from, out_as<std::uint32_t>(), to, s, member);
        };
        add_measurement(name_of(pattern, variant, label),
                        {static_cast<double>(count * moved), launch, count_wrong, clear_output});
    };
    std::size_t const structs = 1, members = count, blocks = row_length;
    for (char const* const pattern : {"aos_to_soa", "soa_to_aos", "aos_to_aosoa", "aosoa_to_aos"}) {
        add_measurement(name_of(pattern, "limit", label), measure_memcpy<Struct>(count));
    }
    add("aos_to_soa", "plain", structs, members, [=](auto* in, auto*) {
        launch_kernel(split_plainly<Struct, Member>, blocks_of(count), block_threads, in, out_as<Member>(), count);
        return cudaSuccess;
    });
    add("soa_to_aos", "plain", members, structs, [=](auto*, auto* out) {
        launch_kernel(join_plainly<Struct, Member>, blocks_of(count), block_threads, out, in_as<Member>(), count);
        return cudaSuccess;
    });
    auto const add_both = [&](char const* variant, auto way) {
        constexpr member_way taken = decltype(way)::value;
        add("aos_to_soa", variant, structs, members, [=](auto* in, auto*) {
            return heddle::detail::convert_arrays<conversion::split, taken>(nullptr, listed(), in, in + count,
                                                                            out_as<Member>() + Number * count...);
        });
        add("soa_to_aos", variant, members, structs, [=](auto*, auto* out) {
            return heddle::detail::convert_arrays<conversion::join, taken>(nullptr, listed(), out, out + count,
                                                                           in_as<Member>() + Number * count...);
        });
    };
    add_both("coalesced", constant<member_way::by_threads>());
    add_both("staged", constant<member_way::staged>());
    add("aos_to_aosoa", "coalesced", structs, blocks,
        [=](auto* in, auto*) { return heddle::aos_to_aosoa<row_length, list>(nullptr, in, in + count, arrays().out); });
    add("aosoa_to_aos", "coalesced", blocks, structs, [=](auto*, auto* out) {
        return heddle::aosoa_to_aos<row_length, list>(nullptr, out, out + count, arrays().in);
    });
    if constexpr (sizeof(Struct) >= 48) {
        // The variant `coalesced` selects one of the other two variants, depending on the struct.
        auto const add_one = [&](char const* variant, auto way) {
            constexpr struct_way taken = decltype(way)::value;
            auto const split = [=](auto* in, auto*) {
                return heddle::detail::convert_arrays<conversion::split, member_way::by_threads, taken>(
                    nullptr, one(), in, in + count, out_as<Member>());
            };
            add("aos_to_one", variant, structs, members, split, 0);
        };
        add_one("coalesced", constant<struct_way::by_plan>());
        add_one("staged", constant<struct_way::staged>());
        add_one("in_place", constant<struct_way::in_place>());
    }
}

template <class Element>
void add()
{
    using type = typename Element::type;
    using member = typename Element::member;
    add_struct<type, member>(std::make_index_sequence<sizeof(type) / sizeof(member)>());
}

}  // namespace heddle_bench::layout
