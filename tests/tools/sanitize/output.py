# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Reads the output of a GoogleTest program under compute-sanitizer, also if the output was cut off."""

import dataclasses
import re

SUMMARY = re.compile(r"^========= (?:ERROR|RACECHECK) SUMMARY: (\d+) (?:errors?|hazards?)(?! were not printed)\b", re.M)
PASSED = re.compile(r"^\[  PASSED  \] (\d+) tests?", re.M)
SKIPPED = re.compile(r"^\[  SKIPPED \] (\d+) tests?", re.M)
PASSED_ONE = re.compile(r"^\[       OK \] ", re.M)
SKIPPED_ONE = re.compile(r"^\[  SKIPPED \] \S+ \(\d+ ms\)", re.M)
RUNS = re.compile(r"^\[ RUN      \] (\S+)")
# The first line of a report has one space before its text. All other lines have more spaces, or continue with "and".
LINE = re.compile(r"^=========(?:$|\s)")
FIRST_LINE = re.compile(r"^========= (?! |and )\S")
NO_REPORT = re.compile(r"^========= (?:COMPUTE-SANITIZER|[A-Z]+ SUMMARY:|Target application returned an error|"
                       r"Error: (?:process didn't terminate|No attachable process|Target application terminated))")


@dataclasses.dataclass
class Report:
    test: str
    lines: list

    def text(self, most_lines):
        left = len(self.lines) - most_lines
        more = [f"... {left} more lines"] if left > 0 else []
        return "\n".join([f"in {self.test or 'no test'}:", *self.lines[:most_lines], *more])


def find_reports(output):
    """Returns the printed reports, each with the test that ran."""
    reports = []
    test = ""
    inside = False
    for line in output.splitlines():
        if runs := RUNS.match(line):
            test = runs.group(1)
        if FIRST_LINE.match(line):
            inside = not NO_REPORT.match(line)
            if inside:
                reports.append(Report(test, [line]))
        elif inside and LINE.match(line) and line.strip("= "):
            reports[-1].lines.append(line)
        else:
            inside = False
    return reports


@dataclasses.dataclass
class Share:
    passed: int
    skipped: int
    reports: int
    found: list  # the printed reports; compute-sanitizer does not print all reports if there are many
    output: str
    failure: str = ""


def judge(output, status, limit):
    """Judges a share by its output and its exit status. The status is None if the share was ended at its limit."""
    found = find_reports(output)
    summaries = [int(n) for n in SUMMARY.findall(output)]
    # Programs that ended have printed sums. Those that were cut off have printed one line for each test.
    share = Share(
        passed=sum(map(int, PASSED.findall(output))) or len(PASSED_ONE.findall(output)),
        skipped=sum(map(int, SKIPPED.findall(output))) or len(SKIPPED_ONE.findall(output)),
        reports=sum(summaries) if summaries else len(found), found=found, output=output)
    failures = []
    if status is None:
        failures.append(f"not done within {limit} s: take more shares")
    elif not summaries:
        failures.append("compute-sanitizer said nothing in the end")
    if share.reports:
        failures.append(f"{share.reports} reports")
    elif status and summaries:
        failures.append(f"the tests ended with status {status}")
    share.failure = ", ".join(failures)
    return share
