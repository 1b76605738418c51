# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Fails if heddle/heddle.cuh includes strings, streams or headers that need them, such as <iterator>. These headers
would add much to the compile time of every source that includes heddle."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from script import INCLUDE, SETTINGS, finish, output_of

read = output_of(SETTINGS.cxx, "-std=c++17", "-M", INCLUDE, "-x", "c++", f"{SETTINGS.include}/heddle/heddle.cuh")
if not re.search(r"/coalesced_ptr\.cuh", read) or not re.search(r"/type_traits\s", read):
    finish([f"{SETTINGS.cxx} does not say what heddle.cuh reads: {read}"])
heavy = re.findall(r"/(algorithm|functional|iosfwd|iterator|memory|sstream|streambuf|string)\s", read)
finish([f"heddle/heddle.cuh reads <{name}>, which its users pay for in each source" for name in heavy])
