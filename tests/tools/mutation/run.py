#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Changes one line of the library at a time, and runs the fast tests that should notice.

mutants.py is a table of changes; with --random, draw.py draws them. Exits with 1 if a mutant survives, or if one of the
table does not compile or does not apply.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from draw import Drawn, draw
from mutants import HELPERS, MUTANTS
from places import NoPlace, replace
from subjects import SUBJECTS

TESTS = pathlib.Path(__file__).resolve().parents[2]
ROOT = TESTS.parent
# For each kind of test: the folders of its sources, and the endings of their names.
TOPICS = ("common", "pointer", "group", "block", "warp", "algorithm", "thrust")
KINDS = {
    "host": (TOPICS, (".cpp",)),
    "gpu": (TOPICS, (".cu",)),
    "runtime_calls": (("algorithm/runtime_calls",), (".cu", ".cpp")),
    "resources": (("build/resources",), (".cu",)),
    "mutation": (("tools/mutation",), (".cpp", ".cu")),
}
COMPILE_SECONDS = 600
RUN_SECONDS = 300
PROCESSOR_SECONDS = 40  # many times what a test takes: a mutant that needs more does not end
FLAGS = ["-std=c++17", "-O0", "-w"]
SHORT = ["-DHEDDLE_TEST_EVERY_SIZE=0"]  # the short build: a mutant that it does not kill survives


class DoesNotCompile(Exception):
    pass


class StaticAssertion(Exception):
    pass


def toolkit(nvcc):
    """Returns options with the include folders of the CUDA toolkit, which host code needs, too."""
    path = shutil.which(nvcc)
    if path is None:
        sys.exit(f"no {nvcc}: name the CUDA compiler by --nvcc or CUDACXX")
    include = pathlib.Path(path).resolve().parent.parent / "include"
    return [f"-isystem{include / 'cccl'}", f"-isystem{include}"]


def mutated(text, mutant):
    """Returns the text with the mutant's change."""
    if isinstance(mutant, Drawn):
        return mutant.applied_to(text)
    try:
        return replace(text, mutant.old, mutant.new, mutant.nth)
    except NoPlace as error:
        sys.exit(f"{mutant.id}: in {mutant.file}, {error}")


def file_of(source):
    """Returns the file of a test: plan_test.cpp for host/plan, sweep_test.cu for gpu/sweep, in the topic's folder."""
    kind, _, name = source.partition("/")
    folders, extensions = KINDS[kind]
    paths = [TESTS / folder / f"{name}{end}{extension}"
             for folder in folders for extension in extensions for end in ("_test", "")]
    return next((str(path) for path in paths if path.exists()), None) or sys.exit(f"no test {source}")


def table_of(source):
    """Returns the table that has the case NAME, for compile_fail/NAME."""
    case = pathlib.Path(source).name
    tables = sorted((TESTS / "build" / "compile_fail").glob("*.c*"))
    return next((table for table in tables if f"REFUSED({case}," in table.read_text()),
                None) or sys.exit(f"no case {source}")


# Errors of a mutant that uses an undeclared name or is not C++. Such a mutant proves nothing, even if a test fails.
NO_PROGRAM = re.compile(r"error: (expected |.*(was not declared|has no member named|is not a member of))")


