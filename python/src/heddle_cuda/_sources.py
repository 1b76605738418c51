# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Sources of the kernels that move records. Sizes, strides and offsets are constants in them."""

from __future__ import annotations

import dataclasses
import functools

#: Records and fields of more bytes do not fit into the registers of a thread.
LARGEST_IN_REGISTERS = 512
#: Each kernel takes the arrays of so many fields at most.
MOST_FIELDS = 256
THREADS = 256
#: Records that a block of copy_if has.
TILE = 2048

_SECTOR = 32
_LARGEST_ALIGNMENT = 16
_LARGEST_GAP = 32


@dataclasses.dataclass(frozen=True)
class Place:
    """Where records lie: their size, the distance from one to the next, and the largest alignment that all have."""

    size: int
    stride: int
    align: int

    @staticmethod
    def of(pointer: int, size: int, stride: int) -> Place:
        return Place(size, stride, alignment_of(pointer, size, stride))


@dataclasses.dataclass(frozen=True)
class Part:
    """A field of a record."""

    offset: int
    size: int


def alignment_of(*numbers: int) -> int:
    """Returns the largest power of two up to 16 that divides all numbers."""
    bits = _LARGEST_ALIGNMENT
    for number in numbers:
        bits |= number
    return bits & -bits


def moves_whole_records(place: Place, parts: tuple[Part, ...]) -> bool:
    """Returns whether moving whole records is faster than moving the fields alone: if these touch most sectors."""
    if place.size > LARGEST_IN_REGISTERS:
        return False
    touched, end = 0, -_SECTOR
    for part in sorted(parts, key=lambda part: part.offset):
        # Bytes in unknown places of sectors touch one sector, and another one for every 32 bytes behind the first.
        # Fields that lie near each other share sectors.
        touched += _SECTOR - 1 + part.size if part.offset - end >= _SECTOR else max(0, part.offset + part.size - end)
        end = max(end, part.offset + part.size)
    return 2 * min(touched, place.stride) >= place.stride


def light_head(name: str) -> str:
    """Begins a kernel that needs no headers."""
    return f"""#line 1 "heddle_cuda: {name}"
using integer = long long;
__device__ integer thread_index() {{ return integer(blockIdx.x) * blockDim.x + threadIdx.x; }}
"""


def head(name: str, place: Place) -> str:
    """Begins a kernel that moves records."""
    return f"""{light_head(name)}
#include <heddle/heddle.cuh>

template <unsigned Size, unsigned Align> struct alignas(Align) chunk {{ unsigned char bytes[Size]; }};
using record = chunk<{place.size}, {place.align}>;
constexpr integer stride = {place.stride};

template <class T> __device__ auto element(unsigned char* base, integer i, integer distance = sizeof(T))
{{
    return heddle::make_coalesced(reinterpret_cast<T*>(base + i * distance));
}}
template <class T> __device__ auto element(unsigned char const* base, integer i, integer distance = sizeof(T))
{{
    return heddle::make_coalesced(reinterpret_cast<T const*>(base + i * distance));
}}
template <unsigned Offset, class T, class Record> __device__ T field_of(Record const& q)
{{
    T value;
    memcpy(&value, q.bytes + Offset, sizeof value);
    return value;
}}
template <unsigned Offset, class T> __device__ void set_field(record& q, T const& value)
{{
    memcpy(q.bytes + Offset, &value, sizeof value);
}}
// Copies a record that is too large for registers, by a warp.
__device__ void move(unsigned char* to, unsigned char const* from)
{{
    using word = chunk<{place.align}, {place.align}>;
    for (unsigned at = threadIdx.x % 32 * sizeof(word); at < sizeof(record); at += 32 * sizeof(word))
        *reinterpret_cast<word*>(to + at) = *reinterpret_cast<word const*>(from + at);
}}
"""


def _signature(name: str, *parameters: str) -> str:
    return f'extern "C" __global__ void __launch_bounds__({THREADS}) {name}({", ".join(parameters)})'


def _arrays(parts: tuple[Part, ...], const: str) -> list[str]:
    return [f"unsigned char{const}* array{k}" for k in range(len(parts))]


def _type_at(part: Part, *places: int) -> str:
    return f"chunk<{part.size}, {alignment_of(part.size, *places)}>"


