# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Checks a program by mypy: what it accepts, what it refuses, and the types of results."""

import importlib.util
import os
import pathlib
import subprocess
import sys

import pytest

import heddle_cuda as hc

PROGRAM = """
import io
from typing import Any

import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type

import heddle_cuda as hc


class Foreign:
    \"\"\"An array, or a stream, of another library.\"\"\"

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {}

    @property
    def ptr(self) -> int:
        return 0


dtype = np.dtype([("x", "f4"), ("n", "i4")])
host: npt.NDArray[Any] = np.zeros(10, dtype)
records = hc.to_device(host)
foreign = Foreign()
assert_type(records, hc.Array)
fields = hc.unpack(records, ["x", "n"], stream=foreign)
assert_type(fields, dict[str, hc.Array])
assert_type(hc.unpack(foreign, out=fields), dict[str, hc.Array])
assert_type(hc.pack(fields, dtype), hc.Array)
assert_type(hc.unpack(records, ["x", hc.bits("n", 0, 3)]), dict[str, hc.Array])
hc.pack({"x": foreign, hc.bits("n", 3): foreign}, into=records)
assert_type(hc.pack(fields, [("x", "f4")], stream=5), hc.Array)
assert_type(hc.pack({"x": foreign}, into=foreign), Foreign)
assert_type(hc.pack(fields, into=records), hc.Array)
assert_type(hc.take(records, [1, 2]), hc.Array)
assert_type(hc.take(records, foreign, out=records), hc.Array)
hc.put(records, (1, 2), foreign)
assert_type(hc.take_at(foreign, dtype, [1, 2], mode="raise"), hc.Array)
hc.put_at(foreign, foreign, records)
assert_type(hc.take_ranges(foreign, [0], foreign), tuple[hc.Array, hc.Array])
hc.scatter_add(records, range(2), records, fields=["x"])
assert_type(hc.copy_if(records, foreign), hc.Array)
with hc.using_stream(foreign):
    assert_type(hc.copy_if(records, foreign, out=records), hc.Array)
    assert_type(hc.argsort_by(records, ["x", "n"], out=foreign), hc.Array)
assert_type(hc.sort_by(records, "x"), hc.Array)
assert_type(hc.view_fields(foreign), dict[str, hc.Array])
assert_type(hc.as_records(foreign, dtype, offset=3), hc.Array)
assert_type(hc.kernel("", [hc.struct("record", dtype)]), hc.Kernel)
with hc.Writer(io.BytesIO()) as out, hc.Writer(host):
    for part in hc.stream(host, chunk=3, progress=lambda done, total: print(done, total)):
        assert_type(part, hc.Array)
        out.write(part)
assert_type(hc.from_arrow(hc.to_arrow(records, ["x"]), dtype), hc.Array)
assert_type(hc.from_pandas(hc.to_pandas(foreign)), hc.Array)
assert_type(hc.from_torch(hc.to_torch(records, copy=False)), hc.Array)
hc.set_allocator("torch")
hc.set_allocator(lambda size, stream: foreign)
for columns in hc.stream(host, ["x"], progress=True):
    assert_type(columns, dict[str, hc.Array])


def first(array: hc.DeviceArray) -> hc.Array:
    return hc.take(array, [0])


# The rest is refused, also at run time. mypy reports each comment that is not needed.
hc.take(records, np.arange(3))  # type: ignore[arg-type]
hc.take(records, 5)  # type: ignore[arg-type]
hc.take(records, "x")  # type: ignore[arg-type]
hc.take(records, [1.5])  # type: ignore[list-item]
hc.unpack(host)  # type: ignore[arg-type]
hc.unpack(records, stream="1")  # type: ignore[arg-type]
hc.unpack(records, out=[records])  # type: ignore[arg-type]
hc.copy_if(records, [True])  # type: ignore[arg-type]
hc.pack(fields)  # type: ignore[call-overload]
hc.pack(fields, dtype, into=records)  # type: ignore[call-overload]
hc.stream(records)  # type: ignore[call-overload]
hc.Writer("path")  # type: ignore[arg-type]
"""


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
@pytest.mark.parametrize("version", ["3.10", "3.14"])
def test_program(tmp_path, version):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    folder = pathlib.Path(hc.__file__).parents[1]
    environment = {**os.environ}
    if folder.name != "site-packages":  # those are found, and may not be named
        environment["MYPYPATH"] = str(folder)
    options = ["--strict", "--follow-imports=silent", f"--python-version={version}", f"--cache-dir={tmp_path}"]
    command = [sys.executable, "-m", "mypy", *options, program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
