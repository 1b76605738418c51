# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""What the scripts of the benchmarks share: names of measurements, results files, tables, and how a script runs."""

import os
import sys

from .results_file import InputError


def run_script(path, parser, run, arguments):
    """Returns the exit status of run(): 0 if run() returns None, 2 if a file cannot be used."""
    try:
        return run(parser.parse_args(arguments)) or 0
    except (InputError, OSError) as error:
        message = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else error
        print(f"{os.path.splitext(os.path.basename(path))[0]}: {message}", file=sys.stderr)
        return 2