class Builder:
    def __init__(self, options):
        self.options = options
        self.work = pathlib.Path(options.work).resolve()
        self.work.mkdir(parents=True, exist_ok=True)
        self.cuda = toolkit(options.nvcc)
        # The headers that all tests include and no mutant changes are precompiled.
        self.common = self.work / "common.hpp"
        self.common.write_text("#include <boost/context/fiber.hpp>\n#include <gtest/gtest.h>\n")
        self.call([options.cxx, *FLAGS, "-x", "c++-header", str(self.common), "-o",
                   f"{self.common}.gch"])

    def call(self, command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMPILE_SECONDS)
        if done.returncode == 0:
            return
        output = done.stdout + done.stderr
        is_proof = "static assertion" in output and not NO_PROGRAM.search(output)
        raise (StaticAssertion if is_proof else DoesNotCompile)(output)

    def compile(self, source, include, target):
        self.call([self.options.cxx, *FLAGS, *SHORT, f"-I{include}", f"-I{TESTS}", *self.cuda, "-include",
                   str(self.common), "-c", file_of(source), "-o", str(target)])

    def host_program(self, source, include, folder):
        """Builds a test with the given headers. Its helpers are compiled once, with the unchanged library."""
        program = folder / source.replace("/", "_")
        self.compile(source, include, program.with_suffix(".o"))
        helpers = [str(self.helper(name)) for name in HELPERS.get(source, ())]
        self.call([self.options.cxx, str(program.with_suffix(".o")), *helpers, "-lgtest",
                   "-lgtest_main", "-lboost_context", "-lpthread", "-o", str(program)])
        return [str(program)]

    def gpu_program(self, source, include, program):
        self.call([self.options.nvcc, "-std=c++17", "-O3", "-arch=sm_90", "-w", f"-I{include}",
                   *SHORT, f"-I{TESTS}", file_of(source), "-lgtest", "-lgtest_main", "-lpthread",
                   "-o", str(program)])
        return [str(program)]

    def resources(self, source, include, folder):
        """Returns the command of the build test that compares the compiler's output with a source's expectations."""
        return ["cmake", f"-DNVCC={shutil.which(self.options.nvcc)}", f"-DINCLUDES={include}",
                f"-DSOURCE={file_of(source)}", f"-DOUTPUT={folder / pathlib.Path(source).name}",
                "-P", str(TESTS / "build" / "resources" / "check_resources.cmake")]

    def runtime_calls(self, source, include, program):
        """Builds a test that needs no GPU, because its sources have their own CUDA runtime."""
        helpers = [file_of(f"runtime_calls/{name}") for name in ("comparison", "fake_runtime")]
        library = pathlib.Path(shutil.which(self.options.nvcc)).resolve().parent.parent / "lib64"
        self.call([self.options.nvcc, "-std=c++17", "-arch=compute_90", "-cudart=shared", "-w", f"-I{include}",
                   f"-I{TESTS}", file_of(source), *helpers, "-lgtest", "-lgtest_main", "-lpthread",
                   f"-Xlinker=-rpath={library}", "-o", str(program)])
        return [str(program)]

    def compile_fail(self, source, include, output):
        """Returns the command of the build test of a case that must not compile: compile_fail/NAME."""
        table, case = table_of(source), pathlib.Path(source).name
        compiler = shutil.which(self.options.nvcc) if table.suffix == ".cu" else self.options.cxx
        return ["cmake", f"-DTABLE={table}", f"-DCASE={case}", f"-DCOMPILER={compiler}",
                f"-DINCLUDES={include}", f"-DBINARY_DIR={output}", "-P",
                str(table.parent / "expect_refusal.cmake")]

    def command(self, source, include, folder):
        if source.startswith("resources/"):
            return self.resources(source, include, folder)
        if source.startswith("compile_fail/"):
            return self.compile_fail(source, include, folder)
        if source.startswith("runtime_calls/"):
            return self.runtime_calls(source, include, folder / source.replace("/", "_"))
        return self.host_program(source, include, folder)

    def helper(self, name):
        return self.work / (name.replace("/", "_") + ".o")


def split(test):
    source, _, tests = test.partition(":")
    return source, tests


def limit_processor_time():
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS + 5))


