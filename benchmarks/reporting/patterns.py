# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The names of what is measured: families, their patterns, the variants of each, and what the limits are."""

import re
from collections import namedtuple

CONTIGUOUS = ["load", "store", "copy"]
MASKED = ["masked_copy", "masked_gather", "masked_scatter"]
INDEXED = ["gather", "scatter"]
# Copies in the L2 cache: by launches of their own, and by one kernel that goes round.
L2 = ["l2_copy", "l2_round"]
# Reads of some words of each struct: compared, and in no table.
PARTIAL = ["some_words", "neighbours"]
REMOTE_CONTIGUOUS = ["peer_read", "peer_write", "host_read", "host_write"]
REMOTE_INDEXED = ["peer_gather", "peer_scatter", "host_gather", "host_scatter"]
EXCHANGES = ["exchange", "peer_exchange"]
LAYOUTS = ["aos_to_soa", "soa_to_aos", "aos_to_aosoa", "aosoa_to_aos"]
IN_PART = ["for_each_none", "for_each_all", "for_each_one", "transform_if", "soa_to_aos_one"]
WARP = ["neighbour", "broadcast_from_last", "reduce", "reduce_of_16", "scan", "segmented", "sort",
        "transpose", "block_reduce", "grid_reduce", "nbody", "leapfrog"]

# A family has a results file of its own for each GPU. Some patterns of two families share a name.
FAMILIES = {
    "access": CONTIGUOUS + L2 + ["update"] + INDEXED + PARTIAL,
    "masked": MASKED,
    "remote": REMOTE_CONTIGUOUS + REMOTE_INDEXED + EXCHANGES,
    "algorithm": LAYOUTS + ["transform", "for_each"] + IN_PART + [
        "transform_reduce", "copy_if", "partition_copy", "inclusive_scan", "aos_to_one",
        "device_gather", "device_scatter", "sort_by_member", "sort_by_key", "sort"],
    "warp": WARP,
    "route": ["route_load", "route_store", "route_gather", "route_scatter"],
    "instructions": CONTIGUOUS + ["update"] + INDEXED,
}

# Kernels, which reach their structs through pointers of several kinds.
KERNELS = (CONTIGUOUS + L2 + MASKED + ["update"] + INDEXED + REMOTE_CONTIGUOUS +
           REMOTE_INDEXED + EXCHANGES)
# The patterns that stand in tables of structs, in their order.
STRUCT_PATTERNS = KERNELS + FAMILIES["algorithm"]
# In results only, no longer measured: cub_coalesced, CUB's scan on coalesced_ptr.
VARIANTS = ["limit", "plain", "coalesced", "whole_warps", "tile", "scratch", "rows", "blocked",
            "block_tile", "soa", "staged", "in_place", "by_places", "merged", "iterator",
            "plain_thrust", "cub", "cub_coalesced", "heddle"]
# The forms of the warp toolbox, in the order of its tables.
FORMS = ["flat_read", "heddle", "heddle_in_order", "shuffle", "redux", "shuffle_any_operation",
         "shuffle_to_all", "shuffle_predicate", "shuffle_comparison", "shuffle_of_pairs",
         "shared_syncwarp", "shared_syncwarp_padded", "shared_syncthreads",
         "shared_volatile_UNSAFE", "cub", "plain_aos", "coalesced_aos", "soa"]

TRANSPOSE_FREE = "a kernel that moves the same words and transposes nothing"
MEMCPY = "cudaMemcpyAsync of the same bytes"
FLAT_READ = "a flat kernel that reads the same bytes as 16-byte words"
LIMITS = {
    "load": FLAT_READ,
    "store": "a flat kernel that writes the same bytes as 16-byte words",
    "copy": "cudaMemcpyAsync, device to device",
    "l2_copy": "the fastest flat kernel that copies the same bytes as 16-byte words, in a launch of its own",
    "l2_round": "the fastest flat kernel that copies the same bytes as 16-byte words and goes round",
    "update": "a flat kernel that updates the same bytes in place as 16-byte words",
    **{pattern: TRANSPOSE_FREE for pattern in INDEXED + REMOTE_INDEXED},
    **{pattern: MEMCPY
       for pattern in REMOTE_CONTIGUOUS + LAYOUTS + ["transform", "inclusive_scan"]},
    "for_each": FLAT_READ,
    "transform_reduce": FLAT_READ,
}
# What more a pattern could reach at most: the limit of another one, of the same bytes.
SECOND_LIMITS = {"l2_copy": "l2_round"}
# What "plain" is where it is not a load or a store through a raw pointer.
PLAIN = {
    "device_gather": "thrust::gather",
    "device_scatter": "thrust::scatter",
    "sort_by_member": "thrust::stable_sort of the structs",
    "sort_by_key": "thrust::stable_sort_by_key",
    "sort": "thrust::stable_sort",
}
# Variants that are not heddle's, beside flat_…: a comparison tells by them whether the machine is the same.
CONTROLS = ["limit", "plain", "plain_aos", "plain_exits", "plain_thrust", "soa", "cub",
            "shared_syncwarp", "shared_syncwarp_padded", "shared_syncthreads",
            "shared_volatile_UNSAFE"]
# The variant that all others are at most as fast as, by family.
LIMIT_VARIANTS = {"warp": "flat_read"}

Mask = namedtuple("Mask", "order lanes")
# The lanes that moved their structs, where that is not all. In conversions of layouts, the bytes of
# each member stand for the alignment.
Struct = namedtuple("Struct", "bytes alignment mask", defaults=[None])


def limit_variant(family):
    return LIMIT_VARIANTS.get(family, "limit")


def packed_alignment(size):
    return 4 if size % 4 == 0 else 2 if size % 2 == 0 else 1


def parse_mask(text):
    """"prefix8" or "scattered8"; None for anything else."""
    match = re.fullmatch(r"(prefix|scattered)(\d+)", text)
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
    rank = variants.index(base) if base in variants else len(variants)
    variant = (rank, natural(name[-1]))
    pattern = FAMILIES[family].index(name[0])
    if family == "warp":
        return pattern, natural(name[1]), variant, name[2]
    return pattern, name[1:3], natural(name[3]), variant
