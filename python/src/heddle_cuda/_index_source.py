# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The kernels of take, put and scatter_add."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

from ._sources import LARGEST_IN_REGISTERS, Numbers, Place, alignment_of, head, light_head, signature

# scatter_add adds so many bytes of a record at once, and not across larger gaps than these.
_LARGEST_PART = 256
_LARGEST_GAP = 32

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


#: position() for indices of any type. `number` is the size of an index, negative if it is signed.
POSITION = """
__device__ integer position(void const* indices, integer number, integer i, integer count)
{
    unsigned long long k = 0;
    switch (number) {
        case 1: k = static_cast<unsigned char const*>(indices)[i]; break;
        case 2: k = static_cast<unsigned short const*>(indices)[i]; break;
        case 4: k = static_cast<unsigned const*>(indices)[i]; break;
        case 8: k = static_cast<unsigned long long const*>(indices)[i]; break;
        case -1: k = integer(static_cast<signed char const*>(indices)[i]); break;
        case -2: k = integer(static_cast<short const*>(indices)[i]); break;
        case -4: k = integer(static_cast<int const*>(indices)[i]); break;
        default: k = static_cast<unsigned long long const*>(indices)[i]; break;
    }
    if (number < 0 && integer(k) < 0) k += count;
    return k < static_cast<unsigned long long>(count) ? integer(k) : count;
}
"""


def _per_index(beginning: str, number: str, parameters: list[str], body: str, by_warp: bool) -> str:
    """Returns a kernel that runs the body for each i and k = indices[i]: by a thread or, for large records, by a warp.
    If the index is out of range, k is count."""
    return f"""{beginning}using number = {number};
{_FIND}{signature("run", *parameters)}
{{
    integer const i = thread_index() / {32 if by_warp else 1};
    if (i >= index_count) return;
    integer const k = position(indices[i], count);
{body}}}
"""


_INDICES = ["integer count", "number const* indices", "integer index_count"]


@functools.lru_cache(maxsize=1024)
def take(place: Place, out: Place, number: str) -> str:
    by_warp = place.size > LARGEST_IN_REGISTERS
    if by_warp:
        body = """    if (k < count) {
        move(out + i * other_stride, records + k * stride);
    } else {
        for (unsigned at = threadIdx.x % 32; at < sizeof(record); at += 32) out[i * other_stride + at] = 0;
    }
"""
    else:
        body = """    record q = *element<record>(records, k < count ? k : 0, stride);
    if (k >= count) q = record{};
    *element<other_record>(out, i, other_stride) = aligned_as<other_record>(q);
"""
    parameters = ["unsigned char const* records", *_INDICES, "unsigned char* out"]
    return _per_index(head("take", place, out), number, parameters, body, by_warp)


@functools.lru_cache(maxsize=1024)
def put(place: Place, values: Place, number: str, only_last: bool) -> str:
    """If only_last, a value is stored if its index is the last one of its record, as last_indices found them."""
    is_stored = "k < count && last[k] == i + 1" if only_last else "k < count"
    by_warp = place.size > LARGEST_IN_REGISTERS
    if by_warp:
        body = f"    if ({is_stored}) move(records + k * stride, values + i * other_stride);\n"
    else:
        body = f"""    other_record const q = *element<other_record>(values, i, other_stride);
    if ({is_stored}) *element<record>(records, k, stride) = aligned_as<record>(q);
"""
    parameters = ["unsigned char* records", *_INDICES, "unsigned char const* values"]
    last = ["integer const* last"] if only_last else []
    return _per_index(head("put", place, values), number, [*parameters, *last], body, by_warp)


_ADD_BY_WARP = """
template <class Number, unsigned Align>
__device__ void add_numbers(unsigned char* to, unsigned char const* from, integer n)
{
    using source = chunk<sizeof(Number), Align>;
    for (integer at = threadIdx.x % 32; at < n; at += 32) {
        source const q = reinterpret_cast<source const*>(from)[at];
        heddle::atomic_add(reinterpret_cast<Number*>(to) + at, aligned_as<Number>(q));
    }
}
"""


def adds_by_warp(numbers: tuple[Numbers, ...]) -> bool:
    return sum(each.size * each.length for each in numbers) > LARGEST_IN_REGISTERS


@functools.lru_cache(maxsize=1024)
def scatter_add(place: Place, values: Place, number: str, numbers: tuple[Numbers, ...]) -> str:
    """Adds the numbers of record i of `values` to those of record k. `numbers` are in the order of their offsets."""
    by_warp = adds_by_warp(numbers)
    beginning = head("scatter_add", place, values)
    if any(each.type == "__half2" for each in numbers):
        beginning += "#include <cuda_fp16.h>\n"
    lines = []
    if by_warp:
        beginning += _ADD_BY_WARP
        lines.append("    if (k >= count) return;")
        for each in numbers:
            align = alignment_of(values.stride, values.shift + each.offset, each.size)
            lines.append(
                f"    add_numbers<{each.type}, {align}>(records + k * stride + {each.offset}, "
                f"values + i * other_stride + {each.offset}, {each.length});"
            )
    else:
        names: dict[_Part, str] = {}
        for offset, part in _parts_of(place, numbers):
            if part not in names:
                names[part] = f"part{len(names)}"
                beginning += part.source(names[part])
            lines += part.addition(names[part], offset, values)
    parameters = ["unsigned char* records", *_INDICES, "unsigned char const* values"]
    return _per_index(beginning, number, parameters, "\n".join([*lines, ""]), by_warp)


