#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Prints Markdown tables of everything that is faster than heddle's default form by more than 3 % in some case: what is
not heddle's, and other forms of heddle. (The limit moves the same bytes without structs; report.py has its shares.)"""

import argparse
import sys

from report import lines_of_table
from reporting import CONTROLS, TIMES, family_of, read_files, run_script

THRESHOLD = 1.03
# The default form of a measurement is the first of these variants that was measured. (whole: loads of whole elements;
# edit: changes of whole elements.)
DEFAULTS = ["coalesced", "heddle", "best", "shuffle", "shuffle_any_operation", "whole", "edit"]
# The family route compares ways of heddle alone. The forms of nbody differ in how they use a block, too.
OMITTED = ["route"]


def gains(file):
    """Yields pattern, variant, size and gain of each variant beside the default form. A variant such as plain+160, with
    160 multiply-adds, is compared with coalesced+160."""
    groups = {}
    for name, line in file.lines.items():
        variant, plus, work = name[-1].partition("+")
        if line.is_correct and name[0] != "nbody":
            groups.setdefault((name[:-1], plus + work), {})[variant] = line
    for (name, work), lines in groups.items():
        default = next((lines[variant] for variant in DEFAULTS if variant in lines), None)
        for variant, line in lines.items():
            if default and line is not default:
                ratio = line.value / default.value
                yield name[0], variant, name[1:] + ((work,) if work else ()), 1 / ratio if line.unit in TIMES else ratio


def case_text(name):
    """Returns "28a4" for 28 bytes aligned to 4, with the mask or the number of bytes that are used. In the warp family,
    the result has the type or the number of words, and the size of a block."""
    first, second, *others = (str(part) for part in name if part != "")
    is_struct = first.isdigit() and int(second) <= 16
    return " ".join([f"{first}a{second}" if is_struct else f"{first} {second}", *others])


def tables_of(files):
    """Returns the lines of two tables."""
    cases = {}
    for file in files:
        for pattern, variant, size, gain in gains(file) if family_of(file) not in OMITTED else ():
            variant = "flat" if variant.startswith("flat_") else variant
            if variant != "limit":
                cases.setdefault((variant in CONTROLS + ["flat"], pattern), {}).setdefault(variant, []).append((gain, size))
    rows = {True: [], False: []}
    for (is_other, pattern), variants in cases.items():
        texts = []
        for variant, found in variants.items():
            ahead = [pair for pair in found if pair[0] > THRESHOLD]
            if ahead:
                gain, size = max(ahead)
                texts.append(f"{variant} {len(ahead)}/{len(found)}, {gain:.2f} ({case_text(size)})")
        if texts:
            rows[is_other].append([f"`{pattern}`", "; ".join(texts)])
    return [lines_of_table(["pattern", "ahead"], rows[is_other], left=(0, 1)) for is_other in (True, False)]


def run(arguments):
    print("\n\n".join("\n".join(lines) for lines in tables_of(read_files(arguments.files))))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", metavar="CSV", help="results of one GPU")
    return run_script(parser, run, arguments)


if __name__ == "__main__":
    sys.exit(main())
