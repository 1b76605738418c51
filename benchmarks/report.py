#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Prints results as Markdown tables, and checks them against the targets. Exit status: 0; 1 if a target is missed or a
result is wrong; 2 if a file cannot be used."""

import argparse
import sys

from reporting import run_script
from reporting.results import StructResults, WarpResults, check_one_gpu
from reporting.results_file import family_of, read
from reporting.tables import print_instructions, print_machine, print_routes, print_structs, print_warp
from reporting.targets import check_targets


def print_file(file):
    """Prints the tables of a file. Returns its failures."""
    print_machine(file.machine)
    family = family_of(file)
    results = WarpResults(file) if family == "warp" else StructResults([file])
    if family == "route":
        print_routes(file)
    else:
        {"warp": print_warp, "instructions": print_instructions}.get(family, print_structs)(results)
    for name, message in results.failures:
        print(f"FAILED: {name}: {message}")
    return results.failures


def run(arguments):
    files = [read(path) for path in arguments.files]
    check_one_gpu(files)
    failures = [failure for file in files for failure in print_file(file)]
    passed = not failures
    if arguments.check:
        timed = [file for file in files if family_of(file) not in ("warp", "instructions")]
        passed = check_targets(StructResults(timed)) and passed
    return 0 if passed else 1


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", metavar="CSV", help="results of one GPU")
    parser.add_argument("--check", action="store_true", help="fail where a target is missed")
    return run_script(__file__, parser, run, arguments)


if __name__ == "__main__":
    sys.exit(main())
