# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Ranges of bytes of different lengths, as the tails of records."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from . import _driver, _select_source
from ._arrays import Array
from ._call import Call
from ._errors import ArrayError, OutOfRangeError
from ._offsets import bytes_of, offsets_of, signed_at
from ._sources import THREADS, TILE, light_head
from ._types import DeviceArray, StreamLike

# Bytes that a thread copies.
_COPIED = 16

_MEASURE = """
// Returns the length of range i, -1 if it does not lie within the buffer.
__device__ integer length_of(integer const* offsets, integer const* lengths, integer i, integer bytes)
{
    integer const offset = offsets[i], length = lengths[i];
    return offset >= 0 && length >= 0 && offset <= bytes && length <= bytes - offset ? length : -1;
}

// Sets counts[t] to the number of bytes in the ranges of tile t, and raises *first_bad to count - i for the first range
// that does not lie within the buffer.
extern "C" __global__ void __launch_bounds__(THREADS)
    measure(integer const* offsets, integer const* lengths, integer count, integer bytes, integer* counts,
            unsigned long long* first_bad)
{
    integer sum = 0, total;
    for (unsigned k = 0; k < items; ++k) {
        integer const i = integer(blockIdx.x) * TILE + threadIdx.x * items + k;
        if (i >= count) break;
        integer const length = length_of(offsets, lengths, i, bytes);
        if (length < 0) atomicMax(first_bad, static_cast<unsigned long long>(count - i));
        else sum += length;
    }
    sum_before<integer>(sum, total);
    if (threadIdx.x == 0) counts[blockIdx.x] = total;
}

// Sets begins[i] to the number of bytes in the ranges before range i, and begins[count] to that of all.
extern "C" __global__ void __launch_bounds__(THREADS)
    begin(integer const* offsets, integer const* lengths, integer count, integer bytes, integer const* counts,
          integer* begins)
{
    integer const first = integer(blockIdx.x) * TILE + threadIdx.x * items;
    integer found[items], sum = 0, total;
    for (unsigned k = 0; k < items; ++k) {
        integer const length = first + k < count ? length_of(offsets, lengths, first + k, bytes) : 0;
        found[k] = length < 0 ? 0 : length;
        sum += found[k];
    }
    integer before = counts[blockIdx.x] + sum_before<integer>(sum, total);
    for (unsigned k = 0; k < items && first + k < count; ++k) {
        begins[first + k] = before;
        before += found[k];
        if (first + k == count - 1) begins[count] = before;
    }
}
"""

_COPY = """
struct alignas(COPIED) word { unsigned char bytes[COPIED]; };

// Each thread copies COPIED bytes, of whichever ranges they are. Behind all, `out` has room for the rest of a word.
extern "C" __global__ void __launch_bounds__(THREADS)
    copy(unsigned char const* buffer, integer const* offsets, integer count, integer const* begins, unsigned char* out)
{
    integer at = thread_index() * COPIED;
    integer const all = begins[count];
    if (at >= all) return;
    // The last range that begins at this byte or before it. Behind it, there may be ranges without bytes.
    integer low = 0, high = count;
    while (high - low > 1) {
        integer const middle = (low + high) / 2;
        (begins[middle] <= at ? low : high) = middle;
    }
    integer i = low, end = begins[i + 1];
    unsigned char const* from = buffer + (offsets[i] - begins[i]);
    word result;
#pragma unroll
    for (unsigned k = 0; k < COPIED; ++k, ++at) {
        if (at >= end && at < all) {
            do end = begins[++i + 1]; while (at >= end);
            from = buffer + (offsets[i] - begins[i]);
        }
        result.bytes[k] = at < all ? from[at] : 0;
    }
    *reinterpret_cast<word*>(out + at - COPIED) = result;
}
"""


def _with_constants(source: str) -> str:
    for name, value in {"THREADS": THREADS, "TILE": TILE, "COPIED": _COPIED}.items():
        source = source.replace(name, str(value))
    return source


@functools.lru_cache
def measure_source() -> str:
    return light_head("measure") + _with_constants(_select_source.COUNT + _MEASURE)


@functools.lru_cache
def copy_source() -> str:
    return light_head("copy") + _with_constants(_COPY)


def take_ranges(
    buffer: DeviceArray,
    offsets: DeviceArray | Sequence[int],
    lengths: DeviceArray | Sequence[int],
    *,
    mode: str | None = None,
    stream: StreamLike = None,
) -> tuple[Array, Array]:
    """Returns ranges of the bytes of a buffer, one behind the other, as the tails of records that take_at() returned.

    buffer: a contiguous array of any type
    offsets: the first byte of each range: integers on the GPU, or a list of a few, which is copied there
    lengths: as many integers, the number of bytes of each range
    mode: "raise" raises OutOfRangeError if a range does not lie within the buffer. "zero", the default, takes no bytes
        of it

    Returns: the bytes, and the position of each range among them, an array of int64. It has one element more, which is
        the number of all bytes: range i is bytes[begins[i] : begins[i + 1]]. Waits for the stream, to know that number
    """
    call = Call.on(stream, buffer, offsets, lengths)
    view = bytes_of(call, buffer)
    starts, sizes = offsets_of(call, offsets, "offsets"), offsets_of(call, lengths, "lengths")
    if starts.shape != sizes.shape:
        raise ArrayError(f"offsets and lengths must have one shape, and have {starts.shape} and {sizes.shape}")
    if mode not in (None, "raise", "zero"):
        raise ValueError(f"mode is 'raise' or 'zero', not {mode!r}")
    starts, sizes = (each if each.itemsize == 8 else each.astype("u8", stream=call.stream) for each in (starts, sizes))
    count, tiles = len(starts), -(-len(starts) // TILE)
    begins = call.new((count + 1,), np.dtype("i8"))
    if not count:
        _driver.fill_with_zeros(begins.ptr, begins.nbytes, call.stream)
        return call.new((0,), np.dtype("u1")), begins
    # The sums of the tiles, that of all, and the first range that is out of range, counted from the end.
    counts = call.new((tiles + 2,), np.dtype("i8"))
    _driver.fill_with_zeros(counts.ptr, counts.nbytes, call.stream)
    ranges = (starts.ptr, sizes.ptr, count, len(view))
    sum_of_all, first_bad = (counts.ptr + 8 * (tiles + k) for k in range(2))
    call.run(measure_source(), tiles * THREADS, *ranges, counts.ptr, first_bad, name="measure")
    call.run(_select_source.add_up(), 1024, counts.ptr, tiles, sum_of_all, name="add_up", threads=1024)
    call.run(measure_source(), tiles * THREADS, *ranges, counts.ptr, begins.ptr, name="begin")
    total, bad = map(int, counts[tiles:].to_host(stream=call.stream))
    if bad and mode == "raise":
        at = count - bad
        offset, length = signed_at(call, starts, at), signed_at(call, sizes, at)
        raise OutOfRangeError(
            f"offsets[{at}] is {offset} and lengths[{at}] is {length}, but the buffer has {len(view)} bytes"
        )
    words = -(-total // _COPIED)
    result = call.new((words * _COPIED,), np.dtype("u1"))
    if words:
        call.run(copy_source(), words, view.ptr, starts.ptr, count, begins.ptr, result.ptr, name="copy")
    call.finish()
    return result[:total], begins
