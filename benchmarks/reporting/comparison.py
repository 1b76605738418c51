# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Two sides of a comparison, each of one or several runs, and what of their difference is more than noise.

The error of a median of n repetitions is 1.25 spread / √n, that of several runs is taken from how far they lie
apart where that is more. Noise is three times the error of the ratio of both sides."""

import math
import os
import re
from collections import namedtuple
from statistics import median, stdev

from .patterns import CONTROLS, FAMILIES
from .results_file import TIMES, InputError, family_of, name_text, read

ERROR_OF_MEDIAN = 1.2533  # of a normal distribution, in standard errors of the mean
NOISE_ERRORS = 3
RESULTS_NAME = rf"({'|'.join(FAMILIES)})_.*\.csv"

# What a side has of one name. error: relative, None if no spread is known.
Measured = namedtuple("Measured", "value unit error is_correct note")
# name: the family before the line's name. gain: the speed after over that before.
Change = namedtuple("Change", "name before after gain noise")


def result_paths(path):
    """The file, or what lies in a folder and in folders within and is named as to_csv.py names it."""
    if not os.path.isdir(path):
        return [path]
    paths = sorted(os.path.join(folder, name) for folder, _, names in os.walk(path)
                   for name in names if re.fullmatch(RESULTS_NAME, name))
    if not paths:
        raise InputError(f"{path}: no FAMILY_GPU.csv in this folder")
    return paths


def _combine(lines):
    """Measured, of the lines of one name in all runs."""
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
    def __init__(self, path):
        self.files = [read(file) for file in result_paths(path)]
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
    # Of one side alone, a spread stands for both.
    known = [error for error in (before.error, after.error) if error is not None]
    errors = known * 2 if len(known) == 1 else known
    return Change(name, before, after, gain, NOISE_ERRORS * math.hypot(*errors) if errors else None)


def changes_of(before, after):
    """Of all names that both sides have, right on both."""
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


def is_slower(change, threshold):
    return 1 - change.gain > threshold + (change.noise or 0)


def is_faster(change, threshold):
    return change.gain - 1 > threshold + (change.noise or 0)


def is_control(name):
    """Whether this is no code of heddle: what became slower there is the machine, or the harness."""
    return name[-1].split("+")[0] in CONTROLS or name[-1].startswith("flat_")
