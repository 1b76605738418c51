# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The kernel that computes each element of an array from the elements of others: o = f(x, y).

The function, the types and the alignment are constants, so there is a kernel for each combination that a program uses.
Addresses, extents and strides are parameters. Because it includes no headers, it compiles in some hundredths of a
second.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from ._dtypes import INTEGERS
from ._sources import THREADS, light_head

#: The C++ types of elements by their NumPy codes. Bytes ("V1" to "V16") are copied as they are.
TYPES = {
    **INTEGERS, "b1": "bool", "f2": "half", "f4": "float", "f8": "double", "c8": "complex<float>",
    "c16": "complex<double>", "M8": "date", "m8": "date",
    **{f"V{size}": f"block_of<{size}>" for size in (1, 2, 4, 8, 16)},
}  # fmt: skip


class Operand(NamedTuple):
    """An array or a number of an expression.

    code: NumPy's code of its elements; loop: that of the type with which the function computes
    unit: the alignment of the elements, at most their size; is_swapped: whether they have the other byte order
    is_number: whether a number of up to 8 bytes stands for an array
    """

    code: str
    loop: str
    unit: int = 1
    is_swapped: bool = False
    is_number: bool = False


# The smallest long long is NaT in dates.
LOAD = """
using wide = unsigned long long;
template <unsigned Size> struct alignas(Size) block_of { unsigned char bytes[Size]; };
template <class T> struct complex { T re, im; };
struct date {
    long long v;
    __device__ bool is_nat() const { return v == (-0x7fffffffffffffffll - 1); }
};
struct half {
    unsigned short bits;
    __device__ operator float() const
    {
        unsigned const sign = (bits & 0x8000u) << 16, rest = bits & 0x7fffu;
        unsigned word = rest >= 0x7c00u ? 0x7f800000u | rest << 13 : (rest << 13) + (112u << 23);
        if (rest < 0x0400u) {  // a subnormal number
            float const value = float(rest) * 5.9604644775390625e-8f;
            memcpy(&word, &value, 4);
        }
        word |= sign;
        float result;
        memcpy(&result, &word, 4);
        return result;
    }
    // Rounds to the nearest number, and to an even one between two.
    static __device__ half of(double value)
    {
        wide word;
        memcpy(&word, &value, 8);
        unsigned const sign = unsigned(word >> 48) & 0x8000u;
        word &= ~0ull >> 1;
        unsigned result;
        if (word > 0x7ff0000000000000ull) {
            result = 0x7e00u;
        } else if (word >= 0x40effe0000000000ull) {  // 65520
            result = 0x7c00u;
        } else if (word < 0x3e60000000000000ull) {  // less than half of the smallest number
            result = 0;
        } else {
            int const exponent = int(word >> 52) - 1023;
            int const dropped = exponent < -14 ? 42 - (exponent + 14) : 42;
            wide const digits = (word & (~0ull >> 12)) | 1ull << 52, rest = digits & ((1ull << dropped) - 1);
            result = unsigned(digits >> dropped) + (exponent < -14 ? 0 : unsigned(exponent + 14) << 10);
            wide const middle = 1ull << (dropped - 1);
            if (rest > middle || (rest == middle && (result & 1))) ++result;
        }
        return {static_cast<unsigned short>(sign | result)};
    }
};
template <class T> constexpr bool is_complex = false;
template <class T> constexpr bool is_complex<complex<T>> = true;
template <class T> constexpr bool is_floating = false;
template <> constexpr bool is_floating<float> = true;
template <> constexpr bool is_floating<double> = true;
template <class T> constexpr bool is_signed = T(-1) < T(0);
template <class A, class B> constexpr bool is_same = false;
template <class A> constexpr bool is_same<A, A> = true;

template <class To, class From> __device__ To converted(From x)
{
    if constexpr (is_same<To, From>) return x;
    else if constexpr (is_same<From, half>) return converted<To>(float(x));
    else if constexpr (is_same<To, half>) return half::of(converted<double>(x));
    else if constexpr (is_same<From, date>) return To(x.v);
    else if constexpr (is_same<To, date>) return {static_cast<long long>(x)};
    else if constexpr (is_complex<To> && is_complex<From>) {
        using real = decltype(To::re);
        return {real(x.re), real(x.im)};
    }
    else if constexpr (is_complex<To>) return {decltype(To::re)(x), 0};
    else if constexpr (is_complex<From> && is_same<To, bool>) return x.re != 0 || x.im != 0;
    else if constexpr (is_complex<From>) return To(x.re);
    else return To(x);
}

template <unsigned Part> __device__ void swap_parts(unsigned char* bytes, unsigned size)
{
    for (unsigned first = 0; first < size; first += Part)
        for (unsigned k = 0; k < Part / 2; ++k) {
            unsigned char const other = bytes[first + k];
            bytes[first + k] = bytes[first + Part - 1 - k];
            bytes[first + Part - 1 - k] = other;
        }
}
template <class T> constexpr unsigned part_size = sizeof(T);
template <class T> constexpr unsigned part_size<complex<T>> = sizeof(T);

template <class T, unsigned Unit, bool IsSwapped> __device__ T load(unsigned char const* from)
{
    block_of<Unit> units[sizeof(T) / Unit];
    for (unsigned k = 0; k < sizeof(T) / Unit; ++k) units[k] = reinterpret_cast<block_of<Unit> const*>(from)[k];
    if constexpr (IsSwapped) swap_parts<part_size<T>>(reinterpret_cast<unsigned char*>(units), sizeof(T));
    T value;
    memcpy(&value, units, sizeof(T));
    return value;
}
template <class T, unsigned Unit, bool IsSwapped> __device__ void store(unsigned char* to, T value)
{
    block_of<Unit> units[sizeof(T) / Unit];
    memcpy(units, &value, sizeof(T));
    if constexpr (IsSwapped) swap_parts<part_size<T>>(reinterpret_cast<unsigned char*>(units), sizeof(T));
    for (unsigned k = 0; k < sizeof(T) / Unit; ++k) reinterpret_cast<block_of<Unit>*>(to)[k] = units[k];
}
template <class T> __device__ T number_of(wide bits)
{
    T value;
    memcpy(&value, &bits, sizeof(T));
    return value;
}
// Returns the position in a dimension, and removes the dimension from the number of an element.
__device__ integer position_in(integer& rest, integer extent)
{
    integer const number = rest;
    rest = (number | extent) >> 32 == 0 ? integer(unsigned(number) / unsigned(extent)) : number / extent;
    return number - rest * extent;
}
"""

