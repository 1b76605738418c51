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
import os
import re
import sys
from collections import namedtuple
from pathlib import Path
from statistics import median, stdev

from reporting import run_script
from reporting.patterns import CONTROLS, FAMILIES
from reporting.results_file import SETTINGS, TIMES, InputError, family_of, name_text, read
from reporting.tables import print_rows

# The error of a median of n repetitions is 1.25 spread / √n. If several runs differ by more, the error is computed from
# their differences. Noise is three times the error of the ratio of both sides.
ERROR_OF_MEDIAN = 1.2533  # of a normal distribution, in standard errors of the mean
NOISE_ERRORS = 3
RESULTS_NAME = rf"({'|'.join(FAMILIES)})_.*\.csv"

# The measurement of one name on one side. error: the relative error, or None if no spread is known.
Measured = namedtuple("Measured", "value unit error is_correct note")
# name: the family, followed by the line's name. gain: the speed after divided by the speed before.
Change = namedtuple("Change", "name before after gain noise")


def _combine(lines):
    """Returns one Measured for the lines of one name in all runs."""
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


class Side:
    """The results in a file, or in all files of a folder and its subfolders that have a name of to_csv.py."""

    def __init__(self, path):
        paths = [path]
        if os.path.isdir(path):
            paths = sorted(str(file) for file in Path(path).rglob("*.csv") if re.fullmatch(RESULTS_NAME, file.name))
        if not paths:
            raise InputError(f"{path}: no FAMILY_GPU.csv in this folder")
        self.files = [read(file) for file in paths]
        self.machine = self.files[0].machine
        for file in self.files[1:]:
            check_gpu(self.files[0], file)
        runs = {}
        for file in self.files:
            for name, line in file.lines.items():
                runs.setdefault((family_of(file),) + name, []).append(line)
        for name, lines in runs.items():
            check_unit(name, {line.unit for line in lines})
        self.measured = {name: _combine(lines) for name, lines in runs.items()}


def check_gpu(first, second):
    if first.machine["gpu"] != second.machine["gpu"]:
        raise InputError(f"{first.path} is of {first.machine['gpu']}, {second.path} of "
                         f"{second.machine['gpu']}: GPUs are not compared")


def check_unit(name, units):
    if len(units) > 1:
        raise InputError(f"{name_text(name)} is in {' and in '.join(sorted(units))}")


def _change(name, before, after):
    gain = after.value / before.value
    if before.unit in TIMES:
        gain = 1 / gain
    # If only one side has a spread, it is used for both sides.
    known = [error for error in (before.error, after.error) if error is not None]
    errors = known * 2 if len(known) == 1 else known
    return Change(name, before, after, gain, NOISE_ERRORS * math.hypot(*errors) if errors else None)


def changes_of(before, after):
    """Returns the changes of all names that both sides have with correct results."""
    check_gpu(before.files[0], after.files[0])
    names = [name for name in before.measured if name in after.measured]
    if not names:
        raise InputError(f"{before.files[0].path} and {after.files[0].path} have no line in common")
    changes = []
    for name in names:
        old, new = before.measured[name], after.measured[name]
        check_unit(name, {old.unit, new.unit})
        if old.is_correct and new.is_correct:
            changes.append(_change(name, old, new))
    return changes


def direction(change, threshold):
    """Returns -1 if the line became slower, 1 if faster, and 0 if the change is within threshold and noise."""
    limit = threshold + (change.noise or 0)
    return (change.gain - 1 > limit) - (1 - change.gain > limit)


def is_control(name):
    """Returns whether the line is not heddle's code. If a control became slower, the machine or the harness did."""
    return name[-1].split("+")[0] in CONTROLS or name[-1].startswith("flat_")


def percent(text):
    if not 0 <= float(text) < math.inf:
        raise ValueError
    return float(text)


def count(text):
    if int(text) < 1:
        raise ValueError
    return int(text)


