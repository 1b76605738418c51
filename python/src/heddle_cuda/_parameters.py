# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The parameters of a compiled kernel. The compiler writes their types into the machine code, as a table of numbers."""

from __future__ import annotations

import dataclasses
import struct

_TABLE = "heddle_cuda_parameters"
_COLUMNS = 4  # kind, size, and for pointers the size and the alignment of what they point to
_KINDS = {ord(letter): letter for letter in "pcfiubs"}

# Precedes the source, whose macros may have any names.
_TYPES = """#include <heddle/heddle.cuh>
namespace heddle_cuda {
template <class T> struct remove_const { using type = T; static constexpr unsigned kind = 'p'; };
template <class T> struct remove_const<T const> { using type = T; static constexpr unsigned kind = 'c'; };
template <class T> constexpr unsigned size_of = sizeof(T);
template <class T> constexpr unsigned align_of = alignof(T);
template <> constexpr unsigned size_of<void> = 1;
template <> constexpr unsigned align_of<void> = 1;
template <class T> struct parameter {
    static constexpr unsigned kind = 's', size = sizeof(T), target_size = 0, target_align = 0;
};
template <class T> struct pointer {
    using target = typename remove_const<T>::type;
    static constexpr unsigned kind = remove_const<T>::kind, size = 8;
    static constexpr unsigned target_size = size_of<target>, target_align = align_of<target>;
};
template <class T> struct parameter<T*> : pointer<T> {};
template <class T, class P> struct parameter<heddle::coalesced_ptr<T, P>> : pointer<T> {};
template <class T, unsigned Kind> struct number {
    static constexpr unsigned kind = Kind, size = sizeof(T), target_size = 0, target_align = 0;
};
template <> struct parameter<bool> : number<bool, 'b'> {};
template <> struct parameter<float> : number<float, 'f'> {};
template <> struct parameter<double> : number<double, 'f'> {};
template <> struct parameter<char> : number<char, 'i'> {};
template <> struct parameter<signed char> : number<signed char, 'i'> {};
template <> struct parameter<short> : number<short, 'i'> {};
template <> struct parameter<int> : number<int, 'i'> {};
template <> struct parameter<long> : number<long, 'i'> {};
template <> struct parameter<long long> : number<long long, 'i'> {};
template <> struct parameter<unsigned char> : number<unsigned char, 'u'> {};
template <> struct parameter<unsigned short> : number<unsigned short, 'u'> {};
template <> struct parameter<unsigned> : number<unsigned, 'u'> {};
template <> struct parameter<unsigned long> : number<unsigned long, 'u'> {};
template <> struct parameter<unsigned long long> : number<unsigned long long, 'u'> {};
struct row { unsigned kind, size, target_size, target_align; };
template <class Function> struct table;
template <class... A> struct table<void (*)(A...)> {
    row rows[sizeof...(A) + 1] = {row{parameter<A>::kind, parameter<A>::size, parameter<A>::target_size,
                                     parameter<A>::target_align}..., row{0, 0, 0, 0}};
};
}
"""
# Follows the source.
_TABLE_OF_KERNEL = f"""
#line 1 "heddle_cuda: parameters of the kernel"
extern "C" __device__ heddle_cuda::table<decltype(&KERNEL)> {_TABLE} = {{}};
"""


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter. Its kind is p for pointers, c for pointers to const, f, i, u and b for numbers, s for structs."""

    kind: str
    size: int
    target_size: int
    target_align: int


def with_parameters(source: str, name: str) -> str:
    """Returns the source with the table of the parameters of a kernel."""
    return _TYPES + source + _TABLE_OF_KERNEL.replace("KERNEL", name)


def parameters_in(cubin: bytes) -> list[Parameter]:
    """Reads the table from machine code, an ELF file of 64 bits."""
    start, count, size_of_entry = _sections_of(cubin)
    sections = [struct.unpack_from("<IIQQQQIIQQ", cubin, start + k * size_of_entry) for k in range(count)]
    for _, kind, _, _, offset, size, link, _, _, entry_size in sections:
        if kind != 2:  # SHT_SYMTAB
            continue
        names = sections[link][4]
        for at in range(offset, offset + size, entry_size):
            name, _, _, section, value, length = struct.unpack_from("<IBBHQQ", cubin, at)
            if cubin[names + name : cubin.index(b"\0", names + name)] == _TABLE.encode():
                first = sections[section][4] + value
                return _rows(cubin[first : first + length])
    raise AssertionError(f"the machine code has no table {_TABLE}")


def _sections_of(elf: bytes) -> tuple[int, int, int]:
    (start,) = struct.unpack_from("<Q", elf, 0x28)
    size_of_entry, count = struct.unpack_from("<HH", elf, 0x3A)
    return start, count, size_of_entry


def _rows(table: bytes) -> list[Parameter]:
    rows = [struct.unpack_from(f"<{_COLUMNS}I", table, at) for at in range(0, len(table), 4 * _COLUMNS)]
    return [Parameter(_KINDS[kind], *rest) for kind, *rest in rows[:-1]]