# As NumPy computes: integers wrap around, and remainders have the sign of the divisor.
FUNCTIONS = """
namespace op {
constexpr date nat = {-0x7fffffffffffffffll - 1};
template <class T> __device__ T add(T x, T y)
{
    if constexpr (is_complex<T>) return {x.re + y.re, x.im + y.im};
    else if constexpr (is_same<T, date>) return x.is_nat() || y.is_nat() ? nat : date{x.v + y.v};
    else if constexpr (is_floating<T>) return x + y;
    else return T(wide(x) + wide(y));
}
template <class T> __device__ T subtract(T x, T y)
{
    if constexpr (is_complex<T>) return {x.re - y.re, x.im - y.im};
    else if constexpr (is_same<T, date>) return x.is_nat() || y.is_nat() ? nat : date{x.v - y.v};
    else if constexpr (is_floating<T>) return x - y;
    else return T(wide(x) - wide(y));
}
template <class T> __device__ T multiply(T x, T y)
{
    if constexpr (is_complex<T>) return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
    else if constexpr (is_floating<T>) return x * y;
    else return T(wide(x) * wide(y));
}
template <class T> __device__ T divide(T x, T y)
{
    if constexpr (!is_complex<T>) return x / y;
    else {
        using real = decltype(x.re);
        if (fabs(y.re) >= fabs(y.im)) {
            real const ratio = y.re == 0 && y.im == 0 ? 0 : y.im / y.re, all = y.re + y.im * ratio;
            return {(x.re + x.im * ratio) / all, (x.im - x.re * ratio) / all};
        }
        real const ratio = y.re / y.im, all = y.re * ratio + y.im;
        return {(x.re * ratio + x.im) / all, (x.im * ratio - x.re) / all};
    }
}
template <class T> __device__ T remainder(T x, T y)
{
    if constexpr (is_floating<T>) {
        T rest = fmod(x, y);
        if (y == 0) return rest;
        if (rest == 0) return copysign(T(0), y);
        return (rest < 0) != (y < 0) ? rest + y : rest;
    } else {
        if (y == 0 || (is_signed<T> && y == T(-1))) return 0;
        T const rest = x % y;
        return rest != 0 && (rest < 0) != (y < 0) ? T(rest + y) : rest;
    }
}
template <class T> __device__ T floor_divide(T x, T y)
{
    if constexpr (is_floating<T>) {
        if (y == 0) return x / y;
        T const rest = fmod(x, y);
        T quotient = (x - rest) / y;
        if (rest != 0 && (rest < 0) != (y < 0)) quotient -= 1;
        if (quotient == 0) return copysign(T(0), x / y);
        T const whole = floor(quotient);
        return quotient - whole > T(0.5) ? whole + 1 : whole;
    } else {
        if (y == 0) return 0;
        if (is_signed<T> && y == T(-1)) return subtract(T(0), x);
        T const quotient = x / y;
        return quotient * y != x && (x < 0) != (y < 0) ? T(quotient - 1) : quotient;
    }
}
template <class T> __device__ T power(T x, T y)
{
    if constexpr (is_floating<T>) return pow(x, y);
    else {
        T result = 1;
        for (; y > 0; y >>= 1, x = multiply(x, x)) if (y & 1) result = multiply(result, x);
        return result;
    }
}
template <class T> __device__ T left_shift(T x, T y) { return wide(y) < 8 * sizeof(T) ? T(wide(x) << y) : T(0); }
template <class T> __device__ T right_shift(T x, T y)
{
    return wide(y) < 8 * sizeof(T) ? T(x >> y) : x < 0 ? T(-1) : T(0);
}
template <class A, class B> __device__ bool equal(A x, B y)
{
    if constexpr (is_complex<A>) return x.re == y.re && x.im == y.im;
    else if constexpr (is_same<A, date>) return x.v == y.v && !x.is_nat();
    else if constexpr (is_signed<A> == is_signed<B>) return x == y;
    else if constexpr (is_signed<A>) return x >= 0 && wide(x) == wide(y);
    else return y >= 0 && wide(x) == wide(y);
}
template <class A, class B> __device__ bool less(A x, B y)
{
    if constexpr (is_same<A, date>) return x.v < y.v && !x.is_nat() && !y.is_nat();
    else if constexpr (is_signed<A> == is_signed<B>) return x < y;
    else if constexpr (is_signed<A>) return x < 0 || wide(x) < wide(y);
    else return y >= 0 && wide(x) < wide(y);
}
template <class A, class B> __device__ bool less_equal(A x, B y) { return less(x, y) || equal(x, y); }
template <class T> __device__ T absolute(T x)
{
    if constexpr (is_floating<T>) return fabs(x);
    else return x < 0 ? subtract(T(0), x) : x;
}
template <class T> __device__ T sign(T x) { return x > 0 ? T(1) : x < 0 ? T(-1) : x == 0 ? T(0) : x; }
template <class T> __device__ T minimum(T x, T y) { return x <= y || x != x ? x : y; }
template <class T> __device__ T maximum(T x, T y) { return x >= y || x != x ? x : y; }
template <class T> __device__ T inverted(T x)
{
    if constexpr (is_same<T, bool>) return !x;
    else return T(~x);
}
template <class T> __device__ T negative(T x)
{
    if constexpr (is_floating<T>) return -x;
    else return subtract(T{}, x);
}
}
"""

