#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Draws mutants of headers, runs tests on each, and prints those that survive.

mutate.py HEADER... --tests TEST... [--count N] [--seed S]

A mutant exchanges one operator, changes one constant by one, or negates one condition. HEADER is a path below
include/heddle. TEST is the name of a host test, such as plan for plan_test.cpp, or resources/NAME, which reads the PTX
of tests/build/resources/NAME.cu. Code for devices only is changed only if such a test is named.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parents[2]
ROOT = TESTS.parent
# The bounds of arrays are checked, because a change may read or write beyond one, which nothing else would notice.
FLAGS = ["-std=c++17", "-O0", "-w", "-fsanitize=bounds", "-fsanitize-undefined-trap-on-error",
         "-DHEDDLE_TEST_EVERY_SIZE=0"]
COMPILE_SECONDS = 600
RUN_SECONDS = 15  # of a processor: many times what a test takes, so a mutant that needs more does not end

SWAPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-",
           "-": "+", "*": "+", "/": "*", "%": "/", "+=": "-=", "-=": "+=", "&": "|", "|": "&", "^": "|", "<<": ">>",
           ">>": "<<", "|=": "&=", "&=": "|=", "true": "false", "false": "true"}
# clang-format puts spaces around binary operators, and none around brackets of templates and declarators.
OPERATOR = re.compile(r"(?<=\s)([-+|&]=|[<>=!]=|&&|\|\||<<|>>|[-+*/%<>&|^])(?=\s)|\b(?:true|false)\b")
CONSTANT = re.compile(r"(?<![\w.'])(0x[\da-fA-F]+|\d+)(u?)\b(?![.'])")
CONDITION = re.compile(r"\b(?:if|while)(?: constexpr)? (?=\()")
COMMENT_OR_STRING = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""", re.S)
# What these begin does not decide what a program does, or is PTX.
NO_CODE = re.compile(
    r"\b(?:template (?=<)|(?:static_assert|HEDDLE_EXPECTS|decltype|noexcept|alignas|volatile|asm)(?=\())")
CLOSING = {"(": ")", "<": ">"}


def end_of(code, opening):
    """Returns the position behind the bracket that closes the one at `opening`."""
    depth, at = 1, opening + 1
    while depth and at < len(code):
        if code[at] == "(" != code[opening]:
            at = end_of(code, at) - 1
        depth += {code[opening]: 1, CLOSING[code[opening]]: -1}.get(code[at], 0)
        at += 1
    return at


def code_of(text, of_device):
    """Returns the text with spaces in place of all that is not changed. Positions remain."""
    def blank(piece):
        return re.sub(r"[^\n]", " ", piece)

    lines, skipped, continues = [], [], False  # skipped: whether each #if around a line leaves it out
    for line in COMMENT_OR_STRING.sub(lambda match: blank(match[0]), text).splitlines(keepends=True):
        directive = re.match(r"\s*#\s*(\w+)(.*)", line)
        is_code = not directive and not continues and not any(skipped)
        continues = bool(directive or continues) and line.rstrip().endswith("\\")
        if directive and directive[1].startswith("if"):
            asks = re.search(r"__CUDA_ARCH__|__CUDACC__", directive[2])
            skipped.append(bool(asks) and not of_device and "!defined" not in directive[2].replace(" ", ""))
        elif directive and directive[1] in ("else", "elif"):
            skipped[-1] = False
        elif directive and directive[1] == "endif":
            skipped.pop()
        lines.append(line if is_code else blank(line))
    code = "".join(lines)
    for match in NO_CODE.finditer(code):
        if code[match.end()] in CLOSING:  # otherwise it is blank, because it lies within another match
            end = end_of(code, match.end())
            code = code[:match.start()] + blank(code[match.start():end]) + code[end:]
    return code


def changes_of(text, of_device=False):
    """Returns the changes of a header: (begin, end, new code)."""
    code = code_of(text, of_device)
    changes = [(*match.span(), SWAPPED[match[0]]) for match in OPERATOR.finditer(code)]
    for match in CONSTANT.finditer(code):
        value = int(match[1], 0)
        changes += [(*match.span(), f"{other}{match[2]}") for other in (value + 1, value - 1) if other >= 0]
    changes += [(*match.span(), "") for match in re.finditer(r"!(?=[\w(:])", code)]
    for match in CONDITION.finditer(code):
        end = end_of(code, match.end())
        changes.append((match.end(), end, f"(!{text[match.end():end]})"))
    return sorted(changes)


def draw(headers, count, seed, of_device):
    """Returns up to `count` mutants, the same ones for the same seed: (header, place and change, new text)."""
    every = []
    for header in headers:
        text = (ROOT / "include/heddle" / header).read_text(encoding="utf-8")
        for begin, end, new in changes_of(text, of_device):
            place = f"{text.count(chr(10), 0, begin) + 1}:{begin - text.rfind(chr(10), 0, begin)}"
            words = f"{place}: `{' '.join(text[begin:end].split())}` -> `{' '.join(new.split())}`"
            every.append((header, words, text[:begin] + new + text[end:]))
    return random.Random(seed).sample(every, min(count, len(every)))


def limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (RUN_SECONDS, RUN_SECONDS + 5))


class Tester:
    def __init__(self, options, folder):
        self.cxx, self.nvcc, self.tests = options.cxx, shutil.which(options.nvcc), options.tests
        toolkit = pathlib.Path(self.nvcc or sys.exit(f"{options.nvcc} was not found")).resolve().parents[1] / "include"
        self.flags = [*FLAGS, f"-I{TESTS}", f"-isystem{toolkit / 'cccl'}", f"-isystem{toolkit}"]
        self.folder = folder
        self.common = folder / "common.hpp"  # precompiled, because no mutant changes it
        self.common.write_text("#include <boost/context/fiber.hpp>\n#include <gtest/gtest.h>\n")
        subprocess.run([self.cxx, *FLAGS, "-xc++-header", self.common, "-o", f"{self.common}.gch"], check=True)

    def source_of(self, test):
        found = [path for path in TESTS.rglob(f"{test}*.cpp") if path.stem in (f"{test}_test", test)]
        if len(found) != 1:
            sys.exit(f"there are {len(found)} sources of the test {test}")
        return found[0]

    def run(self, test, include, folder):
        """Runs a test with the given headers. Returns what it complains about, or an empty text."""
        if test.startswith("resources/"):
            settings = {"nvcc": self.nvcc, "host_compiler": "", "include": str(include)}
            (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
            command = [sys.executable, TESTS / "build/resources/check_resources.py", TESTS / "build" / f"{test}.cu"]
        else:
            command = [self.cxx, *self.flags, f"-I{include}", "-include", self.common, self.source_of(test),
                       "-lgtest", "-lgtest_main", "-lboost_context", "-lpthread", "-o", folder / test]
            done = subprocess.run(command, capture_output=True, text=True, timeout=COMPILE_SECONDS)
            if done.returncode:
                is_proof = "static assertion" in done.stderr
                return "a static assertion" if is_proof else "not C++: " + done.stderr.partition("error: ")[2][:200]
            command = [folder / test]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=folder,
                              preexec_fn=limit_time, env=dict(os.environ, GTEST_FAIL_FAST="1",
                                                              HEDDLE_TEST_SETTINGS=str(folder / "settings.json")))
        if done.returncode == 0 and "resources/" not in test and not re.search(r"\[  PASSED  \] [1-9]", done.stdout):
            sys.exit(f"{test} has tested nothing")
        failed = re.findall(r"^\[  FAILED  \] ([^\s,]+)|^\[ RUN      \] (\S+)", done.stdout, re.M) or [("", test)]
        return "".join(failed[-1]) if done.returncode else ""

    def try_mutant(self, mutant):
        """Returns the test that fails and its complaint, or two empty texts."""
        header, _, text = mutant
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            include = pathlib.Path(name, "include")
            shutil.copytree(ROOT / "include", include)
            (include / "heddle" / header).write_text(text, encoding="utf-8")
            for test in self.tests:
                complaint = self.run(test, include, pathlib.Path(name))
                if complaint:
                    return test, complaint
        return "", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("headers", nargs="+", metavar="HEADER")
    parser.add_argument("--tests", nargs="+", required=True, metavar="TEST", help="the faster ones first")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6), help="printed")
    parser.add_argument("--list", action="store_true", help="prints the mutants, and does not try them")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at a time")
    parser.add_argument("--cxx", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--nvcc", default=os.environ.get("CUDACXX", "nvcc"))
    options = parser.parse_args()
    mutants = draw(options.headers, options.count, options.seed, any(t.startswith("resources/") for t in options.tests))
    print(f"{len(mutants)} mutants, seed {options.seed}", flush=True)
    if options.list:
        return print(*(f"{header}:{words}" for header, words, _ in mutants), sep="\n")
    numbers = {"killed": 0, "not C++": 0, "survived": 0}
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tester = Tester(options, pathlib.Path(name))
        for test, complaint in zip(options.tests, pool.map(lambda t: tester.run(t, ROOT / "include", tester.folder),
                                                           options.tests)):
            if complaint:
                sys.exit(f"{test} fails without a mutant: {complaint}")
        for (header, words, _), (test, complaint) in zip(mutants, pool.map(tester.try_mutant, mutants)):
            kind = "survived" if not test else "not C++" if complaint.startswith("not C++") else "killed"
            numbers[kind] += 1
            print(f"{kind:8}  {header}:{words}  {test + ': ' + complaint if test else ''}".rstrip(), flush=True)
    print(", ".join(f"{number} {kind}" for kind, number in numbers.items()), f"(seed {options.seed})")
    return 1 if numbers["survived"] or not numbers["killed"] else 0


if __name__ == "__main__":
    sys.exit(main())
