// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels whose threads add records to records in memory: gradients of splats, particles to a grid, deposition of
// current, and assembly of a stiffness matrix. Each is a template, whose parameter is the way to add.
#include "current.cuh"
#include "particles_to_grid.cuh"
#include "splats.cuh"
#include "stiffness.cuh"

int main(int argc, char** argv)
{
    using namespace heddle_examples;
    return run_example(argc, argv, "Adds gradients, particles, currents and blocks of a matrix", nullptr,
                       [](options const& chosen) {
                           bool const is_right[] = {compare_splats(chosen), compare_particles_to_grid(chosen),
                                                    compare_current(chosen), compare_stiffness(chosen)};
                           return is_right[0] && is_right[1] && is_right[2] && is_right[3];
                       });
}
