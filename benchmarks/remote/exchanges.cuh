// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// exchange, peer_exchange: move the particles of exchange.cuh step by step, with both halves on one GPU, and on two.
#pragma once

#include "../common/arrays.cuh"
#include "../common/measurement.hpp"
#include "halves.cuh"

#include <algorithm>
#include <memory>
#include <string>

namespace heddle_bench::exchanges {

static_assert(exchange_threads == block_threads, "scratch_ptr declares scratch for block_threads");

inline std::size_t particle_count() { return std::min(std::size_t{1} << 23, array_bytes() / sizeof(particle)); }

//! The halves of one pattern, which its variants share. They are created on first use.
using lazy_halves = std::function<halves_of_box&()>;

inline lazy_halves halves_with(int second_device)
{
    return [=, made = std::make_shared<std::unique_ptr<halves_of_box>>()]() -> halves_of_box& {
        if (!*made) *made = std::make_unique<halves_of_box>(particle_count(), 0, second_device);
        return **made;
    };
}

template <template <class> class Pointer>
void add_variant(char const* pattern, char const* variant, lazy_halves const& halves)
{
    auto const count_wrong = [=] {
        halves().restart();
        for (unsigned step = 0; step < 3; ++step) halves().step<Pointer>();
        return halves().count_wrong();
    };
    add_measurement(
        std::string(pattern) + '/' + variant + "/28",
        {static_cast<double>(2 * particle_count() * sizeof(particle)), [=] { halves().step<Pointer>(); }, count_wrong});
}

inline void add_pattern(char const* pattern, int second_device)
{
    lazy_halves const halves = halves_with(second_device);
    add_variant<plain_ptr>(pattern, "plain", halves);
    add_variant<coalesced_ptr>(pattern, "coalesced", halves);
    add_variant<scratch_ptr>(pattern, "scratch", halves);
}

inline void add()
{
    add_pattern("exchange", 0);
    if (int const peer = peer_of(0); peer != no_device) add_pattern("peer_exchange", peer);
}

}  // namespace heddle_bench::exchanges
