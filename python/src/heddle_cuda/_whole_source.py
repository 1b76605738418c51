# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The kernels of take, put and copy_if for records of any size: heddle/records/detail/record_movers.cuh moves them.

A block lists the addresses of its records in shared memory, and then moves their words. MOVER is what moves them.
"""

from __future__ import annotations

import functools

from ._index_source import POSITION
from ._select_source import COUNT
from ._sources import THREADS, TILE, light_head

_TABLE = """
#include <heddle/fields.cuh>
#include <heddle/records/detail/record_movers.cuh>

using namespace heddle::detail;
using mover_type = MOVER;

// The parameter of the kernels.
struct record_table {
    std::byte const* source;
    std::byte* target;
    std::uint64_t source_distance, target_distance;
    integer count;       // take and put: the records that an index can mean; copy_if: all records
    void const* chosen;  // take and put: the indices; copy_if: the mask
    integer index_count;
    // put: 1 + the number of the value for each record of the target, or null; copy_if: the number of records that are
    // selected before each tile, and that of all
    integer const* last;
    // take: gets the number of indices from the first one on that is out of range, or null
    unsigned long long* bad;
    int number;                 // take and put: see position()
    unsigned is_dense;          // put: whether there are no bytes between the records of the source
    fast_divisor units;         // divides by the number of the mover's units in a record
    unsigned record_bytes;
    unsigned records_of_block;  // copy_if: the blocks of a tile
    unsigned blocks_of_record;  // more than 1 if a block moves units_of_block units of one record
    unsigned units_of_block;
    mover_type mover;
};

struct block_memory {
    moved_record records[max_listed_records];
    mover_type::memory of_mover;
    unsigned left_out, kept;                     // numbers of indices
    unsigned short missing[max_listed_records];  // take: the records whose index is out of range
};

// The records of a block, or the units first ... end - 1 of one record.
struct block_share {
    integer record;
    unsigned count, first, end;

    __device__ block_share(record_table const& t, integer all)
    {
        bool const is_part = t.blocks_of_record > 1;
        unsigned const block = is_part ? blockIdx.x / t.blocks_of_record : blockIdx.x;
        unsigned const part = is_part ? blockIdx.x % t.blocks_of_record : 0;
        record = integer(block) * t.records_of_block;
        integer const left = all - record;
        count = left < t.records_of_block ? unsigned(left) : t.records_of_block;
        unsigned const units = count * t.units.divisor();
        first = part * t.units_of_block;
        end = units - first < t.units_of_block ? units : first + t.units_of_block;
    }
};
"""

_TAKE = """
// The bytes that are set to 0 at once.
template <class Mover> constexpr unsigned zero_bytes = 1;
template <unsigned Bytes, dense_side Dense, unsigned InFlight>
constexpr unsigned zero_bytes<word_mover<Bytes, Dense, InFlight>> = Bytes;

