// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the programs of the warp toolbox on emulated groups.
#pragma once

#include "common/warp/programs.hpp"

#include <heddle/emulation.hpp>

namespace heddle_test {

template <class Program, class Value, unsigned LaneCount>
struct emulated_runner {
    static constexpr unsigned lane_count = LaneCount, tile_count = LaneCount == 32 ? 2 : 1;

    static void run(program_run<Program, Value>& whole)
    {
        for (unsigned t = 0; t < whole.tile_count(); ++t) {
            heddle::emulate_group<LaneCount>(
                [&](heddle::emulated_group<LaneCount> const& tile) { Program::lane(tile, whole.tile(t)); });
        }
    }
};

}  // namespace heddle_test