def run(command, tests, folder):
    """Runs tests. Returns nothing if they pass, otherwise the failed test."""
    if tests:
        command = command + [f"--gtest_filter={tests}"]
    environment = dict(os.environ, GTEST_FAIL_FAST="1")
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=RUN_SECONDS, cwd=folder, env=environment, preexec_fn=limit_processor_time)
    except subprocess.TimeoutExpired:
        return f"no end after {RUN_SECONDS} s"
    if done.returncode == 0:
        if command[0] != "cmake" and not re.search(r"\[  PASSED  \] [1-9]", done.stdout):
            sys.exit(f"{command}: no test ran\n{done.stdout}")
        return None
    failed = re.search(r"^\[  FAILED  \] (\S+)", done.stdout, re.MULTILINE)
    if failed:
        return failed.group(1).rstrip(",")
    if done.returncode < 0:
        started = re.findall(r"^\[ RUN      \] (\S+)", done.stdout, re.MULTILINE)
        return f"{started[-1] if started else 'start'} (signal {-done.returncode})"
    return "the build test"


def check_unmutated(builder, tests, options):
    """Builds the helpers, and checks that all tests pass with the unchanged library."""
    for name in sorted({h for t in tests for h in HELPERS.get(split(t)[0], ())}):
        builder.compile(name, ROOT / "include", builder.helper(name))
    if options.trust:
        return

    def check(test):
        source, filtered = split(test)
        with tempfile.TemporaryDirectory(dir=builder.work) as folder:
            command = builder.command(source, ROOT / "include", pathlib.Path(folder))
            noticed = run(command, filtered, folder)
        if noticed:
            sys.exit(f"{test} fails without a mutant: {noticed}")
        return test

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for test in pool.map(check, tests):
            print(f"passed unmutated  {test}", flush=True)


def headers_of(mutant, folder):
    include = folder / "include"
    shutil.copytree(ROOT / "include", include)
    path = include / "heddle" / mutant.file
    path.write_text(mutated(path.read_text(), mutant))
    return include


def try_mutant(builder, mutant):
    """Returns the result of a mutant (killed, survived or broken), and the test or the error that gave it."""
    with tempfile.TemporaryDirectory(dir=builder.work) as name:
        folder = pathlib.Path(name)
        include = headers_of(mutant, folder)
        for test in mutant.tests:
            source, filtered = split(test)
            try:
                command = builder.command(source, include, folder)
            except StaticAssertion:
                return "killed", f"{source}: static assertion"
            except DoesNotCompile as error:
                return "broken", f"{source}: {str(error).strip()[:4000]}"
            except subprocess.TimeoutExpired:
                return "killed", f"{source}: compiles without end"
            noticed = run(command, filtered, folder)
            if noticed:
                return "killed", f"{source}: {noticed}"
    return "survived", ""


