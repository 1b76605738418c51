#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compares calls by the kernels for all types with those by kernels that are compiled for a type.

benchmarks/kernels.py [--mib 512] [--csv FILE] [--no-first] [--no-small] [--no-large] [--no-whole] [--jobs N]

Prints the times of first calls, of calls for few records, and GB/s: the bytes of the records that are read and written,
also where only some fields are moved. take() and put() move all records in random order, and copy_if() half of them.
All results are compared.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import csv
import functools
import itertools
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

sys.path[:0] = [str(pathlib.Path(__file__).parents[1] / "src")]

from cuda.bindings import driver
from libraries import dtype_of, seconds

import heddle_cuda as hc
from heddle_cuda import _conversion, _conversion_plan, _index_source, _own_kernels, _select_source, _sources, _whole
from heddle_cuda._all_types import Variant
from heddle_cuda._compile import compile_source
from heddle_cuda._driver import check, current_device
from heddle_cuda._dtypes import fields_of
from heddle_cuda._sources import Place

FIRST_CALL = """
import sys, time
sys.path[:0] = {path!r}
import numpy as np, heddle_cuda as hc
def first(dtype):
    records, order = hc.to_device(np.zeros(1000, dtype)), hc.to_device(np.arange(1000))
    other, mask = hc.to_device(np.zeros(1000, dtype)), hc.to_device(np.ones(1000, bool))
    values = {{name: hc.to_device(np.zeros(1000, "f4")) for name in dtype.names}}
    for body in [
        lambda: hc.unpack(records, {options}), lambda: hc.pack(values, into=records, {options}),
        lambda: hc.take(records, order, {options}), lambda: hc.put(other, order, records, {options}),
        lambda: hc.copy_if(records, mask, {options}), lambda: hc.sort_by(records, dtype.names[0], {options}),
    ]:
        start = time.perf_counter()
        body()
        records.to_host()
        yield time.perf_counter() - start
print(*first(np.dtype([(f"f{{k}}", "f4") for k in range(5)])), *first(np.dtype([(f"g{{k}}", "f4") for k in range(7)])))
"""
WORKS = ("unpack", "pack", "take", "put", "copy_if", "sort_by")
WHOLE = WORKS[2:5]
VECTORS = np.dtype([("x", "f4", 3), ("v", "f4", 3), ("mass", "f4")])
MIXED = np.dtype([("id", "u4"), ("time", "f8"), ("kind", "u1"), ("at", "f4", 3), ("flags", "u2"), ("name", "S5")])


class Case(NamedTuple):
    dtype: np.dtype[Any]
    fields: tuple[str, ...] | None = None
    gap: int = 0
    offset: int = 0

    def __str__(self) -> str:
        fields = len(self.dtype.names or ()) if self.fields is None else len(self.fields)
        kinds = "vectors" if self.dtype == VECTORS else "mixed" if self.dtype == MIXED else ""
        return f"{self.dtype.itemsize} | {kinds} | {fields} | {self.gap} | {self.offset}"


def cases() -> list[Case]:
    whole = [Case(dtype_of(size)) for size in (16, 20, 28, 30, 48, 64, 124, 256)] + [Case(VECTORS), Case(MIXED)]
    moved = [Case(dtype_of(size), offset=offset) for size, offset in ((28, 4), (28, 1), (64, 4), (124, 1))]
    apart = [Case(dtype_of(size), gap=gap) for size, gap in ((12, 4), (17, 5), (48, 16), (75, 25))]
    some = [Case(dtype_of(size), fields=tuple(f"f{k}" for k in range(count))) for size, count in
            ((28, 1), (28, 3), (124, 1), (124, 3), (124, 12))]  # fmt: skip
    return [*whole, *moved, *apart, *some]


def best(body: Callable[[], object], calls: int) -> float:
    """Returns the shortest time of a call in microseconds, on the host, among several series of calls."""
    times = []
    for _ in range(7):
        check(driver.cuStreamSynchronize(1))
        start = time.perf_counter()
        for _ in range(calls):
            body()
        times.append((time.perf_counter() - start) / calls * 1e6)
    return min(times)


def measure_first_calls() -> None:
    print(f"\nFirst calls, ms\n\n| kernel | process | type | {' | '.join(WORKS)} |\n|" + " --- |" * 9)
    path = [each for each in sys.path if each]
    for name, options in (("for the type", "specialize=True"), ("for all types", "")):
        with tempfile.TemporaryDirectory() as cache:
            command = [sys.executable, "-c", FIRST_CALL.format(path=path, options=options)]
            environment = {**os.environ, "HEDDLE_CUDA_CACHE_DIR": cache}
            for process in ("first", "next"):
                done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
                cells = [f"{float(each) * 1e3:.2f}" for each in done.stdout.split()]
                for kind, times in (("first", cells[:6]), ("new", cells[6:])):
                    print(f"| {name} | {process} | {kind} | {' | '.join(times)} |", flush=True)


