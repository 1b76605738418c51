# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""C++ structs with the layout of NumPy's structured types."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping

import numpy.typing as npt

from ._dtypes import INTEGERS, Dtype, Field, alignment_of_type, fields_of, record_dtype
from ._errors import LayoutError

# HEDDLE_FIELDS takes at most so many names.
_MOST_NAMED_FIELDS = 256
_LARGEST_ALIGNMENT = 256

_SCALARS = {
    **INTEGERS,
    "b1": "bool", "f2": "__half", "f4": "float", "f8": "double", "M8": "long long", "m8": "long long",
}  # fmt: skip

_KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        """alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
        compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
        default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int
        linux long mutable namespace new noexcept not not_eq NULL nullptr operator or or_eq private protected public
        register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch
        template this thread_local throw true try typedef typeid typename union unix unsigned using virtual void
        volatile wchar_t while xor xor_eq""",
    )
)


@dataclasses.dataclass(frozen=True)
class Struct:
    """A C++ struct for a NumPy type. `source` defines it, and can be used with any compiler that finds heddle."""

    name: str
    dtype: Dtype
    align: int
    #: The C++ name of each field. A field that overlaps another one is a member function.
    members: Mapping[str, str]
    source: str


def struct(name: str, dtype: npt.DTypeLike, *, align: int | None = None) -> Struct:
    """Returns a C++ struct with the offsets, the size and the alignment of a NumPy type.

    name: a C++ name
    align: another alignment than that of the type, which is 1 unless the type was made with align=True. Members at
        multiples of their alignment can then be referred to (float& x = q.x). Arrays must begin at multiples of it

    The definition asserts all offsets. A field that overlaps an earlier one becomes the member functions x() and
    set_x(value), which take the indices of an array before the value. Complex numbers become float[2] or double[2],
    strings become arrays, dates become long long. The struct of a structured field x is the member type type_of_x.
    Raises: LayoutError if the GPU cannot hold the type
    """
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) or "__" in name:
        raise ValueError(f"{name!r} is no name for a C++ struct: use letters, digits and single underscores")
    if name in _KEYWORDS:
        raise ValueError(f"{name!r} is no name for a C++ struct, because it is a word of the language: write '{name}_'")
    result = record_dtype(dtype)
    chosen = alignment_of_type(result) if align is None else align
    if type(chosen) is not int or chosen < 1 or chosen & (chosen - 1) or chosen > _LARGEST_ALIGNMENT:
        raise ValueError(f"align is a power of two up to {_LARGEST_ALIGNMENT}, not {align!r}")
    if result.itemsize % chosen:
        raise LayoutError(
            f"{name} has {result.itemsize} bytes, so that not every record of an array can be aligned to "
            f"{chosen}: give a divisor of the size, or pad the type with its itemsize"
        )
    definition = _Definition(name, result, chosen)
    lines = [
        "#include <heddle/heddle.cuh>",
        *(["#include <cuda_fp16.h>"] if definition.has_half else []),
        *definition.lines,
        *definition.checks,
    ]
    return Struct(name, result, chosen, definition.members, "\n".join(lines) + "\n")


@dataclasses.dataclass(frozen=True)
class _Type:
    """A C++ type: element[dims…], and its alignment outside a packed struct."""

    element: str
    dims: tuple[int, ...]
    alignment: int


