#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a GPU test program under compute-sanitizer's tools and fails on any report.

Each tool runs the tests in shares, and prints one line at the end. Each share must end within a limit. Arrays are small
(HEDDLE_TEST_SMALL=1) unless that variable is set.
Exit status: 0 without reports; 1 if there are reports, if tests fail, or if no test ran; 2 if the program or
compute-sanitizer is missing; 77 without a GPU, where nothing is run.
"""

import argparse
import contextlib
import ctypes
import dataclasses
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

NO_GPU = 77


@dataclasses.dataclass
class Tool:
    """A tool and the tests that it runs. It runs all tests except those in left_out, so that new tests are included."""

    name: str
    shares: int
    left_out: dict  # pattern of GoogleTest's filter -> why
    options: tuple = ()
    without_bulk: bool = False  # true if it runs the tests compiled without cp.async.bulk


TIMES = "its verdict is a comparison of times"
SHADOWS = "arrays of up to 60 GB and the tool's record of each byte do not fit side by side"
ERRORS = "it has the runtime refuse calls, which the tool reports"
ALONE = "the tool runs one kernel at a time"
PADDING = "Thrust's find_if copies its tuples with their padding, of raw pointers too"
REGISTERS = "its kernels have no shared memory that threads hand on"
BARRIERS = ("it (CUDA 13.0) forgets what an invalidated barrier told, and reports two bulk copies to one place "
            "between which the block has met; the other engines run the same code")

FOR_ALL = {"*planner_test.*": TIMES, "thrust_policy_test.waits_for_its_own_stream_alone": ALONE}

TOOLS = [
    Tool("memcheck", 20, {**FOR_ALL, "launch_test.*": ERRORS, "*/thrust_capture_test.*": ERRORS}),
    # initcheck (CUDA 13.0) does not see stores of cp.async.bulk, and would report reads of the stored bytes.
    Tool("initcheck", 20,
         {**FOR_ALL, "far_test.*": SHADOWS, "thrust_forward_test.does_what_raw_pointers_do*": PADDING},
         without_bulk=True),
    Tool(
        "racecheck", 40,
        {
            **FOR_ALL,
            "far_test.*": SHADOWS,
            "tile_order_test.of_bulk_copies": BARRIERS,
            "tile_order_blocks_test.*": BARRIERS,
            **{f"{suite}.*": REGISTERS
               for suite in ("alignments_test", "collectives_test", "pointer_test", "warp_moves_test",
                             "warp_reduce_test", "warp_scan_test", "warp_shuffle_test",
                             "warp_sort_test")},
        },
        # The reason is the same as in BARRIERS. Pipelines copy in the same way, but pass, because they keep their
        # barriers.
        ("--kernel-name-exclude", "kernel_substring=update_tiles")),
    Tool("synccheck", 20, {**FOR_ALL, "far_test.*": SHADOWS}),
]

def count_gpus():
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return 0
    count = ctypes.c_int(0)
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return 0
    return count.value


def find_sanitizer():
    toolkits = [os.environ.get(name, "") for name in ("CUDA_PATH", "CUDA_HOME", "CUDAToolkit_ROOT")]
    toolkits += ["/usr/local/cuda"] + sorted(glob.glob("/usr/local/cuda-*"), reverse=True)
    folders = [os.path.join(toolkit, folder) for toolkit in filter(None, toolkits)
               for folder in ("bin", "compute-sanitizer")]
    return shutil.which("compute-sanitizer", path=os.pathsep.join(folders)) or shutil.which("compute-sanitizer")


def environment_of_share(number, count):
    result = dict(os.environ, GTEST_TOTAL_SHARDS=str(count), GTEST_SHARD_INDEX=str(number))
    result.setdefault("HEDDLE_TEST_SMALL", "1")
    return result


def run_limited(command, environment, limit, output):
    """Runs a command. Returns its status, or None if it exceeded the limit. Ends all processes that it started."""
    # If only compute-sanitizer is killed, its program keeps running, so both are in one process group.
    process = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT,
                               start_new_session=True)
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        return None
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def judge(output, status):
    """Returns the number of tests that passed, and what is wrong. The status is None if the share exceeded a limit."""
    passed = len(re.findall(r"^\[       OK \] ", output, re.M))
    found = [int(count) for count in re.findall(r"^========= \w+ SUMMARY: (\d+) (?:error|hazard)", output, re.M)]
    wrong = []
    if status is None:
        wrong.append("not done within its limit: take more shares")
    elif not found:
        wrong.append("compute-sanitizer said nothing in the end")
    elif status != 0:
        wrong.append(f"the tests ended with status {status}")
    if any(found):
        wrong.append(f"{max(found)} reports")
    return passed, ", ".join(wrong)


def print_reports(output, most):
    """Prints the first lines of the reports, each after the name of its test, and the end of the output."""
    lines, test = [], ""
    for line in output.splitlines():
        if line.startswith("[ RUN      ]"):
            test = line
        elif line.startswith("========="):
            lines += filter(None, (test, line))
            test = ""
    print(*lines[:most], "The output ends with:", output[-2000:], sep="\n", flush=True)


def run_share(arguments, tool, number, count):
    pattern = (arguments.filter or "*") + "-" + ":".join(tool.left_out)
    program = arguments.without_bulk if tool.without_bulk else arguments.program
    command = [arguments.sanitizer, "--tool", tool.name, "--error-exitcode", "99", *tool.options,
               program, f"--gtest_filter={pattern}"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(arguments.log or folder, f"{tool.name}_{number + 1}_of_{count}.txt")
        with open(path, "wb") as output:
            status = run_limited(command, environment_of_share(number, count), arguments.limit, output)
        with open(path, encoding="utf-8", errors="replace") as output:
            return output.read(), status


def run_tool(tool, arguments):
    count = arguments.shares or tool.shares
    numbers = range(count) if arguments.share is None else [arguments.share - 1]
    all_passed, failures = 0, []
    for number in numbers:
        output, status = run_share(arguments, tool, number, count)
        passed, wrong = judge(output, status)
        all_passed += passed
        print(f"  {tool.name}, share {number + 1} of {count}: {passed} tests {wrong}".rstrip(), flush=True)
        if wrong:
            failures.append(f"share {number + 1}: {wrong}")
            print_reports(output, arguments.lines)
    if not failures and all_passed == 0:
        failures.append("no test ran")
    verdict = "FAILED, " + "; ".join(failures) if failures else "passed"
    print(f"{tool.name}: {verdict}: {all_passed} tests, {len(numbers)} of {count} shares", flush=True)
    return not failures


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [tool.name for tool in TOOLS]
    parser.add_argument("--program", required=True, type=os.path.abspath, help="the test program, heddle_gpu_tests")
    parser.add_argument("--without-bulk", type=os.path.abspath, metavar="PROGRAM",
                        help="the same compiled for sm_80, which has no bulk copies: for initcheck")
    parser.add_argument("--sanitizer", default=find_sanitizer(), help="compute-sanitizer, if no toolkit here has it")
    parser.add_argument("--tools", nargs="+", choices=names, default=names)
    parser.add_argument("--shares", type=int, help="shares of each tool")
    parser.add_argument("--share", type=int, help="run this one alone, from 1 on")
    parser.add_argument("--limit", type=float, default=570, help="seconds that a share may take")
    parser.add_argument("--filter", help="run these tests alone (as of --gtest_filter, without -)")
    parser.add_argument("--log", metavar="FOLDER", help="write the whole output of each share here")
    parser.add_argument("--lines", type=int, default=100, help="lines of reports of a share that are shown")
    arguments = parser.parse_args(argv)
    chosen = [tool for tool in TOOLS if tool.name in arguments.tools]
    if any(tool.without_bulk for tool in chosen) and not arguments.without_bulk:
        parser.error("initcheck does not see what bulk copies store: name the tests compiled for sm_80 with "
                     "--without-bulk, or the other tools with --tools")
    for program in filter(None, (arguments.program, arguments.without_bulk)):
        if not os.access(program, os.X_OK):
            parser.error(f"there is no program {program}")
    if count_gpus() == 0:
        print("sanitize: there is no GPU here: nothing was run")
        return NO_GPU
    if not arguments.sanitizer:
        parser.error("compute-sanitizer was not found; it comes with the CUDA toolkit, or name it with --sanitizer")
    if arguments.log:
        os.makedirs(arguments.log, exist_ok=True)
    for number in (signal.SIGTERM, signal.SIGHUP):  # as `timeout` sends; these end the script as SIGINT does
        signal.signal(number, lambda got, _: sys.exit(128 + got))
    return 0 if all([run_tool(tool, arguments) for tool in chosen]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
