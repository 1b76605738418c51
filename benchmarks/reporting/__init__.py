# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""What the scripts of the benchmarks share: names of measurements, results files, tables, and how a script runs."""

from .results_file import InputError


def run_script(parser, run, arguments):
    """Returns the exit status of run(), 0 if run() returns None. Exits with status 2 if a file cannot be used."""
    try:
        return run(parser.parse_args(arguments)) or 0
    except (InputError, OSError) as error:
        parser.error(str(error))
