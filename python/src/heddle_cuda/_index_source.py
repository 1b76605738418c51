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


def _by_index(
    name: str, place: Place, other: Place, number: str, constants: str, records: str, values: list[str], body: str
) -> str:
    """Returns a kernel in which thread or warp i has the record at k = indices[i], and record i of another array.

    place: of the indexed records; other: of the other array's; records, values: the parameters for both arrays, and
    others behind them
    """
    if place.size > LARGEST_IN_REGISTERS:
        place = place._replace(align=min(place.align, other.align))
    return (
        head(name, place)
        + f"using number = {number};\n"
        + constants
        + _FIND
        + signature("run", records, "integer count", "number const* indices", "integer index_count", *values)
        + f"""
{{
    constexpr bool by_warp = sizeof(record) > {LARGEST_IN_REGISTERS};
    integer const i = thread_index() / (by_warp ? 32 : 1);
    if (i >= index_count) return;
    integer const k = position(indices[i], count);
"""
        + body.replace("OTHER_ALIGN", str(other.align))
        + "}\n"
    )


@functools.lru_cache(maxsize=1024)
def take(place: Place, out: Place, number: str) -> str:
    body = """    if constexpr (by_warp) {
        if (k < count) {
            move(out + i * integer(sizeof(record)), records + k * stride);
        } else {
            for (unsigned at = threadIdx.x % 32; at < sizeof(record); at += 32)
                out[i * integer(sizeof(record)) + at] = 0;
        }
    } else {
        record q = *element<record>(records, k < count ? k : 0, stride);
        if (k >= count) q = record{};
        *element<chunk<sizeof(record), OTHER_ALIGN>>(out, i) = aligned_as<chunk<sizeof(record), OTHER_ALIGN>>(q);
    }
"""
    return _by_index("take", place, out, number, "", "unsigned char const* records", ["unsigned char* out"], body)


@functools.lru_cache(maxsize=1024)
def put(place: Place, values: Place, number: str, only_last: bool) -> str:
    """If only_last, a value is stored if its index is the last one of its record, as last_indices found them."""
    constants = f"constexpr integer value_stride = {values.stride};\n"
    body = """    if constexpr (by_warp) {
        if (IS_STORED) move(records + k * stride, values + i * value_stride);
    } else {
        using value_record = chunk<sizeof(record), OTHER_ALIGN>;
        value_record const q = *element<value_record>(values, i, value_stride);
        if (IS_STORED) *element<record>(records, k, stride) = aligned_as<record>(q);
    }
""".replace("IS_STORED", "k < count && last[k] == i + 1" if only_last else "k < count")
    parameters = ["unsigned char const* values", *(["integer const* last"] if only_last else [])]
    return _by_index("put", place, values, number, constants, "unsigned char* records", parameters, body)


@functools.lru_cache(maxsize=64)
def last_indices(number: str) -> str:
    """Sets last[k] to i + 1 for the last index i that means record k. Before, all are 0."""
    return (
        light_head("last_indices")
        + f"using number = {number};\n"
        + _FIND
        + signature("run", "number const* indices", "integer index_count", "integer count", "unsigned long long* last")
        + """
{
    integer const i = thread_index();
    if (i >= index_count) return;
    integer const k = position(indices[i], count);
    if (k < count) atomicMax(last + k, static_cast<unsigned long long>(i + 1));
}
"""
    )


@functools.lru_cache(maxsize=64)
def check_repeated(number: str) -> str:
    """Sets *first_bad to index_count - i for the first index i that means the same record as a later one."""
    return (
        light_head("check_repeated")
        + f"using number = {number};\n"
        + _FIND
        + signature(
            "run",
            "number const* indices",
            "integer index_count",
            "integer count",
            "integer const* last",
            "unsigned long long* first_bad",
        )
        + """
{
    integer const i = thread_index();
    if (i < index_count && last[position(indices[i], count)] != i + 1)
        atomicMax(first_bad, static_cast<unsigned long long>(index_count - i));
}
"""
    )


@functools.lru_cache(maxsize=64)
def check_indices(number: str) -> str:
    """Sets *last_bad to index_count - i for the first index i that is out of range."""
    return (
        light_head("check_indices")
        + f"using number = {number};\n"
        + _FIND
        + signature(
            "run", "number const* indices", "integer index_count", "integer count", "unsigned long long* last_bad"
        )
        + """
{
    integer const i = thread_index();
    if (i < index_count && position(indices[i], count) == count)
        atomicMax(last_bad, static_cast<unsigned long long>(index_count - i));
}
"""
    )
