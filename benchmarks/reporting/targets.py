# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The targets of families.json, with which report.py --check compares results."""

import re
from statistics import median

from .patterns import ROWS, STRUCT_PATTERNS, struct_text


class Target:
    """A target for one pattern and variant, from a text such as "coalesced scratch >= 0.95 limit if bytes >= 16"."""

    def __init__(self, pattern, variant, least, reference, condition):
        self.pattern, self.variant, self.least, self.reference = pattern, variant, float(least), reference
        self.condition = compile(condition or "True", "families.json", "eval")

    def applies(self, struct):
        names = {"bytes": struct.bytes, "alignment": struct.alignment, "pattern": self.pattern}
        return eval(self.condition, {"__builtins__": {}}, names)


def targets_of(pattern, texts):
    for text in texts:
        match = re.fullmatch(r"(.+) >= ([\d.]+) (\w+)(?: if (.+))?", text)
        if match is None:
            raise ValueError(f'families.json: "{text}" is no target; write "VARIANTS >= SHARE REFERENCE if CONDITION"')
        yield from (Target(pattern, variant, *match.groups()[1:]) for variant in match[1].split())


TARGETS = [target for row in ROWS for pattern in row["patterns"]
           for target in targets_of(pattern, row.get("targets", []))]
MEDIAN_TARGETS = [target for row in ROWS for pattern, texts in row.get("median_targets", {}).items()
                  for target in targets_of(pattern, texts)]


def check_targets(results):
    """Prints the missed targets. Returns whether a target was tested and none was missed. A target is not tested if its
    variant was not measured for a struct."""
    tested = unmeasured = 0
    missed = [f"{name} failed: {message}" for name, message in results.failures]
    for target in TARGETS:
        for struct in filter(target.applies, results.structs(target.pattern)):
            ratio = results.ratio(target.pattern, struct, target.variant, target.reference)
            unmeasured += ratio is None
            tested += ratio is not None
            if ratio is not None and ratio < target.least:
                missed.append(f"{target.pattern} of {struct_text(struct)}: {target.variant} is {ratio:.3f} of "
                              f"{target.reference}, the target is {target.least}")
    for target in MEDIAN_TARGETS:
        ratios = results.ratios(target.pattern, target.applies, target.variant, target.reference)
        tested += bool(ratios)
        if ratios and median(ratios) < target.least:
            missed.append(f"{target.pattern}: {target.variant} is {median(ratios):.3f} of {target.reference} in the "
                          f"median over {len(ratios)} structs, the target is {target.least}")
    absent = [pattern for pattern in STRUCT_PATTERNS if pattern not in results.tables]
    if absent:
        print("Not checked, because not in the files: " + ", ".join(absent) + ".")
    for line in missed:
        print("MISSED: " + line)
    print(f"{tested} targets tested, {len(missed)} missed; {unmeasured} not measured.")
    return tested > 0 and not missed
