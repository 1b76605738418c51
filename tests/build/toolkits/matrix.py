#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles heddle with each toolkit, compiler, architecture and set of flags that it supports.

Sets up toolkits from PyPI's packages in a cache folder, compiles the sources next to this script, and prints one line
for each row of rows.py. Exits with 1 if the result of a row differs from the table, 77 if a toolkit is not available.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import functools
import itertools
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Iterator, NamedTuple

import rows as table
import toolkits
from rows import Row

HERE = pathlib.Path(__file__).resolve().parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "heddle" / "toolkits"
ROW_SECONDS = 900
LINES_OF_A_FAILURE = 12
UNAVAILABLE = 77
PROGRAMS_OF_THE_SCRIPT = ("NVCC", "PYTHON")  # in commands of the table; all other programs are compilers


class Result(NamedTuple):
    kind: str          # compiled, compiled and run, refused, FAILED, not here
    text: str          # the first sentence of the compiler's message
    seconds: float
    command: str
    output: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}" if self.text else self.kind


def toolkit_of(row: Row) -> str:
    return row.toolkit + (f", CCCL {row.cccl}" if row.cccl else "")


def first_sentence(output: str) -> str:
    """Returns the text of the first error, up to its first full stop or line break."""
    found = re.search(r"\b(?:catastrophic |fatal )?error\s*(?:#[\w-]+)?\s*: (?:#error )?(.+)", output)
    if not found:
        lines = [line for line in output.splitlines() if line.strip()]
        return lines[0][:120] if lines else "it says nothing"
    text = found.group(1).strip()
    own = re.search(r"heddle(?:: | needs )[^\"]*", text)
    return re.split(r"(?<=[a-z)])\. | \(previous ", own.group(0) if own else text)[0][:160]


