#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compares results of two states of the code on one GPU. BEFORE and AFTER are a CSV file each, or a folder of such
files (FAMILY_GPU.csv, also in subfolders). Several files of one family are repeated runs.

A line counts as slower or faster if the difference exceeds the sum of the threshold and the noise. The noise is three
standard errors, computed from the spreads and the runs in the files. A variant that is not heddle's code (limit, plain,
cub, …) is a control, which shows whether the machine is the same.

Exit status: 0; 1 if a line of heddle's code became slower or is wrong in AFTER; 2 if a file cannot be used."""

import argparse
import math
import re
import sys
from collections import namedtuple
from pathlib import Path
from statistics import median, stdev

from report import print_rows
from reporting import (CONTROLS, FAMILIES, SETTINGS, TIMES, InputError, check_one_gpu, family_of, name_text, read,
                       run_script)

# If the median of n repetitions has a relative spread, its error is 1.25 spread / √n. If several runs differ by more
# than this, the error is computed from their differences. Noise is three times the error of the ratio of both sides.
ERROR_OF_MEDIAN = 1.2533  # of a normal distribution, in standard errors of the mean
NOISE_ERRORS = 3
RESULTS_NAME = rf"({'|'.join(FAMILIES)})_.*\.csv"

# The measurement of one name on one side (BEFORE or AFTER). error: the relative error, or None if no spread is known.
Measured = namedtuple("Measured", "value unit error is_correct note")
# name: the family, followed by the name of the line. gain: the speed after the change divided by the speed before.
# direction: -1 if the line became slower, 1 if it became faster, 0 if the change is within threshold and noise.
Change = namedtuple("Change", "name before after gain noise direction")


def _combine(name, lines):
    """Returns one Measured for the lines of one name in all runs."""
    check_unit(name, lines)
    wrong = [line for line in lines if not line.is_correct]
    values = [line.value for line in lines if line.value is not None]
    if wrong or not values:
        return Measured(None, lines[0].unit, None, False, wrong[0].note)
    errors = [ERROR_OF_MEDIAN * line.spread / math.sqrt(line.repetitions)
              for line in lines if line.spread is not None and line.repetitions > 1]
    error = median(errors) if errors else None
    if len(values) > 1:
        apart = ERROR_OF_MEDIAN * stdev(values) / median(values) / math.sqrt(len(values))
        error = max(apart, error or 0)
    return Measured(median(values), lines[0].unit, error, True, "")


def check_unit(name, lines):
    units = sorted({line.unit for line in lines})
    if len(units) > 1:
        raise InputError(f"{name_text(name)} is in {' and in '.join(units)}")


def read_side(path):
    """Reads a file, or all files of a folder and its subfolders that have a name of to_csv.py."""
    paths = [path]
    if Path(path).is_dir():
        paths = sorted(file for file in Path(path).rglob("*.csv") if re.fullmatch(RESULTS_NAME, file.name))
    if not paths:
        raise InputError(f"{path}: no FAMILY_GPU.csv in this folder")
    return [read(file) for file in paths]


def combined(files):
    """Returns what was measured of each name."""
    runs = {}
    for file in files:
        for name, line in file.lines.items():
            runs.setdefault((family_of(file),) + name, []).append(line)
    return {name: _combine(name, lines) for name, lines in runs.items()}


def _change(name, before, after, threshold):
    check_unit(name, (before, after))
    gain = before.value / after.value if before.unit in TIMES else after.value / before.value
    # If only one side has a spread, it is used for both sides.
    known = [error for error in (before.error, after.error) if error is not None]
    noise = NOISE_ERRORS * math.hypot(*(known * 2 if len(known) == 1 else known)) if known else None
    limit = threshold + (noise or 0)
    return Change(name, before, after, gain, noise, (gain - 1 > limit) - (1 - gain > limit))


def is_control(name):
    """Returns whether the line is not heddle's code. If a control became slower, the machine or the harness did."""
    return name[-1].split("+")[0] in CONTROLS or name[-1].startswith("flat_")


def print_sides(sides):
    for title, files in sides.items():
        commits = dict.fromkeys(file.machine["heddle_commit"] for file in files)
        count = f"{len(files)} file{'s' if len(files) > 1 else ''}"
        print(f"{title}: {files[0].machine['gpu']}, {count}, commit " + "; ".join(commits))
    for key in SETTINGS:
        was, is_now = (files[0].machine.get(key, "not recorded") for files in sides.values())
        if was != is_now:
            print(f"The {key.replace('_', ' ')} differs: {was} before, {is_now} after.")
    print()


