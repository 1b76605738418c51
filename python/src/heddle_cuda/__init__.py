# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays of NumPy's structured types on the GPU, at the speed of its memory.

unpack, pack, take, put, scatter_add, copy_if and sort_by move records without C++. kernel() compiles C++ for them, with
the structs that struct() makes from their types. CuPy, PyTorch and numba read the results without a copy, and their
arrays are arguments.
"""

import sys as _sys

if _sys.platform == "win32":
    from ._errors import MissingError

    raise MissingError("heddle-cuda does not run on Windows: use Linux, for example in WSL 2")

try:
    from cuda.bindings import driver as _bindings  # noqa: F401
    from cuda.core import Device as _Device  # noqa: F401
except ImportError as reason:
    from ._errors import INSTALL, MissingError

    raise MissingError(f"cuda-core or cuda-bindings cannot be imported ({reason}): {INSTALL}") from reason

from . import _operators as _operators
from ._allocator import set_allocator
from ._arrays import Array, as_records, to_device
from ._bits import bits
from ._compile import include_path, toolkit_include_paths
from ._driver import using_stream
from ._errors import (
    ArrayError,
    CompileError,
    DeviceError,
    HeddleError,
    LayoutError,
    MissingError,
    OutOfRangeError,
)
from ._kernel import Kernel, kernel
from ._offsets import put_at, take_at
from ._parts import Parts, stream
from ._ranges import take_ranges
from ._records import pack, put, scatter_add, take, unpack, view_fields
from ._select import copy_if
from ._sort import argsort_by, sort_by
from ._struct import Struct, struct
from ._tables import from_arrow, from_pandas, to_arrow, to_pandas
from ._torch import from_torch, to_torch
from ._types import DeviceArray
from ._writer import Writer

__version__ = "0.1.0"

__all__ = [
    "Array", "ArrayError", "CompileError", "DeviceArray", "DeviceError", "HeddleError", "Kernel", "LayoutError",
    "MissingError", "OutOfRangeError", "Parts", "Struct", "Writer", "argsort_by", "as_records", "bits", "copy_if",
    "from_arrow", "from_pandas", "from_torch", "include_path", "kernel", "pack", "put", "put_at", "scatter_add",
    "set_allocator", "sort_by", "stream", "struct", "take", "take_at", "take_ranges", "to_arrow", "to_device",
    "to_pandas", "to_torch", "toolkit_include_paths", "unpack", "using_stream", "view_fields",
]  # fmt: skip
