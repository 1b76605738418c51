// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The program of docs/benchmarking-your-kernel.md. With the argument `broken`, it compares a kernel that loses changes.
// With `some`, it compares the kernel with several arrays. With `awkward`, it compares a struct that is hard to copy.
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

struct awkward {
    float x[6];
    int const kind;

    explicit awkward(int given) : x{}, kind(given) {}
    awkward* operator&() const = delete;
};

template <bool Whole>
struct push {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        if constexpr (Whole) {
            auto q = p[i].edit();
            q->x[0] += 1;
        } else {
            (p + i)->x[0] += 1;
        }
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
    if (what == "awkward") {
        return run_example(1, argv, "Moves what is hard to copy", nullptr, [](options const& chosen) {
            std::vector<awkward> const elements(chosen.count_of(sizeof(awkward)), awkward(3));
            return compare("awkward", chosen, elements, plain("plain", push<false>{}), moved("moved", push<true>{}),
                           soa("SoA", push<true>{}));
        });
    }
    if (what == "empty") {
        return run_example(1, argv, "Has no threads", nullptr, [](options const& chosen) {
            return compare("empty", chosen, std::vector<awkward>(), plain("plain", push<false>{}));
        });
    }
    return main_of_page(argc, argv);
}