def print_medians(changes):
    """Prints the medians of each family without controls, of its controls, and of each pattern without controls."""
    groups = {}
    for family in dict.fromkeys(change.name[0] for change in changes):
        groups.update({(family, "all but controls"): [], (family, "controls"): []})
    for change in changes:
        family, pattern = change.name[:2]
        for title in ("controls",) if is_control(change.name) else ("all but controls", pattern):
            groups.setdefault((family, title), []).append(change)
    rows = []
    for family in dict.fromkeys(family for family, _ in groups):
        for title, group in ((key[1], group) for key, group in groups.items() if key[0] == family and group):
            gains, directions = [change.gain for change in group], [change.direction for change in group]
            rows.append([family, title, str(len(group)), f"{median(gains):.3f}", f"{min(gains):.3f}",
                         str(directions.count(-1)), str(directions.count(1))])
    print("Speed after over speed before.\n")
    print_rows(["family", "pattern", "lines", "median", "worst", "slower", "faster"], rows, left=(0, 1))
    print()


def print_changes(title, changes, most):
    if not changes:
        return
    print(f"{title}: {len(changes)}" + (f", of which {most}" if len(changes) > most else "") + "\n")
    rows = [[f"{100 * (change.gain - 1):+.1f} %",
             "unknown" if change.noise is None else f"{100 * change.noise:.1f} %",
             f"{change.before.value:.4g}", f"{change.after.value:.4g}", change.before.unit,
             name_text(change.name)] for change in changes[:most]]
    print_rows(["speed", "noise", "before", "after", "unit", "what"], rows, left=(4, 5))
    print()


def print_count(names, before, after=""):
    """Prints how many lines there are that somebody should doubt."""
    if names:
        print(f"{before}{len(names)} lines{after}")


def wrong_lines(side):
    """Returns the wrong lines except controls. One of the controls lacks the synchronization that it needs."""
    return [(name, m.note) for name, m in side.items() if not m.is_correct and not is_control(name)]


def run(arguments):
    threshold = arguments.threshold / 100
    if not 0 <= threshold < math.inf:
        raise InputError(f"--threshold is {arguments.threshold}, which is no loss")
    sides = {"before": read_side(arguments.before), "after": read_side(arguments.after)}
    check_one_gpu(sides["before"] + sides["after"])
    before, after = map(combined, sides.values())
    common = [name for name in before if name in after]
    if not common:
        raise InputError(f"{arguments.before} and {arguments.after} have no line in common")
    changes = [_change(name, before[name], after[name], threshold) for name in common
               if before[name].is_correct and after[name].is_correct]
    ours = sorted((c for c in changes if not is_control(c.name)), key=lambda change: change.gain)
    slower = [change for change in ours if change.direction < 0]
    faster = [change for change in reversed(ours) if change.direction > 0]
    controls = [change for change in changes if is_control(change.name)]
    moved = [change for change in controls if change.direction]
    wrong = wrong_lines(after)

    print_sides(sides)
    if changes:
        print_medians(changes)
    print_changes("Slower beyond noise, the worst first", slower, arguments.lines)
    print_changes("Faster beyond noise, the best first", faster, arguments.lines)
    if moved:
        print(f"{len(moved)} of {len(controls)} controls are slower or faster: the machine or the "
              "harness differs.")
    for title, side, other in (("Only before", before, after), ("Only after", after, before)):
        alone = [name for name in side if name not in other]
        print_count(alone, f"{title}: ", f", as {name_text(alone[0])}. They are not compared." if alone else "")
    print_count([change for change in changes if change.noise is None],
                "Without a spread on either side, judged by the threshold alone: ", ".")
    print_count([change for change in changes if (change.noise or 0) > threshold],
                "With more noise than the threshold: ", "; smaller losses cannot be seen.")
    for title, lines in (("WRONG after", wrong), ("Wrong before", wrong_lines(before))):
        for name, note in lines:
            print(f"{title}: {name_text(name)}: {note}")
    print(f"{len(changes)} lines compared, {len(slower)} slower and {len(faster)} faster by more "
          f"than {arguments.threshold:g} % beyond noise, {len(wrong)} wrong.")
    return 1 if slower or wrong else 0


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", metavar="BEFORE", help="a CSV file, or a folder of several runs")
    parser.add_argument("after", metavar="AFTER", help="the same, of the code after the change")
    parser.add_argument("--threshold", type=float, default=1.0, metavar="PERCENT", help="what may be lost (default: 1)")
    parser.add_argument("--lines", type=int, default=20, help="most lines of a table (default: 20)")
    return run_script(parser, run, arguments)


if __name__ == "__main__":
    sys.exit(main())
