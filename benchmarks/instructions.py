#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions that heddle_benchmarks executes, with Nsight Compute. Writes results with the numbers for
32 structs, which report.py prints as tables."""

import argparse
import csv
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from itertools import dropwhile
from pathlib import Path

from reporting import InputError, Line, name_text, run_script, write
from to_csv import machine_of, parse_name, read_document

METRIC = "smsp__inst_executed.sum"
NAME = re.compile(r"\b(load|store|copy|update|gather|scatter)/([a-z_]+)/(\d+(?:a\d+)?)\b")
# For each struct, a launch moves the size of the struct this many times, and this many bytes of the index.
BYTES_MOVED = {"load": (1, 0), "store": (1, 0), "copy": (2, 0), "update": (2, 0), "gather": (2, 4), "scatter": (2, 4)}


def find_name(text):
    """Finds a benchmark's name in a text, and returns the name of its line, or None."""
    match = NAME.search(text)
    return parse_name(match[0])[1] if match else None


def profile(arguments, log, out):
    """Runs the benchmarks under Nsight Compute. Each benchmark is verified, then launched once. Only this launch is
    profiled, in a range with the benchmark's name. Returns the lines of ncu's log."""
    command = [
        arguments.ncu, "--metrics", METRIC, "--csv", "--page", "details", "--print-units", "base",
        "--nvtx", "--print-nvtx-rename", "kernel", "--profile-from-start", "off",
        "--clock-control", "none", "--cache-control", "none", "--log-file", str(log),
        arguments.program, f"--benchmark_filter={arguments.filter}", "--benchmark_repetitions=1",
        f"--benchmark_out={out}", "--benchmark_out_format=json"]
    environment = {**os.environ, "HEDDLE_BENCH_ONCE": "1", "LC_ALL": "C", "HEDDLE_BENCH_MIB": str(arguments.mib)}
    code = subprocess.run(command, env=environment, stdout=sys.__stderr__, check=False).returncode
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    errors = [line for line in lines if line.startswith("==ERROR==")]
    if code != 0 or errors:
        raise InputError("\n".join(errors[:10] + [f"{arguments.ncu} or the benchmarks failed, exit status {code}"]))
    return lines


def read_instructions(lines):
    """Reads the number of warp instructions of each benchmark's launch from the table that ncu prints as CSV."""
    counts = Counter()
    # ncu also reports its progress, in lines before, between and after those of the table.
    table = dropwhile(lambda line: not line.startswith('"ID"'), (line for line in lines if not line.startswith("==")))
    for row in csv.DictReader(table):
        # The column of the kernel's name has the name of the range instead, which also has a column of its own.
        name = next(filter(None, map(find_name, map(str, row.values()))), None)
        if row.get("Metric Name") == METRIC and name:
            counts[name] += int(float(row["Metric Value"].replace(",", "")))
    return counts


def read_struct_counts(document):
    """Returns the number of structs that each benchmark's launch moves."""
    counts = {}
    for run_of_one in document["benchmarks"]:
        if run_of_one.get("error_occurred"):
            raise InputError(f"{run_of_one['name']} failed: {run_of_one.get('error_message', '')}")
        if name := find_name(run_of_one["name"]):
            times, index = BYTES_MOVED[name[0]]
            counts[name] = run_of_one["bytes"] / (times * name[1] + index)
    return counts


def run(arguments):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "benchmarks.json"
        executed = read_instructions(profile(arguments, Path(folder) / "ncu.csv", out))
        document = read_document(out)
    struct_counts = read_struct_counts(document)
    # The limit of copies is cudaMemcpyAsync, not a kernel.
    missing = [name for name in struct_counts if name not in executed and name[-1] != "limit"]
    if not executed or missing:
        names = ", ".join(map(name_text, missing[:5]))
        raise InputError(f"no instructions were counted for {len(missing)} benchmarks: {names}")
    lines = {name: Line(name, 32 * executed[name] / count, "instructions", None, None, 1, True, "")
             for name, count in struct_counts.items() if name in executed}
    machine = machine_of(document.get("context", {}), arguments.commit)
    write(arguments.csv, {**machine, "family": "instructions"}, lines)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="heddle_benchmarks")
    parser.add_argument("csv", help="the file to write")
    parser.add_argument("--commit", help="what was counted, if the program does not tell it")
    parser.add_argument("--ncu", default="ncu", help="Nsight Compute's command line (default: ncu)")
    parser.add_argument("--filter", default=r"^(load|store|copy|update|gather|scatter)/[a-z_]+/",
                        help="which benchmarks, as for --benchmark_filter")
    parser.add_argument("--mib", type=int, default=8, help="MiB of an array (default: 8)")
    return run_script(parser, run, arguments)


if __name__ == "__main__":
    sys.exit(main())
