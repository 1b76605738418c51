// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the programs of the warp toolbox on emulated tiles.
#pragma once

#include "common/warp/programs.hpp"

#include <heddle/emulation.hpp>

#include <functional>

namespace heddle_test {

//! Compiled once for each tile: the scheduler of lanes takes more code than a program.
template <unsigned LaneCount>
void run_emulated(std::function<void(heddle::emulated_group<LaneCount> const&)> const& body)
{
    heddle::emulate_group<LaneCount>(body);
}

template <class Program, class Value, unsigned LaneCount>
struct emulated_runner {
    static void run(program_run<Program, Value>& whole)
    {
        for (unsigned t = 0; t < whole.tile_count(); ++t) {
            run_emulated<LaneCount>([&](heddle::emulated_group<LaneCount> const& tile) {
                Program::lane(tile, whole.tile(t));
            });
        }
    }
};

}  // namespace heddle_test
