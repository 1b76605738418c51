# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Results for the tables, the targets and the pictures: rates by pattern, struct and variant."""

from .patterns import STRUCT_PATTERNS, Struct, is_tabled, parse_mask
from .results_file import InputError, family_of, name_text


class StructResults:
    """The rates of families that measure structs, from files of one GPU."""

    def __init__(self, files):
        self.rates = {}  # pattern -> struct -> variant -> value
        self.failures = []
        for line in (line for file in files for line in file.lines.values()):
            pattern, size, alignment, case, variant = line.name
            if not line.is_correct:
                self.failures.append((name_text(line.name), line.note))
            elif is_tabled(pattern, variant):
                struct = Struct(size, alignment, parse_mask(case))
                self.rates.setdefault(pattern, {}).setdefault(struct, {})[variant] = line.value

    def patterns(self):
        return [pattern for pattern in STRUCT_PATTERNS if pattern in self.rates]

    def structs(self, pattern):
        return sorted(self.rates[pattern])

    def is_masked(self, pattern):
        return any(struct.mask for struct in self.rates[pattern])

    def rate(self, pattern, struct, variant):
        return self.rates.get(pattern, {}).get(struct, {}).get(variant)

    def ratio(self, pattern, struct, variant, reference):
        """Returns the rate of a variant over that of a reference, or None unless both were measured."""
        rate, base = (self.rate(pattern, struct, name) for name in (variant, reference))
        return rate / base if rate is not None and base else None

    def ratios(self, pattern, applies, variant, reference):
        """Returns the ratios of all structs for which both variants were measured."""
        ratios = [self.ratio(pattern, struct, variant, reference)
                  for struct in filter(applies, self.structs(pattern))]
        return [ratio for ratio in ratios if ratio is not None]


class WarpResults:
    """The lines of the warp family, as tables."""

    def __init__(self, file):
        self.tables = {}  # (pattern, title) -> size -> variant -> line
        self.failures = []
        for line in file.lines.values():
            if line.value is None:
                self.failures.append((name_text(line.name), line.note))
                continue
            pattern, title, size, variant = self._place(line.name)
            self.tables.setdefault((pattern, title), {}).setdefault(size, {})[variant] = line

    @staticmethod
    def _place(name):
        """Returns the table, row and column of a name. The type of a transpose is its number of values: all numbers
        are in one table for blocks of 256 threads, and each number has a table by block size."""
        pattern, kind, size, variant = name
        if pattern != "transpose":
            return name
        if not kind.isdigit():
            raise InputError(f"{name_text(name)}: the type of a transpose is its number of values")
        if size == 256:
            return pattern, "int32, blocks of 256, by m", int(kind), variant
        return pattern, f"int32, m = {kind}, by block", size, variant


def check_one_gpu(files):
    """Raises InputError unless all files are of one GPU and of different families."""
    for file in files[1:]:
        if file.machine["gpu"] != files[0].machine["gpu"]:
            raise InputError(f"{files[0].path} is of {files[0].machine['gpu']}, "
                             f"{file.path} of {file.machine['gpu']}")
        if family_of(file) in [family_of(other) for other in files[:files.index(file)]]:
            raise InputError(f"{file.path}: a second file of the family {family_of(file)}")
