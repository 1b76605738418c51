# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Kernels that are compiled once for all types: their parameter is a table, which says where and what they move.

Each is compiled when a call needs it first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np

from ._call import Call
from ._kernel import function_of, load

#: Threads of a block.
THREADS = 256


class Variant(Protocol):
    """One of the kernels, which can be a key of a dict."""

    @property
    def kernel(self) -> str: ...
    @property
    def source(self) -> str: ...


_loaded: dict[tuple[Variant, int], Any] = {}


def launch_table(
    variant: Variant, blocks: int, shared: int, parameters: int, call: Call, memory: Callable[[], tuple[int, object]]
) -> None:
    """Launches a kernel. `parameters` is the address of the table's address.

    memory: returns such an address for a table that no other call changes, and what must be kept for it
    """
    key = variant, call.device_number
    kernel = _loaded.get(key)
    if kernel is None:
        kernel = _loaded[key] = loaded(variant, call)
    call.launch(kernel, blocks, THREADS, shared, parameters, memory)


def loaded(variant: Variant, call: Call) -> Any:
    return function_of(load(variant.source, variant.kernel, f"sm_{call.device.arch}"))


def assertions_of(numbers: Mapping[str, int], types: Mapping[str, np.dtype[Any]]) -> list[str]:
    """Returns lines of C++ that compile only if constants and the members of structs are the same in C++."""
    lines = [f"static_assert({name} == {value});" for name, value in numbers.items()]
    for name, dtype in types.items():
        lines.append(f"static_assert(sizeof({name}) == {dtype.itemsize});")
        for member, (kind, offset, *_) in (dtype.fields or {}).items():
            lines.append(f"static_assert(HEDDLE_OFFSET({name}, {member}) == {offset});")
            lines.append(f"static_assert(sizeof({name}::{member}) == {kind.itemsize});")
    return lines
