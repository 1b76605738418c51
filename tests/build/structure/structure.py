#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""structure.py INCLUDE: checks how the headers in INCLUDE, the folder that has heddle/, include each other.

Fails if a header includes a header of a higher layer, if headers include each other in a circle, if a header is in the
wrong folder or has more than 300 lines, if plan_of is called without a number of lanes, or if a header other than
COMPATIBILITY uses internals of Thrust, CUB or libcu++, or the version of Thrust.
"""
import graphlib
import pathlib
import re
import sys

# A layer may include headers of its own layer, of the layers that are named here, and of the layers below those.
BELOW = {
    "config": (),
    "plan": ("config",),
    "group": ("plan",),
    "block": ("group",),
    "warp": ("group",),
    "emulation": ("group",),
    "heddle": ("block", "warp"),
    "algorithm": ("heddle",),
    "thrust": ("algorithm",),
    "records": ("algorithm",),
    "exchange": ("algorithm",),
}

# The public headers in the folder heddle/. Any other header there is in the wrong folder.
PUBLIC = {
    "config": "config.cuh version.hpp",
    "group": "atomic.cuh bitwise_copyable.cuh device_pointer.cuh coalesced_ptr.cuh coalesced_ref.cuh "
             "fields.cuh policy.cuh scratch.cuh group_access.cuh blocked.cuh "
             "plan.cuh shuffle.cuh struct_words.cuh transpose.cuh update.cuh active_group.cuh mdspan.cuh",
    "block": "block.cuh",
    "warp": "warp.cuh",
    "emulation": "emulation.hpp",
    "heddle": "heddle.cuh",
    "algorithm": "algorithm.cuh",
    "thrust": "thrust.cuh",
    "records": "records.cuh",
    "exchange": "exchange.cuh",
}
# A header has one purpose, and at most 300 lines.
MAX_LINES = 300
# The header that may use the version of Thrust and internals of each version.
COMPATIBILITY = "thrust/detail/compatibility.cuh"

# Headers that do not belong to the layer of their folder: headers that every layer may include, and a group on the
# host, which the core uses.
LAYER_OF_FILE = {"detail/standard_library.hpp": "config", "detail/host_code.hpp": "config",
                 "detail/hide_macros.hpp": "config", "detail/restore_macros.hpp": "config",
                 "emulation/emulated_group.hpp": "group"}
LAYER_OF_PUBLIC = {name: layer for layer, names in PUBLIC.items() for name in names.split()}
LAYER_OF_FOLDER = {"detail/plan": "plan", "detail": "group", "detail/instructions": "group",
                   "emulation": "emulation"}
LAYER_OF_FOLDER.update({folder: folder.split("/")[0]
                        for layer in ("block", "warp", "algorithm", "records", "exchange", "thrust") for folder in (layer, layer + "/detail")})


def may_include(layer, other):
    return layer == other or any(may_include(below, other) for below in BELOW[layer])


def layer_of(header):
    folder, _, name = header.rpartition("/")
    if header in LAYER_OF_FILE:
        return LAYER_OF_FILE[header]
    return LAYER_OF_FOLDER.get(folder) if folder else LAYER_OF_PUBLIC.get(name)


def read(root):
    """Returns the text of each header, by its path below heddle/."""
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(root.rglob("*")) if path.suffix in (".cuh", ".hpp")}


def includes_of(headers):
    """Returns the headers of heddle that each header includes, and complaints about headers that do not exist."""
    result, complaints = {}, []
    for header, text in headers.items():
        result[header] = []
        for quote, name in re.findall(r'^\s*#\s*include\s+(["<])([^">]+)[">]', text, re.M):
            if quote == '"':
                complaints.append(f'{header}: write #include <heddle/...>, not "{name}": NVRTC finds headers that are '
                                  f"given as strings by that name alone")
            if not name.startswith("heddle/"):
                continue
            target = name.removeprefix("heddle/")
            if target in headers:
                result[header].append(target)
            else:
                complaints.append(f"{header}: there is no {name}")
    return result, complaints


def wrong_folders(headers):
    return [f"{header}: not among the public headers that structure.py lists; internal ones lie in detail/"
            for header in headers if layer_of(header) is None]


def too_long(headers):
    counts = {header: len(text.splitlines()) for header, text in headers.items()}
    return [f"{header}: has {count} lines, and a header has at most {MAX_LINES}"
            for header, count in counts.items() if count > MAX_LINES]


def plans_without_lanes(headers):
    """Returns complaints about uses of plan_of<T>. It is the plan of a warp, which is wrong for other groups."""
    return [f"{header}: {call} is the plan of 32 lanes; write plan_of<T, lanes>, or words_of<T> for what is the "
            f"same in all groups"
            for header, text in headers.items()
            for call in re.findall(r"plan_of<[^<>,]*(?:<[^<>]*>)?[^<>,]*>", re.sub(r"//[^\n]*", "", text))]


def internals_of_cccl(headers):
    complaints = []
    for header, text in headers.items():
        if header == COMPATIBILITY:
            continue
        complaints += [f"{header}: <{name}> is internal in CCCL and not in all its versions; include a public header, or "
                       f"let {COMPATIBILITY} include it"
                       for name in re.findall(r'^\s*#\s*include\s+<((?:thrust|cub|cuda)/[^>]+)>', text, re.M)
                       if "/detail/" in name or "/__" in name]
        if "THRUST_VERSION" in re.sub(r"//[^\n]*", "", text):
            complaints.append(f"{header}: THRUST_VERSION is asked for in {COMPATIBILITY} alone")
    return complaints


def upward(includes):
    return [f"{header}: includes {target}, and {layer_of(header)} may not include from {layer_of(target)}"
            for header, targets in includes.items() for target in targets
            if layer_of(header) and layer_of(target) and not may_include(layer_of(header), layer_of(target))]


def circles(includes):
    try:
        graphlib.TopologicalSorter(includes).prepare()
    except graphlib.CycleError as error:
        return ["headers include each other: " + " -> ".join(error.args[1])]
    return []


def check(root):
    headers = read(root)
    if not headers:
        return [f"{root}: no headers"]
    includes, complaints = includes_of(headers)
    complaints += wrong_folders(headers) + too_long(headers) + upward(includes) + circles(includes)
    return complaints + plans_without_lanes(headers) + internals_of_cccl(headers)


if __name__ == "__main__":
    root = pathlib.Path(sys.argv[1], "heddle")
    sys.exit("\n".join(check(root) if root.is_dir() else [f"{root}: no such folder"]) or 0)
