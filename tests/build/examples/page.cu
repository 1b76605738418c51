// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The program of docs/benchmarking-your-kernel.md. With the argument `broken`, it compares a form that loses changes,
// with `some`, the kernel with several arrays.
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

struct broken_some {
    template <class Indices, class From, class To>
    HEDDLE_HOST_DEVICE void operator()(Indices, From from, To to, int i) const
    {
        particle const q = from[i];
        to[i] = q;
    }
};

int main(int argc, char** argv)
{
    using namespace heddle_examples;
    std::string const what = argc < 2 ? "" : argv[1];
    if (what == "broken") {
        return run_example(1, argv, "Loses changes", nullptr, [](options const& chosen) {
            std::vector<particle> const particles(chosen.count_of(sizeof(particle)), {{1, 2, 3}, {4, 5, 6}, 7});
            return compare("particles", chosen, particles, plain("plain", advance{}), moved("broken", broken{}));
        });
    }
    if (what == "some") {
        return run_example(1, argv, "Moves some particles", nullptr, [](options const& chosen) {
            std::vector<particle> particles(2 * chosen.count_of(sizeof(particle)));
            std::vector<int> indices(particles.size() / 2);
            for (std::size_t i = 0; i < particles.size(); ++i) particles[i].x[0] = static_cast<float>(i);
            for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<int>(i * 7 % particles.size());
            bool const is_right = compare_some(chosen, particles, indices);
            std::vector<particle> const copies(indices.size());
            auto const uses = arrays(raw(reads(indices, 0.5)), reads(particles), writes(copies));
            return !compare("broken", chosen, uses, plain("plain", advance_some{}), moved("broken", broken_some{}),
                            soa("broken SoA", broken_some{})) &&
                   is_right;
        });
    }
    return main_of_page(argc, argv);
}
