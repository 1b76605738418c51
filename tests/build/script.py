# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""What the scripts of these folders share: the settings of the build (tests/CMakeLists.txt writes them, and
HEDDLE_TEST_SETTINGS names the file), runs of compilers, and machine code. Scripts write to their working directory."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from types import SimpleNamespace
from typing import NoReturn

FILE = os.environ.get("HEDDLE_TEST_SETTINGS") or sys.exit(
    "name the settings of a build, as in HEDDLE_TEST_SETTINGS=build/check/tests/settings.json")
SETTINGS = SimpleNamespace(**json.loads(pathlib.Path(FILE).read_text(encoding="utf-8")))
INCLUDE = f"-I{SETTINGS.include}"
NVCC = [SETTINGS.nvcc, "-std=c++17", *([f"-ccbin={SETTINGS.host_compiler}"] if SETTINGS.host_compiler else [])]
TOOLKIT = pathlib.Path(SETTINGS.nvcc).resolve().parents[1]


def skip(reason: str) -> NoReturn:
    """Ends the script. CTest lists the test as skipped."""
    print(f"skipped: {reason}")
    sys.exit(77)


def finish(failures: list[str], success: str = "") -> NoReturn:
    """Ends the script, which fails if there are failures."""
    print("\n".join(failures) or success)
    sys.exit(1 if failures else 0)


def result_of(*command: object, **options: object) -> tuple[int, str]:
    """Returns the exit status of a command and all that it printed."""
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            encoding="utf-8", errors="replace", check=False, **options)
    return result.returncode, result.stdout


def output_of(*command: object, **options: object) -> str:
    """Returns what a command printed. The script fails if the command fails."""
    status, output = result_of(*command, **options)
    if status != 0:
        finish([f"failed ({status}): {' '.join(map(str, command))}", output])
    return output


def clang_for_cuda(*options: str) -> list[str]:
    """Returns the command of clang 19 or newer. Skips the test if there is none, or if it cannot compile a kernel that
    uses nothing of heddle. What clang refuses of heddle's own code is not skipped."""
    for name in ("clang++", *(f"clang++-{version}" for version in range(29, 18, -1))):
        if shutil.which(name) and int(output_of(name, "-dumpversion").split(".")[0]) >= 19:
            break
    else:
        skip("no clang++ of version 19 or newer was found")
    # The headers of the toolkit come first, because clang's own folders may contain headers of another toolkit.
    command = [name, "-x", "cuda", f"--cuda-path={TOOLKIT}", "-std=c++17", "-isystem", f"{TOOLKIT}/include", "-isystem",
               f"{TOOLKIT}/include/cccl", "-Wno-unknown-cuda-version", *options]
    with tempfile.NamedTemporaryFile("w", suffix=".cu", dir=".") as probe:
        probe.write("#include <cooperative_groups.h>\n__global__ void kernel(int* i) { *i = 0; }\n")
        probe.flush()
        status, output = result_of(*command, probe.name)
    if status != 0:
        skip(f"clang cannot compile for this toolkit:\n{output}")
    return command


def tool(name: str) -> str | None:
    """Returns the path of a tool of the toolkit, beside nvcc or in the PATH."""
    return shutil.which(name, path=f"{pathlib.Path(SETTINGS.nvcc).parent}:{TOOLKIT}/bin:{os.environ['PATH']}")


def can_disassemble() -> bool:
    return bool(tool("cuobjdump") and tool("nvdisasm"))


def machine_code(cubin: str) -> dict[str, str]:
    """Returns the machine code of each kernel in a cubin. Skips the test without cuobjdump, or nvdisasm, which it
    runs."""
    if not can_disassemble():
        skip("cuobjdump, or nvdisasm, which it runs, is neither beside nvcc nor in the PATH")
    path = f"{pathlib.Path(tool('nvdisasm')).parent}:{os.environ['PATH']}"
    text = output_of(tool("cuobjdump"), "-sass", cubin, env={**os.environ, "PATH": path})
    return dict(re.findall(r"Function : (\w+)\n(.*?)(?=Function : |\Z)", text, re.S))
