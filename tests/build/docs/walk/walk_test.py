#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that the numbered lists of docs/tour.md are the functions that an access enters.

walk_test.py PROGRAM ADDR2LINE [--show]
                                  PROGRAM is built from walk.cpp. Fails if a listed function is not entered, not
                                  entered in this order, or defined in another file; if a function that is not a leaf
                                  is entered but not listed; and if a list has too many functions or files. Also puts
                                  such faults into the lists, and fails if one is not found.
"""
import argparse
import functools
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[4]
HEADERS = ROOT / "include" / "heddle"

# The lists of the page, in order, each with the maximum numbers of its functions and of its files.
LIMITS = {"load 28": (12, 8), "load 64": (15, 9), "store 28": (15, 10)}
# A function with a body of at most this many lines is a leaf. The lists, or NOT_LISTED, must name all other functions.
MAX_LINES_OF_LEAVES = 12
NOT_LISTED = {
    "require_movable": "static_assert alone",
    "shuffle_words": "shuffle of a value that is more than one word, word by word",
    "to_value": "calls the copy constructor of T, if it is more than a copy of bytes",
    "load_ends": "does nothing for sizes that are multiples of 4",
}
# Folders whose functions are not part of the path: the emulation, and functions that are evaluated at compile time.
NOT_FOLLOWED = ("emulation/", "detail/plan/")

ENTRY = re.compile(r"^(\d+)\. `([^`]+)`, `([^`]+)`: ")


def lists_of(page):
    """Returns the (function, file) pairs of each list. A list that begins with number n continues the first n - 1
    entries of the first list."""
    lists, last = [], 0
    for match in filter(None, map(ENTRY.match, page.splitlines())):
        number = int(match[1])
        if number == 1 or number != last + 1:
            lists.append(lists[0][:number - 1] if lists else [])
        lists[-1].append((match[2], match[3]))
        last = number
    return lists


def name_of(demangled):
    """Returns the name of a function: load for "void heddle::detail::load<...>(...)". For a lambda, returns the name of
    the enclosing function."""
    text, before = demangled.replace("(anonymous namespace)::", ""), None
    while text != before:
        text, before = re.sub(r"<[^<>]*>", "", text), text
    name = re.match(r"(.*?(?<!operator)(?:operator\(\))?)(\(|$)", text)[1]
    name = re.sub(r"\boperator \w.*", "operator-T", name).rpartition(" ")[2]
    return re.sub(r"^heddle::(detail::|types::)?", "", name).replace("-T", " T")


@functools.lru_cache(maxsize=None)
def body_lines(file, line):
    """Returns the number of lines between the braces of the function that is defined at this line, or 0 for a
    constructor that the compiler adds."""
    text = "".join((HEADERS / file).read_text(encoding="utf-8").splitlines(True)[line - 1:])
    if re.match(r"\s*(struct|class)\b", text):
        return 0
    begin = text.index("{")
    depth = 0
    for at in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return max(0, text[begin:at].count("\n") - 1)
    return 0


def functions_at(program, addr2line, addresses):
    """Returns the functions that are defined at addresses: {address: (function, file, lines of its body)}."""
    found = subprocess.run([addr2line, "-f", "-C", "-e", program], input="\n".join(addresses), text=True, check=True,
                           stdout=subprocess.PIPE).stdout.splitlines()
    functions = {}
    for address, demangled, place in zip(addresses, found[::2], found[1::2]):
        path, _, line = place.partition(" ")[0].rpartition(":")
        path = pathlib.Path(path).resolve()
        if HEADERS in path.parents and line.isdigit():
            file = path.relative_to(HEADERS).as_posix()
            functions[address] = (name_of(demangled), file, body_lines(file, int(line)))
    return functions


def walk(program, addr2line):
    """Returns the functions that each access enters and that are followed: {path: [(function, file, lines)]}."""
    output = subprocess.run([program], text=True, check=True, stdout=subprocess.PIPE).stdout
    steps = {path: steps.split() for path, steps in (line.split(":") for line in output.splitlines())}
    functions = functions_at(program, addr2line, sorted({step[1:] for path in steps.values() for step in path}))
    return {path: followed(steps[path], functions) for path in steps}


def followed(steps, functions):
    """Returns the functions that are entered, except those that are not followed and the functions that these call."""
    entered, calls = [], []  # calls: (address, whether the path leads through it)
    for kind, address in ((step[0], step[1:]) for step in steps):
        if kind == "-":
            # A lane that had to wait leaves some functions without a record. These are the functions in which the lane
            # waited.
            while any(address == call for call, _ in calls) and calls.pop()[0] != address:
                pass
            continue
        function = functions.get(address)
        leads_on = not calls or calls[-1][1]
        if function and (function[0] in NOT_LISTED or function[1].startswith(NOT_FOLLOWED)):
            leads_on = False
        calls.append((address, leads_on))
        if function and leads_on:
            entered.append(function)
    return entered


def compare(path, listed, entered):
    """Returns the complaints about one list."""
    complaints = []
    rest = iter(entered)
    for function, file in listed:
        places = {place for name, place, _ in entered if name == function}
        if not places:
            complaints.append(f"{path}: {function} is not entered")
        elif places != {file}:
            complaints.append(f"{path}: {function} is not in {file}, but in {', '.join(sorted(places))}")
        elif not any(name == function for name, _, _ in rest):
            complaints.append(f"{path}: {function} is entered earlier")
            rest = iter(entered)
    names = {function for function, _ in listed}
    for function, file, lines in dict.fromkeys(entered):
        if lines > MAX_LINES_OF_LEAVES and function not in names:
            complaints.append(f"{path}: {function} in {file} is entered, has {lines} lines, and is not listed")
    counts = len(names), len({file for _, file in listed})
    if any(count > limit for count, limit in zip(counts, LIMITS[path])):
        complaints.append(f"{path}: has {counts[0]} functions in {counts[1]} files, and may have "
                          f"{LIMITS[path][0]} in {LIMITS[path][1]}")
    return complaints


def undetected(path, listed, entered):
    """Puts faults into a correct list, one at a time. Returns the faults that compare() does not find."""
    first, second, *others = listed
    faults = [("is not listed", [other for other in listed if other[0] != function])
              for function, _, lines in dict.fromkeys(entered)
              if lines > MAX_LINES_OF_LEAVES and function in dict(listed)]
    faults += [("store_rows is not entered", listed[:-1] + [("store_rows", "detail/rows.cuh")]),
               ("is entered earlier", [second, first, *others]),
               ("is not in detail/rows.cuh", [(first[0], "detail/rows.cuh"), second, *others]),
               ("may have", list(dict.fromkeys((function, file) for function, file, _ in entered)))]
    return [f"{path}: no complaint that a function {sentence}, of {wrong}" for sentence, wrong in faults
            if not any(sentence in complaint for complaint in compare(path, wrong, entered))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("addr2line")
    parser.add_argument("--show", action="store_true", help="print the functions that are entered, and their lines")
    arguments = parser.parse_args()
    walks = walk(arguments.program, arguments.addr2line)
    if arguments.show:
        for path, entered in walks.items():
            print(f"{path}:", *(f"  {lines:3} {function} {file}" for function, file, lines in dict.fromkeys(entered)),
                  sep="\n")
        return 0
    lists = lists_of((ROOT / "docs" / "tour.md").read_text(encoding="utf-8"))
    if not len(lists) == len(walks) == len(LIMITS):
        print(f"docs/tour.md has {len(lists)} lists, and walk.cpp {len(walks)} accesses, in place of {len(LIMITS)}")
        return 1
    complaints = []
    for path, listed in zip(LIMITS, lists):
        complaints += compare(path, listed, walks[path])
    if not complaints:
        for path, listed in zip(LIMITS, lists):
            complaints += undetected(path, listed, walks[path])
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