#: The expressions of NumPy's functions, with the operands x and y.
EXPRESSIONS = {
    **{name: f"op::{name}(x, y)" for name in (
        "add", "subtract", "multiply", "divide", "remainder", "floor_divide", "power", "left_shift", "right_shift",
        "equal", "less", "less_equal", "minimum", "maximum",
    )},
    "not_equal": "!op::equal(x, y)", "greater": "op::less(y, x)", "greater_equal": "op::less_equal(y, x)",
    "bitwise_and": "x & y", "bitwise_or": "x | y", "bitwise_xor": "x ^ y", "invert": "op::inverted(x)",
    "logical_and": "x != 0 && y != 0", "logical_or": "x != 0 || y != 0", "logical_xor": "(x != 0) != (y != 0)",
    "logical_not": "x == 0", "negative": "op::negative(x)", "positive": "x", "absolute": "op::absolute(x)",
    "fabs": "fabs(x)", "sign": "op::sign(x)", "square": "op::multiply(x, x)", "reciprocal": "1 / x",
    "fmin": "fmin(x, y)", "fmax": "fmax(x, y)", "fmod": "fmod(x, y)", "hypot": "hypot(x, y)",
    "arctan2": "atan2(x, y)", "copysign": "copysign(x, y)",
    "isnan": "x != x", "isnat": "x.is_nat()", "isinf": "x - x != 0 && x == x", "isfinite": "x - x == 0",
    **{name: f"{name}(x)" for name in (
        "sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh", "cosh",
        "tanh", "floor", "ceil", "trunc", "rint",
    )},
    **{f"arc{name}": f"a{name}(x)" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "copy": "x",
}  # fmt: skip

#: The functions of complex numbers, and of dates.
OF_COMPLEX = ("add", "subtract", "multiply", "divide", "equal", "not_equal", "negative", "positive", "copy")
OF_DATES = (
    "add", "subtract", "equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "negative", "positive",
    "isnat", "copy",
)  # fmt: skip


@functools.lru_cache(maxsize=1024)
def source(function: str, ndim: int, out: Operand, inputs: tuple[Operand, ...], is_masked: bool) -> str:
    """Returns a kernel run(count, extents…, out, its strides…, then each input and its strides…, mask, its strides…).

    count: the number of elements; a number instead of an array has no strides. With a mask, only elements are written
    whose byte of the mask is not 0
    """
    dims = range(ndim)
    parameters = ["integer count", *(f"integer extent{d}" for d in dims)]
    names = ["o", *"xyz"[: len(inputs)], *(["mask"] if is_masked else [])]
    numbers = [False, *(each.is_number for each in inputs), False]
    for name, is_number in zip(names, numbers, strict=False):
        if is_number:
            parameters.append(f"wide {name}_bits")
        else:
            parameters += [f"unsigned char{'' if name == 'o' else ' const'}* {name}_bytes"]
            parameters += [f"integer {name}_stride{d}" for d in dims]

    def address(name: str) -> str:
        return " + ".join([f"{name}_bytes", *(f"at{d} * {name}_stride{d}" for d in dims)])

    lines = [f"    integer const at{d} = position_in(rest, extent{d});" for d in reversed(dims[1:])]
    lines += ["    integer const at0 = rest;"] if dims else []
    if is_masked:
        lines.append(f"    if (*({address('mask')}) == 0) return;")
    for name, each in zip("xyz", inputs, strict=False):
        kind = TYPES[each.code]
        value = (
            f"number_of<{kind}>({name}_bits)"
            if each.is_number
            else f"load<{kind}, {each.unit}, {str(each.is_swapped).lower()}>({address(name)})"
        )
        lines.append(f"    auto const {name} = converted<{_loop_type(each.loop)}>({value});")
    kind = TYPES[out.code]
    is_whole = function in ("floor", "ceil", "trunc") and inputs[0].loop[0] in "iub"
    expression = "x" if is_whole else EXPRESSIONS[function]
    lines += [
        f"    auto const value = converted<{kind}>(converted<{TYPES[out.loop]}>({expression}));",
        f"    store<{kind}, {out.unit}, {str(out.is_swapped).lower()}>({address('o')}, value);",
    ]
    return "\n".join(
        [
            light_head(function) + LOAD + FUNCTIONS,
            f'extern "C" __global__ void __launch_bounds__({THREADS}) run({", ".join(parameters)})',
            "{",
            "    integer const i = thread_index();",
            "    if (i >= count) return;",
            "    integer rest = i;",
            *lines,
            "}",
            "",
        ]
    )


def _loop_type(code: str) -> str:
    """Returns the C++ type in which a function gets an operand. As in NumPy, float16 is rounded afterwards."""
    return "float" if code == "f2" else TYPES[code]
