# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""How a script runs: what it cannot use, it says in a sentence."""

import os
import sys

from .results_file import InputError


def run_script(path, parser, run, arguments):
    """The exit status of run: 0 where it returns None, 2 where a file cannot be used."""
    try:
        return run(parser.parse_args(arguments)) or 0
    except InputError as error:
        print(f"{os.path.splitext(os.path.basename(path))[0]}: {error}", file=sys.stderr)
        return 2
