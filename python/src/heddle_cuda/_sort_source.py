# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The kernels of argsort_by: a radix sort of keys and indices, from the least to the most significant byte.

A field becomes an unsigned key with the same order. The kernel that makes the keys also counts them by each of their
bytes. Then each byte takes one launch: a block sorts a tile in shared memory, finds by decoupled look-back how many
keys of its digits the tiles before it have, and stores its keys behind these. Up to one tile of keys takes one launch.
"""

from __future__ import annotations

import functools

from ._dtypes import INTEGERS
from ._select_source import SUM_BEFORE
from ._sources import light_head

THREADS = 256
#: Keys of a block.
TILE = 4096

_TYPES = """
using key = {key};
using position = {position};
using wide = unsigned long long;
constexpr unsigned tile_size = {tile}, threads = {threads}, warps = threads / 32, items = tile_size / threads;
"""

# The kind of a field: u unsigned, i signed, t a time, whose smallest value is NaT, f a floating-point number.
_KEYS = """
__device__ key ordered(key bits, integer kind)
{
    constexpr key sign = key(1) << (8 * sizeof(key) - 1);
    if (kind == 'i') return key(bits ^ sign);
    if (kind == 't') return bits == sign ? key(~key(0)) : key(bits ^ sign);
    if (kind == 'f') {
        if (key(bits & ~sign) > key(INFINITY)) return key(~key(0));  // NaN is last
        if (bits == sign) bits = 0;                               // -0 is equal to 0
        return bits & sign ? key(~bits) : key(bits | sign);
    }
    return bits;
}

struct sorted_field {
    integer kind, is_reversed, is_descending;
    unsigned char const* first;
    integer stride;

    __device__ key of(integer number) const
    {
        key bits = 0;
        for (unsigned b = 0; b < sizeof(key); ++b) {
            unsigned const at = is_reversed ? sizeof(key) - 1 - b : b;
            bits |= key(key(first[number * stride + at]) << 8 * b);
        }
        bits = ordered(bits, kind);
        bool const is_nan = (kind == 't' || kind == 'f') && bits == key(~key(0));
        return is_descending && !is_nan ? key(~bits) : bits;
    }
};
"""

_DIGIT = """
__device__ unsigned digit_of(key bits, unsigned shift) { return unsigned(bits >> shift & 255); }
"""

# The thread's item k is item first_item() + 32 * k of the tile.
_RANKS = """
struct tile_memory {
    unsigned counts[warps][256];
    union {
        key keys[tile_size];
        position order[tile_size];
    };
};

__device__ unsigned first_item() { return threadIdx.x / 32 * 32 * items + threadIdx.x % 32; }

// Sets `places` to the places of the thread's keys among those of the tile, if they are sorted stably by a digit.
// Returns how many keys have the digit threadIdx.x, and sets `before` to how many have smaller ones.
__device__ unsigned rank(tile_memory& m, key const (&keys)[items], unsigned shift, unsigned (&places)[items],
                         unsigned& before)
{
    unsigned const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __syncthreads();
    for (unsigned w = 0; w < warps; ++w) m.counts[w][threadIdx.x] = 0;
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < items; ++k) {
        unsigned const digit = digit_of(keys[k], shift);
        unsigned const peers = __match_any_sync(~0u, digit), number = __popc(peers & ((1u << lane) - 1));
        places[k] = m.counts[warp][digit] + number;
        __syncwarp();
        if (number == 0) m.counts[warp][digit] = places[k] + __popc(peers);
        __syncwarp();
    }
    __syncthreads();
    unsigned sum = 0, all;
    for (unsigned w = 0; w < warps; ++w) {
        unsigned const count = m.counts[w][threadIdx.x];
        m.counts[w][threadIdx.x] = sum;
        sum += count;
    }
    before = sum_before<unsigned>(sum, all);
    for (unsigned w = 0; w < warps; ++w) m.counts[w][threadIdx.x] += before;
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < items; ++k) places[k] += m.counts[warp][digit_of(keys[k], shift)];
    return sum;
}
"""

_MAKE_KEYS = """
// order: if is_first, becomes the numbers of the records; otherwise the order in which the records already are.
// digits[b][d]: becomes the number of keys whose byte b is d. Before, all are 0.
extern "C" __global__ void __launch_bounds__(threads)
    make_keys(integer kind, integer is_reversed, integer is_descending, unsigned char const* first, integer stride,
              integer is_first, integer count, key* keys, position* order, wide* digits)
{
    __shared__ unsigned own[sizeof(key)][256];
    for (unsigned b = 0; b < sizeof(key); ++b) own[b][threadIdx.x] = 0;
    __syncthreads();
    sorted_field const field{kind, is_reversed, is_descending, first, stride};
#pragma unroll 4
    for (unsigned k = 0; k < items; ++k) {
        integer const i = integer(blockIdx.x) * tile_size + k * threads + threadIdx.x;
        if (i >= count) break;
        key const bits = field.of(is_first ? i : order[i]);
        keys[i] = bits;
        if (is_first) order[i] = position(i);
        for (unsigned b = 0; b < sizeof(key); ++b) atomicAdd(&own[b][digit_of(bits, 8 * b)], 1u);
    }
    __syncthreads();
    for (unsigned b = 0; b < sizeof(key); ++b)
        if (own[b][threadIdx.x] != 0) atomicAdd(&digits[256 * b + threadIdx.x], wide(own[b][threadIdx.x]));
}
"""

# Sorts all keys by a byte. The state of a digit in a tile is 0, or the number of its keys in the tile, or in all tiles
# up to this one; the two highest bits say which.
_SORT_BYTE = """
constexpr wide is_of_tile = 1ull << 62, is_of_all = 2ull << 62, number_mask = is_of_tile - 1;

