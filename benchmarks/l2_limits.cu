// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The two limits of copies in the L2 cache: flat kernels in launches of their own, and one that goes
// round. Each is the fastest of several shapes on this GPU.

#include "arrays.cuh"
#include "common/batches.hpp"
#include "flat_shapes.cuh"
#include "harness.cuh"
#include "l2_measurement.cuh"
#include "round_trip.cuh"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

namespace heddle_bench {
namespace {

std::array<flat_shape, 9> const shapes{
    make_flat_shape<1, 256>(),  make_flat_shape<2, 256>(),  make_flat_shape<4, 256>(),
    make_flat_shape<1, 512>(),  make_flat_shape<2, 512>(),  make_flat_shape<4, 512>(),
    make_flat_shape<1, 1024>(), make_flat_shape<2, 1024>(), make_flat_shape<4, 1024>()};

make_launcher copy_of_shape(flat_shape const& shape, std::size_t words)
{
    unsigned const blocks = rounded_up_quotient(words, shape.words_per_share);
    return by_graph([=](cudaStream_t stream) {
        shape.copy<<<blocks, shape.threads, 0, stream>>>(arrays().in, arrays().out, words);
        check_launch();
    });
}

//! A grid-stride loop: as many blocks as run at once, and one round.
make_launcher strided_copy_of_shape(flat_shape const& shape, std::size_t words)
{
    round_trip const trip = trip_of(rounded_up_quotient(words, shape.words_per_share), 1);
    return [=] {
        unsigned const blocks =
            std::min(trip.shares, persistent_blocks(shape.copy_in_rounds, shape.threads));
        return by_graph([=](cudaStream_t stream) {
            shape.copy_in_rounds<<<blocks, shape.threads, 0, stream>>>(arrays().in, arrays().out,
                                                                       trip, words);
            check_launch();
        })();
    };
}

make_launcher round_of_shape(flat_shape const& shape, std::size_t words)
{
    round_trip const trip =
        trip_of(rounded_up_quotient(words, shape.words_per_share), rounds_of_kernel);
    return [=]() -> launcher {
        unsigned const blocks = persistent_blocks(shape.copy_in_rounds, shape.threads);
        return [=] {
            shape.copy_in_rounds<<<blocks, shape.threads>>>(arrays().in, arrays().out, trip, words);
            check_launch();
        };
    };
}

//! A limit is the fastest of these.
struct candidate {
    std::string name;
    std::function<make_launcher(std::size_t words)> copy;
};

std::vector<candidate> copy_candidates()
{
    std::vector<candidate> all;
    for (flat_shape const& s : shapes) {
        all.push_back({s.name, [s](std::size_t words) { return copy_of_shape(s, words); }});
        all.push_back({s.name + "_strided",
                       [s](std::size_t words) { return strided_copy_of_shape(s, words); }});
    }
    return all;
}

std::vector<candidate> round_candidates()
{
    std::vector<candidate> all;
    for (flat_shape const& s : shapes) {
        all.push_back({s.name, [s](std::size_t words) { return round_of_shape(s, words); }});
    }
    return all;
}

//! The least milliseconds of a launch, of a few batches.
float milliseconds_of(launcher const& launch)
{
    int const launches = launches_of_batch(launch);
    float least = time_batch(launch, launches);
    for (int i = 0; i < 4; ++i) least = std::min(least, time_batch(launch, launches));
    return least / static_cast<float>(launches);
}

candidate const& fastest(std::vector<candidate> const& all)
{
    std::size_t const words = l2_array_bytes() / sizeof(uint4);
    std::vector<float> milliseconds;
    for (candidate const& one : all) milliseconds.push_back(milliseconds_of(one.copy(words)()));
    auto const least = std::min_element(milliseconds.begin(), milliseconds.end());
    return all[static_cast<std::size_t>(least - milliseconds.begin())];
}

candidate const& fastest_copy()
{
    static std::vector<candidate> const all = copy_candidates();
    static candidate const& best = fastest(all);
    return best;
}

candidate const& fastest_round()
{
    static std::vector<candidate> const all = round_candidates();
    static candidate const& best = fastest(all);
    return best;
}

void add_limit(char const* pattern, candidate const& (*best)(), unsigned copies,
               element_shape const& shape)
{
    std::size_t const words =
        element_count(shape.bytes, l2_array_bytes()) * shape.bytes / sizeof(uint4);
    auto const copy = [=] { return best().copy(words)(); };
    add_l2(std::string{pattern} + "/limit/" + shape.label, copy, sizeof(uint4), words, copies);
}

//! Each candidate by itself: for one size, since none depends on it.
void add_candidates(char const* pattern, std::vector<candidate> const& all, unsigned copies)
{
    std::size_t const words = l2_array_bytes() / sizeof(uint4);
    for (candidate const& one : all) {
        add_l2(std::string{pattern} + '/' + one.name + "/16a16", one.copy(words), sizeof(uint4),
               words, copies);
    }
}

void add_flat_shapes(benchmark_kind kind)
{
    if (kind == benchmark_kind::l2_copy) {
        add_candidates("l2_copy", copy_candidates(), launches_of_graph);
    } else if (kind == benchmark_kind::l2_round) {
        add_candidates("l2_round", round_candidates(), rounds_of_kernel);
    }
}

register_part const part({sizeof(uint4), add_flat_shapes});

}  // namespace

void add_l2_copy_limit(element_shape const& shape)
{
    add_limit("l2_copy", fastest_copy, launches_of_graph, shape);
}

void add_l2_round_limit(element_shape const& shape)
{
    add_limit("l2_round", fastest_round, rounds_of_kernel, shape);
}

}  // namespace heddle_bench
