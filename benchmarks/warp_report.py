#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Turns the JSON of heddle_warp_benchmarks into Markdown tables of figures and ratios."""

import argparse
import json
import sys
from collections import namedtuple

# What an experiment reports, whether less of it is better, and the form that others are compared
# with.
Kind = namedtuple("Kind", "counter less_is_better base")

TIME = "ns/op/SM"
KINDS = {
    "neighbour": Kind(TIME, True, "shuffle"),
    "broadcast_from_last": Kind(TIME, True, "shuffle"),
    "reduce": Kind(TIME, True, "shuffle"),
    "reduce_of_16": Kind(TIME, True, "shuffle"),
    "scan": Kind(TIME, True, "shuffle"),
    "segmented": Kind(TIME, True, "shuffle"),
    "sort": Kind(TIME, True, "shuffle"),
    "transpose": Kind(TIME, True, "shuffle"),
    "block_reduce": Kind("GB/s", False, "heddle"),
    "grid_reduce": Kind("GB/s", False, "flat_read"),
    "nbody": Kind("Ginteractions/s", False, "shared_tile_x1"),
    "leapfrog": Kind("useful_GB/s", False, "plain_aos"),
}
TITLES = {
    TIME: "ns per operation of a warp, on a multiprocessor that is full of warps",
    "GB/s": "GB/s read",
    "Ginteractions/s": "billion body-body interactions per second",
    "useful_GB/s": "GB/s of what the step needs (28 bytes read, 24 written)",
}

# One row of a table: `group` is the table, `size` the row, `form` the column.
Place = namedtuple("Place", "experiment group form size")


def parse_name(name):
    """experiment/type/form/size; in n-body the form comes before the type."""
    parts = name.split("/")[:4]  # Google Benchmark adds how it measured
    if len(parts) != 4 or parts[0] not in KINDS or not parts[3].isdigit():
        return None
    experiment, group, form, size = parts
    if experiment == "nbody":
        group, form = form, group
    elif experiment == "transpose":
        # The group is the number of values: one table for the curve, one for seven by blocks.
        if size == "256":
            return Place(experiment, "int32, blocks of 256, by m", form, int(group))
        return Place(experiment, f"int32, m = {group}, by block", form, int(size))
    return Place(experiment, group, form, int(size))


class Results:
    def __init__(self, document):
        self.context = document.get("context", {})
        self.tables = {}  # (experiment, group) -> size -> form -> run
        self.failures = []
        for run in document.get("benchmarks", []):
            name = run.get("run_name", run["name"])
            place = parse_name(name)
            if place is None:
                continue
            if run.get("error_occurred"):
                self.failures.append((name, run.get("error_message", "")))
                continue
            is_single = run.get("run_type") == "iteration" and run.get("repetitions", 1) <= 1
            if is_single or run.get("aggregate_name") == "median":
                table = self.tables.setdefault((place.experiment, place.group), {})
                table.setdefault(place.size, {})[place.form] = run


def cell(kind, run, base):
    if run is None:
        return "–"
    value = run[kind.counter]
    text = f"{value:.3g}" if value < 1000 else f"{value:.0f}"
    if base is not None and base is not run:
        text += f" ({value / base[kind.counter]:.2f})"
    if run.get("wrong", 0) != 0:
        text += " WRONG RESULTS"
    return text


def print_table(experiment, group, rows):
    kind = KINDS[experiment]
    forms = []
    for by_form in rows.values():
        forms += [form for form in by_form if form not in forms]
    base = kind.base if kind.base in forms else forms[0]
    forms.sort(key=lambda form: form != base)
    print(f"### {experiment}, {group}\n")
    better = "less" if kind.less_is_better else "more"
    print(f"{TITLES[kind.counter]}; in brackets the multiple of {base} ({better} is better).\n")
    print("| size | " + " | ".join(forms) + " |")
    print("| ---: |" + " ---: |" * len(forms))
    for size in sorted(rows):
        by_form = rows[size]
        cells = [cell(kind, by_form.get(form), by_form.get(base)) for form in forms]
        print(f"| {size} | " + " | ".join(cells) + " |")
    shared = {form: [int(rows[size][form].get("shared_bytes/block", 0)) for size in sorted(rows)
                     if form in rows[size]] for form in forms}
    notes = [f"{form} {'/'.join(map(str, sizes))}" for form, sizes in shared.items() if any(sizes)]
    if notes:
        print("\nBytes of shared memory a block, row by row: " + "; ".join(notes) + ".")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="written by heddle_warp_benchmarks --benchmark_out=FILE")
    parser.add_argument("--plot", metavar="PNG",
                        help="draw transposes and n-body (needs matplotlib)")
    arguments = parser.parse_args()
    with open(arguments.file, encoding="utf-8") as file:
        results = Results(json.load(file))
    if not results.tables and not results.failures:
        sys.exit(f"{arguments.file}: no measurement in it")
    keys = ["gpu", "cuda_runtime", "nvcc", "heddle_commit", "date"]
    known = [f"{key.replace('_', ' ')}: {results.context[key]}" for key in keys
             if key in results.context]
    print("; ".join(known) + ".\n")
    order = list(KINDS)
    for experiment, group in sorted(results.tables, key=lambda key: (order.index(key[0]), key[1])):
        print_table(experiment, group, results.tables[experiment, group])
    if arguments.plot:
        try:
            from warp_plot import draw_plot
        except ImportError:
            sys.exit("--plot needs matplotlib: pip install matplotlib")
        draw_plot(results, arguments.plot)
    for name, message in results.failures:
        print(f"FAILED: {name}: {message}")
    sys.exit(1 if results.failures else 0)


if __name__ == "__main__":
    main()
