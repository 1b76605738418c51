// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile has a power of two of lanes.
// expect: heddle: a group must have 1, 2, 4, 8, 16 or 32 lanes, known at compile time; make one with cooperative_groups::tiled_partition<32>(block)

#include <heddle/group_access.cuh>

#include <cstdint>

struct vec {
    float x, y, z, w, t;
    float length() const;
};

template <unsigned LaneCount>
struct tile {
    static constexpr unsigned num_threads() { return LaneCount; }
    unsigned thread_rank() const;
    void sync() const;
    std::uint32_t shfl(std::uint32_t value, unsigned lane) const;
    unsigned ballot(bool condition) const;
    bool all(bool condition) const;
};

vec first(tile<4> const& four, tile<3> const& three, vec const* p)
{
    static_cast<void>(three);
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    return heddle::load(three, p);
#endif
    return heddle::load(four, p);
}
