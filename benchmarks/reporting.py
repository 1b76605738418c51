# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The common parts of these scripts: the families, patterns, limits and targets of families.json, the order of
variants, the files of results, and how a script runs.

Each row of families.json describes one file of benchmarks:
family: the family whose results file has the lines; patterns: their names; structs: the sizes, as in the names of
benchmarks (28, 28a1, 64m8, 1-64; "every": the sizes that CMake selects); limit, plain: descriptions of these variants,
for all patterns or by pattern; targets: "VARIANTS >= SHARE REFERENCE", optionally with "if" and a condition on bytes,
alignment and pattern; median_targets: the same for the median over structs; has_table: false if only compare.py reads
the lines; cases: names of cases; base: the variant with which other variants of the warp family are compared.

Results are one CSV file for each GPU and family of benchmarks. The first line is a comment with a JSON object: the
machine, the toolkit, the clocks, the commit. The second line has the columns' names. Each other line is one
measurement, and begins with the columns that name it:

    warp:        pattern, type, size, variant
    all others:  pattern, bytes, alignment, case, variant

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
import re
from collections import namedtuple
from pathlib import Path

ROWS = json.loads((Path(__file__).parent / "families.json").read_text(encoding="utf-8"))["families"]


def _patterns_of(rows):
    return list(dict.fromkeys(pattern for row in rows for pattern in row["patterns"]))


def _by_pattern(key):
    """Returns the value of a key for each pattern. A row has one value, or values by patterns ("gather scatter")."""
    values = {}
    for row in (row for row in ROWS if key in row):
        by_patterns = row[key] if isinstance(row[key], dict) else {" ".join(row["patterns"]): row[key]}
        values.update((pattern, value) for patterns, value in by_patterns.items() for pattern in patterns.split())
    return values


# Each family has its own results file for each GPU.
FAMILIES = {family: _patterns_of(row for row in ROWS if row["family"] == family)
            for family in dict.fromkeys(row["family"] for row in ROWS)}
# The names of cases that are neither numbers nor masks.
CASES = {case for row in ROWS for case in row.get("cases", [])}
# The patterns in the tables of structs, in the order of the tables.
STRUCT_PATTERNS = _patterns_of(row for row in ROWS if row["family"] not in ("warp", "route") and
                               row.get("has_table", True))
MEMBER_PATTERNS = _patterns_of(row for row in ROWS if re.search(r"\dm", row.get("structs", "")))
LIMITS = _by_pattern("limit")
# A second limit of a pattern: the limit of another pattern that moves the same bytes.
SECOND_LIMITS = _by_pattern("second_limit")
# The meaning of "plain" in a pattern in which it is not a load or a store through a raw pointer.
PLAIN = _by_pattern("plain")
BASES = _by_pattern("base")

# Other libraries' ways to access structs. trove is measured by whoever has it (README.md).
PEERS = ["soa", "marked", "cub", "cub_warp", "cub_block", "cub_wide", "cub_exchange", "cub_exchange_wide",
         "staged_tile", "memcpy_async", "memcpy_async2", "load_to_shared", "load_to_shared2", "trove"]
# Results contain cub_coalesced (CUB's scan on coalesced_ptr), which is no longer measured.
VARIANTS = ["limit", "plain", "plain_held", "vector", "coalesced", "whole_warps", "lane_by_lane", "condition", "tile",
            "scratch", "rows", "blocked", "block_tile", "staged", "in_place", "by_places", "merged", "tiled",
            "iterator", "plain_thrust", "nosync", "gathered", *PEERS, "cub_coalesced", "heddle", "word", "best", "update", "edit", "fields", "whole", "pairs"]
# The forms of the warp toolbox, in the order of the tables.
FORMS = ["flat_read", "heddle", "heddle_in_order", "shuffle", "redux", "shuffle_any_operation", "shuffle_to_all",
         "shuffle_predicate", "shuffle_comparison", "shuffle_of_pairs", "shared_syncwarp", "shared_syncwarp_padded",
         "shared_syncthreads", "shared_volatile_UNSAFE", "cub"]
# Variants that are not heddle's code (besides flat_…). If one of them changes, the machine or the harness has changed.
CONTROLS = ["limit", "plain", "plain_held", "vector", "plain_exits", "plain_thrust", "nosync", "gathered", *PEERS,
            "shared_syncwarp", "shared_syncwarp_padded", "shared_syncthreads", "shared_volatile_UNSAFE"]

Mask = namedtuple("Mask", "order lanes")
# mask: the lanes that moved their structs, or None for all lanes. For conversions of layouts, `alignment` is the size
# of each member.
Struct = namedtuple("Struct", "bytes alignment mask", defaults=[None])


