# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Kernels that are compiled once for all types: their parameter is a table, which says where and what they move.

Each is compiled when a call needs it first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from . import _driver
from ._call import Call
from ._kernel import load

#: Threads of a block.
THREADS = 256


class Variant(Protocol):
    """One of the kernels, which can be a key of a dict."""

    @property
    def kernel(self) -> str: ...
    @property
    def source(self) -> str: ...


_handles: dict[tuple[Variant, int], int] = {}


def launch_table(variant: Variant, blocks: int, shared: int, parameters: int, call: Call) -> None:
    """Launches a kernel. `parameters` is the address of the table's address."""
    key = variant, call.device_number
    handle = _handles.get(key)
    if handle is None:
        arch = f"sm_{call.device.arch}"
        handle = _handles[key] = int(load(variant.source, variant.kernel, arch).handle)
    _driver.launch(handle, blocks, THREADS, shared, call.stream_handle, parameters)


def assertions_of(numbers: Mapping[str, int], types: Mapping[str, np.dtype[Any]]) -> list[str]:
    """Returns lines of C++ that compile only if constants and the members of structs are the same in C++."""
    lines = [f"static_assert({name} == {value});" for name, value in numbers.items()]
    for name, dtype in types.items():
        lines.append(f"static_assert(sizeof({name}) == {dtype.itemsize});")
        for member, (kind, offset, *_) in (dtype.fields or {}).items():
            lines.append(f"static_assert(HEDDLE_OFFSET({name}, {member}) == {offset});")
            lines.append(f"static_assert(sizeof({name}::{member}) == {kind.itemsize});")
    return lines
