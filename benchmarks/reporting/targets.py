# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The targets: what report.py --check compares figures with."""

from collections import namedtuple
from statistics import median

from .patterns import (CONTIGUOUS, FAMILIES, INDEXED, KERNELS, L2, LAYOUTS, MASKED, REMOTE_CONTIGUOUS,
                       Struct, struct_text)

# The sizes at which reductions are measured by Thrust and CUB, too: they take long to compile.
COMPARED = {1, 2, 3, 4, 8, 12, 13, 16, 20, 28, 32, 50, 64, 96, 128, 132, 248}

Target = namedtuple("Target", "patterns variant applies reference least")

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
    Target(CONTIGUOUS, "blocked", lambda s: s.bytes <= 16, "limit", 0.97),
    Target(CONTIGUOUS, "block_tile", lambda s: True, "limit", 0.97),
    # Shuffles alone, without a choice between routes.
    Target(L2, "coalesced", lambda s: True, "rows", 0.98),
    Target(L2, "scratch", lambda s: True, "rows", 0.98),
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

# Of the median over structs. In L2 launching and arithmetic weigh more than elsewhere.
MEDIAN_TARGETS = [
    Target(["l2_copy"], variant, lambda s: s.bytes >= 16, "limit", 0.90)
    for variant in ("coalesced", "scratch", "block_tile")
]


def _check_medians(results):
    """How many were tested, and what was missed."""
    tested, missed = 0, []
    for target in MEDIAN_TARGETS:
        for pattern in (pattern for pattern in target.patterns if pattern in results.rates):
            ratios = results.ratios(pattern, target.applies, target.variant, target.reference)
            if not ratios:
                continue
            tested += 1
            if median(ratios) < target.least:
                missed.append(f"{pattern}: {target.variant} is {median(ratios):.3f} of {target.reference} in the "
                              f"median over {len(ratios)} structs, the target is {target.least}")
    return tested, missed


def check_targets(results):
    """Prints what was missed; true if something was tested and nothing missed. Not every variant is
    measured for every struct."""
    tested = unmeasured = 0
    missed = [f"{name} failed: {message}" for name, message in results.failures]
    for target in TARGETS:
        for pattern in (pattern for pattern in target.patterns if pattern in results.rates):
            for struct in filter(target.applies, results.structs(pattern)):
                ratio = results.ratio(pattern, struct, target.variant, target.reference)
                if ratio is None:
                    unmeasured += 1
                    continue
                tested += 1
                if ratio < target.least:
                    missed.append(f"{pattern} of {struct_text(struct)}: {target.variant} is "
                                  f"{ratio:.3f} of {target.reference}, the target is {target.least}")
    of_medians, missed_medians = _check_medians(results)
    tested += of_medians
    missed += missed_medians
    absent = [pattern for pattern in KERNELS + FAMILIES["algorithm"] if pattern not in results.rates]
    if absent:
        print("Not checked, because not in the files: " + ", ".join(absent) + ".")
    for line in missed:
        print("MISSED: " + line)
    print(f"{tested} targets tested, {len(missed)} missed; {unmeasured} not measured.")
    return tested > 0 and not missed
