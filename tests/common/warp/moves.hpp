// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Programs that call the functions which exchange values between lanes: broadcast, rotate, exchange and transpose.
#pragma once

#include "common/warp/programs.hpp"

#include <heddle/transpose.cuh>
#include <heddle/warp/broadcast.cuh>
#include <heddle/warp/exchange.cuh>
#include <heddle/warp/rotate.cuh>

namespace heddle_test {

struct moves {
    static constexpr char const* name = "broadcast, rotate, exchange";
    static constexpr unsigned in_rows = 2, out_rows = 6, out_words = 2;

    struct choices {
        unsigned source, mask;
        int distance;
        std::uint32_t rare;  // lane l is flagged if (words[l] & rare) == 0

        template <class Value>
        HEDDLE_HOST_DEVICE explicit choices(lane_io<Value> const& io)
            : source(io.words[0] % io.n),
              mask(io.n == 1 ? 0 : 1 + io.words[0] % (io.n - 1)),
              distance(static_cast<int>(io.words[0] >> 8) - (1 << 23)),
              rare((io.words[0] & 1u) != 0 ? 1u : 31u)
        {
        }
    };

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Value>
    HEDDLE_HOST_DEVICE static void lane(Tile const& tile, lane_io<Value> const& io)
    {
        unsigned const n = io.n, l = tile.thread_rank();
        choices const by(io);
        Value const own = io.in[l];
        Value first = own, second = io.in[n + l];
        io.out[l] = heddle::broadcast(tile, own, by.source);
        auto const last = heddle::broadcast_from_last(tile, (io.words[l] & by.rare) == 0, own);
        io.out[n + l] = last.value;
        io.out_words[l] = last.lane;
        io.out_words[n + l] = last.found ? 1 : 0;
        io.out[2 * n + l] = heddle::rotate(tile, own);
        io.out[3 * n + l] = heddle::rotate(tile, own, by.distance);
        if constexpr (heddle::detail::lane_count_v < Tile >> 1) {
            heddle::exchange(tile, first, second, by.mask);
        }
        io.out[4 * n + l] = first;
        io.out[5 * n + l] = second;
    }

    template <class Value>
    static void reference(lane_io<Value> const& io)
    {
        unsigned const n = io.n;
        choices const by(io);
        unsigned last = n;
        for (unsigned l = 0; l < n; ++l) {
            if ((io.words[l] & by.rare) == 0) last = l;
        }
        for (unsigned l = 0; l < n; ++l) {
            io.out[l] = io.in[by.source];
            io.out[n + l] = io.in[last < n ? last : l];
            io.out_words[l] = last;
            io.out_words[n + l] = last < n ? 1 : 0;
            io.out[2 * n + l] = io.in[(l + 1) % n];
            int const from = (static_cast<int>(l) + by.distance) % static_cast<int>(n);
            io.out[3 * n + l] = io.in[from < 0 ? from + static_cast<int>(n) : from];
            unsigned const partner = l ^ by.mask;
            io.out[4 * n + l] = l > partner ? io.in[n + partner] : io.in[l];
            io.out[5 * n + l] = l < partner ? io.in[partner] : io.in[n + l];
        }
    }
};

//! Converts items from striped to blocked order and back.
template <unsigned Count>
struct transposes {
    static constexpr char const* name = "transpose";
    static constexpr unsigned in_rows = Count, out_rows = 2 * Count, out_words = 0;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Value>
    HEDDLE_HOST_DEVICE static void lane(Tile const& tile, lane_io<Value> const& io)
    {
        unsigned const n = io.n, l = tile.thread_rank();
        Value values[Count];
        HEDDLE_UNROLL
        for (unsigned r = 0; r < Count; ++r) values[r] = io.in[r * n + l];
        heddle::rows_to_elements(tile, values);
        HEDDLE_UNROLL
        for (unsigned r = 0; r < Count; ++r) io.out[r * n + l] = values[r];
        heddle::elements_to_rows(tile, values);
        HEDDLE_UNROLL
        for (unsigned r = 0; r < Count; ++r) io.out[(Count + r) * n + l] = values[r];
    }

    template <class Value>
    static void reference(lane_io<Value> const& io)
    {
        for (unsigned r = 0; r < Count; ++r) {
            for (unsigned l = 0; l < io.n; ++l) {
                io.out[r * io.n + l] = io.in[l * Count + r];
                io.out[(Count + r) * io.n + l] = io.in[r * io.n + l];
            }
        }
    }
};

//! Transposes 32 values in each of 32 lanes with five butterfly steps of exchange.
struct butterfly {
    static constexpr char const* name = "butterfly of exchanges";
    static constexpr unsigned in_rows = 32, out_rows = 32, out_words = 0;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Value>
    HEDDLE_HOST_DEVICE static void lane(Tile const& tile, lane_io<Value> const& io)
    {
        unsigned const n = io.n, l = tile.thread_rank();
        Value values[32];
        HEDDLE_UNROLL
        for (unsigned r = 0; r < 32; ++r) values[r] = io.in[r * n + l];
        heddle::exchange<1>(tile, values, 1);
        heddle::exchange<2>(tile, values, 2);
        heddle::exchange<4>(tile, values, 4);
        heddle::exchange<8>(tile, values, 8);
        heddle::exchange<16>(tile, values, 16);
        HEDDLE_UNROLL
        for (unsigned r = 0; r < 32; ++r) io.out[r * n + l] = values[r];
    }

    template <class Value>
    static void reference(lane_io<Value> const& io)
    {
        for (unsigned r = 0; r < 32; ++r) {
            for (unsigned l = 0; l < 32; ++l) io.out[r * 32 + l] = io.in[l * 32 + r];
        }
    }
};

}  // namespace heddle_test