def run(command: list[str], folder: str) -> tuple[int, str]:
    """Runs a command. Returns its exit status and its output."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=ROW_SECONDS, cwd=folder)
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return 1, f"error: no end after {ROW_SECONDS} s"
    except OSError as reason:
        return 1, f"error: {command[0]} could not be started: {reason}"


class Machine:
    """Knows where the toolkits are, and compiles rows."""

    def __init__(self, cache: pathlib.Path):
        self.cache = cache
        self.folders: dict[str, pathlib.Path] = {}
        # A compiler that is installed during a run stays missing, because the toolkits of its rows are not set up.
        self.is_installed = functools.cache(lambda program: shutil.which(program) is not None)

    def missing(self, row: Row) -> str:
        """Returns a compiler that the row needs and that is not installed, or an empty text."""
        needed = [after for before, after in itertools.pairwise(row.command) if before == "-ccbin"]
        if row.command[0] not in PROGRAMS_OF_THE_SCRIPT:
            needed.append(row.command[0])
        return next((program for program in needed if not self.is_installed(program)), "")

    def set_up(self, chosen: list[Row], work: pathlib.Path) -> None:
        """Sets up the toolkits of the chosen rows in a new folder. Raises: Unavailable"""
        wheels: dict[str, set[toolkits.Wheel]] = {}
        for row in (row for row in chosen if row.toolkit and not self.missing(row)):
            wheels.setdefault(toolkit_of(row), set()).update(
                toolkits.TOOLKITS[row.cccl if row.cccl and part == "cccl" else row.toolkit][part] for part in row.parts)
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            list(pool.map(lambda wheel: toolkits.installed(self.cache, wheel), set().union(*wheels.values())))
        for name, of_toolkit in wheels.items():
            self.folders[name] = work / name.replace(", ", "-").replace(" ", "-")
            toolkits.set_up(self.cache, self.folders[name], sorted(of_toolkit))

    def command(self, row: Row, output: pathlib.Path) -> list[str]:
        words = {"INCLUDE": table.INCLUDE, "SOURCES": HERE / "sources", "PYTHON": sys.executable,
                 "SCRIPT": HERE / "nvrtc.py", "OUTPUT": output}
        if row.toolkit:
            folder = self.folders[toolkit_of(row)]
            words |= {"TOOLKIT": folder, "NVCC": folder / "bin" / "nvcc",
                      "NVRTC": min((folder / "lib").glob("libnvrtc.so.*"), default=folder / "lib" / "libnvrtc.so")}
        pattern = re.compile(r"(?:\b|(?<=-I))(?:" + "|".join(words) + r")\b")
        return [pattern.sub(lambda found: str(words[found.group(0)]), word) for word in row.command]

    def compile(self, row: Row) -> Result:
        missing = self.missing(row)
        if missing:
            return Result("not here", f"{missing} is not installed", 0, "", "")
        with tempfile.TemporaryDirectory(prefix="heddle-matrix-") as folder:
            output = pathlib.Path(folder, "output.o")
            command = self.command(row, output)
            begin = time.monotonic()
            for one in row.passes or ("",):
                returned, said = run([*command, *filter(None, [one])], folder)
                if returned != 0:
                    break
            if returned == 0 and row.runs:
                returned, said = run([str(output)], folder)
            seconds = time.monotonic() - begin
            return Result(*judge(row, returned, said), seconds, shlex.join(command), said)


@contextlib.contextmanager
def machine_for(chosen: list[Row], cache: pathlib.Path) -> Iterator[Machine]:
    """Yields a machine that has the toolkits of the chosen rows. Raises: Unavailable"""
    with contextlib.ExitStack() as stack:
        try:
            cache.mkdir(parents=True, exist_ok=True)
            machine = Machine(cache)
            machine.set_up(chosen, pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(dir=cache))))
        except OSError as reason:
            raise toolkits.Unavailable(f"the toolkits could not be set up in {cache}: {reason}") from None
        yield machine


def judge(row: Row, returned: int, output: str) -> tuple[str, str]:
    if returned == 0:
        if row.refusal:
            return "FAILED", f"compiles, and must be refused by a sentence with “{row.refusal}”"
        return "compiled and run" if row.runs else "compiled", ""
    sentence = first_sentence(output)
    return "refused" if row.refusal and row.refusal in sentence else "FAILED", sentence


def print_row(row: Row, result: Result) -> None:
    print(f"{toolkit_of(row):16} {row.compiler:11} {row.flags:44} {row.source:30} {result.seconds:6.1f} s  {result}",
          flush=True)


def compile_all(machine: Machine, chosen: list[Row], jobs: int) -> list[tuple[Row, Result]]:
    results = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for row, result in zip(chosen, pool.map(machine.compile, chosen)):
            print_row(row, result)
            results.append((row, result))
    for row, result in results:
        if result.kind == "FAILED":
            lines = [line for line in result.output.splitlines() if line.strip()][:LINES_OF_A_FAILURE]
            print(f"\n{row.name()}\n{result.command}", *lines, sep="\n    ")
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="few rows: the oldest and the newest of each kind")
    parser.add_argument("--only", default="", metavar="REGEX", help="rows whose line, as --list prints it, matches")
    parser.add_argument("--list", action="store_true", help="name the rows, and what refuses them")
    parser.add_argument("--cache", type=pathlib.Path, default=CACHE, help="where packages are kept")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="at a time")
    options = parser.parse_args()
    chosen = [row for row in table.rows()
              if re.search(options.only, row.name()) and (row.is_short or not options.short)]
    if not chosen:
        sys.exit("no such row")
    if options.list:
        print(*(row.name() + (f": refused ({row.refusal})" if row.refusal else "") for row in chosen), sep="\n")
        return 0
    try:
        with machine_for(chosen, options.cache.resolve()) as machine:
            results = compile_all(machine, chosen, options.jobs)
    except toolkits.Unavailable as reason:
        print(f"matrix: {reason}")
        return UNAVAILABLE
    counts = collections.Counter(result.kind for _, result in results)
    print(f"{len(results)} rows:", ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return 1 if counts["FAILED"] else 0


if __name__ == "__main__":
    sys.exit(main())