def measure_small() -> None:
    print("\n| fields | records | work | for the type, us | for all types, us |\n|" + " ---: |" * 5)
    for fields in (5, 31):
        dtype = np.dtype([(f"f{k}", "f4") for k in range(fields)])
        for count in (1000, 100_000):
            records = hc.to_device(np.zeros(count, dtype))
            out = hc.unpack(records)
            other, order = hc.to_device(np.zeros(count, dtype)), hc.to_device(np.arange(count))
            mask = hc.to_device(np.ones(count, bool))
            for work, body in (
                ("unpack", lambda **options: hc.unpack(records, out=out, **options)),
                ("unpack, new arrays", lambda **options: hc.unpack(records, **options)),
                ("pack", lambda **options: hc.pack(out, into=records, **options)),
                ("take", lambda **options: hc.take(records, order, out=other, **options)),
                ("put", lambda **options: hc.put(other, order, records, **options)),
                ("copy_if", lambda **options: hc.copy_if(records, mask, **options)),
                ("sort_by", lambda **options: hc.sort_by(records, "f0", **options)),
            ):
                times = []
                for specialize in (True, False):
                    _own_kernels.compiled.clear()
                    body(specialize=specialize)
                    times.append(best(functools.partial(body, specialize=specialize), 200))
                print(f"| {fields} | {count} | {work} | {times[0]:.1f} | {times[1]:.1f} |", flush=True)


def compile_case(case: Case, arch: str, work: str) -> None:
    """Compiles a kernel for the type of a case, so that the folder has it."""
    place = Place.of(256 + case.offset, case.dtype.itemsize, case.dtype.itemsize + case.gap)
    out = Place.of(0, case.dtype.itemsize, case.dtype.itemsize)
    fields = fields_of(case.dtype)
    parts = tuple(fields[name].part for name in case.fields or fields)
    source = {
        "unpack": lambda: _sources.unpack(place, parts),
        "pack": lambda: _sources.pack(place, parts, False),
        "take": lambda: _index_source.take(place, out, "int"),
        "put": lambda: _index_source.put(place, out, "int", False),
        "copy_if": lambda: _select_source.copy_tiles(place, out),
    }[work]()
    compile_source(source, "copy_tiles" if work == "copy_if" else "run", arch)


def compile_for_all_types(variant: Variant, arch: str) -> None:
    compile_source(variant.source, variant.kernel, arch)


def variants(works: dict[str, list[Case]]) -> list[Variant]:
    """Returns the kernels for all types that these works may need."""
    capacities = (_conversion_plan.SMALL, _conversion_plan.LARGE)
    units = {"unpack": (16, 8, 4, 2, 1), "pack": (1,)}
    names = {"take": "take", "put": "put", "copy_if": "copy"}
    result: list[Variant] = [
        _conversion.Variant(work == "unpack", unit, capacity)
        for capacity in capacities
        for work in units
        for unit in units[work]
        if works[work]
    ]
    words = {work: (16, 8, 4, 2, 1) if work == "put" else (16, 8, 4, 2, 1, 0) for work in WHOLE if works[work]}
    return result + [_whole.Variant(names[work], word) for work in words for word in words[work]]


def whole_cases() -> list[Case]:
    dense = [Case(dtype_of(size)) for size in (8, 16, 20, 28, 30, 31, 48, 64, 124, 256, 600, 2000)]
    moved = [Case(dtype_of(size), offset=offset) for size, offset in ((28, 1), (48, 1), (48, 2), (600, 1))]
    return [*dense, *moved, *(Case(dtype_of(size), gap=gap) for size, gap in ((17, 5), (28, 4), (48, 16)))]


