# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The kernels of argsort_by: a radix sort of keys and indices, from the least to the most significant byte.

A field becomes an unsigned key with the same order. Each pass counts the keys of each tile by one byte, adds up the
counts, and stores keys and indices behind all those before them. Within a tile, a warp has consecutive keys.
"""

from __future__ import annotations

import functools

from ._dtypes import INTEGERS
from ._sources import light_head

THREADS = 256
#: Keys of a block.
TILE = 8192

_TYPES = """
using key = {key};
using position = {position};
constexpr unsigned tile_size = {tile}, threads = {threads}, warps = threads / 32, rounds = tile_size / threads;
"""

# The kind of a field: u unsigned, i signed, t a time, whose smallest value is NaT, f a floating-point number.
_MAKE_KEYS = """
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
// order: if is_first, becomes the numbers of the records; otherwise the order in which the records already are.
extern "C" __global__ void __launch_bounds__(threads)
    make_keys(integer kind, integer is_reversed, integer is_descending, integer is_first, unsigned char const* field,
              integer stride, integer count, key* keys, position* order)
{
    integer const i = thread_index();
    if (i >= count) return;
    integer const number = is_first ? i : order[i];
    key bits = 0;
    for (unsigned b = 0; b < sizeof(key); ++b) {
        unsigned const at = is_reversed ? sizeof(key) - 1 - b : b;
        bits |= key(key(field[number * stride + at]) << 8 * b);
    }
    bits = ordered(bits, kind);
    bool const is_nan = (kind == 't' || kind == 'f') && bits == key(~key(0));
    keys[i] = is_descending && !is_nan ? key(~bits) : bits;
    if (is_first) order[i] = position(number);
}
"""

_COUNT_DIGITS = """
extern "C" __global__ void __launch_bounds__(threads)
    count_digits(key const* keys, integer count, integer shift, integer* counts, integer tiles)
{
    __shared__ unsigned digits[256];
    digits[threadIdx.x] = 0;
    __syncthreads();
    integer const first = integer(blockIdx.x) * tile_size;
    for (integer i = first + threadIdx.x; i < first + tile_size && i < count; i += threads)
        atomicAdd(&digits[keys[i] >> shift & 255], 1u);
    __syncthreads();
    counts[threadIdx.x * tiles + blockIdx.x] = digits[threadIdx.x];
}
"""

_SCATTER = """
extern "C" __global__ void __launch_bounds__(threads)
    scatter(key const* keys, position const* order, integer count, integer shift, integer const* counts, integer tiles,
            key* sorted_keys, position* sorted_order)
{
    // First the number of the warp's keys with a digit, then the place of the next one.
    __shared__ integer next[warps][256];
    unsigned const lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    integer const first = integer(blockIdx.x) * tile_size + warp * (tile_size / warps);
    for (unsigned w = 0; w < warps; ++w) next[w][threadIdx.x] = 0;
    __syncthreads();
    for (unsigned r = 0; r < rounds && first + r * 32 < count; ++r) {
        integer const i = first + r * 32 + lane;
        unsigned const digit = i < count ? unsigned(keys[i] >> shift & 255) : 256;
        unsigned const peers = __match_any_sync(~0u, digit);
        if (i < count && lane == __ffs(peers) - 1u) next[warp][digit] += __popc(peers);
        __syncwarp();
    }
    __syncthreads();
    integer place = counts[threadIdx.x * tiles + blockIdx.x];
    for (unsigned w = 0; w < warps; ++w) {
        integer const number = next[w][threadIdx.x];
        next[w][threadIdx.x] = place;
        place += number;
    }
    __syncthreads();
    for (unsigned r = 0; r < rounds && first + r * 32 < count; ++r) {
        integer const i = first + r * 32 + lane;
        unsigned const digit = i < count ? unsigned(keys[i] >> shift & 255) : 256;
        unsigned const peers = __match_any_sync(~0u, digit);
        integer const to = i < count ? next[warp][digit] + __popc(peers & ((1u << lane) - 1)) : 0;
        __syncwarp();
        if (i < count && lane == __ffs(peers) - 1u) next[warp][digit] += __popc(peers);
        __syncwarp();
        if (i < count) {
            sorted_keys[to] = keys[i];
            sorted_order[to] = order[i];
        }
    }
}
"""

_INFINITIES = {2: "0x7c00u", 4: "0x7f800000u", 8: "0x7ff0000000000000ull"}


def _source(name: str, size: int, is_large: bool, body: str) -> str:
    position = INTEGERS["i8" if is_large else "i4"]
    types = _TYPES.format(key=INTEGERS[f"u{size}"], position=position, tile=TILE, threads=THREADS)
    return light_head(name) + types + body


@functools.lru_cache
def make_keys(size: int, is_large: bool) -> str:
    body = _MAKE_KEYS.replace("INFINITY", _INFINITIES.get(size, "0"))
    return _source("make_keys", size, is_large, body)


@functools.lru_cache
def count_digits(size: int, is_large: bool) -> str:
    return _source("count_digits", size, is_large, _COUNT_DIGITS)


@functools.lru_cache
def scatter(size: int, is_large: bool) -> str:
    return _source("scatter", size, is_large, _SCATTER)
