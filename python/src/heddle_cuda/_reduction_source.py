# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The kernel that reduces the elements of an array to one: to their sum, or to the smallest or largest one."""

from __future__ import annotations

import functools

from ._elementwise_source import FUNCTIONS, LOAD, TYPES, Operand
from ._sources import THREADS, light_head

#: The functions of two values, and the value that changes nothing. Sums of floats are added as doubles.
FUNCTIONS_OF_TWO = {"sum": ("op::add(x, y)", "accumulated{}"), "min": ("op::minimum(x, y)", None),
                    "max": ("op::maximum(x, y)", None)}  # fmt: skip

# Each block reduces the elements of its threads, which take every so many. Without a value that changes nothing, a
# thread begins with an element, which may be counted twice.
_BODY = """
__device__ accumulated both(accumulated x, accumulated y) { return FUNCTION; }

extern "C" __global__ void __launch_bounds__(THREADS)
    run(integer count, PARAMETERS, accumulated* results)
{
    __shared__ accumulated values[THREADS];
    integer i = thread_index();
    accumulated value = FIRST;
    for (; i < count; i += integer(gridDim.x) * THREADS) value = both(value, element(i, ARGUMENTS));
    values[threadIdx.x] = value;
    __syncthreads();
    constexpr unsigned parts = 16, size = THREADS / parts;
    if (threadIdx.x < parts) {
        value = values[threadIdx.x * size];
        for (unsigned k = 1; k < size; ++k) value = both(value, values[threadIdx.x * size + k]);
    }
    __syncthreads();
    if (threadIdx.x < parts) values[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (unsigned k = 1; k < parts; ++k) value = both(value, values[k]);
    results[blockIdx.x] = value;
}
"""


@functools.lru_cache(maxsize=1024)
def source(function: str, ndim: int, operand: Operand, accumulated: str) -> str:
    """Returns a kernel run(count, extents…, array, its strides…, results), which writes a result for each block.

    accumulated: the code of the type of the results
    """
    dims = range(ndim)
    names = [f"extent{d}" for d in dims], [f"stride{d}" for d in dims]
    typed = [f"integer {name}" for name in names[0]]
    parameters = ", ".join([*typed, "unsigned char const* bytes", *(f"integer {name}" for name in names[1])])
    arguments = ", ".join([*names[0], "bytes", *names[1]])
    kind = TYPES[operand.code]
    positions = [f"    integer const at{d} = position_in(rest, extent{d});" for d in reversed(dims[1:])]
    positions += ["    integer const at0 = rest;"] if dims else []
    address = " + ".join(["bytes", *(f"at{d} * stride{d}" for d in dims)])
    loading = f"load<{kind}, {operand.unit}, {str(operand.is_swapped).lower()}>({address})"
    expression, first = FUNCTIONS_OF_TWO[function]
    body = _BODY.replace("FUNCTION", expression).replace("THREADS", str(THREADS)).replace("PARAMETERS", parameters)
    body = body.replace("FIRST", first or f"element(i < count ? i : 0, {arguments})").replace("ARGUMENTS", arguments)
    return "\n".join(
        [
            light_head(function) + LOAD + FUNCTIONS,
            f"using accumulated = {TYPES[accumulated]};",
            f"__device__ accumulated element(integer rest, {parameters})",
            "{",
            *positions,
            f"    return converted<accumulated>({loading});",
            "}",
            body,
        ]
    )
