// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies of elements whose size and alignment are known at compile time, for the sources counted_copy_to_*.cpp alone:
// each type takes about 0.15 s to compile.
#pragma once

#include "counted_copy_table.hpp"

#include <heddle/coalesced_ptr.cuh>
#include <heddle/detail/plan/plan.hpp>
#include <heddle/detail/plan/stage_layout.hpp>
#include <heddle/emulation.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace heddle::program {

template <std::size_t Bytes, std::size_t Alignment>
struct alignas(Alignment) counted_element {
    unsigned char bytes[Bytes];
};

//! Copies 32 elements. Both arrays begin with a cache line.
template <std::size_t Bytes, std::size_t Alignment>
counted_copy count_copy_of()
{
    using element = counted_element<Bytes, Alignment>;
    constexpr plan p = plan_of<element, 32>();
    alignas(128) element source[32] = {};
    alignas(128) element target[32];
    coalesced_ptr<element const> const from(source);
    coalesced_ptr<element> const to(target);
    counted_copy result;
    result.coalesced = emulate_grid(32, [=](std::size_t i) { to[i] = from[i]; });
    if constexpr (p.cooperates() && detail::make_stage_layout(p, 32).pays()) {
        coalesced_ptr<element const, in_block<32>> const staged_from(source);
        coalesced_ptr<element, in_block<32>> const staged_to(target);
        result.staged = emulate_grid(32, [=](std::size_t i) { staged_to[i] = staged_from[i]; });
    }
    return result;
}

//! The widest alignment, up to 16, of a type of this size.
constexpr std::size_t widest_alignment(std::size_t bytes)
{
    return std::min<std::size_t>(bytes & (~bytes + 1), 16);
}

//! The sizes First, First + Step, … at their widest alignment.
template <std::size_t First, std::size_t Step, std::size_t... I>
std::vector<copy_entry> copies_of_sizes(std::index_sequence<I...>)
{
    return {copy_entry{First + I * Step, widest_alignment(First + I * Step),
                       count_copy_of<First + I * Step, widest_alignment(First + I * Step)>}...};
}

}  // namespace heddle::program
