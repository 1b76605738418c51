#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Checks how the headers include each other, or draws it.

structure.py INCLUDE             fails where an include points upwards, where headers include each other in a
                                 circle, where a header lies in the wrong folder or has more than 300 lines,
                                 where a public name has no documentation, where a plan is asked for without
                                 a number of lanes, or where a header other than COMPATIBILITY depends on what is
                                 internal in Thrust, CUB or libcu++, or on the version of Thrust
structure.py INCLUDE --lines     prints the lines of each folder
structure.py INCLUDE --draw      prints the folders and their includes as a Mermaid diagram

INCLUDE is the folder that has heddle/.
"""
import argparse
import collections
import pathlib
import re
import sys

# A layer includes from itself and from those that it names, and from theirs.
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
}

# The public headers that lie side by side in heddle/. Whatever else is put there is in the wrong folder.
PUBLIC = {
    "config": "config.cuh version.hpp",
    "group": "bitwise_copyable.cuh device_pointer.cuh coalesced_ptr.cuh coalesced_ref.cuh "
             "fields.cuh policy.cuh scratch.cuh group_access.cuh blocked.cuh "
             "shuffle.cuh transpose.cuh update.cuh active_group.cuh",
    "block": "block.cuh",
    "warp": "warp.cuh",
    "emulation": "emulation.hpp",
    "heddle": "heddle.cuh",
    "algorithm": "algorithm.cuh",
    "thrust": "thrust.cuh",
}
# A header has one idea, and 300 lines at most.
MAX_LINES = 300
# The header that knows the versions of Thrust and what is internal in each.
COMPATIBILITY = "thrust/detail/compatibility.cuh"

# Headers of another layer than their folder: two that every layer may include, and a group on the host, which the core
# knows.
LAYER_OF_FILE = {"detail/standard_library.hpp": "config", "detail/host_code.hpp": "config",
                 "emulation/emulated_group.hpp": "group"}
LAYER_OF_PUBLIC = {name: layer for layer, names in PUBLIC.items() for name in names.split()}
LAYER_OF_FOLDER = {"detail/plan": "plan", "detail": "group",
                   "emulation": "emulation"}
LAYER_OF_FOLDER.update({folder: folder.split("/")[0] for layer in ("block", "warp", "algorithm", "thrust")
                        for folder in (layer, layer + "/detail")})


def may_include(layer, other):
    return layer == other or any(may_include(below, other) for below in BELOW[layer])


def layer_of(header):
    folder, _, name = header.rpartition("/")
    if header in LAYER_OF_FILE:
        return LAYER_OF_FILE[header]
    return LAYER_OF_FOLDER.get(folder) if folder else LAYER_OF_PUBLIC.get(name)


def read(root):
    """Each header's text by its name below heddle/."""
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(root.rglob("*")) if path.suffix in (".cuh", ".hpp")}


def includes_of(headers):
    """The headers of heddle that each header includes, and complaints of those that are not there."""
    result, complaints = {}, []
    for header, text in headers.items():
        result[header] = []
        for quote, name in re.findall(r'^\s*#\s*include\s+(["<])([^">]+)[">]', text, re.M):
            if quote == "<":
                if name.startswith("heddle/"):
                    complaints.append(f'{header}: write #include "{name}" relative to the header')
                continue
            parts = []
            for part in (header.split("/")[:-1] + name.split("/")):
                if part == ".." and parts:
                    parts.pop()
                else:
                    parts.append(part)
            target = "/".join(parts)
            if target in headers:
                result[header].append(target)
            else:
                complaints.append(f"{header}: there is no {name}")
    return result, complaints


def wrong_folders(headers):
    return [f"{header}: not among the public headers that structure.py lists; internal ones lie in detail/"
            for header in headers if layer_of(header) is None]


def standard_headers_in_device_code(headers):
    """What NVRTC compiles takes the standard library from one header, where libcu++ stands in for it."""
    device = {"config", "plan", "group", "block", "warp", "heddle"}
    complaints = []
    for header, text in headers.items():
        if layer_of(header) not in device or LAYER_OF_FILE.get(header) == "config":
            continue
        text = re.sub(r"#\s*if !?defined\(__CUDACC_RTC__\).*?#\s*endif", "", text, flags=re.S)
        complaints += [f'{header}: includes <{name}>, which NVRTC does not have: include "detail/standard_library.hpp", '
                       f"or exclude it by #if !defined(__CUDACC_RTC__)"
                       for name in re.findall(r"^\s*#\s*include\s+<(c?[a-z_]+)>", text, re.M)]
    return complaints


def too_long(headers):
    counts = {header: len(text.splitlines()) for header, text in headers.items()}
    return [f"{header}: has {count} lines, and a header has at most {MAX_LINES}"
            for header, count in counts.items() if count > MAX_LINES]


def plans_without_lanes(headers):
    """plan_of<T>() is a warp's: right in a user's code, wrong in code for groups of any number of lanes."""
    return [f"{header}: {call} is the plan of 32 lanes; write plan_of<T, lanes>(), or words_of<T>() for what is the "
            f"same in all groups"
            for header, text in headers.items()
            for call in re.findall(r"plan_of<[^<>,]*(?:<[^<>]*>)?[^<>,]*>\(\)", re.sub(r"//[^\n]*", "", text))]


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
    found, done, path = [], set(), []

    def visit(header):
        if header in path:
            found.append(" -> ".join(path[path.index(header):] + [header]))
            return
        if header in done:
            return
        path.append(header)
        for target in includes[header]:
            visit(target)
        path.pop()
        done.add(header)

    for header in includes:
        visit(header)
    return [f"headers include each other: {circle}" for circle in found]


