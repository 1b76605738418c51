# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The kernels of take and put."""

from __future__ import annotations

import functools

from ._sources import LARGEST_IN_REGISTERS, Place, head, light_head, signature

_FIND = """
// Returns the position of the element that an index means; count if there is none. Negative indices count from the end.
__device__ integer position(number k, integer count)
{
    if (number(-1) < number(0) && integer(k) < 0) {
        integer const from_end = integer(k) + count;
        return from_end < 0 ? count : from_end;
    }
    return static_cast<unsigned long long>(k) < static_cast<unsigned long long>(count) ? integer(k) : count;
}
"""


def _move(beginning: str, number: str, parameters: list[str], by_warp: str, by_thread: str) -> str:
    """Returns a kernel that copies record i of another array to record k = indices[i], or from there.

    by_warp, by_thread: the body for large records, which a warp moves, and for those that a thread moves
    """
    return f"""{beginning}using number = {number};
{_FIND}{signature("run", *parameters)}
{{
    constexpr bool by_warp = sizeof(record) > {LARGEST_IN_REGISTERS};
    integer const i = thread_index() / (by_warp ? 32 : 1);
    if (i >= index_count) return;
    integer const k = position(indices[i], count);
    if constexpr (by_warp) {{{by_warp}}} else {{{by_thread}}}
}}
"""


_INDICES = ["integer count", "number const* indices", "integer index_count"]


@functools.lru_cache(maxsize=1024)
def take(place: Place, out: Place, number: str) -> str:
    by_warp = """
        if (k < count) {
            move(out + i * other_stride, records + k * stride);
        } else {
            for (unsigned at = threadIdx.x % 32; at < sizeof(record); at += 32) out[i * other_stride + at] = 0;
        }
    """
    by_thread = """
        record q = *element<record>(records, k < count ? k : 0, stride);
        if (k >= count) q = record{};
        *element<other_record>(out, i, other_stride) = aligned_as<other_record>(q);
    """
    parameters = ["unsigned char const* records", *_INDICES, "unsigned char* out"]
    return _move(head("take", place, out), number, parameters, by_warp, by_thread)


@functools.lru_cache(maxsize=1024)
def put(place: Place, values: Place, number: str, only_last: bool) -> str:
    """If only_last, a value is stored if its index is the last one of its record, as last_indices found them."""
    is_stored = "k < count && last[k] == i + 1" if only_last else "k < count"
    by_warp = f"""
        if ({is_stored}) move(records + k * stride, values + i * other_stride);
    """
    by_thread = f"""
        other_record const q = *element<other_record>(values, i, other_stride);
        if ({is_stored}) *element<record>(records, k, stride) = aligned_as<record>(q);
    """
    parameters = ["unsigned char* records", *_INDICES, "unsigned char const* values"]
    last = ["integer const* last"] if only_last else []
    return _move(head("put", place, values), number, [*parameters, *last], by_warp, by_thread)


def _search(name: str, number: str, parameters: list[str], condition: str, target: str, value: str) -> str:
    """Returns a kernel that raises *target to a value, for each i whose k = indices[i] fulfills the condition."""
    indices = ["number const* indices", "integer index_count", "integer count"]
    return f"""{light_head(name)}using number = {number};
{_FIND}{signature("run", *indices, *parameters)}
{{
    integer const i = thread_index();
    if (i >= index_count) return;
    integer const k = position(indices[i], count);
    if ({condition}) atomicMax({target}, static_cast<unsigned long long>({value}));
}}
"""


@functools.lru_cache(maxsize=64)
def last_indices(number: str) -> str:
    """Sets last[k] to i + 1 for the last index i that means record k. Before, all are 0."""
    return _search("last_indices", number, ["unsigned long long* last"], "k < count", "last + k", "i + 1")


@functools.lru_cache(maxsize=64)
def check_repeated(number: str) -> str:
    """Sets *first_bad to index_count - i for the first index i that means the same record as a later one."""
    parameters = ["integer const* last", "unsigned long long* first_bad"]
    return _search("check_repeated", number, parameters, "last[k] != i + 1", "first_bad", "index_count - i")


@functools.lru_cache(maxsize=64)
def check_indices(number: str) -> str:
    """Sets *first_bad to index_count - i for the first index i that is out of range."""
    parameters = ["unsigned long long* first_bad"]
    return _search("check_indices", number, parameters, "k == count", "first_bad", "index_count - i")
