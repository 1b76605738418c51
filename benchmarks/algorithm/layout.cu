// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Structs taken apart and put together: by heddle, with the members' arrays staged and not, by plain
// code, and as the limit by copies of the same bytes.

#include "../arrays.cuh"
#include "../common/measurement.hpp"
#include "../harness.cuh"
#include "algorithm.hpp"

#include <heddle/algorithm/aosoa.cuh>
#include <heddle/algorithm/layout.cuh>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace heddle_bench {
namespace {

using heddle::detail::member_way;
using heddle::detail::struct_way;

constexpr std::size_t row_length = 32;  // of blocks

enum class layout { structs, arrays, blocks };

//! Where member i of struct k is, in words.
struct shape {
    std::size_t member_words, members, count;

    __host__ __device__ std::size_t place(layout where, std::size_t k, std::size_t i) const
    {
        switch (where) {
            case layout::structs:
                return (k * members + i) * member_words;
            case layout::arrays:
                return (i * count + k) * member_words;
            case layout::blocks:
                return ((k / row_length * members + i) * row_length + k % row_length) *
                       member_words;
        }
        return 0;
    }
    std::size_t struct_bytes() const { return 4 * member_words * members; }
};

__global__ void compare(std::uint32_t const* in, layout from, std::uint32_t const* out, layout to,
                        shape s, std::size_t member, unsigned long long* wrong)
{
    for (std::size_t k = element_index(); k < s.count; k += std::size_t{gridDim.x} * blockDim.x) {
        for (std::size_t i = 0; i < s.members; ++i) {
            if (member < s.members && i != member) continue;
            std::size_t const a = s.place(from, k, i), b = s.place(to, k, i);
            for (std::size_t w = 0; w < s.member_words; ++w) {
                if (in[a + w] != out[b + w]) atomicAdd(wrong, 1ull);
            }
        }
    }
}

constexpr std::size_t every_member = ~std::size_t{0};

std::size_t count_wrong_words(layout from, layout to, shape const& s, std::size_t member)
{
    unsigned long long *wrong = nullptr, result = 0;
    HEDDLE_BENCH_CHECK(cudaMalloc(&wrong, sizeof *wrong));
    HEDDLE_BENCH_CHECK(cudaMemset(wrong, 0, sizeof *wrong));
    compare<<<4096, block_threads>>>(reinterpret_cast<std::uint32_t const*>(arrays().in), from,
                                     reinterpret_cast<std::uint32_t const*>(arrays().out), to, s,
                                     member, wrong);
    check_launch();
    HEDDLE_BENCH_CHECK(cudaMemcpy(&result, wrong, sizeof result, cudaMemcpyDefault));
    HEDDLE_BENCH_CHECK(cudaFree(wrong));
    return result;
}

template <class Launch>
void add(std::string const& kind, char const* access, shape const& s, layout from, layout to,
         Launch const& launch, std::size_t member = every_member)
{
    std::size_t const moved =
        member == every_member ? 2 * s.struct_bytes() : s.struct_bytes() + 4 * s.member_words;
    add_measurement(kind + '/' + access + '/' + std::to_string(s.struct_bytes()) + 'm' +
                        std::to_string(4 * s.member_words),
                    {s.count * moved, [] {}, launch,
                     [=] {
                         clear_output();
                         launch();
                         return count_wrong_words(from, to, s, member);
                     }});
}

template <unsigned Words>
struct alignas(Words % 4 == 0   ? 16
               : Words % 2 == 0 ? 8
                                : 4) member_of {
    std::uint32_t words[Words];
};

template <class Member, std::size_t... Number>
struct struct_of {
    struct alignas(Member) type {
        Member members[sizeof...(Number)];
    };
    using list = heddle::members<std::enable_if_t<(Number + 1 > 0), Member>...>;

    static type* structs(std::byte* bytes) { return reinterpret_cast<type*>(bytes); }
    static type const* structs(std::byte const* bytes)
    {
        return reinterpret_cast<type const*>(bytes);
    }
    static shape the_shape()
    {
        return {sizeof(Member) / 4, sizeof...(Number), element_count(sizeof(type))};
    }
    template <std::size_t I>
    static Member const* array(std::byte const* bytes)
    {
        return reinterpret_cast<Member const*>(bytes) + I * the_shape().count;
    }
    template <std::size_t I>
    static Member* array(std::byte* bytes)
    {
        return const_cast<Member*>(array<I>(static_cast<std::byte const*>(bytes)));
    }

