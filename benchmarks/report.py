#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Turns the JSON of heddle_benchmarks, heddle_remote_benchmarks or heddle_algorithm_benchmarks into
Markdown tables, a check of the targets, and a plot."""

import argparse
import json
import re
import sys
from collections import namedtuple

CONTIGUOUS = ["load", "store", "copy"]
MASKED = ["masked_copy", "masked_gather"]
INDEXED = ["gather", "scatter"]
REMOTE_CONTIGUOUS = ["peer_read", "peer_write", "host_read", "host_write"]
REMOTE_INDEXED = ["peer_gather", "peer_scatter", "host_gather", "host_scatter"]
EXCHANGES = ["exchange", "peer_exchange"]
LAYOUTS = ["aos_to_soa", "soa_to_aos", "aos_to_aosoa", "aosoa_to_aos"]
IN_PART = ["for_each_none", "for_each_all", "for_each_one", "transform_if", "soa_to_aos_one"]
ALGORITHMS = LAYOUTS + ["transform", "for_each"] + IN_PART + [
    "transform_reduce", "copy_if", "partition_copy", "inclusive_scan", "aos_to_one",
    "device_gather", "device_scatter", "sort_by_member", "sort_by_key", "sort"]
# Kernels, which reach their structs through pointers of several kinds.
KERNELS = (CONTIGUOUS + ["l2_copy"] + MASKED + ["update"] + INDEXED + REMOTE_CONTIGUOUS +
           REMOTE_INDEXED + EXCHANGES)
KINDS = KERNELS + ALGORITHMS
ACCESSES = ["limit", "plain", "coalesced", "tile", "scratch", "blocked", "block_tile", "soa",
            "staged", "in_place", "by_places", "merged", "iterator", "plain_thrust", "cub",
            "cub_coalesced", "heddle"]
LIMITS = {
    "load": "a flat kernel that reads the same bytes as 16-byte words",
    "store": "a flat kernel that writes the same bytes as 16-byte words",
    "copy": "cudaMemcpyAsync, device to device",
    "l2_copy": "a flat kernel that copies the same bytes as 16-byte words",
    "update": "a flat kernel that updates the same bytes in place as 16-byte words",
    "gather": "a kernel that moves the same words and transposes nothing",
    "scatter": "a kernel that moves the same words and transposes nothing",
    **{kind: "cudaMemcpyAsync of the same bytes" for kind in REMOTE_CONTIGUOUS},
    **{kind: "a kernel that moves the same words and transposes nothing"
       for kind in REMOTE_INDEXED},
    **{kind: "cudaMemcpyAsync of the same bytes"
       for kind in LAYOUTS + ["transform", "inclusive_scan"]},
    **{kind: "a flat kernel that reads the same bytes as 16-byte words"
       for kind in ["for_each", "transform_reduce"]},
}
# The sizes at which reductions are measured by Thrust and CUB, too: they take long to compile.
COMPARED = {1, 2, 3, 4, 8, 12, 13, 16, 20, 28, 32, 50, 64, 96, 128, 132, 248}
# What "plain" is where it is not a load or a store through a raw pointer.
PLAIN = {
    "device_gather": "thrust::gather",
    "device_scatter": "thrust::scatter",
    "sort_by_member": "thrust::stable_sort of the structs",
    "sort_by_key": "thrust::stable_sort_by_key",
    "sort": "thrust::stable_sort",
}

Mask = namedtuple("Mask", "pattern lanes")
# The lanes that moved their structs, where that is not all. In conversions of layouts, the bytes of
# each member stand for the alignment.
Struct = namedtuple("Struct", "bytes alignment mask", defaults=[None])


def packed_alignment(size):
    return 4 if size % 4 == 0 else 2 if size % 2 == 0 else 1


def parse_struct(label):
    """"96", "96a16" or "96m8", and a mask, as in "96/prefix8"; None where the name is not one of
    ours."""
    match = re.match(r"(\d+)(?:[am](\d+))?(?:/(prefix|scattered)(\d+))?(?:/|$)", label)
    if not match:
        return None
    size = int(match[1])
    mask = Mask(match[3], int(match[4])) if match[3] else None
    return Struct(size, int(match[2]) if match[2] else packed_alignment(size), mask)


class Results:
    """GB/s by kind, struct and access, and the names of the benchmarks that failed."""

    def __init__(self, document):
        self.context = document.get("context", {})
        self.rates = {}
        self.failures = []
        for run in document.get("benchmarks", []):
            self._add(run)

    def _add(self, run):
        name = run.get("run_name", run["name"])
        parts = name.split("/", 2)
        struct = parse_struct(parts[2]) if len(parts) >= 3 else None
        # "coalesced+160": each thread also does 160 multiply-adds.
        if struct is None or parts[0] not in KINDS or parts[1].split("+")[0] not in ACCESSES:
            return
        if run.get("error_occurred"):
            self.failures.append((name, run.get("error_message", "")))
            return
        # A single repetition has no median; it is its own.
        is_single = run.get("run_type") == "iteration" and run.get("repetitions", 1) <= 1
        if is_single or run.get("aggregate_name") == "median":
            by_access = self.rates.setdefault(parts[0], {}).setdefault(struct, {})
            by_access[parts[1]] = run["GB/s"]

    def kinds(self):
        return [kind for kind in KINDS if kind in self.rates]

    def structs(self, kind):
        return sorted(self.rates[kind])

    def is_masked(self, kind):
        return any(struct.mask for struct in self.rates[kind])

    def rate(self, kind, struct, access):
        return self.rates[kind].get(struct, {}).get(access)

    def ratio(self, kind, struct, access, reference):
        """None where one of the two was not measured."""
        rate = self.rate(kind, struct, access)
        base = self.rate(kind, struct, reference)
        return rate / base if rate is not None and base else None


# ---- tables ----


def print_context(context):
    keys = ["gpu", "gpu_driver", "cuda_runtime", "nvcc", "array_mib", "peer_mib", "host_mib",
            "heddle_commit", "date"]
    known = [f"{key.replace('_', ' ')}: {context[key]}" for key in keys if key in context]
    if known:
        print("; ".join(known) + ".\n")


def rate_cell(results, kind, struct, access):
    rate = results.rate(kind, struct, access)
    if rate is None:
        return "–"
    share = results.ratio(kind, struct, access, "limit")
    is_limit = access == "limit" or share is None
    text = f"{rate:.0f}" if rate >= 100 else f"{rate:.3g}"
    return text if is_limit else f"{text} ({100 * share:.0f} %)"


def worst_case(results, kind, access, reference):
    """The smallest ratio and its struct, or None."""
    ratios = [(results.ratio(kind, struct, access, reference), struct)
              for struct in results.structs(kind)]
    return min(((ratio, struct) for ratio, struct in ratios if ratio is not None), default=None)


def struct_text(struct):
    lanes = f" {struct.mask.pattern} {struct.mask.lanes}" if struct.mask else ""
    return f"{struct.bytes} ({struct.alignment}){lanes}"


def print_worst_cases(results, kind):
    parts = []
    for access, reference in [("coalesced", "limit"), ("coalesced", "plain"), ("tile", "limit"),
                              ("tile", "plain"), ("scratch", "limit"), ("scratch", "plain"),
                              ("blocked", "limit"), ("block_tile", "limit"),
                              ("block_tile", "plain"), ("coalesced", "soa"), ("scratch", "soa"),
                              ("block_tile", "soa")]:
        worst = worst_case(results, kind, access, reference)
        if worst:
            ratio, struct = worst
            parts.append(f"{access} {ratio:.2f} of {reference} at {struct_text(struct)}")
    print("\nWorst case: " + ("; ".join(parts) or "not measured") + ".\n")


def print_table(results, kind):
    structs = results.structs(kind)
    accesses = [access for access in ACCESSES
                if any(results.rate(kind, struct, access) is not None for struct in structs)]
    print(f"### {kind}\n")
    limit = f", and the share of the limit: {LIMITS[kind]}" if kind in LIMITS else ""
    plain = f"; plain: {PLAIN[kind]}" if kind in PLAIN else ""
    print(f"GB/s{limit}{plain}.\n")
    label = "bytes (of a member)" if kind in LAYOUTS + ["aos_to_one"] else "bytes (alignment)"
    print(f"| {label} | " + " | ".join(accesses) + " | coalesced / plain |")
    print("| ---: |" + " ---: |" * (len(accesses) + 1))
    for struct in structs:
        cells = [rate_cell(results, kind, struct, access) for access in accesses]
        gain = results.ratio(kind, struct, "coalesced", "plain")
        cells.append("–" if gain is None else f"{gain:.2f}")
        print(f"| {struct_text(struct)} | " + " | ".join(cells) + " |")
    print_worst_cases(results, kind)


def print_headroom(results):
    """The share of cudaMemcpyAsync that a copy keeps beside arithmetic."""
    rates = results.rates.get("copy", {})
    works = sorted({int(access.split("+")[1]) for by_access in rates.values()
                    for access in by_access if "+" in access})
    if not works:
        return
    print("### copy beside arithmetic\n")
    print("Share of the limit, by multiply-adds a struct.\n")
    print("| bytes (alignment) | access | 0 | " + " | ".join(map(str, works)) + " |")
    print("| ---: | :--- |" + " ---: |" * (len(works) + 1))
    for struct in results.structs("copy"):
        if not any("+" in access for access in rates[struct]):
            continue
        for access in ["plain", "coalesced", "scratch"]:
            names = [access] + [f"{access}+{work}" for work in works]
            shares = [results.ratio("copy", struct, name, "limit") for name in names]
            cells = ["–" if share is None else f"{share:.2f}" for share in shares]
            print(f"| {struct_text(struct)} | {access} | " + " | ".join(cells) + " |")
    print()


def print_masked(results, kind):
    """By the lanes of a warp that move something: the time of plain code over that of an access."""
    structs = results.structs(kind)
    counts = sorted({struct.mask.lanes for struct in structs})
    print(f"### {kind}\n")
    print("Time of plain code over the time of each access, by lanes of 32 that move a struct.\n")
    print("| bytes (alignment) | lanes | access | " + " | ".join(map(str, counts)) + " |")
    print("| ---: | :--- | :--- |" + " ---: |" * len(counts))
    for size, alignment, pattern in sorted({(s.bytes, s.alignment, s.mask.pattern)
                                            for s in structs}):
        row = [Struct(size, alignment, Mask(pattern, lanes)) for lanes in counts]
        for access in ["coalesced", "tile", "scratch"]:
            gains = [results.ratio(kind, struct, access, "plain") for struct in row]
            cells = ["–" if gain is None else f"{gain:.2f}" for gain in gains]
            name = struct_text(Struct(size, alignment))
            print(f"| {name} | {pattern} | {access} | " + " | ".join(cells) + " |")
    print_worst_cases(results, kind)


# ---- targets ----

Target = namedtuple("Target", "kinds access applies reference least")

TARGETS = [
    # Never slower than plain code; the fiftieth is noise.
    Target(KERNELS, "coalesced", lambda s: True, "plain", 0.98),
    Target(KERNELS, "scratch", lambda s: True, "plain", 0.98),
    Target(["aos_to_soa", "soa_to_aos", "device_gather", "device_scatter", "sort_by_member",
            "sort"], "coalesced", lambda s: True, "plain", 0.98),
    # Thrust cannot sort larger values by key.
    Target(["sort_by_key"], "coalesced", lambda s: s.bytes < 128, "plain", 0.98),
    Target(CONTIGUOUS + ["update"], "block_tile", lambda s: True, "plain", 0.98),
    Target(MASKED, "tile", lambda s: True, "plain", 0.98),
    Target(CONTIGUOUS, "coalesced", lambda s: s.bytes >= 16 and s.bytes % 4 == 0, "limit", 0.95),
    Target(CONTIGUOUS, "coalesced", lambda s: s.bytes >= 16 and s.bytes % 4 != 0, "limit", 0.90),
    Target(CONTIGUOUS, "scratch", lambda s: s.bytes >= 16, "limit", 0.97),
    # Where launching and arithmetic weigh more.
    Target(["l2_copy"], "coalesced", lambda s: s.bytes >= 16, "limit", 0.95),
    Target(["l2_copy"], "scratch", lambda s: s.bytes >= 16, "limit", 0.95),
    Target(["l2_copy"], "block_tile", lambda s: s.bytes >= 16, "limit", 0.95),
    Target(CONTIGUOUS, "blocked", lambda s: s.bytes <= 16, "limit", 0.97),
    Target(CONTIGUOUS, "block_tile", lambda s: True, "limit", 0.97),
    # An array of structures is to beat a structure of arrays.
    Target(["update"], "coalesced", lambda s: s.bytes >= 16, "soa", 1.0),
    Target(["update"], "scratch", lambda s: s.bytes >= 16, "soa", 1.0),
    Target(["update"], "block_tile", lambda s: s.bytes >= 16, "soa", 1.0),
    # Nothing may be lost to the transpose; the hundredth is noise.
    Target(INDEXED, "coalesced", lambda s: s.bytes >= 16, "limit", 0.99),
    Target(REMOTE_CONTIGUOUS, "coalesced", lambda s: s.bytes >= 12, "limit", 0.93),
    Target(REMOTE_CONTIGUOUS, "scratch", lambda s: s.bytes >= 12, "limit", 0.93),
    Target(LAYOUTS, "coalesced", lambda s: True, "limit", 0.95),
    Target(["transform"], "coalesced", lambda s: True, "limit", 0.97),
    Target(["transform"], "iterator", lambda s: True, "limit", 0.97),
    Target(["for_each"], "coalesced", lambda s: True, "limit", 0.93),
    Target(["for_each"], "iterator", lambda s: True, "limit", 0.93),
    Target(["transform", "for_each"], "coalesced", lambda s: True, "plain", 0.98),
    Target(["transform", "for_each"], "iterator", lambda s: True, "plain", 0.98),
    Target(["transform_reduce"], "heddle", lambda s: True, "limit", 0.93),
    Target(["transform_reduce"], "heddle", lambda s: s.bytes in COMPARED, "plain_thrust", 0.98),
    Target(["copy_if", "inclusive_scan"], "heddle", lambda s: True, "plain_thrust", 0.98),
    # Smaller ones the doors leave to Thrust.
    Target(["partition_copy"], "heddle", lambda s: s.bytes > 4, "plain_thrust", 0.98),
    # Copies beside arithmetic.
    Target(["copy"], "coalesced+160", lambda s: s == Struct(28, 4), "limit", 0.95),
    Target(["copy"], "scratch+192", lambda s: s == Struct(28, 4), "limit", 0.95),
    Target(["copy"], "coalesced+256", lambda s: s in [Struct(64, 4), Struct(96, 4)], "limit", 0.95),
    Target(["copy"], "scratch+512", lambda s: s in [Struct(64, 4), Struct(96, 4)], "limit", 0.95),
]


def check_targets(results):
    """Prints what was missed; true if something was tested and nothing missed. Not every way is
    measured for every struct."""
    tested = unmeasured = 0
    missed = [f"{name} failed: {message}" for name, message in results.failures]
    for target in TARGETS:
        for kind in (kind for kind in target.kinds if kind in results.rates):
            for struct in filter(target.applies, results.structs(kind)):
                ratio = results.ratio(kind, struct, target.access, target.reference)
                if ratio is None:
                    unmeasured += 1
                    continue
                tested += 1
                if ratio < target.least:
                    missed.append(f"{kind} of {struct_text(struct)}: {target.access} is {ratio:.3f} of "
                                  f"{target.reference}, the target is {target.least}")
    absent = [kind for kind in KINDS if kind not in results.rates]
    if absent:
        print("Not checked, because not in the file: " + ", ".join(absent) + ".")
    for line in missed:
        print("MISSED: " + line)
    print(f"{tested} targets tested, {len(missed)} missed; {unmeasured} not measured.")
    return tested > 0 and not missed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="written by one of them, --benchmark_out=FILE")
    parser.add_argument("--check", action="store_true", help="fail when a target is missed")
    parser.add_argument("--plot", metavar="PNG", help="draw the tables (needs matplotlib)")
    arguments = parser.parse_args()
    with open(arguments.file, encoding="utf-8") as file:
        results = Results(json.load(file))
    if not results.rates and not results.failures:
        sys.exit(f"{arguments.file}: no measurement in it")

    print_context(results.context)
    for kind in results.kinds():
        if results.is_masked(kind):
            print_masked(results, kind)
        else:
            print_table(results, kind)
    print_headroom(results)
    for name, message in results.failures:
        print(f"FAILED: {name}: {message}")
    if arguments.plot:
        try:
            from plot import draw_plot
        except ImportError:
            sys.exit("--plot needs matplotlib: pip install matplotlib")
        draw_plot(results, arguments.plot)
    passed = check_targets(results) if arguments.check else not results.failures
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
