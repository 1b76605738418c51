#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Builds the Python package, installs it into an environment of its own, and tests it there.

With --smoke, runs a few tests of a wheel. Otherwise also checks the sources, builds the sdist, and runs all tests.
Exits with 77 if the environment cannot be made, because pip, a package or the network is missing.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import venv

SOURCES = pathlib.Path(__file__).resolve().parents[3] / "python"
TOOLS = ["numpy", "cuda-core>=1.2", "hatchling", "build", "pytest", "hypothesis"]
CHECKS = ["laspy", "ruff==0.17.*", "mypy==2.*"]
SMOKE = ["tests/test_package.py", "tests/test_kernel.py::test_errors_show_the_line", "tests/test_kernel.py::test_launch",
         "tests/test_records.py::test_view_fields"]
SKIPPED = 77


def run(command: list, what: str, environment: dict[str, str]) -> None:
    done = subprocess.run([str(part) for part in command], cwd=SOURCES, env=environment)
    if done.returncode != 0:
        sys.exit(f"FAILED: {what}")


def make_environment(folder: pathlib.Path, packages: list[str]) -> pathlib.Path:
    """Returns the interpreter of an environment with the packages. Makes it unless it is there."""
    python = folder / "bin" / "python"
    ready = folder / "packages.txt"
    if ready.is_file() and ready.read_text() == "\n".join(packages):
        return python
    try:
        venv.create(folder, clear=True, with_pip=True)
    except (subprocess.CalledProcessError, OSError):
        print("skipped: no environment can be made; install python3-venv (Debian, Ubuntu: apt-get install python3-venv)")
        sys.exit(SKIPPED)
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:", *packages]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
        print(f"skipped: the packages could not be installed: {said[-1] if said else done.stderr.strip()}")
        sys.exit(SKIPPED)
    ready.write_text("\n".join(packages))
    return python


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="a folder for the environment")
    parser.add_argument("--toolkit", required=True, help="the folder of the CUDA Toolkit")
    parser.add_argument("--major", required=True, help="its major version")
    parser.add_argument("--smoke", action="store_true", help="run a few tests of a wheel")
    arguments = parser.parse_args()
    if sys.version_info < (3, 10):
        print("skipped: the package needs Python 3.10 or newer")
        sys.exit(SKIPPED)
    tools = TOOLS if arguments.smoke else TOOLS + CHECKS
    python = make_environment(arguments.build / "venv", [*tools, f"cuda-bindings=={arguments.major}.*"])
    # pathfinder finds NVRTC in CUDA_PATH, and the package finds the headers there.
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CUDA_HOME")}
    environment.update(CUDA_PATH=arguments.toolkit, HEDDLE_CUDA_CACHE_DIR="", PYTHONDONTWRITEBYTECODE="1",
                       HEDDLE_CUDA_TEST_EXAMPLES=os.environ.get("HEDDLE_CUDA_TEST_EXAMPLES", "3"))
    dist = arguments.build / "dist"
    if not arguments.smoke:
        run([python, "-m", "ruff", "check", "--no-cache", "."], "ruff check", environment)
        run([python, "-m", "ruff", "format", "--no-cache", "--check", "."], "ruff format", environment)
        run([python, "-m", "mypy", f"--cache-dir={arguments.build / 'mypy'}"], "mypy", environment)
    # Without --wheel, the wheel is built from the sdist.
    run([python, "-m", "build", "--no-isolation", *(["--wheel"] if arguments.smoke else []), "--outdir", dist, "."],
        "the package", environment)
    wheels = sorted(dist.glob("heddle_cuda-*.whl"))
    run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall",
         wheels[-1]], "installation of the wheel", environment)
    run([python, "-m", "pytest", "-q", "-rs", "-o", "pythonpath=",
         *(SMOKE if arguments.smoke else ["tests"])], "tests", environment)


if __name__ == "__main__":
    main()
