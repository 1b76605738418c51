// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies elements on emulated warps, with group functions. (coalesced_ptr would add code for diverged lanes.)
#include "counted_copy.hpp"

#include <heddle/emulation.hpp>
#include <heddle/group_access.cuh>
#include <heddle/scratch.cuh>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::program {

namespace {

template <std::size_t Bytes, std::size_t Alignment>
struct alignas(Alignment) element {
    std::byte bytes[Bytes];
};

using warp = emulated_group<32>;
using copy_of_warp = void (*)(warp const&, std::byte const*, std::byte*);

template <class Element>
void copy(warp const& lanes, std::byte const* from, std::byte* to)
{
    unsigned const lane = lanes.thread_rank();
    store(lanes, reinterpret_cast<Element*>(to) + lane, load(lanes, reinterpret_cast<Element const*>(from) + lane));
}

template <class Element>
void copy_staged(warp const& lanes, std::byte const* from, std::byte* to)
{
    static block_scratch<Element, 32> scratch;
    unsigned const lane = lanes.thread_rank();
    store(lanes, reinterpret_cast<Element*>(to) + lane,
          load(lanes, reinterpret_cast<Element const*>(from) + lane, scratch), scratch);
}

struct known_copy {
    std::size_t element_bytes, alignment;
    copy_of_warp coalesced;
    copy_of_warp staged;  //!< null if scratch is not used
};

template <std::size_t Bytes, std::size_t Alignment>
known_copy copy_of_elements()
{
    using type = element<Bytes, Alignment>;
    known_copy result{Bytes, Alignment, copy<type>, nullptr};
    if constexpr (block_scratch<type, 32>::uses_memory) result.staged = copy_staged<type>;
    return result;
}

//! Returns the widest alignment, up to `max`, that a type of this size can have.
constexpr std::size_t widest_alignment(std::size_t bytes, std::size_t max)
{
    return std::min(bytes & (~bytes + 1), max);
}

//! Adds the sizes First, First + Step, …, each with its widest alignment up to Max.
template <std::size_t First, std::size_t Step, std::size_t Max, std::size_t... I>
void add(std::vector<known_copy>& copies, std::index_sequence<I...>)
{
    (copies.push_back(copy_of_elements<First + I * Step, widest_alignment(First + I * Step, Max)>()), ...);
}

std::vector<known_copy> all_copies()
{
    std::vector<known_copy> copies;
#if defined(__clang_analyzer__)
    // Only two copies, because the static analyzer would take minutes for all copies.
    add<20, 8, 16>(copies, std::make_index_sequence<2>());
#else
    add<1, 1, 16>(copies, std::make_index_sequence<64>());
    add<68, 4, 16>(copies, std::make_index_sequence<16>());   // to 128
    add<136, 8, 16>(copies, std::make_index_sequence<16>());  // to 256
    add<8, 8, 4>(copies, std::make_index_sequence<8>());      // to 64, aligned to 4
#endif
    return copies;
}

// The arrays between which elements are copied.
alignas(128) std::byte const source[32 * 256] = {};
alignas(128) std::byte target[32 * 256];

memory_traffic traffic_of(copy_of_warp copy)
{
    return emulate_group<32>([&](warp const& lanes) { copy(lanes, source, target); });
}

//! Reports the accesses of a plain copy to an emulated warp, which counts them.
memory_traffic plain_traffic(std::size_t element_bytes, std::size_t alignment)
{
    return emulate_group<32>([&](warp const& lanes) {
        detail::emulated_lane& lane = *detail::emulated_lane::current();
        std::size_t const first = lanes.thread_rank() * element_bytes;
        auto const access = [&](bool stores, std::byte const* array) {
            for (std::size_t at = first; at < first + element_bytes; at += alignment) {
                lane.count_access(lanes.accessing_lanes(), stores, array + at, static_cast<unsigned>(alignment));
            }
        };
        access(false, source);
        access(true, target);
    });
}

}  // namespace

std::optional<counted_copy> count_copy(std::size_t element_bytes, std::size_t alignment)
{
    for (known_copy const& known : all_copies()) {
        if (known.element_bytes != element_bytes || known.alignment != alignment) continue;
        counted_copy counted{plain_traffic(element_bytes, alignment), traffic_of(known.coalesced), std::nullopt};
        if (known.staged != nullptr) counted.staged = traffic_of(known.staged);
        return counted;
    }
    return std::nullopt;
}

}  // namespace heddle::program
