// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Programs that call reductions and scans, of groups and of segments. Functions that make random operands and compute
// the expected results of reductions.
#pragma once

#include "common/warp/associative.hpp"
#include "common/warp/programs.hpp"

#include <heddle/warp/operations.cuh>
#include <heddle/warp/reduce.cuh>
#include <heddle/warp/scan.cuh>
#include <heddle/warp/segmented.cuh>

namespace heddle_test {

//! Returns whether lane l begins a segment. The first random word selects whether no, some or all lanes begin one.
template <class Value>
HEDDLE_HOST_DEVICE bool is_head(lane_io<Value> const& io, unsigned l)
{
    unsigned const kind = io.words[0] >> 8 & 7u;
    return kind == 0 ? false : kind == 1 ? true : (io.words[l] >> 16 & kind) == 0;
}

//! Returns the first lane of the segment of lane l.
template <class Value>
unsigned segment_begin(lane_io<Value> const& io, unsigned l)
{
    while (l > 0 && !is_head(io, l)) --l;
    return l;
}

//! Returns the first lane of the next segment, or n if there is none.
template <class Value>
unsigned segment_end(lane_io<Value> const& io, unsigned l)
{
    do ++l;
    while (l < io.n && !is_head(io, l));
    return l;
}

//! Returns in[first] + … + in[end - 1].
template <class Operation, class Value>
Value sum_of_lanes(lane_io<Value> const& io, unsigned first, unsigned end)
{
    Value sum = Operation::prepare(io.in[first]);
    for (unsigned l = first + 1; l < end; ++l) sum = Operation{}(sum, Operation::prepare(io.in[l]));
    return sum;
}

template <class Operation>
struct reductions {
    static constexpr char const* name = "reduce";
    static constexpr unsigned in_rows = 1, out_rows = 4, out_words = 0;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Value>
    HEDDLE_HOST_DEVICE static void lane(Tile const& tile, lane_io<Value> const& io)
    {
        unsigned const n = io.n, l = tile.thread_rank();
        unsigned const count = 1 + io.words[0] % n;
        Value const own = Operation::prepare(io.in[l]);
        Operation const operation;
        Value const sum = heddle::reduce(tile, own, operation);
        Value const sum_of_some = heddle::reduce(tile, own, operation, count);
        io.out[l] = heddle::reduce_to_all(tile, own, operation);
        io.out[n + l] = heddle::segmented_reduce(tile, own, is_head(io, l), operation);
        io.out[2 * n + l] = l == 0 ? sum : own;
        io.out[3 * n + l] = l == 0 ? sum_of_some : own;
    }

    template <class Value>
    static void reference(lane_io<Value> const& io)
    {
        unsigned const n = io.n, count = 1 + io.words[0] % n;
        for (unsigned l = 0; l < n; ++l) {
            io.out[l] = sum_of_lanes<Operation>(io, 0, n);
            io.out[n + l] = sum_of_lanes<Operation>(io, l, segment_end(io, l));
            io.out[2 * n + l] = l == 0 ? io.out[0] : Operation::prepare(io.in[l]);
            io.out[3 * n + l] = l == 0 ? sum_of_lanes<Operation>(io, 0, count) : Operation::prepare(io.in[l]);
        }
    }
};

template <class Operation>
struct scans {
    static constexpr char const* name = "scan";
    static constexpr unsigned in_rows = 2, out_rows = 4, out_words = 0;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class Value>
    HEDDLE_HOST_DEVICE static void lane(Tile const& tile, lane_io<Value> const& io)
    {
        unsigned const n = io.n, l = tile.thread_rank();
        Value const own = Operation::prepare(io.in[l]);
        Value const initial = Operation::prepare(io.in[n]);
        Operation const operation;
        bool const head = is_head(io, l);
        io.out[l] = heddle::inclusive_scan(tile, own, operation);
        io.out[n + l] = heddle::exclusive_scan(tile, own, operation, initial);
        io.out[2 * n + l] = heddle::segmented_inclusive_scan(tile, own, head, operation);
        io.out[3 * n + l] = heddle::segmented_exclusive_scan(tile, own, head, operation, initial);
    }

    template <class Value>
    static void reference(lane_io<Value> const& io)
    {
        unsigned const n = io.n;
        Value const initial = Operation::prepare(io.in[n]);
        auto const after_initial = [&](unsigned first, unsigned end) {
            return first == end ? initial : Operation{}(initial, sum_of_lanes<Operation>(io, first, end));
        };
        for (unsigned l = 0; l < n; ++l) {
            unsigned const begin = segment_begin(io, l);
            io.out[l] = sum_of_lanes<Operation>(io, 0, l + 1);
            io.out[n + l] = after_initial(0, l);
            io.out[2 * n + l] = sum_of_lanes<Operation>(io, begin, l + 1);
            io.out[3 * n + l] = after_initial(begin, l);
        }
    }
};

//! An operation of heddle, for types that have no invalid operands.
template <class Operation>
struct known : Operation, takes_any_value {
};

//! Returns the sum of the first `count` values, from left to right.
//! Requires: count > 0
template <class Operation, class Value>
Value sum_of(std::vector<Value> const& values, std::size_t count)
{
    Value sum = values[0];
    for (std::size_t i = 1; i < count; ++i) sum = Operation{}(sum, values[i]);
    return sum;
}

template <class Operation, class Value>
std::vector<Value> random_values(random_source& random, std::size_t count)
{
    std::vector<Value> values(count);
    random.fill(values.data(), count * sizeof(Value));
    for (Value& value : values) value = Operation::prepare(value);
    return values;
}

template <class Value>
bool same(Value const& a, Value const& b)
{
    return std::memcmp(&a, &b, sizeof(Value)) == 0;
}

}  // namespace heddle_test

namespace heddle {

template <class Operation>
struct operation_of<heddle_test::known<Operation>> : operation_of<Operation> {
};

}  // namespace heddle
