# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The targets of families.json: what report.py --check compares figures with."""

import re
from statistics import median

from .patterns import ROWS, STRUCT_PATTERNS, struct_text


class Target:
    """"coalesced >= 0.95 limit if bytes >= 16": of one pattern."""

    def __init__(self, pattern, text):
        match = re.fullmatch(r"(\S+) >= ([\d.]+) (\w+)(?: if (.+))?", text)
        if match is None:
            raise ValueError(f'families.json: "{text}" is no target; write "VARIANT >= SHARE REFERENCE if CONDITION"')
        self.pattern, self.variant, self.least, self.reference = pattern, match[1], float(match[2]), match[3]
        self.condition = compile(match[4] or "True", "families.json", "eval")

    def applies(self, struct):
        names = {"bytes": struct.bytes, "alignment": struct.alignment, "pattern": self.pattern}
        return eval(self.condition, {"__builtins__": {}}, names)


TARGETS = [Target(pattern, text) for row in ROWS for text in row.get("targets", []) for pattern in row["patterns"]]
MEDIAN_TARGETS = [Target(pattern, text) for row in ROWS
                  for pattern, texts in row.get("median_targets", {}).items() for text in texts]


def _check_medians(results):
    """How many were tested, and what was missed."""
    tested, missed = 0, []
    for target in (target for target in MEDIAN_TARGETS if target.pattern in results.rates):
        ratios = results.ratios(target.pattern, target.applies, target.variant, target.reference)
        tested += bool(ratios)
        if ratios and median(ratios) < target.least:
            missed.append(f"{target.pattern}: {target.variant} is {median(ratios):.3f} of {target.reference} in the "
                          f"median over {len(ratios)} structs, the target is {target.least}")
    return tested, missed


def check_targets(results):
    """Prints what was missed; true if something was tested and nothing missed. Not every variant is
    measured for every struct."""
    tested = unmeasured = 0
    missed = [f"{name} failed: {message}" for name, message in results.failures]
    for target in (target for target in TARGETS if target.pattern in results.rates):
        for struct in filter(target.applies, results.structs(target.pattern)):
            ratio = results.ratio(target.pattern, struct, target.variant, target.reference)
            unmeasured += ratio is None
            tested += ratio is not None
            if ratio is not None and ratio < target.least:
                missed.append(f"{target.pattern} of {struct_text(struct)}: {target.variant} is {ratio:.3f} of "
                              f"{target.reference}, the target is {target.least}")
    of_medians, missed_medians = _check_medians(results)
    tested += of_medians
    missed += missed_medians
    absent = [pattern for pattern in STRUCT_PATTERNS if pattern not in results.rates]
    if absent:
        print("Not checked, because not in the files: " + ", ".join(absent) + ".")
    for line in missed:
        print("MISSED: " + line)
    print(f"{tested} targets tested, {len(missed)} missed; {unmeasured} not measured.")
    return tested > 0 and not missed
