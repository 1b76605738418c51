#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Converts the JSON that a benchmark program wrote (--benchmark_out=FILE) to results. Writes one CSV file for each
family to FOLDER, named after the family and the GPU."""

import argparse
import json
import math
import re
import sys
from pathlib import Path

from reporting import FAMILIES, SETTINGS, UNITS, InputError, Line, packed_alignment, run_script, write

# The facts about the machine and the run that results keep. Other facts, such as the host's name, are dropped.
KEPT = ["gpu", *SETTINGS, "date", "cuda_of_driver", "gpu_architecture", "gpu_multiprocessors", "peer"]
# The parts that Google Benchmark adds to a name.
ADDED = re.compile(r"(manual_time|process_time|real_time|repeats:|iterations:|min_time:|threads:).*")


def parse_name(text):
    """Returns the family of a benchmark, and the fields that name its line."""
    parts = [part for part in text.split("/") if not ADDED.fullmatch(part)]
    label = re.fullmatch(r"(\d+)(?:[am](\d+))?", parts[2]) if len(parts) in (3, 4) else None
    if label:
        size = int(label[1])
        alignment = int(label[2]) if label[2] else packed_alignment(size)
        case = parts[3] if len(parts) == 4 else ""
        name = parts[0], size, alignment, case, parts[1]
        families = [family for family in FAMILIES if family != "warp"]
    elif len(parts) == 4 and parts[3].isdigit():
        name = parts[0], parts[1], int(parts[3]), parts[2]
        families = ["warp"]
    else:
        raise InputError(f"{text}: this is no name of ours")
    for family in families:
        if name[0] in FAMILIES[family]:
            return family, name
    raise InputError(f'{text}: no family has a pattern "{name[0]}": families.json names them')


def line_of(family, name, run, spread_run):
    """Returns the line of a benchmark. run: its median, its only repetition, or a repetition that failed."""
    unit = next((unit for unit in UNITS if unit in run), None)
    value, failure = run.get(unit), ""
    if run.get("error_occurred"):
        unit, value, failure = unit or "GB/s", None, run.get("error_message", "failed").strip()
    elif value is None or not 0 < value < math.inf:
        raise InputError(f"{run['name']}: its rate is {value}")
    if run.get("wrong"):
        failure = f"{int(run['wrong'])} results are wrong"
    spread = spread_run.get(unit, math.nan)
    shared = int(run.get("shared_bytes/block", 0)) if family == "warp" else None
    return Line(name, value, unit, None if value is None else run["real_time"],
                spread if math.isfinite(spread) else None, run.get("repetitions", 1), not failure, failure, shared)


def convert(document):
    """Returns the lines of a JSON document, by family and by name."""
    chosen, spreads = {}, {}
    for run in document["benchmarks"]:
        if run.get("time_unit", "us") != "us":
            raise InputError(f"{run['name']}: times are in {run['time_unit']} instead of us")
        family_and_name = parse_name(run["run_name"])
        is_single = run["run_type"] == "iteration" and run["repetitions"] <= 1
        if run.get("error_occurred"):
            chosen[family_and_name] = run
        elif is_single or run.get("aggregate_name") == "median":
            first = chosen.setdefault(family_and_name, run)
            if first is not run and not first.get("error_occurred"):
                raise InputError(f"{run['run_name']} is here for the second time")
        elif run.get("aggregate_name") == "cv":
            spreads[family_and_name] = run
    families = {}
    for (family, name), run in chosen.items():
        families.setdefault(family, {})[name] = line_of(family, name, run, spreads.get((family, name), {}))
    return families


def machine_of(context, commit):
    machine = {"clocks": "not recorded", "heddle_commit": "not recorded"}
    machine.update((key, value) for key, value in context.items() if key in KEPT or key.startswith("heddle_commit"))
    if commit:
        machine["heddle_commit"] = commit
    missing = [key for key in ("gpu", "gpu_driver", "cuda_runtime") if key not in machine]
    if missing:
        raise InputError("its context does not tell " + ", ".join(missing))
    return machine


def gpu_slug(gpu):
    """Returns a GPU's name for file names: h200 for "NVIDIA H200"."""
    return re.sub(r"[^a-z0-9]+", "_", gpu.lower().replace("nvidia", "")).strip("_")


def read_document(path):
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError:
        raise InputError(f"{path}: this is no JSON") from None
    if not isinstance(document, dict) or not document.get("benchmarks"):
        raise InputError(f"{path}: no measurement in it")
    return document


def run(arguments):
    document = read_document(arguments.json)
    families = convert(document)
    machine = machine_of(document.get("context", {}), arguments.commit)
    folder = Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    paths = {family: folder / f"{family}_{gpu_slug(machine['gpu'])}.csv" for family in families}
    there = [str(path) for path in paths.values() if path.exists()]
    if there and not arguments.replace:
        raise InputError(", ".join(there) + ": there already; --replace writes over it")
    for family, lines in families.items():
        write(paths[family], {**machine, "family": family}, lines)
        print(f"{paths[family]}: {len(lines)} lines")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("json", help="written by a benchmark program, --benchmark_out=FILE")
    parser.add_argument("folder", help="where the CSV files go; it is made where it is missing")
    parser.add_argument("--commit", help="what was measured, if the JSON does not tell it")
    parser.add_argument("--replace", action="store_true", help="write over files that are there")
    return run_script(parser, run, arguments)


if __name__ == "__main__":
    sys.exit(main())
