// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An emulated block of several warps: its threads are the lanes of a group of 32, and its warps are smaller groups of
// these lanes.
#pragma once

#include <heddle/emulation.hpp>

namespace heddle_test {

template <unsigned WarpLanes>
class emulated_block {
public:
    explicit emulated_block(heddle::emulated_group<32> const& all) : all_(all) {}

    static constexpr unsigned num_threads() { return 32; }
    unsigned thread_rank() const { return all_.thread_rank(); }
    void sync() const { all_.sync(); }
    bool any(bool condition) const { return all_.any(condition); }

private:
    heddle::emulated_group<32> all_;
};

template <unsigned WarpLanes>
heddle::emulated_group<WarpLanes> warp_of(emulated_block<WarpLanes> const&)
{
    return heddle::emulated_group<WarpLanes>(*heddle::detail::emulated_lane::current());
}

//! Runs body(block) in a block of 32 threads.
template <unsigned WarpLanes, class Body>
void emulate_block(Body const& body)
{
    heddle::emulate_group<32>([&](auto const& all) { body(emulated_block<WarpLanes>(all)); });
}

}  // namespace heddle_test
