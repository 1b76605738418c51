# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The choice between the kernel that was compiled for a type and those for all types."""

from __future__ import annotations

from typing import Any, NamedTuple

from ._arrays import Array
from ._call import Call, place_of
from ._sources import Place, own_kernel_is_faster


class OwnKernel(NamedTuple):
    """A kernel for one type.

    work: "unpack", "pack", "pack new", "take", "put" or "copy_if"
    others: what else is a constant in it: the parts of the fields, the place of the other records, the type of an index
    """

    device: int
    work: str
    place: Place
    others: tuple[Any, ...]


#: Those that calls with specialize=True have compiled.
compiled: set[OwnKernel] = set()


def chosen(call: Call, work: str, view: Array, others: tuple[Any, ...], specialize: bool) -> OwnKernel | None:
    """Returns the kernel for the type if the call uses it, and None if it uses the kernel for all types."""
    own = OwnKernel(call.device_number, work, place_of(view), others)
    is_used = specialize or (own in compiled and own_kernel_is_faster(work, own.place, others))
    return own if is_used else None