// Sets the block's part of the records that are missing to 0.
__device__ void clear(record_table const& t, block_memory const& shared, block_share const& own, unsigned unit_bytes)
{
    constexpr unsigned bytes = zero_bytes<mover_type>;
    using word = moved_at_once<bytes>::type;
    bool const is_part = t.blocks_of_record > 1;
    unsigned const first = is_part ? own.first * unit_bytes : 0;
    unsigned const end = is_part && own.end < t.units.divisor() ? own.end * unit_bytes : t.record_bytes;
    for (unsigned k = threadIdx.x / 32; k < shared.left_out; k += THREADS / 32) {
        std::byte* const out = shared.records[shared.missing[k]].out;
        for (unsigned at = first + threadIdx.x % 32 * bytes; at < end; at += 32 * bytes)
            *reinterpret_cast<word*>(out + at) = word{};
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) take_records(__grid_constant__ record_table const t)
{
    __shared__ block_memory shared;
    block_share const own(t, t.index_count);
    if (threadIdx.x == 0) shared.left_out = 0;
    __syncthreads();
    for (unsigned k = threadIdx.x; k < own.count; k += THREADS) {
        integer number = position(t.chosen, t.number, own.record + k, t.count);
        if (number == t.count) {
            shared.missing[atomicAdd(&shared.left_out, 1u)] = static_cast<unsigned short>(k);
            integer const from_here = t.index_count - (own.record + k);
            if (t.bad != nullptr) atomicMax(t.bad, static_cast<unsigned long long>(from_here));
            number = 0;  // a record that can be read
        }
        shared.records[k] = {t.source + number * t.source_distance, t.target + (own.record + k) * t.target_distance};
    }
    __syncthreads();
    t.mover.move(shared.of_mover, shared.records, t.units, own.first, own.end);
    if (shared.left_out == 0) return;
    __syncthreads();
    clear(t, shared, own, UNIT_BYTES);
}
"""

_PUT = """
// Lists record k of the block, and returns true, if it is stored. Then `place` is its place in the list. With `last`,
// the block has records of the target, because whole sectors are written then; otherwise records of the source.
template <class Place>
__device__ bool list(record_table const& t, block_memory& shared, block_share const& own, unsigned k, Place place)
{
    integer from = own.record + k, to = from;
    if (t.last != nullptr) from = t.last[to] - 1;
    else to = position(t.chosen, t.number, from, t.count);
    if (from < 0 || to == t.count) return false;
    shared.records[place()] = {t.source + from * t.source_distance, t.target + to * t.target_distance};
    return true;
}

extern "C" __global__ void __launch_bounds__(THREADS) put_records(__grid_constant__ record_table const t)
{
    __shared__ block_memory shared;
    block_share const own(t, t.last != nullptr ? t.count : t.index_count);
    if (threadIdx.x == 0) shared.left_out = shared.kept = 0;
    __syncthreads();
    for (unsigned k = threadIdx.x; k < own.count; k += THREADS) {
        if (!list(t, shared, own, k, [=] { return k; })) atomicAdd(&shared.left_out, 1u);
    }
    __syncthreads();
    bool const are_all_stored = shared.left_out == 0;
    if (are_all_stored && t.is_dense && t.last == nullptr) {
        t.mover.move(shared.of_mover, shared.records, t.units, own.first, own.end);
        return;
    }
    unsigned end = own.end;
    if (!are_all_stored) {
        for (unsigned k = threadIdx.x; k < own.count; k += THREADS)
            list(t, shared, own, k, [&] { return atomicAdd(&shared.kept, 1u); });
        __syncthreads();
        unsigned const stored = shared.kept * t.units.divisor();
        end = end < stored ? end : stored;
    }
    word_mover<mover_type::word_bytes> const mover(record_arrays{nullptr, nullptr, 0, t.record_bytes});
    word_mover<mover_type::word_bytes>::memory none;
    mover.move(none, shared.records, t.units, own.first, end);
}
"""

_COPY = """
extern "C" __global__ void __launch_bounds__(THREADS) copy_records(__grid_constant__ record_table const t)
{
    __shared__ block_memory shared;
    bool const is_part = t.blocks_of_record > 1;
    unsigned const block = is_part ? blockIdx.x / t.blocks_of_record : blockIdx.x;
    unsigned const part = is_part ? blockIdx.x % t.blocks_of_record : 0;
    integer const tile = block / t.records_of_block, before = t.last[tile];
    unsigned const all = unsigned(t.last[tile + 1] - before);
    unsigned const each = (all + t.records_of_block - 1) / t.records_of_block;
    unsigned const first = block % t.records_of_block * each;
    if (first >= all) return;
    unsigned const count = all - first < each ? all - first : each;
    unsigned bits = selected_bits(static_cast<unsigned char const*>(t.chosen), t.count, tile), total;
    unsigned rank = sum_before<unsigned>(__popc(bits), total) - first;
    integer const number = tile * TILE + threadIdx.x * items - 1;
    for (; bits != 0; bits &= bits - 1, ++rank) {
        if (rank >= count) continue;
        shared.records[rank] = {t.source + (number + __ffs(bits)) * t.source_distance,
                                t.target + (before + first + rank) * t.target_distance};
    }
    __syncthreads();
    unsigned const units = count * t.units.divisor();
    if (!is_part) return t.mover.move(shared.of_mover, shared.records, t.units, 0, units);
    unsigned const begin = part * t.units_of_block;
    unsigned const end = units - begin < t.units_of_block ? units : begin + t.units_of_block;
    t.mover.move(shared.of_mover, shared.records, t.units, begin, end);
}
"""

_BODIES = {"take": POSITION + _TABLE + _TAKE, "put": POSITION + _TABLE + _PUT, "copy": COUNT + _TABLE + _COPY}


@functools.lru_cache
def source(work: str, mover: str, unit_bytes: int, assertions: str) -> str:
    body = _BODIES[work]
    for name, value in {"MOVER": mover, "UNIT_BYTES": unit_bytes, "THREADS": THREADS, "TILE": TILE}.items():
        body = body.replace(name, str(value))
    return light_head(f"{work} records") + body + assertions
