# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Sources of the kernels that move records. Sizes, strides and offsets are constants in them."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from ._dtypes import Part

#: Records and fields of more bytes do not fit into the registers of a thread.
LARGEST_IN_REGISTERS = 512
#: Each kernel takes the arrays of so many fields at most.
MOST_FIELDS = 256
THREADS = 256
#: Records that a block of copy_if has.
TILE = 2048

_WORD = 4
_SECTOR = 32
LARGEST_ALIGNMENT = 16
_LARGEST_GAP = 32


class Place(NamedTuple):
    """Where records lie: their size, the distance from one to the next, and the largest alignment that all have.

    shift: the bytes from the beginning of a word to a record. Words have the alignment of the stride
    """

    size: int
    stride: int
    align: int
    shift: int = 0

    @staticmethod
    def of(pointer: int, size: int, stride: int) -> Place:
        return Place(size, stride, alignment_of(pointer, size, stride), pointer % alignment_of(stride))


class Numbers(NamedTuple):
    """Consecutive numbers of one C++ type in a record: `length` of them."""

    type: str
    size: int
    offset: int
    length: int

    @property
    def end(self) -> int:
        return self.offset + self.size * self.length


def alignment_of(*numbers: int) -> int:
    """Returns the largest power of two up to 16 that divides all numbers."""
    bits = LARGEST_ALIGNMENT
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


def own_kernel_is_faster(work: str, place: Place, others: tuple[Any, ...]) -> bool:
    """Returns whether a kernel for one type was measured to be faster by more than 5 % than the kernel for all types
    (benchmarks/kernels.py, H100 and H200). work, others: as in OwnKernel
    """
    size, align = place.size, place.align
    if work in ("unpack", "pack", "pack new"):
        # Not measured for some of the fields, nor for records with bytes between them.
        is_measured = place.stride == size and sum(part.size for part in others) == size
        return not is_measured or (work != "unpack" and align < _WORD)
    if size > LARGEST_IN_REGISTERS:
        return False
    if work == "take":
        return size > LARGEST_ALIGNMENT and size % 2 == 1
    if work == "put":
        # It is slower for records whose size is a multiple of 4, but whose addresses are not.
        return size >= 12 and align < LARGEST_ALIGNMENT and (align >= _WORD or size % _WORD != 0)
    return size <= 32 and align in (1, LARGEST_ALIGNMENT)


def light_head(name: str) -> str:
    """Begins a kernel that needs no headers."""
    return f"""#line 1 "heddle_cuda: {name}"
using integer = long long;
__device__ integer thread_index() {{ return integer(blockIdx.x) * blockDim.x + threadIdx.x; }}
"""


def head(name: str, place: Place, other: Place | None = None) -> str:
    """Begins a kernel that moves records.

    other: where the same records lie in another array, from which or to which the kernel copies them
    """
    types = ""
    if other is not None:
        types = f"using other_record = chunk<{other.size}, {other.align}>;\n"
        types += f"constexpr integer other_stride = {other.stride};\n"
        if place.size > LARGEST_IN_REGISTERS:  # the words of move() are aligned in both arrays
            place = place._replace(align=min(place.align, other.align))
    return f"""{light_head(name)}
#include <heddle/heddle.cuh>
#include <heddle/struct_words.cuh>

template <unsigned Size, unsigned Align> struct alignas(Align) chunk {{ unsigned char bytes[Size]; }};
using record = chunk<{place.size}, {place.align}>;
constexpr integer stride = {place.stride};
{types}
template <class T> __device__ auto element(unsigned char* base, integer i, integer distance = sizeof(T))
{{
    return heddle::make_coalesced(reinterpret_cast<T*>(base + i * distance));
}}
template <class T> __device__ auto element(unsigned char const* base, integer i, integer distance = sizeof(T))
{{
    return heddle::make_coalesced(reinterpret_cast<T const*>(base + i * distance));
}}
// Returns the same bytes with another alignment.
template <class To, class From> __device__ To aligned_as(From const& q)
{{
    To value;
    memcpy(&value, &q, sizeof value);
    return value;
}}
// Copies a record that is too large for registers, by a warp.
__device__ void move(unsigned char* to, unsigned char const* from)
{{
    using word = chunk<{place.align}, {place.align}>;
    for (unsigned at = threadIdx.x % 32 * sizeof(word); at < sizeof(record); at += 32 * sizeof(word))
        *reinterpret_cast<word*>(to + at) = *reinterpret_cast<word const*>(from + at);
}}
"""


def signature(name: str, *parameters: str) -> str:
    return f'extern "C" __global__ void __launch_bounds__({THREADS}) {name}({", ".join(parameters)})'


def _arrays(parts: tuple[Part, ...], const: str) -> list[str]:
    return [f"unsigned char{const}* array{k}" for k in range(len(parts))]


def _type_at(part: Part, *places: int) -> str:
    return f"chunk<{part.size}, {alignment_of(part.size, *places)}>"


# Loads a record to byte Shift of q, in units that are no larger than the alignment of q.
_LOAD_BY_BYTES = """
template <unsigned Shift, class Wide> __device__ void load_by_bytes(Wide& q, unsigned char const* from)
{
    constexpr unsigned bytes = alignof(Wide) < 4 ? alignof(Wide) : 4;
#pragma unroll
    for (unsigned first = 0; first < sizeof(Wide); first += bytes) {
        unsigned unit = 0;
        for (unsigned k = 0; k < bytes; ++k) {
            unsigned const at = first + k;
            if (at >= Shift && at < Shift + sizeof(record)) unit |= static_cast<unsigned>(from[at - Shift]) << 8 * k;
        }
        memcpy(q.bytes + first, &unit, bytes);
    }
}
"""


