// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A program that calls all load and store functions of a group.
#pragma once

#include "common/warp/programs.hpp"

#include <heddle/group_access.cuh>

namespace heddle_test {

struct accesses {
    static constexpr char const* name = "loads and stores";
    static constexpr unsigned in_rows = 2, out_rows = 20, out_words = 0;

    //! Selects the elements that the lanes access.
    struct choices {
        unsigned factor, start, count;
        std::uint32_t few;  // lane l is valid if (words[l] >> 16 & few) == 0

        template <class Value>
        HEDDLE_HOST_DEVICE explicit choices(lane_io<Value> const& io)
            : factor(io.words[0] | 1u),
              start(io.words[0] >> 8),
              count(io.words[0] % (2 * io.n + 2)),
              few((io.words[0] & 2u) != 0 ? 1u : 7u)
        {
        }
        HEDDLE_HOST_DEVICE unsigned place(unsigned l, unsigned n) const { return (l * factor + start) % n; }
        HEDDLE_HOST_DEVICE bool wants(std::uint32_t word) const { return (word >> 16 & few) == 0; }
    };

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Value>
    HEDDLE_HOST_DEVICE static void lane(Tile const& tile, lane_io<Value> const& io)
    {
        unsigned const n = io.n, l = tile.thread_rank();
        choices const by(io);
        unsigned const place = by.place(l, n);
        bool const wanted = by.wants(io.words[l]);
        Value const own = io.in[l], other = io.in[n + l];
        Value* const out = io.out;
        out[l] = heddle::load(tile, io.in + place);
        heddle::store(tile, out + n + place, own);
        out[2 * n + l] = heddle::load(tile, io.in + io.words[l] % (2 * n));
        out[3 * n + l] = heddle::load_if(tile, wanted, io.in + place, other);
        Value const some = heddle::load_if(tile, wanted, io.in + n + l);
        if (wanted) out[4 * n + l] = some;
        heddle::store_if(tile, wanted, out + 5 * n + place, own);
        heddle::store_if(tile, wanted, out + 6 * n + l, other);
        // `first` may be any element of the array, so it may begin at any byte of a word.
        unsigned const first = by.start % n;
        out[7 * n + l] = heddle::load_contiguous(tile, io.in + first);
        out[8 * n + l] = heddle::load_contiguous(tile, io.in + first, by.count);
        heddle::store_contiguous(tile, out + 9 * n + first, other);
        auto const pair = heddle::load_contiguous<2>(tile, io.in);
        out[11 * n + 2 * l] = pair[0];
        out[11 * n + 2 * l + 1] = pair[1];
        auto const some_pairs = heddle::load_contiguous<2>(tile, io.in, by.count);
        if (2 * l < by.count) out[13 * n + 2 * l] = some_pairs[0];
        if (2 * l + 1 < by.count) out[13 * n + 2 * l + 1] = some_pairs[1];
        heddle::store_contiguous<2>(tile, out + 15 * n, pair, by.count);
        heddle::store_contiguous(tile, out + 17 * n + first, own, by.count);
        out[19 * n + l] = heddle::load(tile, io.in + first + l);
    }

    template <class Value>
    static void reference(lane_io<Value> const& io)
    {
        unsigned const n = io.n;
        choices const by(io);
        Value* const out = io.out;
        for (unsigned l = 0; l < n; ++l) {
            unsigned const place = by.place(l, n);
            bool const wanted = by.wants(io.words[l]);
            Value const own = io.in[l], other = io.in[n + l];
            out[l] = io.in[place];
            out[n + place] = own;
            out[2 * n + l] = io.in[io.words[l] % (2 * n)];
            out[3 * n + l] = wanted ? io.in[place] : other;
            if (wanted) out[4 * n + l] = other;
            if (wanted) out[5 * n + place] = own;
            if (wanted) out[6 * n + l] = other;
            unsigned const first = by.start % n;
            out[7 * n + l] = io.in[first + l];
            out[8 * n + l] = l < by.count ? io.in[first + l] : Value{};
            out[9 * n + first + l] = other;
            if (l < by.count) out[17 * n + first + l] = own;
            out[19 * n + l] = io.in[first + l];
        }
        for (unsigned i = 0; i < 2 * n; ++i) {
            out[11 * n + i] = io.in[i];
            if (i < by.count) out[13 * n + i] = io.in[i];
            if (i < by.count) out[15 * n + i] = io.in[i];
        }
    }
};

}  // namespace heddle_test