class _Part(NamedTuple):
    """A part of a record that is added at once, as a C++ struct. The offsets of the numbers are those in the part."""

    size: int
    align: int
    numbers: tuple[Numbers, ...]

    def source(self, name: str) -> str:
        """Returns the definition of the struct. Its members m0, m1, … are the numbers, the others padding."""
        members, fields, end = [], [], 0
        for k, each in enumerate(self.numbers):
            if each.offset > end:
                members.append(f"unsigned char padding{k}[{each.offset - end}];")
                fields.append(f"padding{k}")
            members.append(f"{each.type} m{k}[{each.length}];")
            fields.append(f"m{k}")
            end = each.end
        if self.size > end:
            members.append(f"unsigned char padding[{self.size - end}];")
            fields.append("padding")
        return (
            f"struct alignas({self.align}) {name} {{ {' '.join(members)} }};\n"
            f"HEDDLE_FIELDS({name}, {', '.join(fields)});\n"
        )

    def addition(self, name: str, offset: int, values: Place) -> list[str]:
        """Returns the lines that add a part at this offset of the record. Only the bytes of numbers are loaded."""
        first, end = self.numbers[0].offset, self.numbers[-1].end
        align = alignment_of(values.stride, values.shift + offset + first, end - first)
        kind = f"chunk<{end - first}, {align}>"
        members = ", ".join(f"&{name}::m{k}" for k in range(len(self.numbers)))
        return [
            "    {",
            f"        {kind} const q = *element<{kind}>(values + {offset + first}, i, other_stride);",
            f"        {name} delta = {{}};",
            f"        memcpy(reinterpret_cast<unsigned char*>(&delta) + {first}, &q, sizeof q);",
            f"        auto* const to = reinterpret_cast<{name}*>(records + k * stride + {offset});",
            f"        heddle::atomic_add_if<{members}>(k < count, to, delta);",
            "    }",
        ]


def _parts_of(place: Place, numbers: tuple[Numbers, ...]) -> Iterator[tuple[int, _Part]]:
    """Divides numbers among parts that are not too large and have no large gaps. Yields their offsets in the record."""
    part: list[Numbers] = []
    for run in numbers:
        while run.length:
            if part and (
                run.offset - part[-1].end >= _LARGEST_GAP or run.offset + run.size > part[0].offset + _LARGEST_PART
            ):
                yield _part_of(place, part)
                part = []
            first = part[0].offset if part else run.offset
            length = min(run.length, (first + _LARGEST_PART - run.offset) // run.size)
            part.append(run._replace(length=length))
            run = run._replace(offset=run.offset + length * run.size, length=run.length - length)
    yield _part_of(place, part)


def _part_of(place: Place, numbers: list[Numbers]) -> tuple[int, _Part]:
    """Returns a part that begins and ends at multiples of its largest number: it may begin before the record."""
    unit = max(each.size for each in numbers)
    begin = numbers[0].offset - (place.shift + numbers[0].offset) % unit
    size = -(-(numbers[-1].end - begin) // unit) * unit
    align = alignment_of(place.stride, place.shift + begin, size)
    return begin, _Part(size, align, tuple(each._replace(offset=each.offset - begin) for each in numbers))


def _for_each_index(name: str, parameters: list[str], body: str) -> str:
    """Returns a kernel that runs statements for each i and k = indices[i]. k is count if the index is out of range."""
    indices = ["void const* indices", "integer number", "integer index_count", "integer count"]
    return f"""{light_head(name)}{POSITION}
using wide = unsigned long long;
{signature("run", *indices, *parameters)}
{{
    integer const i = thread_index();
    if (i >= index_count) return;
    integer const k = position(indices, number, i, count);
    {body}
}}
"""


@functools.lru_cache
def last_indices() -> str:
    """Sets last[k] to i + 1 for the last index i that means record k. Before, all are 0. If first_bad is not null, it
    is set as by check_indices()."""
    parameters = ["unsigned long long* last", "unsigned long long* first_bad"]
    body = """if (k < count) atomicMax(last + k, wide(i + 1));
    else if (first_bad != nullptr) atomicMax(first_bad, wide(index_count - i));"""
    return _for_each_index("last_indices", parameters, body)


@functools.lru_cache
def check_repeated() -> str:
    """Sets *first_bad to index_count - i for the first index i that means the same record as a later one."""
    parameters = ["integer const* last", "unsigned long long* first_bad"]
    return _for_each_index(
        "check_repeated", parameters, "if (last[k] != i + 1) atomicMax(first_bad, wide(index_count - i));"
    )


@functools.lru_cache
def check_indices() -> str:
    """Sets *first_bad to index_count - i for the first index i that is out of range."""
    body = "if (k == count) atomicMax(first_bad, wide(index_count - i));"
    return _for_each_index("check_indices", ["unsigned long long* first_bad"], body)
