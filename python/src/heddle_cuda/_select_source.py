# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The kernels of copy_if: the selected records of each tile are counted, the counts added up, the records copied."""

from __future__ import annotations

import functools

from ._sources import LARGEST_IN_REGISTERS, THREADS, TILE, Place, head, light_head

SUM_BEFORE = """
// Returns the sum of `value` in the threads of the block before this one, and sets `total` to that of all.
template <class Number> __device__ Number sum_before(Number value, Number& total)
{
    __shared__ Number sums[32];
    unsigned const lane = threadIdx.x % 32, warp = threadIdx.x / 32, warp_count = blockDim.x / 32;
    Number sum = value;
    for (unsigned d = 1; d < 32; d *= 2) {
        Number const other = __shfl_up_sync(~0u, sum, d);
        if (lane >= d) sum += other;
    }
    __syncthreads();
    if (lane == 31) sums[warp] = sum;
    __syncthreads();
    Number before = 0;
    total = 0;
    for (unsigned w = 0; w < warp_count; ++w) {
        if (w < warp) before += sums[w];
        total += sums[w];
    }
    return before + sum - value;
}
"""

COUNT = f"""{SUM_BEFORE}
constexpr unsigned items = {TILE // THREADS};
constexpr unsigned warps = {THREADS // 32};

// Returns a bit for each of the thread's elements of the mask that is not 0.
__device__ unsigned selected_bits(unsigned char const* mask, integer count, integer tile)
{{
    static_assert(items == 8, "a thread loads 8 bytes of the mask");
    integer const first = tile * {TILE} + threadIdx.x * items;
    unsigned bits = 0;
    if (first + items <= count && reinterpret_cast<unsigned long long>(mask) % items == 0) {{
        uint2 const bytes = *reinterpret_cast<uint2 const*>(mask + first);
        for (unsigned k = 0; k < 4; ++k) {{
            bits |= (bytes.x >> 8 * k & 255 ? 1u : 0u) << k;
            bits |= (bytes.y >> 8 * k & 255 ? 1u : 0u) << (k + 4);
        }}
    }} else {{
        for (unsigned k = 0; k < items; ++k)
            if (first + k < count && mask[first + k] != 0) bits |= 1u << k;
    }}
    return bits;
}}
"""

_COUNT_TILES = """
extern "C" __global__ void __launch_bounds__(THREADS)
    count_tiles(unsigned char const* mask, integer count, integer* counts, integer* sum)
{
    integer total;
    sum_before<integer>(__popc(selected_bits(mask, count, blockIdx.x)), total);
    if (threadIdx.x != 0) return;
    bool const is_only_tile = count <= TILE;
    counts[blockIdx.x] = is_only_tile ? 0 : total;
    if (is_only_tile) *sum = counts[1] = total;
}
"""

# Replaces counts[t] by the sum of those before it, and sets counts[tiles] and *all to the sum of all. One block. For a
# single tile, count_tiles does that.
_ADD_UP = """
extern "C" __global__ void __launch_bounds__(1024) add_up(integer* counts, integer tiles, integer* all)
{
    integer sum = 0;
    for (integer first = 0; first < tiles; first += blockDim.x) {
        integer const t = first + threadIdx.x;
        integer total;
        integer const before = sum_before<integer>(t < tiles ? counts[t] : 0, total);
        if (t < tiles) counts[t] = sum + before;
        sum += total;
    }
    if (threadIdx.x == 0) *all = counts[tiles] = sum;
}
"""

_LIST = """
extern "C" __global__ void __launch_bounds__(THREADS)
    list_positions(unsigned char const* mask, integer count, integer const* counts, integer* positions)
{
    unsigned bits = selected_bits(mask, count, blockIdx.x);
    unsigned total;
    integer to = counts[blockIdx.x] + sum_before<unsigned>(__popc(bits), total);
    integer const first = integer(blockIdx.x) * TILE + threadIdx.x * items - 1;
    for (; bits != 0; bits &= bits - 1) positions[to++] = first + __ffs(bits);
}
"""

_COPY = """
extern "C" __global__ void __launch_bounds__(THREADS)
    copy_tiles(unsigned char const* records, unsigned char const* mask, integer count, integer const* counts,
               unsigned char* out)
{
    __shared__ unsigned short selected[TILE];
    unsigned bits = selected_bits(mask, count, blockIdx.x);
    unsigned total;
    unsigned rank = sum_before<unsigned>(__popc(bits), total);
    for (; bits != 0; bits &= bits - 1)
        selected[rank++] = static_cast<unsigned short>(threadIdx.x * items + __ffs(bits) - 1);
    __syncthreads();
    integer const tile = integer(blockIdx.x) * TILE;
    unsigned char* const first = out + counts[blockIdx.x] * other_stride;
    if constexpr (sizeof(record) > LARGEST) {
        for (unsigned k = threadIdx.x / 32; k < total; k += warps)
            move(first + k * other_stride, records + (tile + selected[k]) * stride);
    } else {
        for (unsigned k = threadIdx.x; k < total; k += THREADS) {
            record const q = *element<record>(records, tile + selected[k], stride);
            *element<other_record>(first, k, other_stride) = aligned_as<other_record>(q);
        }
    }
}
"""


def _with_constants(source: str) -> str:
    for name, value in {"THREADS": THREADS, "TILE": TILE, "LARGEST": LARGEST_IN_REGISTERS}.items():
        source = source.replace(name, str(value))
    return source


@functools.lru_cache
def count_tiles() -> str:
    return light_head("count_tiles") + COUNT + _with_constants(_COUNT_TILES)


@functools.lru_cache
def list_positions() -> str:
    return light_head("list_positions") + COUNT + _with_constants(_LIST)


@functools.lru_cache
def add_up() -> str:
    return light_head("add_up") + COUNT + _ADD_UP


@functools.lru_cache(maxsize=1024)
def copy_tiles(place: Place, out: Place) -> str:
    return head("copy_tiles", place, out) + COUNT + _with_constants(_COPY)
