# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions of the elements of arrays: the types with which it computes them, and the launch."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _prepared, _views
from ._arrays import Array, is_on_gpu
from ._call import Call
from ._dtypes import Dtype
from ._elementwise import Number, code_of, common_shape, copied, launch, values_of
from ._elementwise_source import EXPRESSIONS, OF_COMPLEX, OF_DATES, TYPES
from ._errors import ArrayError, LayoutError
from ._types import StreamLike

_BOOL = np.dtype(bool)


def apply(ufunc: np.ufunc, operands: Sequence[Any], out: Any = None, *, stream: StreamLike = None) -> Array:
    """Returns a function of the elements of arrays and numbers, computed as NumPy does. Arrays of the host are copied.

    out: an array to write
    Raises: LayoutError for functions and types that this package does not compute
    """
    call = Call.on(stream, *operands, out)
    asked = _prepared.operands_of(call, ufunc, operands, out)
    if asked is not None and (known := _prepared.known.get(asked.key)) is not None:
        done = known.run(call, asked, operands, out)
        if done is not None:
            return done
    name = {"true_divide": "divide"}.get(ufunc.__name__, ufunc.__name__)
    if name not in EXPRESSIONS:
        raise LayoutError(f"np.{name} does not read an Array: write cupy.{name}(a), or np.{name}(a.to_host())")
    given = [call.view(each, "an operand") if is_on_gpu(each) else each for each in operands]
    name, given = _without_power(name, given)
    dtypes = tuple(map(_type_for_promotion, given))
    if any(dtype.kind in "VSU" for dtype in dtypes if isinstance(dtype, np.dtype)):
        if name not in ("equal", "not_equal") or out is not None:
            raise LayoutError(
                f"np.{name} has no records, strings and bytes: write the name of a field, as in a['x'], or compute on "
                "the host, with a.to_host()"
            )
        from . import _comparison

        result = _comparison.compared(call, given, are_equal=name == "equal")
        call.finish()
        return result
    loop = _loop_for(name, dtypes, given)
    inputs: list[Array | Number] = [
        each if isinstance(each, Array) else values_of(call, each, dtype, "an operand")
        for each, dtype in zip(given, loop.types, strict=True)
    ]
    shape = common_shape([each for each in inputs if isinstance(each, Array)])
    if out is None:
        result = call.new(shape, loop.result)
    else:
        result = call.view(out, "out")
        _check_out(result, shape, loop.result, name)
    if result.size:
        is_one_launch = all(
            isinstance(each, Array) == isinstance(new, Array) for each, new in zip(given, inputs, strict=True)
        )
        for k, each in enumerate(inputs):
            if isinstance(each, Array):
                view = each if each.shape == shape else _views.broadcast(each, shape, "an operand")
                must_copy = out is not None and not view.is_same_part(result) and _views.share_bytes(view, result)
                inputs[k] = copied(call, view) if must_copy else view
                is_one_launch = is_one_launch and not must_copy
        launched = launch(call, name, result, loop.result_code, inputs, loop.codes)
        if asked is not None and is_one_launch:
            numbers = [each.code if isinstance(each, Number) else None for each in inputs]
            _prepared.keep(asked, *launched, numbers, loop.limits, result)
    call.finish()
    return out if out is not None else result


def _check_out(out: Array, shape: tuple[int, ...], dtype: Dtype, name: str) -> None:
    if out.readonly:
        raise ArrayError("out may not be written: copy the array first")
    if out.shape != shape:
        raise ArrayError(f"the result has the shape {shape}, but the array that is written has {out.shape}")
    if out.dtype.names or not np.can_cast(dtype, out.dtype, "same_kind") or code_of(out.dtype) not in TYPES:
        raise LayoutError(
            f"np.{name} gives {dtype}, and the array that is written has {out.dtype}: write a[...] = b to convert it"
        )


