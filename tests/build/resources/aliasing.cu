// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The library moves elements as integers. A compiler that assumes strict aliasing must not conclude that such stores
// leave members of other types unchanged.

#include "structs.cuh"

enum class level : unsigned short {};

// at most: read_between_stores loads=2
extern "C" __global__ void read_between_stores(void const* from, level* channel, unsigned* sum)
{
    unsigned const before = heddle::detail::read_as<std::uint16_t>(from);
    *channel = level{3};
    *sum = before + heddle::detail::read_as<std::uint16_t>(from);
}

// at most: write_between_loads loads=2
extern "C" __global__ void write_between_loads(level const* channel, void* to, unsigned* sum)
{
    auto const before = static_cast<unsigned>(*channel);
    heddle::detail::write_as(to, std::uint16_t{3});
    *sum = before + static_cast<unsigned>(*channel);
}
