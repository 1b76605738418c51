// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// update/ACCESS_exits, update/ACCESS_updates: code with three exits. A third of the lanes takes the first exit. The
// code stores at each exit, as plain kernels do (exits), or once after all exits with heddle::update (updates).
#pragma once

#include "moves.cuh"

#include <heddle/update.cuh>

namespace heddle_bench::exits {

//! Returns the exit that element i takes. In each warp, the lanes that take one exit are scattered, in a different way
//! than in other warps.
__device__ __forceinline__ unsigned exit_of(std::size_t i)
{
    return (static_cast<unsigned>(i) * 0x9e3779b1u >> 16) % 3;
}

//! Does arithmetic that no compiler removes. The lanes that have not taken an exit yet are therefore busy for a while.
__device__ __forceinline__ void work(unsigned rounds)
{
    float x = static_cast<float>(rounds);
    for (unsigned k = 0; k < rounds; ++k) x = x * x + 0.5f;
    asm volatile("" : : "f"(x));
}

//! Updates all members. Every exit gives the same result, but with different code, so that the compiler cannot merge
//! exits.
template <class Element, class Leave>
__device__ __forceinline__ void change(Element& e, std::size_t i, Leave const& leave)
{
    constexpr unsigned count = sizeof(Element) / sizeof(std::uint32_t), half = count / 2;
    unsigned const exit = exit_of(i);
#pragma unroll
    for (unsigned m = 0; m < half; ++m) e.members[m] = updated_word(e.members[m]);
    if (exit == 0) {
#pragma unroll
        for (unsigned m = half; m < count; ++m) e.members[m] = updated_word(e.members[m]);
        asm volatile("// the first exit");
        return leave();
    }
    work(8 + exit);
#pragma unroll
    for (unsigned m = half; m < count; ++m) e.members[m] = e.members[m] * 5;
    if (exit == 1) {
#pragma unroll
        for (unsigned m = half; m < count; ++m) e.members[m] += 1;
        asm volatile("// the second exit");
        return leave();
    }
    work(8);
#pragma unroll
    for (unsigned m = half; m < count; ++m) e.members[m] -= 0xffffffffu;
    asm volatile("// the last exit");
    leave();
}

template <class Element, template <class> class Pointer, bool StoresOnce>
__global__ void __launch_bounds__(block_threads) change_all(std::byte* array, std::size_t count)
{
    Pointer<Element> const p(reinterpret_cast<Element*>(array));
    std::size_t const i = element_index();
    if (i >= count) return;
    if constexpr (StoresOnce) {
        heddle::update(p + i, [&](Element& e) { change(e, i, [] {}); });
    } else {
        Element e = p[i];
        change(e, i, [&] { p[i] = e; });
    }
}

template <class Element>
void add()
{
    add_update<Element>("plain_exits", change_all<Element, plain_ptr, false>);
    add_update<Element>("coalesced_exits", change_all<Element, coalesced_ptr, false>);
    add_update<Element>("scratch_exits", change_all<Element, scratch_ptr, false>);
    add_update<Element>("coalesced_updates", change_all<Element, coalesced_ptr, true>);
    add_update<Element>("scratch_updates", change_all<Element, scratch_ptr, true>);
}

}  // namespace heddle_bench::exits