// Returns how many keys of the digit threadIdx.x the tiles before this one have. A tile waits for those before it,
// which have begun earlier.
__device__ integer look_back(wide* states, unsigned tile, unsigned own)
{
    wide volatile* state = states + 256ull * tile + threadIdx.x;
    wide volatile* const of_own = state;
    *of_own = (tile == 0 ? is_of_all : is_of_tile) | own;
    wide before = 0;
    for (bool is_complete = tile == 0; !is_complete;) {
        state -= 256;
        wide other = 0;
        while (other == 0) other = *state;
        before += other & number_mask;
        is_complete = (other & is_of_all) != 0;
    }
    if (tile != 0) *of_own = is_of_all | (before + own);
    return integer(before);
}

// digits: the numbers of the keys by this byte; states: for each tile and digit, at first 0; next: at first 0.
extern "C" __global__ void __launch_bounds__(threads)
    sort_byte(key const* keys, position const* order, integer count, integer shift, wide const* digits, wide* states,
              unsigned* next, key* sorted_keys, position* sorted_order)
{
    __shared__ tile_memory m;
    __shared__ integer first[256];
    __shared__ unsigned tile;
    if (threadIdx.x == 0) tile = atomicAdd(next, 1u);
    __syncthreads();
    integer const begin = integer(tile) * tile_size;
    unsigned const valid = count - begin < tile_size ? unsigned(count - begin) : tile_size;
    key own[items];
    position numbers[items];
    unsigned places[items], before;
#pragma unroll
    for (unsigned k = 0; k < items; ++k) {
        unsigned const i = first_item() + 32 * k;
        own[k] = i < valid ? keys[begin + i] : key(~key(0));  // these stay behind all keys
        numbers[k] = i < valid ? order[begin + i] : position(0);
    }
    unsigned number = rank(m, own, unsigned(shift), places, before);
    if (threadIdx.x == 255) number -= tile_size - valid;
    integer all;
    integer const of_smaller = sum_before<integer>(integer(digits[threadIdx.x]), all);
    first[threadIdx.x] = of_smaller + look_back(states, tile, number) - before;
#pragma unroll
    for (unsigned k = 0; k < items; ++k) m.keys[places[k]] = own[k];
    __syncthreads();
    integer to[items];
#pragma unroll
    for (unsigned k = 0; k < items; ++k) {
        unsigned const i = k * threads + threadIdx.x;
        key const bits = m.keys[i];
        to[k] = first[digit_of(bits, unsigned(shift))] + i;
        if (i < valid) sorted_keys[to[k]] = bits;
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < items; ++k) m.order[places[k]] = numbers[k];
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < items; ++k) {
        unsigned const i = k * threads + threadIdx.x;
        if (i < valid) sorted_order[to[k]] = m.order[i];
    }
}
"""

_SORT_TILE = """
// order: as for make_keys; becomes that of the sorted records.
extern "C" __global__ void __launch_bounds__(threads)
    sort_tile(integer kind, integer is_reversed, integer is_descending, unsigned char const* first, integer stride,
              integer is_first, integer count, position* order)
{
    __shared__ tile_memory m;
    sorted_field const field{kind, is_reversed, is_descending, first, stride};
    key keys[items];
    position numbers[items];
    unsigned places[items], before;
#pragma unroll
    for (unsigned k = 0; k < items; ++k) {
        unsigned const i = first_item() + 32 * k;
        numbers[k] = i < count && !is_first ? order[i] : position(i);
        keys[k] = i < count ? field.of(numbers[k]) : key(~key(0));  // these stay behind all keys
    }
    for (unsigned shift = 0; shift < 8 * sizeof(key); shift += 8) {
        rank(m, keys, shift, places, before);
#pragma unroll
        for (unsigned k = 0; k < items; ++k) m.keys[places[k]] = keys[k];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < items; ++k) keys[k] = m.keys[first_item() + 32 * k];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < items; ++k) m.order[places[k]] = numbers[k];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < items; ++k) numbers[k] = m.order[first_item() + 32 * k];
    }
#pragma unroll
    for (unsigned k = 0; k < items; ++k)
        if (first_item() + 32 * k < count) order[first_item() + 32 * k] = numbers[k];
}
"""

_INFINITIES = {2: "0x7c00u", 4: "0x7f800000u", 8: "0x7ff0000000000000ull"}


@functools.lru_cache
def source(name: str, size: int, is_large: bool) -> str:
    """Returns the kernel make_keys, sort_byte or sort_tile.

    size: the bytes of a key; is_large: whether indices have 8 bytes, not 4
    """
    position = INTEGERS["i8" if is_large else "i4"]
    types = _TYPES.format(key=INTEGERS[f"u{size}"], position=position, tile=TILE, threads=THREADS)
    keys = _KEYS.replace("INFINITY", _INFINITIES.get(size, "0"))
    bodies = {"make_keys": keys + _DIGIT + _MAKE_KEYS, "sort_byte": SUM_BEFORE + _DIGIT + _RANKS + _SORT_BYTE,
              "sort_tile": keys + SUM_BEFORE + _DIGIT + _RANKS + _SORT_TILE}  # fmt: skip
    return light_head(name) + types + bodies[name]
