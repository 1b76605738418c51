#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Prints results as Markdown tables, and checks them against the targets. Exit status: 0; 1 if a target is missed or a
result is wrong; 2 if a file cannot be used."""

import argparse
import re
import sys
from collections import namedtuple
from statistics import median

from reporting import (BASES, FAMILIES, LIMITS, MEMBER_PATTERNS, PLAIN, ROWS, SECOND_LIMITS, SETTINGS, STRUCT_PATTERNS,
                       TIMES, VARIANTS, Mask, Results, Struct, family_of, read_files, run_script, struct_text)

# applies(struct): returns whether the target holds for the struct.
Target = namedtuple("Target", "pattern variant least reference applies")


def targets_of(pattern, texts):
    """Yields the targets in texts such as "coalesced scratch >= 0.95 limit if bytes >= 16"."""
    for text in texts:
        match = re.fullmatch(r"(.+) >= ([\d.]+) (\w+)(?: if (.+))?", text)
        if match is None:
            raise ValueError(f'families.json: "{text}" is no target; write "VARIANTS >= SHARE REFERENCE if CONDITION"')
        condition = compile(match[4] or "True", "families.json", "eval")

        def applies(struct, condition=condition):
            return eval(condition, {"__builtins__": {}}, {**struct._asdict(), "pattern": pattern})
        yield from (Target(pattern, variant, float(match[2]), match[3], applies) for variant in match[1].split())


TARGETS = [target for row in ROWS for pattern in row["patterns"]
           for target in targets_of(pattern, row.get("targets", []))]
MEDIAN_TARGETS = [target for row in ROWS for pattern, texts in row.get("median_targets", {}).items()
                  for target in targets_of(pattern, texts)]
# Patterns with targets for medians, and patterns whose limits are the second limits of other patterns.
MEDIAN_PATTERNS = {target.pattern for target in MEDIAN_TARGETS} | set(SECOND_LIMITS.values())
WORST_CASES = [("coalesced", "limit"), ("coalesced", "plain"), ("tile", "limit"), ("tile", "plain"), ("scratch", "limit"),
               ("scratch", "plain"), ("condition", "plain"), ("coalesced", "vector"), ("condition", "vector"), ("tile", "vector"),
               ("coalesced", "rows"), ("scratch", "rows"), ("blocked", "limit"),
               ("block_tile", "limit"), ("block_tile", "plain"), ("coalesced", "soa"), ("scratch", "soa"),
               ("block_tile", "soa")]


def lines_of_table(heads, rows, left=()):
    """Returns the lines of a Markdown table. The columns in `left` are left-aligned, the others right-aligned."""
    rule = "|" + "".join(" :--- |" if i in left else " ---: |" for i in range(len(heads)))
    first, *others = ["| " + " | ".join(row) + " |" for row in (heads, *rows)]
    return [first, rule, *others]


def print_rows(heads, rows, left=()):
    print("\n".join(lines_of_table(heads, rows, left)))


def variants_of(results, pattern):
    return [variant for variant in VARIANTS if any(variant in lines for lines in results.tables[pattern].values())]


def _number_cell(number):
    return "–" if number is None else f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def _ratio_cell(ratio):
    return "–" if ratio is None else f"{ratio:.2f}"


def _rate_cell(results, pattern, struct, variant):
    text = _number_cell(results.rate(pattern, struct, variant))
    share = results.ratio(pattern, struct, variant, "limit")
    return text if variant == "limit" or share is None else f"{text} ({100 * share:.0f} %)"


def _print_worst_cases(results, pattern):
    parts = []
    for variant, reference in WORST_CASES:
        ratios = [(ratio, struct) for struct in results.structs(pattern)
                  if (ratio := results.ratio(pattern, struct, variant, reference))]
        if ratios:
            worst, struct = min(ratios)
            parts.append(f"{variant} {worst:.2f} of {reference} at {struct_text(struct)}")
    print("\nWorst case: " + ("; ".join(parts) or "not measured") + ".\n")


def _print_medians(results, pattern, second):
    """Prints medians over the structs of 16 bytes and more, and over those of them whose size is a multiple of 4."""
    def cell(variant, multiple):
        ratios = results.ratios(pattern, lambda s: s.bytes >= 16 and s.bytes % multiple == 0, variant, "limit")
        return _ratio_cell(median(ratios) if ratios else None)

    parts = [f"{variant} {cell(variant, 1)} ({cell(variant, 4)})"
             for variant in variants_of(results, pattern) if variant != "limit"]
    print("Median share of the limit, from 16 bytes on (of multiples of 4): " + ", ".join(parts) + ".\n")
    for name in filter(None, (pattern, second)):
        rates = [lines["limit"].value for lines in results.tables[name].values() if "limit" in lines]
        if rates:
            print(f"Median limit of {name}: {median(rates):.0f} GB/s, {LIMITS[name]}.\n")


def _print_pattern(results, pattern):
    variants = variants_of(results, pattern)
    second = SECOND_LIMITS.get(pattern) if SECOND_LIMITS.get(pattern) in results.tables else None
    limit = f", and the share of the limit: {LIMITS[pattern]}" if pattern in LIMITS else ""
    plain = f"; plain: {PLAIN[pattern]}" if pattern in PLAIN else ""
    print(f"### {pattern}\n\nGB/s{limit}{plain}.\n")
    label = "bytes (of a member)" if pattern in MEMBER_PATTERNS else "bytes (alignment)"
    rows = [[struct_text(struct)] + ([_number_cell(results.rate(second, struct, "limit"))] if second else []) +
            [_rate_cell(results, pattern, struct, variant) for variant in variants] +
            [_ratio_cell(results.ratio(pattern, struct, "coalesced", "plain"))]
            for struct in results.structs(pattern)]
    print_rows([label] + ([f"limit of {second}"] if second else []) + variants + ["coalesced / plain"], rows)
    _print_worst_cases(results, pattern)
    if pattern in MEDIAN_PATTERNS:
        _print_medians(results, pattern, second)


def _print_headroom(results):
    """Prints the share of cudaMemcpyAsync's speed that a copy reaches if its threads also do arithmetic."""
    copies = results.tables.get("copy", {})
    works = sorted({int(variant.split("+")[1]) for lines in copies.values() for variant in lines if "+" in variant})
    if not works:
        return
    print("### copy beside arithmetic\n\nShare of the limit, by multiply-adds a struct.\n")
    rows = [[struct_text(struct), variant, *(_ratio_cell(results.ratio("copy", struct, name, "limit"))
                                             for name in [variant] + [f"{variant}+{work}" for work in works])]
            for struct in results.structs("copy") if any("+" in variant for variant in copies[struct])
            for variant in ("plain", "coalesced", "scratch")]
    print_rows(["bytes (alignment)", "access", "0", *map(str, works)], rows, left=(1,))
    print()