def packed_alignment(size):
    return min(4, size & -size)


def parse_mask(text):
    """Parses "prefix8", "scattered8" or "random30" (per cent). Returns None for any other text."""
    match = re.fullmatch(r"(prefix|scattered|random)(\d+)", text)
    return Mask(match[1], int(match[2])) if match else None


def struct_text(struct):
    lanes = f" {struct.mask.order} {struct.mask.lanes}" if struct.mask else ""
    return f"{struct.bytes} ({struct.alignment}){lanes}"


def is_tabled(pattern, variant):
    """Returns whether a variant is in the tables. This includes "coalesced+160", in which each thread also does 160
    multiply-adds. Other variants (coalesced_exits, …) are compared, but are in no table."""
    return pattern in STRUCT_PATTERNS and variant.split("+")[0] in VARIANTS


def natural(text):
    """Returns a sort key that puts prefix8 before prefix16."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", str(text))]


def order_of(family, name):
    """Returns a sort key that puts lines in the order of files and tables. The order of measurement does not matter."""
    variants = FORMS if family == "warp" else VARIANTS
    base = name[-1].split("+")[0]
    variant = (variants.index(base) if base in variants else len(variants), natural(name[-1]))
    pattern = FAMILIES[family].index(name[0])
    if family == "warp":
        return pattern, natural(name[1]), variant, name[2]
    return pattern, name[1:3], natural(name[3]), variant


# ---- files of results ----

NAMES = {family: ["pattern", "bytes", "alignment", "case", "variant"] for family in FAMILIES}
NAMES["warp"] = ["pattern", "type", "size", "variant"]
MEASURES = ["value", "unit", "us", "share_of_limit", "spread", "repetitions", "correct", "note"]
COLUMNS = {family: names + MEASURES + ["shared_bytes"] * (family == "warp") for family, names in NAMES.items()}
COUNTS = ["bytes", "alignment", "size", "repetitions", "shared_bytes"]
NUMBERS = ["value", "us", "share_of_limit", "spread"]

# In these units, less is better.
TIMES = ["ns/op/SM"]
UNITS = TIMES + ["GB/s", "Ginteractions/s"]
# The keys that the first line must have. "not recorded" is an allowed value.
MACHINE = ["family", "gpu", "gpu_driver", "cuda_runtime", "clocks", "heddle_commit"]
# Properties that may differ between two runs on one GPU, in addition to the code and the date.
SETTINGS = ["gpu_driver", "cuda_runtime", "nvcc", "cccl", "clocks", "array_mib", "peer_mib", "host_mib"]


class InputError(Exception):
    """A file cannot be used. The message is one sentence."""


def run_script(parser, run, arguments):
    """Returns the exit status of run(), 0 if run() returns None. Exits with status 2 if a file cannot be used."""
    try:
        return run(parser.parse_args(arguments)) or 0
    except (InputError, OSError) as error:
        parser.error(str(error))


# name: the fields that identify the line, in the order of its family's columns. A number is None if its field is empty.
Line = namedtuple("Line", "name value unit us spread repetitions is_correct note shared_bytes", defaults=[None])
ResultsFile = namedtuple("ResultsFile", "path machine lines")


def family_of(file):
    return file.machine["family"]


def limit_name(family, name):
    """Returns the name of the line that is an upper limit for the speed of all other variants."""
    return name[:-1] + ("flat_read" if family == "warp" else "limit",)


def name_text(name):
    return "/".join(str(part) for part in name if part != "")


def check_one_gpu(files):
    for file in files[1:]:
        if file.machine["gpu"] != files[0].machine["gpu"]:
            raise InputError(f"{files[0].path} is of {files[0].machine['gpu']}, {file.path} of {file.machine['gpu']}: "
                             "GPUs are not compared")


def _parse_field(column, text):
    """Returns a field as a number if its column has numbers, otherwise unchanged."""
    if column not in COUNTS + NUMBERS or text == "" and column in NUMBERS:
        return text or None
    try:
        number = int(text) if column in COUNTS else float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise InputError(f'{column} is "{text}", which nothing that is measured can be')
    return number


def _parse_line(family, fields):
    if len(fields) != len(COLUMNS[family]):
        raise InputError(f"{len(fields)} fields instead of {len(COLUMNS[family])}")
    row = {column: _parse_field(column, text) for column, text in zip(COLUMNS[family], fields)}
    name = tuple(row[column] or "" for column in NAMES[family])
    line = Line(name, row["value"], row["unit"], row["us"], row["spread"], row["repetitions"], row["correct"] == "yes",
                row["note"] or "", row.get("shared_bytes"))
    case = row.get("case") or "0"
    for column, is_known in (("pattern", row["pattern"] in FAMILIES[family]), ("variant", row["variant"]),
                             ("case", case.isdigit() or parse_mask(case) or case in CASES),
                             ("unit", row["unit"] in UNITS), ("correct", row["correct"] in ("yes", "no")),
                             ("value", row["value"] or row["value"] is None and not line.is_correct)):
        if not is_known:
            raise InputError(f'{column} of {name_text(name)} is "{row[column]}", which the family "{family}" has not')
    return line


def _parse_machine(text):
    try:
        machine = dict(json.loads(text[1:])) if text.startswith("#") else {}
    except (ValueError, TypeError):
        machine = {}
    missing = [key for key in MACHINE if not isinstance(machine.get(key), str)]
    if missing:
        raise InputError("the first line is no comment with a JSON object that tells " + ", ".join(missing) +
                         ": benchmarks/to_csv.py makes results of JSON")
    if machine["family"] not in FAMILIES:
        raise InputError(f'there is no family "{machine["family"]}"')
    return machine


def read(path):
    """Returns the ResultsFile at a path. Raises InputError if the file does not have the format."""
    number = 1
    try:
        first, *rows = Path(path).read_text(encoding="utf-8").splitlines() or [""]
        machine = _parse_machine(first)
        columns, lines = COLUMNS[machine["family"]], {}
        for number, fields in enumerate(csv.reader(rows or [""]), 2):
            if number == 2:
                if fields != columns:
                    raise InputError("the columns of results should be " + ",".join(columns))
                continue
            line = _parse_line(machine["family"], fields)
            if line.name in lines:
                raise InputError(f"{name_text(line.name)} is here for the second time")
            lines[line.name] = line
        if not lines:
            raise InputError("no measurement in it")
    except (InputError, UnicodeDecodeError) as error:
        raise InputError(f"{path}:{number}: {error}") from None
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


class Results:
    """The lines of files of one GPU, except those that are in no table: tables[table][row][variant]. The table of a
    struct is its pattern, and its row is the struct. A table of the warp family is a pattern and a title."""

    def __init__(self, files):
        self.tables = {}
        self.failures = []
        for file, line in ((file, line) for file in files for line in file.lines.values()):
            # One form is timed even if its results are wrong, and the tables say so.
            if line.value is None or not line.is_correct and not line.name[-1].endswith("UNSAFE"):
                self.failures.append((name_text(line.name), line.note))
            elif family_of(file) in ("warp", "route") or is_tabled(line.name[0], line.name[-1]):
                table, row, variant = _place(family_of(file), line.name)
                self.tables.setdefault(table, {}).setdefault(row, {})[variant] = line

    def patterns(self):
        return [pattern for pattern in STRUCT_PATTERNS if pattern in self.tables]

    def structs(self, pattern):
        return sorted(self.tables.get(pattern, {}))

    def is_masked(self, pattern):
        return any(struct.mask for struct in self.tables[pattern])

    def rate(self, pattern, struct, variant):
        line = self.tables.get(pattern, {}).get(struct, {}).get(variant)
        return line and line.value

    def ratio(self, pattern, struct, variant, reference):
        """Returns the rate of a variant over that of a reference, or None unless both were measured."""
        rate, base = (self.rate(pattern, struct, name) for name in (variant, reference))
        return rate and base and rate / base

    def ratios(self, pattern, applies, variant, reference):
        """Returns the ratios of all structs for which both variants were measured."""
        return [ratio for struct in filter(applies, self.structs(pattern))
                if (ratio := self.ratio(pattern, struct, variant, reference))]


def _place(family, name):
    """Returns the table, row and column of a name. The type of a transpose is its number of values: all numbers are in
    one table for blocks of 256 threads, and each number has a table by block size."""
    if family != "warp":
        pattern, size, alignment, case, variant = name
        return pattern, Struct(size, alignment, parse_mask(case)), variant
    pattern, kind, size, variant = name
    if pattern != "transpose":
        return (pattern, kind), size, variant
    if not kind.isdigit():
        raise InputError(f"{name_text(name)}: the type of a transpose is its number of values")
    if size == 256:
        return (pattern, "int32, blocks of 256, by m"), int(kind), variant
    return (pattern, f"int32, m = {kind}, by block"), size, variant


def read_files(paths):
    """Reads files, which must be of one GPU and of different families."""
    files = [read(path) for path in paths]
    check_one_gpu(files)
    families = [family_of(file) for file in files]
    for number, family in enumerate(families):
        if family in families[:number]:
            raise InputError(f"{files[number].path}: a second file of the family {family}")
    return files
