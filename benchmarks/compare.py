#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compares results of two states of the code on one GPU. BEFORE and AFTER are a CSV file each, or a folder of such
files (FAMILY_GPU.csv, also in folders within); several of one family are runs of the same.

A line counts as slower or faster where it is so by more than the threshold and the noise together: three standard
errors, by the spreads and the runs that the files tell. What is not heddle's code (limit, plain, cub, …) is a
control, which shows whether the machine is the same.

Exit status: 0; 1 where something but a control became slower, or is wrong after; 2 where a file cannot be used."""

import argparse
import math
import sys
from statistics import median

from reporting.comparison import Side, changes_of, is_control, is_faster, is_slower
from reporting.results_file import InputError, name_text
from reporting.tables import print_rows

TOLD = ["gpu_driver", "cuda_runtime", "nvcc", "clocks", "array_mib", "peer_mib", "host_mib"]


def percent(text):
    number = float(text)
    if not math.isfinite(number) or number < 0:
        raise ValueError
    return number


def count(text):
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def print_sides(before, after):
    for title, side in (("before", before), ("after", after)):
        commits = dict.fromkeys(file.machine["heddle_commit"] for file in side.files)
        files = f"{len(side.files)} file{'s' if len(side.files) > 1 else ''}"
        print(f"{title}: {side.machine['gpu']}, {files}, commit " + "; ".join(commits))
    for key in TOLD:
        was, is_now = (side.machine.get(key, "not recorded") for side in (before, after))
        if was != is_now:
            print(f"The {key.replace('_', ' ')} differs: {was} before, {is_now} after.")
    print()


def medians_row(family, pattern, group, threshold):
    gains = [change.gain for change in group]
    return [family, pattern, str(len(group)), f"{median(gains):.3f}", f"{min(gains):.3f}",
            str(sum(is_slower(change, threshold) for change in group)),
            str(sum(is_faster(change, threshold) for change in group))]


def print_medians(changes, threshold):
    """Of each family, of its controls, and of each of its patterns without them."""
    rows = []
    for family in dict.fromkeys(change.name[0] for change in changes):
        of_family = [change for change in changes if change.name[0] == family]
        ours = [change for change in of_family if not is_control(change.name)]
        groups = {"all but controls": ours, "controls": [change for change in of_family if is_control(change.name)]}
        for change in ours:
            groups.setdefault(change.name[1], []).append(change)
        rows += [medians_row(family, pattern, group, threshold) for pattern, group in groups.items() if group]
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
    """What the other side lacks is not compared; it may hide a loss."""
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
    """Not of controls: one of them does without the synchronisation that it needs."""
    return [(name, m.note) for name, m in side.measured.items() if not m.is_correct and not is_control(name)]


def run(arguments):
    threshold = arguments.threshold / 100
    before, after = Side(arguments.before), Side(arguments.after)
    changes = changes_of(before, after)
    ours = sorted((c for c in changes if not is_control(c.name)), key=lambda change: change.gain)
    slower = [change for change in ours if is_slower(change, threshold)]
    faster = [change for change in reversed(ours) if is_faster(change, threshold)]
    controls = [change for change in changes if is_control(change.name)]
    moved = [change for change in controls if is_slower(change, threshold) or is_faster(change, threshold)]
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
    try:
        return run(parser.parse_args(arguments))
    except InputError as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
