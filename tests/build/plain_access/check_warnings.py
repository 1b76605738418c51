# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""check_warnings.py host | nvcc_after_thrust | nvcc_before_thrust | clang

Compiles accesses.cu with HEDDLE_WARN_PLAIN. Fails unless each line with `// warns: WORDS` causes exactly one warning,
this warning contains WORDS, and no other line of any file causes a warning. Fails, too, if the compiler prints more
than 12 lines for each warning. The test is skipped if clang cannot compile for the toolkit."""
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parent / "accesses.cu"
sys.path.insert(0, str(SOURCE.parents[1]))
from script import INCLUDE, NVCC, SETTINGS, clang_for_cuda, finish, output_of

compiler = sys.argv[1]
if compiler == "host":
    folders = [part for folder in SETTINGS.toolkit_includes for part in ("-isystem", folder)]
    command = [SETTINGS.cxx, "-std=c++17", "-fsyntax-only", *folders, "-x", "c++"]
elif compiler == "clang":
    command = clang_for_cuda("--cuda-gpu-arch=sm_90", "-fsyntax-only")
else:
    # nvcc warns only for the first of several architectures. Headers of Thrust turn its warning off.
    is_first = compiler == "nvcc_after_thrust"
    thrust = ["-include", "thrust/device_ptr.h"] if is_first else ["-DHEDDLE_TEST_THRUST_LAST"]
    command = [*NVCC, *SETTINGS.unoptimised_nvcc.split(), "-c", "-o", f"{compiler}.o", *thrust,
               "-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=sm_90"]
output = output_of(*command, INCLUDE, "-DHEDDLE_WARN_PLAIN=1", SOURCE)

failures, warnings = [], re.findall(".*[:)] warning[ :].*", output)
warned: dict[int, str] = {}
for warning in warnings:
    line = re.search(rf"(?:^|/){SOURCE.name}[:(](\d+)", warning)
    if not line:
        failures.append(f"a warning outside {SOURCE.name}: {warning}")
    elif int(line[1]) not in warned:
        warned[int(line[1])] = warning
    elif compiler.startswith("nvcc"):  # g++ 12 repeats warnings about fields, clang 22 about templates
        failures.append(f"a second warning: {warning}")
expected = {number: line.split("// warns: ")[1] for number, line in enumerate(SOURCE.read_text("utf-8").splitlines(), 1)
            if "// warns: " in line}
for number in sorted(expected.keys() | warned.keys()):
    if number not in expected:
        failures.append(f"line {number} must not warn: {warned[number]}")
    elif expected[number] not in warned.get(number, ""):
        failures.append(f"line {number} does not warn with `{expected[number]}`: {warned.get(number)}")
if output.count("\n") > 12 * len(warnings) or not expected:
    failures.append(f"{output.count(chr(10))} lines for {len(warnings)} warnings")
finish(failures)
