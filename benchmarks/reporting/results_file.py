# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The format of results: one CSV file for each GPU and family of benchmarks.

The first line is a comment with a JSON object: the machine, the toolkit, the clocks, the commit. The second line has
the columns' names. Each other line is one measurement, and begins with the columns that name it:

    access, masked, remote, algorithm, instructions: pattern, bytes, alignment, case, variant
    warp:                                            pattern, type, size, variant

case is the lanes of a mask ("prefix8"), or the number of bytes that are read of each struct ("12"); mostly it is empty.
The other columns are:

    value, unit     the median of the repetitions: GB/s, or what else the unit says
    us              microseconds of a launch
    share_of_limit  value over that of the variant "limit" (of reductions of the warp family "flat_read")
    spread          the coefficient of variation of the repetitions; empty where it was not recorded
    repetitions     how many there were
    correct         yes or no: whether the result was verified
    note            what was wrong
    shared_bytes    of the warp family: shared memory of a block
"""

import csv
import json
import math
from collections import namedtuple
from pathlib import Path

from .patterns import FAMILIES, order_of, parse_mask

MEASURES = ["value", "unit", "us", "share_of_limit", "spread", "repetitions", "correct", "note"]
COLUMNS = {family: ["pattern", "bytes", "alignment", "case", "variant", *MEASURES] for family in FAMILIES}
COLUMNS["warp"] = ["pattern", "type", "size", "variant", *MEASURES, "shared_bytes"]

# In these units, less is better.
TIMES = ["ns/op/SM", "instructions"]
UNITS = TIMES + ["GB/s", "Ginteractions/s", "useful_GB/s"]
# The keys that the first line must have. "not recorded" is an allowed value.
MACHINE = ["family", "gpu", "gpu_driver", "cuda_runtime", "clocks", "heddle_commit"]
# What may differ between two runs on one GPU, apart from the code and the date.
SETTINGS = ["gpu_driver", "cuda_runtime", "nvcc", "clocks", "array_mib", "peer_mib", "host_mib"]


class InputError(Exception):
    """A file cannot be used. The message is one sentence."""


# name: the fields that name the line, in the order of its family's columns. A number is None if its field is empty.
Line = namedtuple("Line", "name value unit us spread repetitions is_correct note shared_bytes", defaults=[None])
ResultsFile = namedtuple("ResultsFile", "path machine lines")


def family_of(file):
    return file.machine["family"]


def limit_name(family, name):
    """Returns the name of the line that is an upper limit for the speed of all other variants."""
    return name[:-1] + ("flat_read" if family == "warp" else "limit",)


def name_text(name):
    return "/".join(str(part) for part in name if part != "")


def _number(text, column):
    if text == "":
        return None
    try:
        number = float(text)
    except ValueError:
        raise InputError(f'{column} is "{text}", which is no number') from None
    if not 0 <= number < math.inf:
        raise InputError(f'{column} is "{text}", which nothing that is measured can be')
    return number


def _count(text, column):
    if not text.isascii() or not text.isdigit():
        raise InputError(f'{column} is "{text}", which is no count')
    return int(text)


def _parse_name(family, row):
    if row["pattern"] not in FAMILIES[family]:
        raise InputError(f'the family "{family}" has no pattern "{row["pattern"]}"')
    if not row["variant"]:
        raise InputError("the variant is missing")
    if family == "warp":
        return row["pattern"], row["type"], _count(row["size"], "size"), row["variant"]
    case = row["case"]
    if case and not case.isdigit() and parse_mask(case) is None:
        raise InputError(f'case is "{case}", which is neither a mask nor bytes')
    return (row["pattern"], _count(row["bytes"], "bytes"), _count(row["alignment"], "alignment"),
            case, row["variant"])


def _parse_line(family, row):
    if row["correct"] not in ("yes", "no"):
        raise InputError(f'correct is "{row["correct"]}", neither yes nor no')
    if row["unit"] not in UNITS:
        raise InputError(f'unit is "{row["unit"]}", not one of {", ".join(UNITS)}')
    line = Line(_parse_name(family, row), _number(row["value"], "value"), row["unit"],
                _number(row["us"], "us"), _number(row["spread"], "spread"),
                _count(row["repetitions"], "repetitions"), row["correct"] == "yes", row["note"],
                _count(row["shared_bytes"] or "0", "shared_bytes") if family == "warp" else None)
    _number(row["share_of_limit"], "share_of_limit")
    if line.value == 0 or line.value is None and line.is_correct:
        raise InputError(f"{name_text(line.name)} has no value, and is said to be correct")
    return line


def _parse_machine(text):
    if text.lstrip().startswith("{"):
        raise InputError("this is JSON: benchmarks/to_csv.py makes results of it")
    try:
        machine = json.loads(text[1:]) if text.startswith("#") else None
    except json.JSONDecodeError:
        machine = None
    if not isinstance(machine, dict):
        raise InputError("the first line does not tell the machine, as a comment with a JSON object")
    missing = [key for key in MACHINE if not isinstance(machine.get(key), str)]
    if missing:
        raise InputError("the first line does not tell " + ", ".join(missing))
    if machine["family"] not in FAMILIES:
        raise InputError(f'there is no family "{machine["family"]}"')
    return machine


def read(path):
    """Returns the ResultsFile at a path. Raises InputError if the file does not have the format."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: this is no text") from None
    if not text.strip():
        raise InputError(f"{path}: the file is empty")
    return _parse(path, text.splitlines())


def _parse(path, rows):
    number = 1
    try:
        machine = _parse_machine(rows[0])
        columns = COLUMNS[machine["family"]]
        number = 2
        header = rows[1].split(",") if len(rows) > 1 else []
        if header != columns:
            absent = [column for column in columns if column not in header]
            raise InputError("these are not the columns of results: " + ("without " + ", ".join(absent) if absent else
                              "they should be " + ",".join(columns)))
        lines = {}
        for number, fields in enumerate(csv.reader(rows[2:]), 3):
            if len(fields) != len(columns):
                raise InputError(f"{len(fields)} fields instead of {len(columns)}")
            line = _parse_line(machine["family"], dict(zip(columns, fields)))
            if line.name in lines:
                raise InputError(f"{name_text(line.name)} is here for the second time")
            lines[line.name] = line
    except InputError as error:
        raise InputError(f"{path}:{number}: {error}") from None
    if not lines:
        raise InputError(f"{path}: no measurement in it")
    return ResultsFile(path, machine, lines)


def _text(number, digits):
    return "" if number is None else f"{number:.{digits}g}"


def _fields(family, line, lines):
    limit = lines.get(limit_name(family, line.name))
    share = line.value / limit.value if limit and limit.value and line.value else None
    fields = [*line.name, _text(line.value, 9), line.unit, _text(line.us, 7),
              "" if share is None else f"{share:.4f}", _text(line.spread, 3), line.repetitions,
              "yes" if line.is_correct else "no", line.note]
    return fields + ([line.shared_bytes] if family == "warp" else [])


def write(path, machine, lines):
    """Writes lines, which are given by name. Benchmarks run in random order; the lines of a file have a fixed order."""
    family = machine["family"]
    first = {key: machine[key] for key in MACHINE}
    first.update((key, machine[key]) for key in sorted(machine) if key not in first)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write("# " + json.dumps(first, ensure_ascii=False) + "\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS[family])
        writer.writerows(_fields(family, lines[name], lines)
                         for name in sorted(lines, key=lambda name: order_of(family, name)))