    template <member_way Way>
    static void split()
    {
        auto const* const first = structs(arrays().in);
        HEDDLE_BENCH_CHECK((heddle::detail::split_arrays<Way>(
            nullptr, heddle::detail::listed_t<list>(), first, first + the_shape().count,
            array<Number>(arrays().out)...)));
    }
    template <member_way Way>
    static void join()
    {
        auto* const first = structs(arrays().out);
        HEDDLE_BENCH_CHECK((heddle::detail::join_arrays<Way>(
            nullptr, heddle::detail::listed_t<list>(), first, first + the_shape().count,
            array<Number>(arrays().in)...)));
    }
    template <struct_way Way>
    static void split_one()
    {
        auto const* const first = structs(arrays().in);
        using one = heddle::detail::member_list<heddle::detail::placed_member<Member, 0>>;
        HEDDLE_BENCH_CHECK((heddle::detail::split_arrays<member_way::by_threads, Way>(
            nullptr, one(), first, first + the_shape().count, array<0>(arrays().out))));
    }
    static void split_blocks()
    {
        auto const* const first = structs(arrays().in);
        HEDDLE_BENCH_CHECK((heddle::aos_to_aosoa<row_length, list>(
            nullptr, first, first + the_shape().count, arrays().out)));
    }
    static void join_blocks()
    {
        auto* const first = structs(arrays().out);
        HEDDLE_BENCH_CHECK((heddle::aosoa_to_aos<row_length, list>(
            nullptr, first, first + the_shape().count, arrays().in)));
    }
};

// What a user writes: a thread a struct.
template <class Struct, class Member>
__global__ void __launch_bounds__(block_threads)
    split_plainly(Struct const* structs, Member* arrays, std::size_t count)
{
    constexpr std::size_t members = sizeof(Struct) / sizeof(Member);
    std::size_t const k = element_index();
    if (k >= count) return;
    Struct const value = structs[k];
#pragma unroll
    for (std::size_t i = 0; i < members; ++i) arrays[i * count + k] = value.members[i];
}
template <class Struct, class Member>
__global__ void __launch_bounds__(block_threads)
    join_plainly(Struct* structs, Member const* arrays, std::size_t count)
{
    constexpr std::size_t members = sizeof(Struct) / sizeof(Member);
    std::size_t const k = element_index();
    if (k >= count) return;
    Struct value;
#pragma unroll
    for (std::size_t i = 0; i < members; ++i) value.members[i] = arrays[i * count + k];
    structs[k] = value;
}

template <class Member, std::size_t... Number>
void add_struct(std::index_sequence<Number...>)
{
    using s = struct_of<Member, Number...>;
    using element = typename s::type;
    shape const all = s::the_shape();
    auto const blocks = static_cast<unsigned>((all.count + block_threads - 1) / block_threads);
    std::size_t const bytes = all.count * sizeof(element);
    auto const copy = [=] {
        HEDDLE_BENCH_CHECK(cudaMemcpyAsync(arrays().out, arrays().in, bytes, cudaMemcpyDefault));
    };
    add("aos_to_soa", "limit", all, layout::structs, layout::structs, copy);
    add("aos_to_soa", "plain", all, layout::structs, layout::arrays, [=] {
        split_plainly<<<blocks, block_threads>>>(s::structs(arrays().in),
                                                 s::template array<0>(arrays().out), all.count);
        check_launch();
    });
    add("aos_to_soa", "coalesced", all, layout::structs, layout::arrays,
        &s::template split<member_way::by_threads>);
    add("aos_to_soa", "staged", all, layout::structs, layout::arrays,
        &s::template split<member_way::staged>);
    add("soa_to_aos", "limit", all, layout::structs, layout::structs, copy);
    add("soa_to_aos", "plain", all, layout::arrays, layout::structs, [=] {
        join_plainly<<<blocks, block_threads>>>(s::structs(arrays().out),
                                                s::template array<0>(arrays().in), all.count);
        check_launch();
    });
    add("soa_to_aos", "coalesced", all, layout::arrays, layout::structs,
        &s::template join<member_way::by_threads>);
    add("soa_to_aos", "staged", all, layout::arrays, layout::structs,
        &s::template join<member_way::staged>);
    add("aos_to_aosoa", "limit", all, layout::structs, layout::structs, copy);
    add("aos_to_aosoa", "coalesced", all, layout::structs, layout::blocks, &s::split_blocks);
    add("aosoa_to_aos", "limit", all, layout::structs, layout::structs, copy);
    add("aosoa_to_aos", "coalesced", all, layout::blocks, layout::structs, &s::join_blocks);
    if constexpr (sizeof(element) >= 48) {
        // One member of each struct, of which conversions take the better way.
        add("aos_to_one", "coalesced", all, layout::structs, layout::arrays,
            &s::template split_one<struct_way::by_plan>, 0);
        add("aos_to_one", "staged", all, layout::structs, layout::arrays,
            &s::template split_one<struct_way::staged>, 0);
        add("aos_to_one", "in_place", all, layout::structs, layout::arrays,
            &s::template split_one<struct_way::in_place>, 0);
    }
}

template <unsigned Bytes, unsigned MemberBytes>
void add_struct()
{
    add_struct<member_of<MemberBytes / 4>>(std::make_index_sequence<Bytes / MemberBytes>());
}

}  // namespace

void add_layout_benchmarks()
{
    add_struct<8, 4>();
    add_struct<16, 4>();
    add_struct<16, 8>();
    add_struct<24, 4>();
    add_struct<24, 12>();
    add_struct<28, 4>();
    add_struct<32, 4>();
    add_struct<32, 16>();
    add_struct<48, 4>();
    add_struct<48, 12>();
    add_struct<64, 4>();
    add_struct<64, 8>();
    add_struct<96, 8>();
    add_struct<96, 12>();
    add_struct<128, 8>();
    add_struct<128, 16>();
}

}  // namespace heddle_bench