def measure_large(mib: int, jobs: int, rows: list[list[object]], works: dict[str, list[Case]]) -> bool:
    """Returns whether all results were right."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["HEDDLE_CUDA_CACHE_DIR"] = cache
        start = time.perf_counter()
        spawn = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(jobs, spawn) as pool:
            arch = f"sm_{current_device().arch}"
            jobs_of = [(case, arch, work) for work, chosen in works.items() for case in chosen]
            done = [pool.submit(compile_for_all_types, variant, arch) for variant in variants(works)]
            done += [pool.submit(compile_case, *each) for each in jobs_of]
            for each in done:
                each.result()
        print(f"\ncompiled in {time.perf_counter() - start:.1f} s")
        return _measure_large(mib, rows, works)


def _measure_large(mib: int, rows: list[list[object]], works: dict[str, list[Case]]) -> bool:
    total = mib * 2**20
    memory = hc.to_device(np.tile(np.random.default_rng(44).integers(0, 256, total // 16, np.uint8), 16))
    copy, other = (hc.to_device(np.zeros(total, np.uint8)) for _ in range(2))
    limit = 2 * total / seconds(lambda: check(driver.cuMemcpyDtoDAsync(copy.ptr, memory.ptr, total, 1))) / 1e9
    print(
        f"memcpy: {limit:.0f} GB/s\n\n| bytes | | fields | gap | offset | work | for the type | for all types | ratio |"
    )
    print("|" + " ---: |" * 9)
    all_right = True
    for case in dict.fromkeys(itertools.chain.from_iterable(works.values())):
        distance = case.dtype.itemsize + case.gap
        count = (total - case.offset) // distance
        records = hc.as_records(memory, case.dtype, stride=distance, offset=case.offset, count=count)
        space = hc.as_records(copy, case.dtype, stride=distance, offset=case.offset, count=count)
        bodies: dict[str, Callable[..., object]] = {}
        targets = {"pack": [copy], "put": [copy]}
        moved = dict.fromkeys(works, count)
        if case in works["unpack"]:
            out = hc.unpack(records, case.fields)
            bodies["unpack"] = lambda **options: hc.unpack(records, out=out, **options)
            bodies["pack"] = lambda **options: hc.pack(out, into=space, **options)
            targets["unpack"] = list(out.values())
        if case in works["take"]:
            random = np.random.default_rng(45)
            order = hc.to_device(random.permutation(count).astype("i4"))
            mask = hc.to_device(random.integers(0, 2, count, np.uint8))
            dense = hc.as_records(other, case.dtype, count=count)
            bodies["take"] = lambda **options: hc.take(records, order, out=dense, **options)
            bodies["put"] = lambda **options: hc.put(space, order, dense, **options)
            bodies["copy_if"] = lambda **options: hc.copy_if(records, mask, **options)
            targets["take"] = [dense]
            moved["copy_if"] = int(mask.to_host().sum())
        for work, body in bodies.items():
            times, results = [], []
            for specialize in (True, False):
                for target in targets.get(work, []):
                    check(driver.cuMemsetD8(target.ptr, 0xA5, target.nbytes))
                _own_kernels.compiled.clear()
                result = body(specialize=specialize)
                results.append([_part_of(each) for each in targets.get(work, [result])])
                times.append(seconds(functools.partial(body, specialize=specialize)))
            right = all(a.tobytes() == b.tobytes() for a, b in zip(*results, strict=True))
            all_right &= right
            own, run_time = (2 * moved[work] * case.dtype.itemsize / each / 1e9 for each in times)
            cells = f"{own:.0f} | {run_time:.0f} | {run_time / own:.2f}" + ("" if right else " WRONG")
            print(f"| {case} | {work} | {cells} |", flush=True)
            rows.append([*str(case).split(" | "), work, round(own), round(run_time), right])
    return all_right


def _part_of(array: hc.Array) -> Any:
    """Returns the first and the last elements."""
    parts = [array[:50_000].to_host().reshape(-1), array[max(0, len(array) - 50_000) :].to_host().reshape(-1)]
    return np.concatenate(parts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mib", type=int, default=512)
    parser.add_argument("--csv", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    for part in ("first", "small", "large", "whole"):
        parser.add_argument(f"--no-{part}", action="store_true")
    arguments = parser.parse_args()
    print(f"{current_device().name}, {arguments.mib} MiB of records")
    if not arguments.no_first:
        measure_first_calls()
    if not arguments.no_small:
        measure_small()
    rows: list[list[object]] = []
    works = {work: [] if arguments.no_large else cases() for work in ("unpack", "pack")}
    works |= {work: [] if arguments.no_whole else whole_cases() for work in WHOLE}
    right = not any(works.values()) or measure_large(arguments.mib, arguments.jobs, rows, works)
    if arguments.csv:
        with arguments.csv.open("w", newline="") as file:
            names = ["bytes", "kinds", "fields", "gap", "offset", "work", "for the type", "for all types", "right"]
            csv.writer(file).writerows([names, *rows])
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
