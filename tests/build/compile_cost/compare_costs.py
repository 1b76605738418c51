#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles SOURCE for sm_90 in several forms, and compares their costs.

Prints the cost of each form: seconds of processor time, and bytes of the object, or of the cubin with --device-pass.
Fails if a FORM costs more than MOST times as much as the OTHER form, in each of several measurements.

compare_costs.py --nvcc NVCC --include DIR --output DIR [--host-compiler CXX] [--device-pass] SOURCE FORM:OTHER:MOST ...
"""
import argparse
import pathlib
import resource
import subprocess
import sys

REPETITIONS = 4


def cost(arguments, form):
    """Returns seconds and bytes. The seconds are processor time, because other tests run at the same time."""
    target = arguments.output / f"{form}.o"
    step = "-cubin" if arguments.device_pass else "-c"
    command = [arguments.nvcc, "-std=c++17", "-O3", "-arch=sm_90", f"-I{arguments.include}", f"-DFORM=FORM_{form}",
               step, arguments.source, "-o", target]
    if arguments.host_compiler:
        command.append(f"-ccbin={arguments.host_compiler}")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"seconds": round(seconds, 2), "bytes": target.stat().st_size}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nvcc", required=True)
    parser.add_argument("--include", required=True)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    parser.add_argument("--host-compiler")
    parser.add_argument("--device-pass", action="store_true", help="compile the code of kernels alone")
    parser.add_argument("source")
    parser.add_argument("comparisons", nargs="+", metavar="FORM:OTHER:MOST")
    arguments = parser.parse_args()
    comparisons = [comparison.split(":") for comparison in arguments.comparisons]
    costs, complaints = {}, []

    def measure(form):
        now = cost(arguments, form)
        costs[form] = {unit: min(value, costs.get(form, now)[unit]) for unit, value in now.items()}
        print(f"{now['seconds']:6.2f} s {now['bytes']:9} bytes  {form}", flush=True)

    for form in dict.fromkeys(form for one, other, _ in comparisons for form in (other, one)):
        measure(form)
    for form, other, most in comparisons:
        # On a busy machine, the same work takes more processor time, so the least of several measurements counts.
        for _ in range(REPETITIONS):
            if costs[form]["seconds"] > float(most) * costs[other]["seconds"]:
                measure(other)
                measure(form)
        for unit, value in costs[form].items():
            if value > float(most) * costs[other][unit]:
                complaints.append(f"{form} takes {value} {unit}; {most} times what {other} takes is "
                                  f"{float(most) * costs[other][unit]:.2f}")
    sys.exit("\n".join(complaints) or 0)


if __name__ == "__main__":
    main()
