// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The short benchmark: a selection of cases, one table, one picture. With a GPU it measures times. Without one, it
// counts the 32-byte sectors that emulated warps load and store.
#include "table.hpp"

#include <compare.cuh>

int main(int argc, char** argv)
{
    using namespace heddle_bench::brief;
    return heddle_examples::run_example(
        argc, argv, "Measures heddle beside plain code, or counts memory accesses if there is no GPU",
        "the picture to write, an SVG file", [](heddle_examples::options const& chosen) {
            session run{chosen};
            print_head(run);
            measure_limits(run);
            for (auto* const add : registration::functions) add(run);
            bool const is_right = print_table(run);
            if (!chosen.file.empty()) draw_picture(run, chosen.file);
            return is_right;
        });
}
