// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A program that calls the four shuffles.
#pragma once

#include "common/warp/programs.hpp"

#include <heddle/shuffle.cuh>

namespace heddle_test {

struct shuffles {
    static constexpr char const* name = "shuffles";
    static constexpr unsigned in_rows = 1, out_rows = 6, out_words = 2;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Value>
    HEDDLE_HOST_DEVICE static void lane(Tile const& tile, lane_io<Value> const& io)
    {
        unsigned const n = io.n, l = tile.thread_rank();
        Value const& own = io.in[l];
        unsigned const by = io.words[0] % 32;
        bool above = false, below = false;
        io.out[l] = heddle::shuffle(tile, own, io.words[l]);
        io.out[n + l] = heddle::shuffle_up(tile, own, by);
        io.out[2 * n + l] = heddle::shuffle_down(tile, own, by);
        io.out[3 * n + l] = heddle::shuffle_xor(tile, own, by % n);
        io.out[4 * n + l] = heddle::shuffle_up(tile, own, by, above);
        io.out[5 * n + l] = heddle::shuffle_down(tile, own, by, below);
        io.out_words[l] = above ? 1 : 0;
        io.out_words[n + l] = below ? 1 : 0;
    }

    template <class Value>
    static void reference(lane_io<Value> const& io)
    {
        unsigned const n = io.n, by = io.words[0] % 32;
        for (unsigned l = 0; l < n; ++l) {
            bool const above = l >= by, below = l + by < n;
            io.out[l] = io.in[io.words[l] % n];
            io.out[n + l] = io.out[4 * n + l] = io.in[above ? l - by : l];
            io.out[2 * n + l] = io.out[5 * n + l] = io.in[below ? l + by : l];
            io.out[3 * n + l] = io.in[l ^ (by % n)];
            io.out_words[l] = above ? 1 : 0;
            io.out_words[n + l] = below ? 1 : 0;
        }
    }
};

}  // namespace heddle_test