TOKEN = re.compile(r'//!<?[^\n]*|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\n|[^\n])*'
                   r'|[A-Za-z_]\w*|[{}();<>=,:]|\n|\S', re.M | re.S)
KINDS = ("struct", "class", "enum", "union")


def undocumented(header, text):
    """The names that namespace heddle itself gets from a header, internal ones too, without a line //! above them.

    Documentation is for a name: a second overload, a specialisation or a deduction guide shares it, and so do
    declarations that stand in an unbroken run below it.
    """
    scopes, statement, missing = [], [], []
    documented, named, documentation, lines = set(), [], False, 0

    def at_heddle():
        return all(scope[0] == "namespace" for scope in scopes) and [s[1] for s in scopes if s[1]] == ["heddle"]

    def declared():
        words = [word for word in statement if word != "HEDDLE_EXEC_CHECK_DISABLE"]
        while words and words[0] == "template":
            if words[1:3] == ["<", ">"]:
                return None  # a specialisation
            depth, at = 0, 1
            while at < len(words):
                depth += {"<": 1, ">": -1}.get(words[at], 0)
                at += 1
                if depth == 0:
                    break
            words = words[at:]
        if words and re.match(r"[A-Z][A-Z_]+$", words[0]) and words[1:2] == ["("]:
            return None  # a macro
        if not words or words[0] in ("extern", "static_assert", "friend", "namespace"):
            return None
        if words[0] == "using":
            return words[1] if len(words) > 2 and words[1] != "namespace" and "=" in words else None
        if words[0] in KINDS:
            rest = [word for word in words[1:] if re.match(r"[A-Za-z_]\w*$", word) and word not in ("class", "final")
                    and not word.startswith("__") and word != "alignas"]
            specialised = rest and words[words.index(rest[0]) + 1:][:1] == ["<"]
            return rest[0] if rest and not specialised else None
        head = []
        for word in words:
            if word in ("(", "=", "{", ";"):
                break
            head.append(word)
        if "operator" in words:
            return "operator"
        name = None
        depth = 0
        for at, word in enumerate(head):
            depth += {"<": 1, ">": -1}.get(word, 0)
            if depth == 0 and re.match(r"[A-Za-z_]\w*$", word):
                name = word if head[at - 2:at] != [":", ":"] and head[at - 1:at] != ["~"] else None
        return name  # None for a member that is defined outside its class

    def is_forward_declaration():
        return len(statement) > 1 and statement[-2] in KINDS

    def finish(first_line_documented):
        name = declared()
        if name is None or name == "operator":
            return
        if first_line_documented:
            documented.add(name)
        named.append(name)

    has_documentation = False
    blank = True
    previous_newline = False
    for match in TOKEN.finditer(text):
        token = match.group()
        if token == "\n":
            if previous_newline and not statement:
                has_documentation = False  # an empty line ends what a comment documents
            previous_newline = True
            continue
        previous_newline = False
        if token.startswith("//!"):
            if not statement:
                has_documentation = True
            continue
        if token.startswith(("//", "/*")):
            previous_newline = token.startswith("//") and previous_newline
            continue
        if token.lstrip().startswith("#"):
            continue
        if token == "{":
            if statement and statement[0] == "namespace" or statement[:2] == ["inline", "namespace"]:
                names = [word for word in statement if re.match(r"[A-Za-z_]\w*$", word)
                         and word not in ("namespace", "inline")]
                for name in names or [""]:
                    scopes.append(["namespace", name, len(names) or 1])
                statement = []
                has_documentation = False
            else:
                if at_heddle():
                    finish(has_documentation)
                scopes.append(["other", "", 1])
                statement = statement + ["{"] if not at_heddle() else []
            continue
        if token == "}":
            if scopes:
                count = scopes[-1][2]
                kind = scopes[-1][0]
                for _ in range(count if kind == "namespace" else 1):
                    if scopes:
                        scopes.pop()
            statement = []
            continue
        if not at_heddle():
            if token == ";":
                statement = []
            else:
                statement.append(token)
            continue
        if token == ";":
            if not is_forward_declaration():
                finish(has_documentation)
            statement = []
            continue
        statement.append(token)
    return sorted(set(named) - documented)


def check(root):
    headers = read(root)
    if not headers:
        return [f"{root}: no headers"]
    includes, complaints = includes_of(headers)
    complaints += wrong_folders(headers) + too_long(headers) + upward(includes) + circles(includes)
    complaints += standard_headers_in_device_code(headers) + plans_without_lanes(headers)
    complaints += internals_of_cccl(headers)
    for header, text in headers.items():
        complaints += [f"{header}: {name} has no documentation (//! above it)"
                       for name in undocumented(header, text)]
    return complaints


def lines(root):
    count, files = collections.Counter(), collections.Counter()
    for header, text in read(root).items():
        folder = header.rpartition("/")[0] or "."
        count[folder] += text.count("\n")
        files[folder] += 1
    for folder in sorted(count):
        print(f"{count[folder]:6} lines in {files[folder]:3} files  {folder}")
    print(f"{sum(count.values()):6} lines in {sum(files.values()):3} files")


def draw(root):
    headers = read(root)
    edges = collections.Counter()
    for header, targets in includes_of(headers)[0].items():
        for target in targets:
            if layer_of(header) != layer_of(target):
                edges[layer_of(header), layer_of(target)] += 1
    print("graph TD")
    for (above, below), number in sorted(edges.items()):
        print(f"    {above} -->|{number}| {below}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("include", type=pathlib.Path)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--draw", action="store_true")
    arguments = parser.parse_args()
    root = arguments.include / "heddle"
    if not root.is_dir():
        sys.exit(f"{root}: no such folder")
    if arguments.lines:
        return lines(root)
    if arguments.draw:
        return draw(root)
    complaints = check(root)
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
