# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Conversions to tables of Arrow and pandas, and back."""

import sys

import dtypes
import numpy as np
import pytest
from dtypes import random_records, same

import heddle_cuda as hc

MIXED = np.dtype([
    ("id", "u2"), ("x", "f4", 3), ("flag", "b1"), ("time", "M8[ns]"), ("took", "m8[ms]"), ("half", "f2"),
    ("matrix", "f8", (2, 3)), ("raw", "V3"), ("big", ">i4"), ("pose", [("at", "f8", 2), ("kind", "i1")], 2),
])  # fmt: skip


def mixed_records(random, count):
    """Returns records whose floats are numbers."""
    host = random_records(random, MIXED, count)
    for name in ("x", "half", "matrix"):
        host[name] = random.integers(-100, 100, host[name].shape)
    host["pose"]["at"] = random.integers(-100, 100, host["pose"]["at"].shape)
    return host


def test_arrow(gpu, random):
    pa = pytest.importorskip("pyarrow")
    host = mixed_records(random, 20)
    table = hc.to_arrow(hc.to_device(host))
    table.validate(full=True)
    assert table.column_names == list(MIXED.names) and table.num_rows == 20
    assert table.schema.field("time").type == pa.timestamp("ns") and table.schema.field("raw").type == pa.binary(3)
    assert table.column("matrix").to_pylist() == host["matrix"].tolist()
    assert table.column("flag").to_pylist() == host["flag"].tolist()
    assert table.column("pose")[3].as_py()[1] == {
        "at": host["pose"]["at"][3, 1].tolist(),
        "kind": host["pose"]["kind"][3, 1],
    }
    assert same(hc.from_arrow(table, MIXED).to_host(), host)
    parts = pa.concat_tables([table.slice(3, 5), table.slice(8, 12), table.slice(0, 0)])
    assert same(hc.from_arrow(parts, MIXED).to_host(), host[3:])
    own = hc.from_arrow(table).to_host()
    assert own.dtype.names == MIXED.names
    for name in MIXED.names:
        assert np.array_equal(own[name], host[name]), name
    assert hc.to_arrow(hc.to_device(host), ["x", "id"]).column_names == ["x", "id"]
    empty = hc.to_arrow(hc.to_device(host[:0]))
    assert empty.num_rows == 0 and same(hc.from_arrow(empty, MIXED).to_host(), host[:0])


def test_strings_and_complex_numbers_of_arrow(gpu, random):
    pa = pytest.importorskip("pyarrow")
    dtype = np.dtype([("name", "U5"), ("code", "S4"), ("z", "c8"), ("day", "M8[D]"), ("hour", "M8[h]")])
    host = np.zeros(3, dtype)
    host["name"], host["code"] = ["abc", "", "äö漢"], [b"x", b"wxyz", b""]
    host["z"], host["day"], host["hour"] = [1 + 2j, -3j, 0], [0, 5, -400], [7, 0, 1]
    table = hc.to_arrow(hc.to_device(host))
    assert table.column("name").to_pylist() == ["abc", "", "äö漢"]
    assert same(hc.from_arrow(table, dtype).to_host(), host)
    host["day"][1], host["hour"][2] = "NaT", "NaT"
    table = hc.to_arrow(hc.to_device(host))
    assert table.column("day").null_count == 1
    assert same(hc.from_arrow(table, dtype).to_host(), host)
    assert same(hc.from_arrow(table.select(["day"])).to_host()["day"], host["day"].copy())
    words = pa.table({"code": ["ab", "abcd"], "name": pa.array(["a", "b"]).dictionary_encode()})
    read = hc.from_arrow(words, [("code", "S4"), ("name", "U2")]).to_host()
    assert read["code"].tolist() == [b"ab", b"abcd"] and read["name"].tolist() == ["a", "b"]
    with pytest.raises(hc.ArrayError, match="strings of 4 bytes"):
        hc.from_arrow(words, [("code", "S3")])
    with pytest.raises(hc.LayoutError, match="pass dtype"):
        hc.from_arrow(words)


