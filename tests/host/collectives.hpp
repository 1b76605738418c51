// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The collectives for one element type and one tile, behind plain pointers: so the scenarios that
// sweep over hundreds of types are compiled once.
#pragma once

#include <common/bytes.hpp>

#include <heddle/emulation.hpp>
#include <heddle/plan.hpp>
#include <heddle/tile_access.cuh>

#include <cstddef>
#include <cstring>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace heddle_test {

//! Values are handed over as bytes. All functions are called by every lane of the tile.
struct collectives {
    using lane = heddle::emulated_lane;

    heddle::plan plan;
    heddle::memory_traffic (*run)(std::function<void(lane&)> const& body);
    heddle::memory_traffic (*run_in_warp)(std::function<void(lane&)> const& body);
    void (*load)(lane&, void const* pointer, void* value);
    void (*load_if)(lane&, bool wanted, void const* pointer, void* value);  // value: otherwise
    void (*load_contiguous)(lane&, void const* first, void* value);
    void (*load_counted)(lane&, void const* first, std::size_t count, void* value);
    void (*store)(lane&, void* pointer, void const* value);
    void (*store_if)(lane&, bool wanted, void* pointer, void const* value);
    void (*store_contiguous)(lane&, void* first, void const* value);
    void (*store_counted)(lane&, void* first, std::size_t count, void const* value);

    friend std::ostream& operator<<(std::ostream& out, collectives const& c)
    {
        return out << c.plan.element_bytes << " bytes aligned to " << c.plan.alignment << ", "
                   << c.plan.lane_count << " lanes";
    }
};

//! Runs body on the lanes of one tile.
template <unsigned LaneCount>
heddle::memory_traffic run_tile(std::function<void(heddle::emulated_lane&)> const& body)
{
    return heddle::emulate_tile<LaneCount>(
        [&](auto const&) { body(*heddle::emulated_lane::current()); });
}

template <class Element, unsigned LaneCount>
struct collectives_of {
    using lane = heddle::emulated_lane;
    using tile = heddle::emulated_tile<LaneCount>;

    static Element const* in(void const* pointer) { return static_cast<Element const*>(pointer); }
    static Element* out(void* pointer) { return static_cast<Element*>(pointer); }
    static Element from(void const* value)
    {
        Element element;
        std::memcpy(&element, value, sizeof element);
        return element;
    }
    static void give(void* value, Element const& element)
    {
        std::memcpy(value, &element, sizeof element);
    }

    static void load(lane& l, void const* pointer, void* value)
    {
        give(value, heddle::load(tile(l), in(pointer)));
    }
    static void load_if(lane& l, bool wanted, void const* pointer, void* value)
    {
        give(value, heddle::load_if(tile(l), wanted, in(pointer), from(value)));
    }
    static void load_contiguous(lane& l, void const* first, void* value)
    {
        give(value, heddle::load_contiguous(tile(l), in(first)));
    }
    static void load_counted(lane& l, void const* first, std::size_t count, void* value)
    {
        give(value, heddle::load_contiguous(tile(l), in(first), count));
    }
    static void store(lane& l, void* pointer, void const* value)
    {
        heddle::store(tile(l), out(pointer), from(value));
    }
    static void store_if(lane& l, bool wanted, void* pointer, void const* value)
    {
        heddle::store_if(tile(l), wanted, out(pointer), from(value));
    }
    static void store_contiguous(lane& l, void* first, void const* value)
    {
        heddle::store_contiguous(tile(l), out(first), from(value));
    }
    static void store_counted(lane& l, void* first, std::size_t count, void const* value)
    {
        heddle::store_contiguous(tile(l), out(first), from(value), count);
    }

    static collectives table()
    {
        return {heddle::plan_of<Element, LaneCount>(),
                run_tile<LaneCount>,
                run_tile<32>,
                load,
                load_if,
                load_contiguous,
                load_counted,
                store,
                store_if,
                store_contiguous,
                store_counted};
    }
};

//! All sizes First … First + sizeof...(Offset) - 1 at their widest alignment, on whole warps.
template <std::size_t First, std::size_t... Offset>
std::vector<collectives> collectives_of_sizes(std::index_sequence<Offset...>)
{
    return {collectives_of<bytes<First + Offset>, 32>::table()...};
}

//! The given sizes at one alignment on tiles of one size.
template <unsigned LaneCount, std::size_t Alignment, std::size_t... Size>
std::vector<collectives> collectives_aligned_to()
{
    return {collectives_of<bytes<Size, Alignment>, LaneCount>::table()...};
}

//! The given sizes at their widest alignment on tiles of one size.
template <unsigned LaneCount, std::size_t... Size>
std::vector<collectives> collectives_of_tile()
{
    return {collectives_of<bytes<Size>, LaneCount>::table()...};
}

}  // namespace heddle_test