def _print_masked(results, pattern):
    """Prints the time of plain code over the time of each variant, by the lanes of a warp that move a struct."""
    structs = results.structs(pattern)
    counts = sorted({struct.mask.lanes for struct in structs})
    print(f"### {pattern}\n\nTime of plain code over the time of each access, by lanes of 32 that move a struct; of a "
          "random share, by per cent.\n")
    rows = []
    for size, alignment, order in sorted({(s.bytes, s.alignment, s.mask.order) for s in structs}):
        for variant in ["plain_held", "vector", "coalesced", "whole_warps", "lane_by_lane", "condition", "tile",
                        "scratch"]:
            gains = [results.ratio(pattern, Struct(size, alignment, Mask(order, lanes)), variant, "plain")
                     for lanes in counts]
            if any(gains):
                rows.append([struct_text(Struct(size, alignment)), order, variant, *map(_ratio_cell, gains)])
    print_rows(["bytes (alignment)", "lanes", "access", *map(str, counts)], rows, left=(1, 2))
    _print_worst_cases(results, pattern)


def _print_structs(results):
    for pattern in results.patterns():
        (_print_masked if results.is_masked(pattern) else _print_pattern)(results, pattern)
    _print_headroom(results)


# ---- the warp toolbox: the figure of each form, and its ratio to the figure of one form ----

