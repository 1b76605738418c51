# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""What families.json says of families, patterns, limits and targets; and the order of their variants.

A row of it is a file of benchmarks. family: whose results file has its lines; patterns; structs: the sizes, as names
have them (28, 28a1, 64m8, 1-64; "every": the sizes that CMake is asked for); limit, plain: what these variants are,
of all patterns or by patterns; targets: "VARIANTS >= SHARE REFERENCE", with "if" and a condition of bytes, alignment and
pattern; median_targets: the same of the median over structs; has_table: false if only compare.py reads them; base: the
variant that the others of the warp family are compared with."""

import json
import os
import re
from collections import namedtuple

with open(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "families.json"),
          encoding="utf-8") as file:
    ROWS = json.load(file)["families"]


def _patterns_of(rows):
    return list(dict.fromkeys(pattern for row in rows for pattern in row["patterns"]))


def _by_pattern(key):
    """What the rows say of each pattern: one value of all patterns, or by patterns ("peer_read peer_write")."""
    values = {}
    for row in (row for row in ROWS if key in row):
        by_patterns = row[key] if isinstance(row[key], dict) else {" ".join(row["patterns"]): row[key]}
        values.update((pattern, value) for patterns, value in by_patterns.items() for pattern in patterns.split())
    return values


# A family has a results file of its own for each GPU. Some patterns of two families share a name.
FAMILIES = {family: _patterns_of(row for row in ROWS if row["family"] == family)
            for family in dict.fromkeys(row["family"] for row in ROWS)}
FAMILIES["instructions"] = ["load", "store", "copy", "update", "gather", "scatter"]
# The patterns that stand in tables of structs, in their order.
STRUCT_PATTERNS = _patterns_of(row for row in ROWS if row["family"] not in ("warp", "route") and
                               row.get("has_table", True))
MEMBER_PATTERNS = _patterns_of(row for row in ROWS if re.search(r"\dm", row.get("structs", "")))
LIMITS = _by_pattern("limit")
# What more a pattern could reach at most: the limit of another one, of the same bytes.
SECOND_LIMITS = _by_pattern("second_limit")
# What "plain" is where it is not a load or a store through a raw pointer.
PLAIN = _by_pattern("plain")
BASES = _by_pattern("base")

# In results only, no longer measured: cub_coalesced, CUB's scan on coalesced_ptr.
VARIANTS = ["limit", "plain", "plain_held", "coalesced", "whole_warps", "lane_by_lane", "tile", "scratch", "rows",
            "blocked", "block_tile", "soa", "staged", "in_place", "by_places", "merged", "iterator", "plain_thrust",
            "cub", "cub_coalesced", "heddle"]
# The forms of the warp toolbox, in the order of its tables.
FORMS = ["flat_read", "heddle", "heddle_in_order", "shuffle", "redux", "shuffle_any_operation", "shuffle_to_all",
         "shuffle_predicate", "shuffle_comparison", "shuffle_of_pairs", "shared_syncwarp", "shared_syncwarp_padded",
         "shared_syncthreads", "shared_volatile_UNSAFE", "cub", "plain_aos", "coalesced_aos", "soa"]
# Variants that are not heddle's, beside flat_…: a comparison tells by them whether the machine is the same.
CONTROLS = ["limit", "plain", "plain_held", "plain_aos", "plain_exits", "plain_thrust", "soa", "cub", "shared_syncwarp",
            "shared_syncwarp_padded", "shared_syncthreads", "shared_volatile_UNSAFE"]

Mask = namedtuple("Mask", "order lanes")
# mask: the lanes that moved their structs, where that is not all. In conversions of layouts, the bytes of each member
# stand for the alignment.
Struct = namedtuple("Struct", "bytes alignment mask", defaults=[None])


def limit_variant(family):
    """The variant that all others are at most as fast as."""
    return "flat_read" if family == "warp" else "limit"


def packed_alignment(size):
    return min(4, size & -size)


def parse_mask(text):
    """"prefix8", "scattered8", or "random30" (per cent); None for anything else."""
    match = re.fullmatch(r"(prefix|scattered|random)(\d+)", text)
    return Mask(match[1], int(match[2])) if match else None


def struct_text(struct):
    lanes = f" {struct.mask.order} {struct.mask.lanes}" if struct.mask else ""
    return f"{struct.bytes} ({struct.alignment}){lanes}"


def is_tabled(pattern, variant):
    """Also "coalesced+160": each thread does 160 multiply-adds beside its copy. Other variants
    (coalesced_exits, …) are compared, and are in no table."""
    return pattern in STRUCT_PATTERNS and variant.split("+")[0] in VARIANTS


def natural(text):
    """A key that puts prefix8 before prefix16."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", str(text))]


def order_of(family, name):
    """A key that puts lines in the order of files and tables, whatever order they were measured in."""
    variants = FORMS if family == "warp" else VARIANTS
    base = name[-1].split("+")[0]
    variant = (variants.index(base) if base in variants else len(variants), natural(name[-1]))
    pattern = FAMILIES[family].index(name[0])
    if family == "warp":
        return pattern, natural(name[1]), variant, name[2]
    return pattern, name[1:3], natural(name[3]), variant