@functools.lru_cache(maxsize=1024)
def unpack(place: Place, parts: tuple[Part, ...]) -> str:
    lines = [
        head("unpack", place),
        _signature("run", "unsigned char const* records", "integer count", *_arrays(parts, "")),
        "{",
        "    integer const i = thread_index();",
        "    if (i >= count) return;",
    ]
    if not moves_whole_records(place, parts):
        for k, part in enumerate(parts):
            kind = _type_at(part, place.align, place.stride, part.offset)
            lines.append(
                f"    {{ {kind} const value = *element<{kind}>(records + {part.offset}, i, stride); *element<"
                f"{_type_at(part)}>(array{k}, i) = field_of<0, {_type_at(part)}>(value); }}"
            )
    else:
        gap = place.stride - place.size
        if 0 < gap <= _LARGEST_GAP and place.stride <= LARGEST_IN_REGISTERS:
            # Loads the bytes between the records too, because the warp then loads consecutive elements. Behind the last
            # record there may be no memory.
            lines += [
                f"    using wide = chunk<{place.stride}, {alignment_of(place.align, place.stride)}>;",
                "    wide q;",
                "    if (i + 1 < count) q = *element<wide>(records, i);",
                "    else memcpy(q.bytes, records + i * stride, sizeof(record));",
            ]
        else:
            lines.append("    record const q = *element<record>(records, i, stride);")
        for k, part in enumerate(parts):
            kind = _type_at(part)
            lines.append(f"    *element<{kind}>(array{k}, i) = field_of<{part.offset}, {kind}>(q);")
    return "\n".join([*lines, "}", ""])


@functools.lru_cache(maxsize=1024)
def pack(place: Place, parts: tuple[Part, ...], is_new: bool) -> str:
    """If is_new, bytes without a field become 0, and keep their values otherwise."""
    lines = [
        head("pack", place),
        _signature("run", "unsigned char* records", "integer count", *_arrays(parts, " const")),
        "{",
        "    integer const i = thread_index();",
        "    if (i >= count) return;",
    ]
    fits = place.size <= LARGEST_IN_REGISTERS
    if fits and (is_new or moves_whole_records(place, parts)):
        # Without the initialization, the compiler would keep a record in memory.
        covers = sum(part.size for part in parts) == place.size
        lines.append(
            "    record q = {};" if is_new or covers else "    record q = *element<record>(records, i, stride);"
        )
        for k, part in enumerate(parts):
            lines.append(f"    set_field<{part.offset}, {_type_at(part)}>(q, *element<{_type_at(part)}>(array{k}, i));")
        lines.append("    *element<record>(records, i, stride) = q;")
    else:
        for k, part in enumerate(parts):
            kind = _type_at(part, place.align, place.stride, part.offset)
            lines.append(
                f"    {{ {_type_at(part)} const value = *element<{_type_at(part)}>(array{k}, i); *element<{kind}>("
                f"records + {part.offset}, i, stride) = field_of<0, {kind}>(value); }}"
            )
    return "\n".join([*lines, "}", ""])


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
    name: str, place: Place, other: Place, number: str, constants: str, records: str, values: str, body: str
) -> str:
    """Returns a kernel in which thread or warp i has the record at k = indices[i], and record i of another array.

    place: of the indexed records; other: of the other array's; records, values: the parameters for both arrays
    """
    if place.size > LARGEST_IN_REGISTERS:
        place = dataclasses.replace(place, align=min(place.align, other.align))
    return (
        head(name, place)
        + f"using number = {number};\n"
        + constants
        + _FIND
        + _signature("run", records, "integer count", "number const* indices", "integer index_count", values)
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
        *element<chunk<sizeof(record), OTHER_ALIGN>>(out, i) = field_of<0, chunk<sizeof(record), OTHER_ALIGN>>(q);
    }
"""
    return _by_index("take", place, out, number, "", "unsigned char const* records", "unsigned char* out", body)


@functools.lru_cache(maxsize=1024)
def put(place: Place, values: Place, number: str) -> str:
    constants = f"constexpr integer value_stride = {values.stride};\n"
    body = """    if constexpr (by_warp) {
        if (k < count) move(records + k * stride, values + i * value_stride);
    } else {
        using value_record = chunk<sizeof(record), OTHER_ALIGN>;
        value_record const q = *element<value_record>(values, i, value_stride);
        if (k < count) *element<record>(records, k, stride) = field_of<0, record>(q);
    }
"""
    return _by_index(
        "put", place, values, number, constants, "unsigned char* records", "unsigned char const* values", body
    )


@functools.lru_cache(maxsize=64)
def check_indices(number: str) -> str:
    """Sets *last_bad to index_count - i for the first index i that is out of range."""
    return (
        light_head("check_indices")
        + f"using number = {number};\n"
        + _FIND
        + _signature(
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
