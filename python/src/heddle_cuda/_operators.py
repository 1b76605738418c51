# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The operators of Array: those of NumPy's mixin, but without NumPy's search for the functions of other classes if the
other operand is an Array or a number of Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ._arrays import Array
from ._functions import apply

Method = Callable[[Array, Any], Any]

_OWN = (Array, int, float, bool)
_COMPARISONS = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
}  # fmt: skip
_OTHERS = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.true_divide, "floordiv": np.floor_divide,
    "mod": np.remainder, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
    "lshift": np.left_shift, "rshift": np.right_shift,
}  # fmt: skip


def _operator(ufunc: np.ufunc, of_mixin: Method) -> Method:
    return lambda self, other: apply(ufunc, (self, other)) if type(other) in _OWN else of_mixin(self, other)


def _reflected(ufunc: np.ufunc, of_mixin: Method) -> Method:
    return lambda self, other: apply(ufunc, (other, self)) if type(other) in _OWN else of_mixin(self, other)


def _in_place(ufunc: np.ufunc, of_mixin: Method) -> Method:
    return lambda self, other: apply(ufunc, (self, other), self) if type(other) in _OWN else of_mixin(self, other)


def _replace(name: str, ufunc: np.ufunc, make: Callable[[np.ufunc, Method], Method]) -> None:
    setattr(Array, f"__{name}__", make(ufunc, getattr(Array, f"__{name}__")))


for _name, _ufunc in (_COMPARISONS | _OTHERS).items():
    _replace(_name, _ufunc, _operator)
for _name, _ufunc in _OTHERS.items():
    _replace(f"r{_name}", _ufunc, _reflected)
    _replace(f"i{_name}", _ufunc, _in_place)
