# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Reads families, patterns, limits and targets from families.json, and defines the order of variants.

Each row of families.json describes one file of benchmarks:
family: the family whose results file has the lines; patterns: their names; structs: the sizes, as in the names of
benchmarks (28, 28a1, 64m8, 1-64; "every": the sizes that CMake selects); limit, plain: descriptions of these variants,
for all patterns or by pattern; targets: "VARIANTS >= SHARE REFERENCE", optionally with "if" and a condition on bytes,
alignment and pattern; median_targets: the same for the median over structs; has_table: false if only compare.py reads
the lines; base: the variant with which other variants of the warp family are compared."""

import json
import re
from collections import namedtuple
from pathlib import Path

ROWS = json.loads((Path(__file__).parents[1] / "families.json").read_text(encoding="utf-8"))["families"]


def _patterns_of(rows):
    return list(dict.fromkeys(pattern for row in rows for pattern in row["patterns"]))


def _by_pattern(key):
    """Returns the value of a key for each pattern. A row has one value, or values by patterns ("gather scatter")."""
    values = {}
    for row in (row for row in ROWS if key in row):
        by_patterns = row[key] if isinstance(row[key], dict) else {" ".join(row["patterns"]): row[key]}
        values.update((pattern, value) for patterns, value in by_patterns.items() for pattern in patterns.split())
    return values


# Each family has its own results file for each GPU. Two families may have patterns with the same name.
FAMILIES = {family: _patterns_of(row for row in ROWS if row["family"] == family)
            for family in dict.fromkeys(row["family"] for row in ROWS)}
FAMILIES["instructions"] = ["load", "store", "copy", "update", "gather", "scatter"]
# The patterns in the tables of structs, in the order of the tables.
STRUCT_PATTERNS = _patterns_of(row for row in ROWS if row["family"] not in ("warp", "route") and
                               row.get("has_table", True))
MEMBER_PATTERNS = _patterns_of(row for row in ROWS if re.search(r"\dm", row.get("structs", "")))
LIMITS = _by_pattern("limit")
# A second limit of a pattern: the limit of another pattern that moves the same bytes.
SECOND_LIMITS = _by_pattern("second_limit")
# The meaning of "plain" for patterns in which it is not a load or a store through a raw pointer.
PLAIN = _by_pattern("plain")
BASES = _by_pattern("base")

# cub_coalesced, CUB's scan on coalesced_ptr, is in results, but is no longer measured.
VARIANTS = ["limit", "plain", "plain_held", "coalesced", "whole_warps", "lane_by_lane", "tile", "scratch", "rows",
            "blocked", "block_tile", "soa", "staged", "in_place", "by_places", "merged", "iterator", "plain_thrust",
            "cub", "cub_coalesced", "heddle", "word", "best", "update", "edit", "fields", "whole", "pairs"]
# The forms of the warp toolbox, in the order of the tables.
FORMS = ["flat_read", "heddle", "heddle_in_order", "shuffle", "redux", "shuffle_any_operation", "shuffle_to_all",
         "shuffle_predicate", "shuffle_comparison", "shuffle_of_pairs", "shared_syncwarp", "shared_syncwarp_padded",
         "shared_syncthreads", "shared_volatile_UNSAFE", "cub"]
# Variants that are not heddle's code, in addition to flat_…. They show a comparison whether the machine is the same.
CONTROLS = ["limit", "plain", "plain_held", "plain_exits", "plain_thrust", "soa", "cub", "shared_syncwarp",
            "shared_syncwarp_padded", "shared_syncthreads", "shared_volatile_UNSAFE"]

Mask = namedtuple("Mask", "order lanes")
# mask: the lanes that moved their structs, or None for all lanes. In conversions of layouts, alignment is the size of
# each member.
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
