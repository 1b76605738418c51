// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// exchange, peer_exchange: move the particles of exchange.cuh step by step. Both halves are on one GPU (exchange), or
// each half is on its own GPU (peer_exchange).
#pragma once

#include "../common/arrays.cuh"
#include "exchange.cuh"

#include <algorithm>

namespace heddle_bench::exchanges {

inline std::size_t particle_count() { return std::min(std::size_t{1} << 23, array_bytes() / sizeof(particle)); }

//! The two halves, which all variants of a pattern share. They are created on first use, and never freed.
template <bool OnPeer>
halves_of_box& halves()
{
    static auto* const both = new halves_of_box(particle_count(), 0, OnPeer ? peer_of(0) : 0);
    return *both;
}

template <template <class> class Pointer, bool OnPeer>
void add_variant(char const* variant)
{
    auto const step = [] { halves<OnPeer>().template step<Pointer>(); };
    auto const count_wrong = [=] {
        halves<OnPeer>().restart();
        for (unsigned k = 0; k < 3; ++k) step();
        return halves<OnPeer>().count_wrong();
    };
    add_measurement(std::string(OnPeer ? "peer_exchange/" : "exchange/") + variant + "/28",
                    {static_cast<double>(2 * particle_count() * sizeof(particle)), step, count_wrong});
}

template <bool OnPeer>
void add_pattern()
{
    add_variant<plain_ptr, OnPeer>("plain");
    add_variant<coalesced_ptr, OnPeer>("coalesced");
    add_variant<scratch_ptr, OnPeer>("scratch");
}

inline void add()
{
    add_pattern<false>();
    if (peer_of(0) != no_device) add_pattern<true>();
}

}  // namespace heddle_bench::exchanges
