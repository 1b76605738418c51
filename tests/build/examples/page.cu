// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The program of docs/benchmarking-your-kernel.md. With the argument `broken`, it compares a form that loses changes.
#define main main_of_page
#include "blocks_of_page.cuh"
#undef main

struct broken {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        auto q = p[i].edit();
        advance_whole{}(p, i);  // lost when q is stored
    }
};

int main(int argc, char** argv)
{
    using namespace heddle_examples;
    if (argc < 2 || std::string(argv[1]) != "broken") return main_of_page(argc, argv);
    return run_example(1, argv, "Loses changes", nullptr, [](options const& chosen) {
        std::vector<particle> const particles(chosen.count_of(sizeof(particle)), {{1, 2, 3}, {4, 5, 6}, 7});
        return compare("particles", chosen, particles, plain("plain", advance{}), moved("broken", broken{}));
    });
}