def print_sides(before, after):
    for title, side in (("before", before), ("after", after)):
        commits = dict.fromkeys(file.machine["heddle_commit"] for file in side.files)
        files = f"{len(side.files)} file{'s' if len(side.files) > 1 else ''}"
        print(f"{title}: {side.machine['gpu']}, {files}, commit " + "; ".join(commits))
    for key in SETTINGS:
        was, is_now = (side.machine.get(key, "not recorded") for side in (before, after))
        if was != is_now:
            print(f"The {key.replace('_', ' ')} differs: {was} before, {is_now} after.")
    print()


def print_medians(changes, threshold):
    """Prints the medians of each family without controls, of its controls, and of each pattern without controls."""
    rows = []
    for family in dict.fromkeys(change.name[0] for change in changes):
        groups = {"all but controls": [], "controls": []}
        for change in (change for change in changes if change.name[0] == family):
            for title in ("controls",) if is_control(change.name) else ("all but controls", change.name[1]):
                groups.setdefault(title, []).append(change)
        for title, group in groups.items():
            gains = [change.gain for change in group]
            directions = [direction(change, threshold) for change in group]
            if group:
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


def print_alone(title, side, other):
    """Prints the number of lines that only one side has. They are not compared, so they may hide a loss."""
    names = [name for name in side.measured if name not in other.measured]
    if names:
        example = name_text(names[0])
        print(f"{title}: {len(names)} lines, as {example}. They are not compared.")


def print_doubts(changes, threshold):
    unknown = sum(change.noise is None for change in changes)
    noisy = sum(change.noise is not None and change.noise > threshold for change in changes)
    if unknown:
        print(f"Without a spread on either side, judged by the threshold alone: {unknown} lines.")
    if noisy:
        print(f"With more noise than the threshold: {noisy} lines; smaller losses cannot be seen.")


def wrong_lines(side):
    """Returns the wrong lines except controls. One of the controls lacks the synchronization that it needs."""
    return [(name, m.note) for name, m in side.measured.items() if not m.is_correct and not is_control(name)]


def run(arguments):
    threshold = arguments.threshold / 100
    before, after = Side(arguments.before), Side(arguments.after)
    changes = changes_of(before, after)
    ours = sorted((c for c in changes if not is_control(c.name)), key=lambda change: change.gain)
    slower = [change for change in ours if direction(change, threshold) < 0]
    faster = [change for change in reversed(ours) if direction(change, threshold) > 0]
    controls = [change for change in changes if is_control(change.name)]
    moved = [change for change in controls if direction(change, threshold)]
    wrong = wrong_lines(after)

    print_sides(before, after)
    if changes:
        print_medians(changes, threshold)
    print_changes("Slower beyond noise, the worst first", slower, arguments.lines)
    print_changes("Faster beyond noise, the best first", faster, arguments.lines)
    if moved:
        print(f"{len(moved)} of {len(controls)} controls are slower or faster: the machine or the "
              "harness differs.")
    print_alone("Only before", before, after)
    print_alone("Only after", after, before)
    print_doubts(changes, threshold)
    for name, note in wrong:
        print(f"WRONG after: {name_text(name)}: {note}")
    for name, note in wrong_lines(before):
        print(f"Wrong before: {name_text(name)}: {note}")
    print(f"{len(changes)} lines compared, {len(slower)} slower and {len(faster)} faster by more "
          f"than {arguments.threshold:g} % beyond noise, {len(wrong)} wrong.")
    return 1 if slower or wrong else 0


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", metavar="BEFORE", help="a CSV file, or a folder of several runs")
    parser.add_argument("after", metavar="AFTER", help="the same, of the code after the change")
    parser.add_argument("--threshold", type=percent, default=1.0, metavar="PERCENT",
                        help="what may be lost (default: 1)")
    parser.add_argument("--lines", type=count, default=20, help="most lines of a table (default: 20)")
    return run_script(__file__, parser, run, arguments)


if __name__ == "__main__":
    sys.exit(main())