def report(results):
    counts = collections.Counter(kind for kind, _ in results.values())
    print(f"{len(results)} mutants:", ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return 0 if counts["killed"] == len(results) else 1


def try_all(builder, chosen, options):
    check_unmutated(builder, sorted({t for m in chosen for t in m.tests}), options)
    results = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        begin = time.monotonic()
        waiting = {pool.submit(try_mutant, builder, m): m for m in chosen}
        for done in concurrent.futures.as_completed(waiting):
            mutant = waiting[done]
            results[mutant.id] = kind, by = done.result()
            if kind == "broken" and isinstance(mutant, Drawn):
                by = next(iter(re.findall(r"error: .*", by)), by)
            print(f"{kind:9}  {mutant.id}  {by}", flush=True)
    print(f"{time.monotonic() - begin:.0f} s with {options.jobs} at a time")
    return results


def try_random(options):
    """Draws mutants and tries them. Changes that are no C++ are left out; a mutant that survives is an error."""
    seed = random.SystemRandom().randrange(10**6) if options.seed is None else options.seed
    chosen = draw(ROOT / "include" / "heddle", SUBJECTS, options.random, seed, options.only)
    print(f"{len(chosen)} mutants drawn with --seed {seed}", flush=True)
    if options.list:
        print(*(f"{m.id}  {' '.join(m.tests)}" for m in chosen), sep="\n")
        return 0
    if not chosen:
        sys.exit("no such mutant")
    results = try_all(Builder(options), chosen, options)
    counts = collections.Counter(kind for kind, _ in results.values())
    print(f"{counts['killed']} killed, {counts['survived']} survived, {counts['broken']} are no C++ (seed {seed})")
    return 1 if counts["survived"] else 0


def build_for_gpu(builder, chosen, folder):
    """Builds the tests of mutants, and the same tests without a mutant, for a machine that may have no compiler."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)

    def build(name, source, mutant=None):
        with tempfile.TemporaryDirectory(dir=builder.work) as scratch:
            include = headers_of(mutant, pathlib.Path(scratch)) if mutant else ROOT / "include"
            builder.gpu_program(source, include, folder / name)
        print(f"built      {name}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(builder.options.jobs) as pool:
        sources = {test for mutant in chosen for test in mutant.tests}
        waiting = [pool.submit(build, "unmutated-" + source.replace("/", "_"), source) for source in sources]
        waiting += [pool.submit(build, mutant.id, mutant.tests[0], mutant) for mutant in chosen]
        for done in waiting:
            done.result()
    return 0


def run_on_gpu(folder):
    results = {}
    for program in sorted(pathlib.Path(folder).resolve().iterdir()):
        noticed = run([str(program)], "", program.parent)
        if not program.name.startswith("unmutated-"):
            results[program.name] = ("killed" if noticed else "survived", noticed)
            print(f"{results[program.name][0]:9}  {program.name}  {noticed or ''}")
        elif noticed:
            sys.exit(f"{program.name} fails without a mutant: {noticed}")
    return report(results)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="REGEX", help="mutants whose id matches")
    parser.add_argument("--random", type=int, default=0, metavar="COUNT", help="draws mutants, instead of the table's")
    parser.add_argument("--seed", type=int, default=None, help="of the numbers that draw them; printed")
    parser.add_argument("--trust", action="store_true", help="the tests pass unmutated: do not check that again")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at a time")
    parser.add_argument("--list", action="store_true", help="names them, and whether they apply")
    parser.add_argument("--build-gpu", metavar="DIR", help="compiles those that take a GPU")
    parser.add_argument("--run-gpu", metavar="DIR", help="runs what --build-gpu compiled, here or on another machine")
    parser.add_argument("--cxx", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--nvcc", default=os.environ.get("CUDACXX", "nvcc"))
    parser.add_argument("--work", default=str(ROOT / "build" / "mutation"), help="where to compile")
    options = parser.parse_args()
    if options.run_gpu:
        return run_on_gpu(options.run_gpu)

    if options.random:
        return try_random(options)

    ids = [m.id for m in MUTANTS]
    if len(ids) != len(set(ids)):
        sys.exit("two mutants have the same id")
    for mutant in MUTANTS:
        mutated((ROOT / "include" / "heddle" / mutant.file).read_text(), mutant)
    for source in sorted({split(test)[0] for mutant in MUTANTS for test in mutant.tests}):
        (table_of if source.startswith("compile_fail/") else file_of)(source)
    chosen = [m for m in MUTANTS if re.search(options.only, m.id)]
    if not options.list:
        chosen = [m for m in chosen if m.on_gpu == bool(options.build_gpu)]
    if not chosen:
        sys.exit("no such mutant")
    if options.list:
        for mutant in chosen:
            print(f"{mutant.id:44} {mutant.file:32} {' '.join(mutant.tests)}")
        print(f"{len(chosen)} mutants, of which {sum(m.on_gpu for m in chosen)} take a GPU")
        return 0
    builder = Builder(options)
    try:
        if options.build_gpu:
            return build_for_gpu(builder, chosen, options.build_gpu)
        return report(try_all(builder, chosen, options))
    except (DoesNotCompile, StaticAssertion) as error:
        sys.exit(f"does not compile without a mutant:\n{error}")


if __name__ == "__main__":
    sys.exit(main())