TITLES = {
    "ns/op/SM": "ns per operation of a warp, on a multiprocessor that is full of warps", "GB/s": "GB/s read",
    "Ginteractions/s": "billion body-body interactions per second"}


def _form_cell(line, base):
    if line is None:
        return "–"
    text = f"{line.value:.3g}" if line.value < 1000 else f"{line.value:.0f}"
    if base is not None and base is not line:
        text += f" ({line.value / base.value:.2f})"
    return text if line.is_correct else text + " WRONG RESULTS"


def _print_forms(pattern, title, rows):
    forms = list(dict.fromkeys(form for by_form in rows.values() for form in by_form))
    base = BASES.get(pattern, "shuffle")
    base = base if base in forms else forms[0]
    forms.sort(key=lambda form: form != base)
    unit = next(line.unit for by_form in rows.values() for line in by_form.values())
    better = "less" if unit in TIMES else "more"
    print(f"### {pattern}, {title}\n\n{TITLES[unit]}; in brackets the multiple of {base} ({better} is better).\n")
    print_rows(["size"] + forms, [[str(size)] + [_form_cell(by_form.get(form), by_form.get(base)) for form in forms]
                                  for size, by_form in sorted(rows.items())])
    shared = {form: [by_form[form].shared_bytes for _, by_form in sorted(rows.items()) if form in by_form]
              for form in forms}
    notes = [f"{form} {'/'.join(map(str, sizes))}" for form, sizes in shared.items() if any(sizes)]
    if notes:
        print("\nBytes of shared memory a block, row by row: " + "; ".join(notes) + ".")
    print()


def _print_warp(results):
    for pattern, title in sorted(results.tables, key=lambda key: (FAMILIES["warp"].index(key[0]), key[1])):
        _print_forms(pattern, title, results.tables[pattern, title])


# ---- routes: the speed of each route as a share of the fastest one's, by pattern and size ----

# The routes of detail/plan/route.hpp, in its order. Files may have former routes, which have no column.
ROUTES = ["plain", "per_thread", "rows", "dense_rows", "sector_rows", "staged"]


def route_tables(results):
    """Yields the name of each pattern and the lines of its table."""
    for pattern in FAMILIES["route"]:
        sizes = {struct.bytes: {route: line.value for route, line in lines.items() if route in ROUTES}
                 for struct, lines in sorted(results.tables.get(pattern, {}).items())}
        columns = [route for route in ROUTES if any(route in routes for routes in sizes.values())]
        rows = [[str(size), *(_ratio_cell(routes[route] / max(routes.values()) if route in routes else None)
                              for route in columns)] for size, routes in sizes.items()]
        yield pattern, lines_of_table(["bytes", *(route.replace("_", " ") for route in columns)], rows)


def _print_routes(results):
    for pattern, lines in route_tables(results):
        print(f"\n### {pattern}\n\nShares of the fastest route's speed.\n", *lines, sep="\n")


def print_tables(file):
    """Prints the tables of a file. Returns its failures."""
    keys = ["gpu", *SETTINGS, "heddle_commit", "date"]
    print("; ".join(f"{key.replace('_', ' ')}: {file.machine[key]}" for key in keys if key in file.machine) + ".\n")
    results = Results([file])
    {"warp": _print_warp, "route": _print_routes}.get(family_of(file), _print_structs)(results)
    for name, message in results.failures:
        print(f"FAILED: {name}: {message}")
    return results.failures


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


def run(arguments):
    files = read_files(arguments.files)
    failures = [failure for file in files for failure in print_tables(file)]
    passed = not failures
    if arguments.check:
        timed = [file for file in files if family_of(file) != "warp"]
        passed = check_targets(Results(timed)) and passed
    return 0 if passed else 1


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", metavar="CSV", help="results of one GPU")
    parser.add_argument("--check", action="store_true", help="fail where a target is missed")
    return run_script(parser, run, arguments)


if __name__ == "__main__":
    sys.exit(main())
