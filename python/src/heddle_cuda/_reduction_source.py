# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The kernel that reduces the elements of an array to one: to their sum or mean, or to the smallest or largest one."""

from __future__ import annotations

import functools

from ._elementwise_source import FUNCTIONS, LOAD, TYPES, Operand
from ._sources import THREADS, light_head

#: The functions of two values, and the value that changes nothing. Sums of floats are added as doubles.
FUNCTIONS_OF_TWO = {"sum": ("op::add(x, y)", "accumulated{}"), "mean": ("op::add(x, y)", "accumulated{}"),
                    "min": ("op::minimum(x, y)", None), "max": ("op::maximum(x, y)", None)}  # fmt: skip

# Each block reduces the elements of its threads, which take every so many, and the block that is done last the results
# of all. Without a value that changes nothing, a thread begins with an element, which may be counted twice.
_BODY = """
__device__ accumulated both(accumulated x, accumulated y) { return FUNCTION; }

template <class T> __device__ T divided(T x, double y)
{
    if constexpr (is_complex<T>) return {x.re / y, x.im / y};
    else return x / y;
}

// Returns the values of all threads, reduced to one, in thread 0.
__device__ accumulated of_block(accumulated value)
{
    __shared__ accumulated values[THREADS];
    __syncthreads();
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
    if (threadIdx.x == 0)
        for (unsigned k = 1; k < parts; ++k) value = both(value, values[k]);
    return value;
}

// done: 0 before and after; of_blocks: memory for a value of each block. Both are not needed for one block.
extern "C" __global__ void __launch_bounds__(THREADS)
    run(integer count, PARAMETERS, output* result, integer divisor, unsigned* done, accumulated* of_blocks)
{
    __shared__ bool is_last;
    integer i = thread_index();
    accumulated value = FIRST;
    for (; i < count; i += integer(gridDim.x) * THREADS) value = both(value, element(i, ARGUMENTS));
    value = of_block(value);
    if (gridDim.x > 1) {
        if (threadIdx.x == 0) {
            of_blocks[blockIdx.x] = value;
            __threadfence();
            is_last = atomicAdd(done, 1u) == gridDim.x - 1;
        }
        __syncthreads();
        if (!is_last) return;
        __threadfence();
        unsigned k = threadIdx.x;
        value = FIRST_OF_BLOCKS;
        for (; k < gridDim.x; k += THREADS) value = both(value, of_blocks[k]);
        value = of_block(value);
        if (threadIdx.x == 0) *done = 0;
    }
    if (threadIdx.x == 0) *result = converted<output>(RESULT);
}
"""


@functools.lru_cache(maxsize=1024)
def source(function: str, ndim: int, operand: Operand, accumulated: str, output: str) -> str:
    """Returns a kernel run(count, extents…, array, its strides…, result, divisor, done, of_blocks).

    accumulated: the code of the type in which elements are reduced; output: that of the results
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
    result = "divided(value, double(divisor))" if function == "mean" else "value"
    body = (
        _BODY.replace("FUNCTION", expression)
        .replace("RESULT", result)
        .replace("THREADS", str(THREADS))
        .replace("PARAMETERS", parameters)
    )
    body = body.replace("FIRST_OF_BLOCKS", first or "of_blocks[k < gridDim.x ? k : 0]")
    body = body.replace("FIRST", first or f"element(i < count ? i : 0, {arguments})").replace("ARGUMENTS", arguments)
    return "\n".join(
        [
            light_head(function) + LOAD + FUNCTIONS,
            f"using accumulated = {TYPES[accumulated]};",
            f"using output = {TYPES[output]};",
            f"__device__ accumulated element(integer rest, {parameters})",
            "{",
            *positions,
            f"    return converted<accumulated>({loading});",
            "}",
            body,
        ]
    )
