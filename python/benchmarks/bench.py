#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Measures heddle-cuda beside CuPy, PyTorch, numba and a memcpy, and checks all results.

benchmarks/bench.py [--mib 512] [--sizes 20 28 30 48 124] [--steps 16 ... 256] [--csv FILE]

Libraries that are not installed are left out. Prints GB/s: bytes of the records that are read and written, per second.
"""

from __future__ import annotations

import argparse
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

sys.path[:0] = [str(pathlib.Path(__file__).parents[1] / "src")]

from cuda.bindings import driver
from libraries import WORKS, Run, dtype_of, random_records, same, seconds

import heddle_cuda as hc
from heddle_cuda._driver import check, current_device

FIRST_CALL = """
import sys, time
sys.path[:0] = {path!r}
import numpy as np, heddle_cuda as hc
records = hc.to_device(np.zeros(1000, np.dtype({dtype!r})))
start = time.perf_counter()
for field in hc.unpack(records).values(): pass
records.to_host()
first = time.perf_counter() - start
start = time.perf_counter()
for k in range(100): hc.unpack(records)
print(first, (time.perf_counter() - start) / 100)
"""


def measure(size: int, mib: int, rows: list[list[object]]) -> list[str]:
    """Measures the records of one size. Returns what went wrong."""
    dtype = dtype_of(size)
    run = Run(dtype, mib * 2**20 // size)
    moved = 2 * run.count * size
    notes = []
    table: dict[str, dict[str, str]] = {work: {} for work in WORKS}
    libraries = ("memcpy", "heddle", "cupy", "torch", "torch_scatter_add", "numba")
    for library in libraries:
        try:
            works = getattr(run, library)()
        except Exception as error:
            notes.append(f"{size} bytes, {library}: {type(error).__name__}: {error}")
            continue
        for work, (body, is_right) in works.items():
            try:
                run.reset()
                if work == "update":
                    run.copy_records()
                time = seconds(body)
                right = is_right()
            except Exception as error:
                notes.append(f"{size} bytes, {library}, {work}: {type(error).__name__}: {str(error).splitlines()[0]}")
                continue
            if not right:
                notes.append(f"{size} bytes, {library}, {work}: WRONG RESULT")
            table[work][library] = f"{moved / time / 1e9:.0f}" + ("" if right else " WRONG")
            rows.append(["records", size, 0, work, library, round(moved / time / 1e9, 1), right])
    for work, cells in table.items():
        print(f"| {size} | {work} | " + " | ".join(cells.get(library, "-") for library in libraries) + " |", flush=True)
    return notes


def measure_steps(steps: list[int], mib: int, rows: list[list[object]]) -> list[str]:
    """Measures unpack() and pack() of records whose distance and address are known at run time only."""
    notes = []
    print("\n| step | offset | unpack, GB/s | of memcpy | pack, GB/s | of memcpy |\n|" + " ---: |" * 6)
    for step in steps:
        dtype = dtype_of(step)
        count = mib * 2**20 // step
        host = random_records(dtype, count)
        moved = 2 * count * step
        results = {name: hc.to_device(np.zeros(count, dtype[name])) for name in dtype.names or ()}
        copy = hc.to_device(np.zeros(count * step, np.uint8))
        for offset in (0, 1, 4):
            memory = hc.to_device(np.concatenate([np.zeros(offset, np.uint8), host.view(np.uint8)]))
            records = hc.as_records(memory, dtype, stride=step, offset=offset, count=count)
            limit = seconds(lambda: check(driver.cuMemcpyDtoDAsync(copy.ptr, memory.ptr, count * step, 1)))
            rows.append(["steps", step, offset, "unpack", "memcpy", round(moved / limit / 1e9, 1), True])
            cells = []
            for work, body in (
                ("unpack", lambda: hc.unpack(records, out=results)),
                ("pack", lambda: hc.pack(results, into=records)),
            ):
                if work == "pack":
                    check(driver.cuMemsetD8(memory.ptr, 0, memory.nbytes))
                time = seconds(body)
                right = (
                    same(records.to_host(), host)
                    if work == "pack"
                    else all(same(array.to_host(), host[name]) for name, array in results.items())
                )
                if not right:
                    notes.append(f"step {step}, offset {offset}, {work}: WRONG RESULT")
                cells += [f"{moved / time / 1e9:.0f}", f"{limit / time:.2f}" + ("" if right else " WRONG")]
                rows.append(["steps", step, offset, work, "heddle", round(moved / time / 1e9, 1), right])
            print(f"| {step} | {offset} | " + " | ".join(cells) + " |", flush=True)
    return notes


def measure_compilation(sizes: list[int]) -> None:
    print("\n| bytes | first call, s | first call of the next process, s | later calls, us |")
    print("| ---: | ---: | ---: | ---: |")
    for size in sizes:
        with tempfile.TemporaryDirectory() as cache:
            code = FIRST_CALL.format(path=[path for path in sys.path if path], dtype=dtype_of(size).descr)
            environment = {**os.environ, "HEDDLE_CUDA_CACHE_DIR": cache}
            command = [sys.executable, "-c", code]
            (first, _), (second, later) = (
                subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout.split()
                for _ in range(2)
            )
        print(f"| {size} | {float(first):.2f} | {float(second):.3f} | {float(later) * 1e6:.0f} |", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mib", type=int, default=512)
    parser.add_argument("--sizes", type=int, nargs="*", default=[20, 28, 30, 48, 124])
    parser.add_argument("--steps", type=int, nargs="*", default=[16, 22, 28, 32, 48, 63, 64, 100, 128, 256])
    parser.add_argument("--csv", type=pathlib.Path)
    arguments = parser.parse_args()
    print(f"{current_device().name}, {arguments.mib} MiB of records, GB/s\n")
    print(
        "| bytes | | memcpy | heddle-cuda | CuPy | PyTorch | its scatter_add_ | numba |\n| ---: | --- |" + " ---: |" * 6
    )
    rows: list[list[object]] = []
    notes = [note for size in arguments.sizes for note in measure(size, arguments.mib, rows)]
    if arguments.steps:
        notes += measure_steps(arguments.steps, arguments.mib, rows)
    measure_compilation(arguments.sizes)
    print("\n" + "\n".join(notes))
    if arguments.csv:
        with arguments.csv.open("w", newline="") as file:
            csv.writer(file).writerows([["group", "bytes", "offset", "work", "library", "GB/s", "right"], *rows])
    return 1 if any("WRONG" in note or ", heddle" in note for note in notes) else 0


if __name__ == "__main__":
    sys.exit(main())