class _Definition:
    """The lines that define a struct, and the checks at global scope that follow them.

    The structs of its fields are member types, so that their names cannot collide with others.
    """

    def __init__(self, name: str, dtype: Dtype, align: int, outer: str = "") -> None:
        """outer: the struct that has this one as a member type"""
        self.name = f"{outer}::{name}" if outer else name
        self.members: dict[str, str] = {}
        self.has_half = False
        self.lines: list[str] = []
        self.checks: list[str] = []
        self.taken = set(self.name.split("::"))
        placed: list[tuple[Field, _Type, str]] = []
        overlapping: list[tuple[Field, _Type, str]] = []
        fields = [field for field in fields_of(dtype).values() if field.size]
        for field in fields:
            self.members[field.name] = _member_name(field.name, self.taken)
        for field in fields:
            member = self.members[field.name]
            kind = self._type_of(field.dtype, member)
            if any(
                field.offset < other.offset + other.size and other.offset < field.offset + field.size
                for other, *_ in placed
            ):
                while f"set_{member}" in self.taken:
                    member = _member_name(f"{member}_0", self.taken)
                self.members[field.name] = member
                self.taken.add(f"set_{member}")
                overlapping.append((field, kind, member))
            else:
                placed.append((field, kind, member))
        placed.sort(key=lambda each: each[0].offset)
        is_natural = all(field.offset % kind.alignment == 0 and align >= kind.alignment for field, kind, _ in placed)
        packed = "" if is_natural else "packed, "
        named = list(self._members(placed, dtype.itemsize))
        for field, kind, member in overlapping:
            self._accessors(field, kind, member)
        head = f"struct __attribute__(({packed}aligned({align}))) {name} {{"
        self.lines = [head, *(f"    {line}" for line in self.lines), "};"]
        self._asserts(placed, dtype.itemsize, align)
        if len(named) <= _MOST_NAMED_FIELDS:
            macro = "HEDDLE_FIELDS" if is_natural else "HEDDLE_PACKED_FIELDS"
            self.checks.append(f"{macro}({self.name}, {', '.join(named)});")

    def _members(self, placed: list[tuple[Field, _Type, str]], size: int) -> Iterator[str]:
        """Declares the members, and members for the bytes between them, in the order of their offsets."""
        end = 0
        paddings = 0
        for offset, length, kind, member in [*((f.offset, f.size, k, m) for f, k, m in placed), (size, 0, None, "")]:
            if offset > end:
                self.lines.append(f"unsigned char heddle_padding_{paddings}[{offset - end}];")
                yield f"heddle_padding_{paddings}"
                paddings += 1
            if kind is not None:
                self.lines.append(f"{kind.element} {member}{''.join(f'[{n}]' for n in kind.dims)};")
                yield member
            end = offset + length

    def _accessors(self, field: Field, kind: _Type, member: str) -> None:
        indices = [f"int i{k}" for k in range(len(kind.dims))]
        position = "0"
        for k, count in enumerate(kind.dims):
            position = f"({position} * {count} + i{k})"
        address = f"reinterpret_cast<unsigned char{{}}*>(this) + {field.offset} + {position} * sizeof({kind.element})"
        self.lines += [
            f"__device__ {kind.element} {member}({', '.join(indices)}) const",
            f"{{ {kind.element} value; ::memcpy(&value, {address.format(' const')}, sizeof value);",
            "return value; }",
            f"__device__ void set_{member}({', '.join([*indices, f'{kind.element} value'])})",
            f"{{ ::memcpy({address.format('')}, &value, sizeof value); }}",
        ]

    def _asserts(self, placed: list[tuple[Field, _Type, str]], size: int, align: int) -> None:
        name = self.name
        self.checks.append(
            f'static_assert(sizeof({name}) == {size} && alignof({name}) == {align}, "heddle_cuda: {name} has '
            f'another size or alignment than its NumPy type");'
        )
        for field, _, member in placed:
            self.checks.append(
                f'static_assert(HEDDLE_OFFSET({name}, {member}) == {field.offset}, "heddle_cuda: '
                f'{name}::{member} has another offset than in its NumPy type");'
            )

    def _type_of(self, dtype: Dtype, member: str) -> _Type:
        if dtype.subdtype is not None:
            base, shape = dtype.subdtype
            element = self._type_of(base, member)
            return dataclasses.replace(element, dims=(*shape, *element.dims))
        if dtype.names is not None:
            name = _member_name(f"type_of_{member}", self.taken)
            nested = _Definition(name, dtype, alignment_of_type(dtype), self.name)
            self.lines += nested.lines
            self.checks += nested.checks
            self.has_half |= nested.has_half
            return _Type(name, (), alignment_of_type(dtype))
        size = dtype.itemsize
        if (scalar := _SCALARS.get(f"{dtype.kind}{size}")) is not None:
            self.has_half |= scalar == "__half"
            return _Type(scalar, (), size)
        if dtype.kind == "c" and size in (8, 16):
            return _Type("float" if size == 8 else "double", (2,), size // 2)
        if dtype.kind == "S":
            return _Type("char", (size,), 1)
        if dtype.kind == "U":
            return _Type("char32_t", (size // 4,), 4)
        return _Type("unsigned char", (size,), 1)  # void, long double


def _member_name(name: str, taken: set[str]) -> str:
    """Returns a C++ name for a field, and adds it to the names that are taken."""
    member = re.sub(r"[^A-Za-z0-9]+|_+", "_", name) or "_"
    if member[0].isdigit():
        member = f"_{member}"
    if re.match(r"_[A-Z]|heddle_", member):  # reserved for the compiler, and for this package and HEDDLE_FIELDS
        member = f"f{member}"
    while member in taken or member in _KEYWORDS:
        member += "0" if member.endswith("_") else "_"
    taken.add(member)
    return member
