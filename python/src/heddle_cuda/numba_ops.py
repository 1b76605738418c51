# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Device functions for kernels of numba-cuda: they load, store and add records as heddle's C++ does.

    load, store, atomic_add, particle = heddle_cuda.numba_ops.functions(dtype, added=["mass"])

    @cuda.jit
    def advance(particles, dt):
        i = cuda.grid(1)
        if i < particles.size:
            q = cuda.local.array(1, particle)
            load(q, particles, i)
            q[0].mass += dt
            store(particles, i, q)

numba links the code as LTO-IR and inlines it, for which it needs nvJitLink.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy.typing as npt
from cuda.core import Program, ProgramOptions

from . import _driver
from ._call import chosen_fields
from ._compile import options_for
from ._errors import CompileError, MissingError
from ._struct import Struct, struct

try:
    import numba
    from numba import cuda
    from numba.core.errors import TypingError
    from numba.cuda import types
    from numba.cuda.extending import intrinsic
except ImportError as reason:
    raise MissingError(f"numba-cuda cannot be imported ({reason}): pip install numba-cuda") from reason


class Functions(NamedTuple):
    """Device functions for records of one type. `array` is a contiguous array of records in one dimension, i an index
    that is in range, and q an array of one record, for example cuda.local.array(1, type). Lanes of a warp that call a
    function together move their records together.

    load(q, array, i): q[0] = array[i]
    store(array, i, q): array[i] = q[0]
    atomic_add(array, i, q): adds fields of q[0] to array[i], each number atomically. None unless fields are added
    type: numba's type of a record
    """

    load: Any
    store: Any
    atomic_add: Any
    type: Any


def functions(dtype: npt.DTypeLike, *, added: Iterable[str] = (), align: int | None = None) -> Functions:
    """Returns device functions for records, compiled for the current device.

    added: the names of the fields that atomic_add adds: floats and integers of 32 and 64 bits, at multiples of their
        size, as with align=True
    align: as for struct(); arrays must begin at multiples of it
    Raises: LayoutError if the GPU cannot hold the type; CompileError if the fields cannot be added
    """
    names = [added] if isinstance(added, str) else list(added)
    made = struct("record", dtype, align=align)
    chosen_fields(made.dtype, names)
    # A kernel may be linked with functions for several types: all their names differ.
    suffix = hashlib.sha256(f"{made.source}{names}".encode()).hexdigest()[:24]
    record = struct(f"record_{suffix}", dtype, align=align)
    key = suffix, str(_driver.current_device().arch)
    with _lock:
        if key not in _known:
            _known[key] = _functions(record, [record.members[name] for name in names], *key)
        return _known[key]


_known: dict[tuple[str, str], Functions] = {}
_lock = threading.Lock()


def _functions(made: Struct, added: list[str], suffix: str, arch: str) -> Functions:
    source = _source(made, added, suffix)
    code = cuda.LTOIR(_compiled(source, arch), name=f"heddle_{suffix}")

    def declared(name: str, signature: str) -> Any:
        return cuda.declare_device(f"heddle_{name}_{suffix}", signature, link=code)

    load_record = declared("load", "int32(voidptr, voidptr, int64)")
    store_record = declared("store", "int32(voidptr, int64, voidptr)")
    record = numba.from_dtype(made.dtype)
    address = _address_of(record)

    @cuda.jit(device=True)
    def load(q, array, i):  # type: ignore[no-untyped-def]
        load_record(address(q), address(array), i)

    @cuda.jit(device=True)
    def store(array, i, q):  # type: ignore[no-untyped-def]
        store_record(address(array), i, address(q))

    atomic_add = None
    if added:
        add_record = declared("add", "int32(voidptr, int64, voidptr)")

        @cuda.jit(device=True)
        def atomic_add(array, i, q):  # type: ignore[no-untyped-def]
            add_record(address(array), i, address(q))

    return Functions(load, store, atomic_add, record)


def _source(made: Struct, added: list[str], suffix: str) -> str:
    """Returns the functions as numba calls them: the result is stored, and 0 returned. A local record of numba lies at
    any address."""
    name = made.name
    members = ", ".join(f"&{name}::{member}" for member in added)
    add = f"""
extern "C" __device__ int heddle_add_{suffix}(int* result, void* array, long long i, void const* q)
{{
    {name} value;
    memcpy(&value, q, sizeof value);
    heddle::atomic_add<{members}>(static_cast<{name}*>(array) + i, value);
    return *result = 0;
}}
"""
    return f"""{made.source}
#line 1 "heddle_cuda: numba_ops"
extern "C" __device__ int heddle_load_{suffix}(int* result, void* q, void const* array, long long i)
{{
    {name} const value = heddle::make_coalesced(static_cast<{name} const*>(array))[i];
    memcpy(q, &value, sizeof value);
    return *result = 0;
}}
extern "C" __device__ int heddle_store_{suffix}(int* result, void* array, long long i, void const* q)
{{
    {name} value;
    memcpy(&value, q, sizeof value);
    heddle::make_coalesced(static_cast<{name}*>(array))[i] = value;
    return *result = 0;
}}
{add if added else ""}"""


def _compiled(source: str, arch: str) -> bytes:
    options = ProgramOptions(arch=f"sm_{arch}", relocatable_device_code=True, link_time_optimization=True)
    program = Program(source, "c++", options_for(f"sm_{arch}", options))
    try:
        return bytes(program.compile("ltoir").code)
    except Exception as error:  # the types of cuda.core's exceptions are private
        raise CompileError(str(error)) from None
    finally:
        program.close()


def _address_of(record: Any) -> Any:
    @intrinsic
    def address_of(context, array):  # type: ignore[no-untyped-def]
        """Returns the address of the first element of an array of records."""
        if not isinstance(array, types.Array) or array.ndim != 1 or array.layout != "C" or array.dtype != record:
            raise TypingError(
                f"{array} is no contiguous array of records in one dimension, of the type for which the functions were "
                "made: pass such an array, and for one record cuda.local.array(1, type)"
            )

        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            return builder.bitcast(data, context.get_value_type(types.voidptr))

        return types.voidptr(array), code

    return address_of