def _type_for_promotion(value: Any) -> Any:
    """Returns a type, or bool, int, float or complex for a number of Python, which takes the type of the others."""
    if type(value) is Array:
        return value.dtype if value.dtype.isnative else value.dtype.newbyteorder("=")
    if isinstance(value, bool):
        return _BOOL
    if isinstance(value, (int, float, complex)) and not isinstance(value, np.generic):
        return int if isinstance(value, int) else type(value)
    dtype = value.dtype if hasattr(value, "dtype") else np.asarray(value).dtype
    return dtype if dtype.isnative else dtype.newbyteorder("=")


class _Loop(NamedTuple):
    """The types with which a function computes, their codes, and the type and the code of its result."""

    types: list[Dtype]
    codes: list[str]
    result: Dtype
    result_code: str
    #: For each operand that is an int of Python, the smallest and the largest one that its type has.
    limits: list[tuple[int, int] | None]


@functools.lru_cache(maxsize=4096)
def _loop(name: str, dtypes: tuple[Any, ...]) -> _Loop:
    """dtypes: types, or int, float or complex for numbers of Python. Raises: LayoutError if a function lacks a type"""
    try:
        *types, result = getattr(np, name).resolve_dtypes((*dtypes, None))
    except TypeError as error:
        raise LayoutError(str(error)) from None
    codes = [code_of(each) for each in (*types, result)]
    kinds = {code[0] for code in codes}
    is_computed = (
        TYPES.keys() >= set(codes)
        and ("c" not in kinds or name in OF_COMPLEX)
        and (not kinds & set("mM") or (name in OF_DATES and kinds <= set("mMb")))
        and (name != "reciprocal" or kinds <= set("fc"))
    )
    if not is_computed:
        raise LayoutError(
            f"np.{name} of {' and '.join(str(each) for each in types)} is not computed here: write cupy.{name}(a), or "
            f"np.{name}(a.to_host())"
        )
    limits = [
        (int(np.iinfo(each).min), int(np.iinfo(each).max)) if dtype is int and each.kind in "iu" else None
        for dtype, each in zip(dtypes, types, strict=True)
    ]
    return _Loop(types, codes[:-1], result, codes[-1], limits)


def _loop_for(name: str, dtypes: tuple[Any, ...], given: Sequence[Any]) -> _Loop:
    """Returns the types for the operands. Raises: OverflowError for a number that does not fit"""
    loop = _loop(name, dtypes)
    for limits, value in zip(loop.limits, given, strict=True):
        if limits is None or limits[0] <= value <= limits[1]:
            continue
        if loop.result != _BOOL or not -(2**63) <= value < 2**64:
            raise OverflowError(f"{value} does not fit into the type of the array")
        # NumPy compares such numbers by their values.
        own = np.dtype("i8" if value < 2**63 else "u8")
        return _loop(name, tuple(own if each is int else each for each in dtypes))
    if any(code[0] in "mM" for code in loop.codes):
        for dtype, each, value in zip(dtypes, loop.types, given, strict=True):
            if isinstance(value, Array) and dtype != each:
                raise LayoutError(f"np.{name} of {dtype} and {each} needs times of one unit: convert one of them")
    return loop


def _without_power(name: str, given: list[Any]) -> tuple[str, list[Any]]:
    """Replaces squares and square roots, as NumPy does, and refuses powers that NumPy refuses or that are not known."""
    if name != "power":
        return name, given
    base, exponent = given
    kinds = [np.dtype(kind).kind for kind in map(_type_for_promotion, given)]
    if isinstance(exponent, (int, float, np.integer, np.floating)):
        if exponent == 2 and type(exponent) in (int, float) and (kinds[0] == "f" or type(exponent) is int):
            return "square", [base]
        if exponent == 0.5 and type(exponent) is float and kinds[0] == "f":
            return "sqrt", [base]
        if kinds[0] in "iub" and kinds[1] in "iu" and exponent < 0:
            raise ArrayError("integers have no negative powers: write a ** -1.0")
    elif kinds[0] in "iub" and kinds[1] == "i":
        raise LayoutError("powers of integers need an exponent that is a number, or an array of unsigned integers")
    return name, given
