#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Prints results as Markdown tables, and checks them against the targets. Exit status: 0; 1 if a target is missed or a
result is wrong; 2 if a file cannot be used."""

import argparse
import sys

from reporting.results_file import Results, family_of, read_files, run_script
from reporting.tables import check_targets, print_tables


def run(arguments):
    files = read_files(arguments.files)
    failures = [failure for file in files for failure in print_tables(file)]
    passed = not failures
    if arguments.check:
        timed = [file for file in files if family_of(file) not in ("warp", "instructions")]
        passed = check_targets(Results(timed)) and passed
    return 0 if passed else 1


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", metavar="CSV", help="results of one GPU")
    parser.add_argument("--check", action="store_true", help="fail where a target is missed")
    return run_script(parser, run, arguments)


if __name__ == "__main__":
    sys.exit(main())
