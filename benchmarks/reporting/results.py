# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Results for the tables, the targets and the pictures."""

from .patterns import STRUCT_PATTERNS, Struct, is_tabled, parse_mask
from .results_file import InputError, check_one_gpu, family_of, name_text, read


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
