// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Each access is made known to the emulated warp, which counts it.
#include "plain_accesses.hpp"

#include <heddle/emulation.hpp>

#include <algorithm>
#include <cstdint>

namespace heddle::program {

transaction_count plain_accesses(detail::access_kind kind, plain_elements const& elements)
{
    std::size_t const word = std::min<std::size_t>(elements.alignment, 16);
    detail::collective const what =
        kind == detail::access_kind::load ? detail::collective::load : detail::collective::store;
    memory_traffic const traffic = emulate_grid(elements.count, [&](std::size_t i) {
        detail::emulated_lane& lane = *detail::emulated_lane::current();
        std::uint32_t const lanes = lane.converge();
        for (std::size_t at = elements.first_byte; at < elements.bytes; at += word) {
            lane.meet(lanes, what, elements.first + i * elements.bytes + at,
                      static_cast<unsigned>(word));
        }
    });
    return kind == detail::access_kind::load ? traffic.loads : traffic.stores;
}

}  // namespace heddle::program
