# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Markdown tables of the warp toolbox: the figures, and their ratio to that of one form."""

from .patterns import BASES, FAMILIES
from .results_file import TIMES
from .tables import print_rows

TITLES = {
    "ns/op/SM": "ns per operation of a warp, on a multiprocessor that is full of warps", "GB/s": "GB/s read",
    "Ginteractions/s": "billion body-body interactions per second",
    "useful_GB/s": "GB/s of what the step needs (28 bytes read, 24 written)",}


def _cell(line, base):
    if line is None:
        return "–"
    text = f"{line.value:.3g}" if line.value < 1000 else f"{line.value:.0f}"
    if base is not None and base is not line:
        text += f" ({line.value / base.value:.2f})"
    return text if line.is_correct else text + " WRONG RESULTS"


def _print_table(pattern, title, rows):
    forms = list(dict.fromkeys(form for by_form in rows.values() for form in by_form))
    base = BASES.get(pattern, "shuffle")
    base = base if base in forms else forms[0]
    forms.sort(key=lambda form: form != base)
    unit = next(line.unit for by_form in rows.values() for line in by_form.values())
    print(f"### {pattern}, {title}\n")
    better = "less" if unit in TIMES else "more"
    print(f"{TITLES[unit]}; in brackets the multiple of {base} ({better} is better).\n")
    print_rows(["size"] + forms, [[str(size)] + [_cell(rows[size].get(form), rows[size].get(base)) for form in forms]
                for size in sorted(rows)])
    shared = {form: [rows[size][form].shared_bytes for size in sorted(rows) if form in rows[size]] for form in forms}
    notes = [f"{form} {'/'.join(map(str, sizes))}" for form, sizes in shared.items() if any(sizes)]
    if notes:
        print("\nBytes of shared memory a block, row by row: " + "; ".join(notes) + ".")
    print()


def print_warp(results):
    for pattern, title in sorted(results.tables, key=lambda key: (FAMILIES["warp"].index(key[0]), key[1])):
        _print_table(pattern, title, results.tables[pattern, title])
