#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Counts heddle's functions, and the files they lie in, between each access of walks.cu and the machine's instructions.

count_walk.py           prints the functions of each access, and a table of their numbers
count_walk.py --table   prints the table alone

A function is *instantiated* if the access reaches it in the call graph of the device code. The graph is that of clang's
front end, before anything is inlined or evaluated, so it has leaves and constexpr functions, too. A function is *run* if
it is still reached without the lines that an emulated warp leaves out in this access. A line is left out only if the
warp runs its function, so device code and code for the compiler count whole. Emulated warps launch no kernels, so the
transform has no such number.

A template is one function, and so is each overload. A lambda belongs to the function that contains it. Functions that
the compiler writes, static assertions and the emulation do not count.

Needs g++ with gcov, Boost.Context, the headers of the CUDA Toolkit, clang 19 or newer with libclang, and `pip install
clang`.
"""
import argparse
import collections
import ctypes.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
HEADERS = ROOT / "include" / "heddle"
SOURCE = pathlib.Path(__file__).resolve().parent / "walks.cu"
# The functions walk_NAME of the source, and whether an emulated warp can run them.
WALKS = {"load_28": ("T q = p[i], 28 bytes", True), "load_64": ("T q = p[i], 64 bytes", True),
         "diverged_store_28": ("p[i] = q in 11 lanes, 28 bytes", True),
         "transform_28": ("thrust::transform(heddle::par, ...)", False)}


def program(*names):
    return next(filter(None, map(shutil.which, names)), None) or sys.exit(f"{' or '.join(names)} was not found")


def device_code(cindex, includes, cuda):
    """Returns clang's syntax tree of the source as device code."""
    clang = program(*(f"clang++-{version}" for version in range(30, 18, -1)), "clang++")
    version = subprocess.check_output([clang, "-dumpversion"], text=True).split(".")[0]
    library = ctypes.util.find_library(f"clang-{version}") or sys.exit(f"libclang of clang {version} was not found")
    cindex.Config.set_library_file(library)
    resources = subprocess.check_output([clang, "-print-resource-dir"], text=True).strip()
    tree = cindex.Index.create().parse(str(SOURCE), args=[
        "-xcuda", "--cuda-device-only", "--cuda-gpu-arch=sm_90", f"--cuda-path={cuda}", "-std=c++17", "-resource-dir",
        resources, *includes])
    errors = [str(each) for each in tree.diagnostics if each.severity >= cindex.Diagnostic.Error]
    return tree.cursor if not errors else sys.exit("\n".join(errors))


def executions(includes):
    """Runs each access on an emulated warp. Returns how often it executes lines: {walk: {file: {line: number}}}."""
    result = {walk: collections.defaultdict(collections.Counter) for walk in WALKS}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program("g++"), "-xc++", "-std=c++17", "-O0", "--coverage", *includes, SOURCE, "-xnone",
                        "-lboost_context", "-o", "walks"], cwd=folder, check=True)
        for walk in [walk for walk, (_, is_run) in WALKS.items() if is_run]:
            coverage = subprocess.check_output(f"rm -f *.gcda && ./walks {walk} && gcov --json-format --stdout *.gcda",
                                               shell=True, cwd=folder)
            for file in json.loads(coverage)["files"]:
                for line in file["lines"]:
                    result[walk][os.path.realpath(file["file"])][line["line_number"]] += line["count"]
    return result


class Graph:
    """The functions that an access reaches. With `executed`, lines that are left out are not followed."""

    def __init__(self, kinds, executed):
        self.functions = (kinds.FUNCTION_DECL, kinds.CXX_METHOD, kinds.CONSTRUCTOR, kinds.DESTRUCTOR,
                          kinds.CONVERSION_FUNCTION)
        # libclang exposes no kind of cursor for specializations of variable templates.
        self.variables = (kinds.VAR_DECL, kinds.FIELD_DECL, kinds.UNEXPOSED_DECL)
        self.no_code = kinds.STATIC_ASSERT
        self.executed, self.seen, self.found = executed, set(), {}

    def enter(self, declaration):
        """Follows the body of a function, or the initializer of a variable, once."""
        cursor = declaration.get_definition() or declaration
        key = cursor.hash, cursor.location.offset
        if key in self.seen or not cursor.location.file:
            return
        self.seen.add(key)
        path, lines = pathlib.Path(os.path.realpath(cursor.location.file.name)), {}
        if cursor.kind in self.functions:
            lines = self.within(cursor, self.executed.get(str(path), {}))
            is_lambda = not cursor.semantic_parent.spelling or cursor.semantic_parent.spelling.startswith("(lambda")
            if HEADERS in path.parents and HEADERS / "emulation" not in path.parents and cursor.is_definition() \
                    and not is_lambda and not cursor.is_default_method():
                self.found[path.relative_to(HEADERS).as_posix(), cursor.location.line, cursor.spelling] = None
        self.visit(cursor, lines if any(lines.values()) else {})

    @staticmethod
    def within(cursor, lines):
        return {k: lines[k] for k in range(cursor.extent.start.line, cursor.extent.end.line + 1) if k in lines}

    def visit(self, cursor, lines):
        for child in cursor.get_children():
            inside = self.within(child, lines) if child.kind.is_statement() else {}
            # g++ may fold the condition of an if whose body runs, so a statement is judged by all its lines.
            is_skipped = not any(inside.values()) if inside else lines.get(child.location.line) == 0
            if child.kind == self.no_code or is_skipped:
                continue
            target = child.referenced
            if target is not None and (target.kind in self.functions or target.kind in self.variables
                                       and target.semantic_parent.kind not in self.functions):
                self.enter(target)
            self.visit(child, lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="store_true", help="does not print the functions")
    options = parser.parse_args()
    try:
        from clang import cindex
    except ImportError:
        sys.exit("clang's Python bindings were not found: pip install clang")
    sys.setrecursionlimit(10**5)
    cuda = pathlib.Path(program(os.environ.get("CUDACXX", "nvcc"))).resolve().parents[1]
    includes = [f"-I{ROOT / 'include'}", f"-isystem{cuda / 'include/cccl'}", f"-isystem{cuda / 'include'}"]
    access_of = {cursor.spelling: cursor for cursor in device_code(cindex, includes, cuda).get_children()
                 if cursor.spelling.startswith("walk_")}
    table, executed = [], executions(includes)
    for walk, (name, is_run) in WALKS.items():
        instantiated, run = Graph(cindex.CursorKind, {}), Graph(cindex.CursorKind, executed[walk])
        for graph in (instantiated, run):
            graph.enter(access_of[f"walk_{walk}"])
        if not options.table:
            print(f"{name}{' (* is run)' if is_run else ''}")
            print(*(f"  {'*' if is_run and each in run.found else ' '} {each[2]}  {each[0]}:{each[1]}"
                    for each in instantiated.found), "", sep="\n")
        counts = [f"{len(found)} / {len({file for file, _, _ in found})}" for found in (run.found, instantiated.found)]
        table.append(f"{name:37} {counts[0] if is_run else '-':>9} {counts[1]:>14}")
    print(f"{'functions / files':37} {'run':>9} {'instantiated':>14}", *table, sep="\n")


if __name__ == "__main__":
    main()
