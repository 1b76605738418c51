# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Calls that are repeated: with arrays of the same places and types, a call launches the same kernels with the same
parameters. So it is checked and planned once, and its launches are kept.

Only calls that do nothing but launch are kept: those that write to given arrays, of the stream of the call.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

from . import _driver, _own_kernels
from ._arrays import Array
from ._call import Launch, recording
from ._dtypes import Dtype

_MOST_CALLS = 256

Function = TypeVar("Function", bound=Callable[..., Any])


class _Known(NamedTuple):
    """A call. types: those of records, and the names of their fields, which `dtype.names = ...` replaces.

    result: returns the result for the arguments of a call
    """

    launches: tuple[Launch, ...]
    types: tuple[tuple[Dtype, tuple[str, ...] | None], ...]
    result: Callable[[tuple[Any, ...], dict[str, Any]], Any]


_known: dict[tuple[object, ...], _Known] = {}


def forget() -> None:
    """Forgets all calls."""
    _known.clear()


def repeatable(function: Function) -> Function:
    """Wraps a function whose calls are kept. Its results are None, an argument, or a dict of arrays of `out`."""

    @functools.wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        key = _key_of(function, arguments, options)
        if key is None:
            return function(*arguments, **options)
        known = _known.get(key)
        if known is not None:
            for dtype, names in known.types:
                if dtype.names is not names:
                    break
            else:
                for launch in known.launches:
                    _driver.launch(*launch[:-1])
                return known.result(arguments, options)
        before, recording.launches = recording.launches, []
        try:
            result = function(*arguments, **options)
            launches = recording.launches
        finally:
            recording.launches = before
        if launches:
            _keep(key, launches, result, arguments, options)
        return result

    return cast(Function, call)


# True and False are equal to 1 and 0, which mean streams.
_BOOLS = {False: "is False", True: "is True"}


def _key_of(function: object, arguments: tuple[Any, ...], options: dict[str, Any]) -> tuple[object, ...] | None:
    """Returns what a call depends on. None if there is an argument of which that is not known."""
    key: list[object] = [function, _driver.current_number(), _driver.default_handle(), len(_own_kernels.compiled)]
    for name, value in (*enumerate(arguments), *options.items()):
        kind = type(value)
        if kind is Array:
            number = value.number
            if number is None:
                return None
            key += name, number
        elif kind is dict:
            if not set(map(type, value)) <= {str}:
                return None
            key += name, len(value), *value
            for array in value.values():
                if type(array) is not Array or array.number is None:
                    return None
                key.append(array.number)
        elif value is None or kind is str:
            key += name, value
        elif kind is bool:
            key += name, _BOOLS[value]
        elif name == "stream":
            handle = _driver.open_handle(value)
            if handle is None:
                return None
            key += name, handle
        elif kind is list or kind is tuple:
            if not all(type(each) is str for each in value):
                return None
            key += name, kind, len(value), *value
        else:
            return None
    return tuple(key)


def _keep(
    key: tuple[object, ...], launches: list[Launch], result: Any, arguments: tuple[Any, ...], options: dict[str, Any]
) -> None:
    get = _way_to(result, arguments, options)
    if get is None:
        return
    arrays = [value for value in (*arguments, *options.values()) if type(value) is Array]
    types = tuple((array.dtype, array.dtype.names) for array in arrays if array.dtype.names is not None)
    if len(_known) >= _MOST_CALLS:
        _known.clear()
    _known[key] = _Known(tuple(launches), types, get)


def _way_to(result: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Returns how to find the result of a call in its arguments, None if it is not there."""
    if result is None:
        return lambda arguments, options: None
    for position, value in enumerate(arguments):
        if value is result:
            return lambda arguments, options: arguments[position]
    for name, value in options.items():
        if value is result:
            return lambda arguments, options: options[name]
    out = options.get("out")
    if type(result) is dict and type(out) is dict and all(result[name] is out.get(name) for name in result):
        names = tuple(result)
        if names == tuple(out):
            return lambda arguments, options: options["out"].copy()
        return lambda arguments, options: {name: options["out"][name] for name in names}
    return None