def _load_record(place: Place) -> tuple[list[str], int]:
    """Returns lines that load record i to `q`, and the offset of the record in `q`."""
    gap = place.stride - place.size
    fills_gap = 0 < gap <= _LARGEST_GAP and place.stride <= LARGEST_IN_REGISTERS
    align = alignment_of(place.align, place.stride)
    shift = place.shift % _WORD if place.stride % _WORD == 0 and place.size >= _WORD else 0
    if not fills_gap and not shift:
        return ["    heddle::struct_words<record> const q(*element<record>(records, i, stride));"], 0
    # Loads bytes beside the record too: those up to the next record, because the warp then loads consecutive elements,
    # and the other bytes of its first and last words. Behind the last record there may be no memory.
    size = place.stride if fills_gap else place.size
    if shift:
        size, align = -(-(shift + size) // _WORD) * _WORD, _WORD
    return [
        f"    using wide = chunk<{size}, {align}>;",
        "    wide whole = {};",
        f"    if (i + 1 < count) whole = *element<wide>(records - {shift}, i, stride);",
        f"    else load_by_bytes<{shift}>(whole, records + i * stride);",
        "    heddle::struct_words<wide> const q(whole);",
    ], shift


def _begin(name: str, place: Place, parameters: list[str]) -> list[str]:
    """Returns the lines with which the kernel of unpack or pack begins. Thread i has record i."""
    return [
        head(name, place),
        _LOAD_BY_BYTES,
        signature("run", *parameters),
        "{",
        "    integer const i = thread_index();",
        "    if (i >= count) return;",
    ]


@functools.lru_cache(maxsize=1024)
def unpack(place: Place, parts: tuple[Part, ...]) -> str:
    lines = _begin("unpack", place, ["unsigned char const* records", "integer count", *_arrays(parts, "")])
    if not moves_whole_records(place, parts):
        for k, part in enumerate(parts):
            kind = _type_at(part, place.align, place.stride, part.offset)
            lines.append(
                f"    {{ {kind} const value = *element<{kind}>(records + {part.offset}, i, stride); *element<"
                f"{_type_at(part)}>(array{k}, i) = aligned_as<{_type_at(part)}>(value); }}"
            )
    else:
        load, start = _load_record(place)
        lines += load
        for k, part in enumerate(parts):
            kind = _type_at(part)
            lines.append(f"    *element<{kind}>(array{k}, i) = q.get<{kind}, {start + part.offset}>();")
    return "\n".join([*lines, "}", ""])


def _load_values(parts: tuple[Part, ...]) -> list[str]:
    return [
        f"    {_type_at(part)} const value{k} = *element<{_type_at(part)}>(array{k}, i);"
        for k, part in enumerate(parts)
    ]


def _set_values(parts: tuple[Part, ...], shift: int = 0) -> list[str]:
    return [f"    q.set<{_type_at(part)}, {shift + part.offset}>(value{k});" for k, part in enumerate(parts)]


def _store_shifted(place: Place, parts: tuple[Part, ...]) -> list[str]:
    """Returns lines that store records as whole words: each thread stores the last bytes of the record before, and its
    own record without the last bytes. The records are contiguous, and the parts have all of their bytes."""
    shift, first = place.shift, place.size - place.shift
    before, of_first, of_last = [], [], []
    for k, part in enumerate(parts):
        end = part.offset + part.size
        at = min(max(part.offset, first), end)  # the first of the last bytes
        if at > part.offset:
            source = f"array{k} + i * {part.size}"
            of_first.append(f"        memcpy(records + {part.offset}, {source}, {at - part.offset});")
        if at < end:
            kind, rest = _type_at(part), _type_at(Part(at, end - at))
            source = f"array{k} + i * {part.size} + {at - part.offset}"
            of_last.append(f"        memcpy(records + i * stride + {at}, {source}, {end - at});")
            before += [
                f"        heddle::struct_words<{kind}> const before{k}(*element<{kind}>(array{k}, i - 1));",
                f"        q.set<{rest}, {at - first}>(before{k}.get<{rest}, {at - part.offset}>());",
            ]
    return [
        f"    using words = chunk<{place.size}, {alignment_of(place.size)}>;",
        "    heddle::struct_words<words> q;",
        *_set_values(parts, shift),
        "    if (i > 0) {",
        *before,
        f"        *element<words>(records - {shift}, i) = q.value();",
        "    } else {",
        *of_first,
        "    }",
        "    if (i + 1 == count) {",
        *of_last,
        "    }",
    ]


@functools.lru_cache(maxsize=1024)
def pack(place: Place, parts: tuple[Part, ...], is_new: bool) -> str:
    """If is_new, bytes without a field become 0, and keep their values otherwise."""
    lines = _begin("pack", place, ["unsigned char* records", "integer count", *_arrays(parts, " const")])
    covers = sum(part.size for part in parts) == place.size
    if place.size > LARGEST_IN_REGISTERS or not (is_new or moves_whole_records(place, parts)):
        for k, part in enumerate(parts):
            kind = _type_at(part, place.align, place.stride, part.offset)
            lines.append(
                f"    {{ {_type_at(part)} const value = *element<{_type_at(part)}>(array{k}, i); *element<{kind}>("
                f"records + {part.offset}, i, stride) = aligned_as<{kind}>(value); }}"
            )
    elif place.shift and covers and place.stride == place.size:
        lines += [*_load_values(parts), *_store_shifted(place, parts)]
    else:
        load = "" if is_new or covers else "(*element<record>(records, i, stride))"
        lines += [
            *_load_values(parts),
            f"    heddle::struct_words<record> q{load};",
            *_set_values(parts),
            "    *element<record>(records, i, stride) = q.value();",
        ]
    return "\n".join([*lines, "}", ""])
