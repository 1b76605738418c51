// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A pipeline that writes refuses a pointer to const.
// expect: heddle: cannot store through a pointer to const T

#include <heddle/block/tile_pipeline.cuh>
#include <heddle/emulation/emulated_group.hpp>

struct vec {
    float x, y, z, w, t;
};

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
using element = vec;
#else
using element = vec const;
#endif

void reset(heddle::emulated_group<32> const& block, heddle::tile_stages<vec, 64, 2>& stages,
           element* p)
{
    auto out = heddle::write_tiles(block, stages, p, 640);
    while (out.next()) out.tile().store(block.thread_rank(), vec{});
}