def test_arrow_refuses(gpu):
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"a": [1, None], "b": [1, 2], "c": [0.5, 1.5]})
    with pytest.raises(hc.ArrayError, match="nulls"):
        hc.from_arrow(table, [("a", "i8")])
    with pytest.raises(hc.LayoutError, match="convert the column"):
        hc.from_arrow(table, [("b", "i4")])
    with pytest.raises(hc.LayoutError, match="convert the column"):
        hc.from_arrow(table, [("c", "i8")])
    with pytest.raises(hc.LayoutError, match=r"no columns \['d'\]"):
        hc.from_arrow(table, [("b", "i8"), ("d", "f4")])
    with pytest.raises(hc.LayoutError, match="the shape"):
        hc.from_arrow(table, [("b", "i8", 2)])
    lists = pa.table({"x": pa.FixedSizeListArray.from_arrays(pa.array([1.0, 2.0, 3.0, 4.0]), 2)})
    for wanted in ("f8", ("f8", 3), ("f8", (2, 2))):
        with pytest.raises(hc.LayoutError, match="shape"):
            hc.from_arrow(lists, [("x", *wanted)] if isinstance(wanted, tuple) else [("x", wanted)])
    assert hc.from_arrow(table.select(["b"]), [("b", ">f8")]).to_host()["b"].tolist() == [1, 2]


def test_pandas(gpu, random):
    pytest.importorskip("pandas")
    host = mixed_records(random, 20)
    frame = hc.to_pandas(hc.to_device(host))
    assert list(frame.columns)[:5] == ["id", "x[0]", "x[1]", "x[2]", "flag"]
    assert "matrix[1][2]" in frame.columns and "pose[1].at[0]" in frame.columns and len(frame) == 20
    assert frame["x[1]"].dtype == np.float32 and frame["big"].tolist() == host["big"].tolist()
    assert frame["time"].dtype == np.dtype("M8[ns]") and frame["flag"].dtype == bool
    assert same(hc.from_pandas(frame, MIXED).to_host(), host)
    assert list(hc.to_pandas(hc.to_device(host), ["id"]).columns) == ["id"]
    numbers = hc.to_pandas(hc.to_device(host), ["id", "x", "time"])
    own = hc.from_pandas(numbers).to_host()
    assert own.dtype.names == ("id", "x[0]", "x[1]", "x[2]", "time")
    assert np.array_equal(own["x[2]"], host["x"][:, 2]) and np.array_equal(own["time"], host["time"])
    assert same(hc.from_pandas(frame[:0], MIXED).to_host(), host[:0])


def test_strings_of_pandas(gpu):
    pd = pytest.importorskip("pandas")
    dtype = np.dtype([("name", "U5"), ("code", "S4")])
    host = np.array([("abc", b"x"), ("", b"wxyz")], dtype)
    frame = hc.to_pandas(hc.to_device(host))
    assert frame["name"].tolist() == ["abc", ""] and frame["code"].tolist() == [b"x", b"wxyz"]
    assert same(hc.from_pandas(frame, dtype).to_host(), host)
    times = np.array([("2020-01-02", "NaT"), ("NaT", "1969-12-31T05")], [("day", "M8[D]"), ("hour", "M8[h]")])
    assert same(hc.from_pandas(hc.to_pandas(hc.to_device(times)), times.dtype).to_host(), times)
    with pytest.raises(hc.LayoutError, match="pass dtype"):
        hc.from_pandas(frame)
    with pytest.raises(hc.ArrayError, match="strings of"):
        hc.from_pandas(frame, [("name", "U2")])
    with pytest.raises(hc.LayoutError, match=r"no columns \['x\[1\]'\]"):
        hc.from_pandas(pd.DataFrame({"x[0]": [1.0]}), [("x", "f8", 2)])
    with pytest.raises(hc.LayoutError, match="convert the column"):
        hc.from_pandas(pd.DataFrame({"x": pd.array([1, None], "Int64")}), [("x", "i8")])


def test_missing_libraries(monkeypatch):
    for name, call in {"pyarrow": hc.to_arrow, "pandas": hc.to_pandas, "torch": hc.to_torch}.items():
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(hc.MissingError, match=f"pip install {name}"):
            call(None)


def test_named_dtypes_through_arrow(gpu, random):
    pytest.importorskip("pyarrow")
    for dtype in (dtypes.LAS_6, dtypes.REORDERED):
        host = random_records(random, dtype, 10)
        result = hc.from_arrow(hc.to_arrow(hc.to_device(host)), dtype).to_host()
        for name in dtype.names:
            assert result[name].tobytes() == host[name].tobytes()
