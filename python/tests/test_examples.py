# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples, and the example of the README."""

import importlib
import importlib.util
import io
import os
import pathlib
import re
import runpy
import struct
import subprocess
import sys

import numpy as np
import pytest
from dtypes import random_records

import heddle_cuda as hc

ROOT = pathlib.Path(__file__).parents[1]
# numba-cuda 0.30 names numpy.row_stack, which NumPy 2.5 does not have.
RUN = "import sys, runpy, numpy; numpy.row_stack = numpy.vstack; runpy.run_path(sys.argv[1], run_name='__main__')"


def example(name, monkeypatch):
    monkeypatch.setattr(sys, "argv", [name])
    return runpy.run_path(str(ROOT / "examples" / f"{name}.py"))


def test_point_cloud(gpu, monkeypatch):
    example("pointcloud2", monkeypatch)["main"]()


@pytest.mark.parametrize(("minor", "kind", "more"), [(0, 0, 0), (2, 3, 0), (3, 1, 3), (4, 6, 0), (4, 3, 1)])
def test_las(gpu, minor, kind, more, monkeypatch):
    """Files of all versions stay files: the header describes the points, and laspy reads them if it is installed."""
    scope = example("las", monkeypatch)
    file = bytearray(scope["made_file"](500, minor, kind, more)) + b"behind the points"
    dtype, offset, count = scope["points_of"](file)
    behind = offset + count * dtype.itemsize
    if minor >= 4:  # an extended record lies behind the points
        struct.pack_into("<QI", file, 235, behind, 1)
    points = np.frombuffer(file, dtype, count, offset)
    field, bits = scope["class_field"](dtype), 0xFF if kind >= 6 else 0x1F
    order = np.flatnonzero((points[field] & bits) == 2)
    if "gps_time" in dtype.names:
        order = order[np.argsort(points["gps_time"][order], kind="stable")]
    rows = np.frombuffer(file, np.uint8, count * dtype.itemsize, offset).reshape(count, -1)
    kept = rows[order].reshape(-1).view(dtype)  # with the bytes behind the fields, which NumPy does not copy
    result = scope["ground"](bytes(file))
    assert scope["points_of"](result) == (dtype, offset, len(kept)) and 0 < len(kept) < 500
    assert result[offset:] == kept.tobytes() + b"behind the points"
    assert result[:107] == file[:107] and (minor >= 3 or result[227:offset] == file[227:offset])
    old = [len(kept), len(kept), 0, 0, 0, 0] if kind < 6 else [0] * 6
    assert [*struct.unpack_from("<6I", result, 107)] == old
    if minor >= 4:
        assert [*struct.unpack_from("<QIQQ", result, 235)] == [offset + kept.nbytes, 1, len(kept), len(kept)]
    assert struct.unpack_from("<2d", result, 179) == (kept["X"].max() * 0.01, kept["X"].min() * 0.01)
    if importlib.util.find_spec("laspy"):
        import laspy

        result = bytearray(result[: offset + kept.nbytes])
        if minor >= 4:
            struct.pack_into("<QI", result, 235, 0, 0)
        las = laspy.read(io.BytesIO(result))
        assert np.array_equal(las.X, kept["X"]) and (las.classification == 2).all()


def test_las_files_that_are_none(gpu, monkeypatch):
    scope = example("las", monkeypatch)
    file = bytearray(scope["made_file"](10))
    with pytest.raises(hc.ArrayError, match="10 records of 30 bytes, 30 apart, do not fit"):
        scope["ground"](bytes(file[:-1]))
    for at, value, message in [
        (0, 0, "no LAS file"),
        (25, 5, "no LAS file"),
        (104, 0x86, "laszip"),
        (104, 4, "format 4"),
    ]:
        other = bytearray(file)
        other[at] = value
        with pytest.raises(SystemExit, match=message):
            scope["ground"](bytes(other))


def test_fits(gpu, monkeypatch):
    """The rows that are kept are those of NumPy, and what lies around them stays."""
    scope = example("fits", monkeypatch)
    file = scope["made_file"](700) + b"the next part of the file".ljust(2880)
    (cards, data), size = scope["table_of"](file), 49
    stars = np.frombuffer(file, scope["dtype_of"](cards), 700, data)
    assert stars.dtype.itemsize == size
    result = scope["with_large_values"](file, "flux", 4.5)
    order = np.argsort(-stars["flux"], kind="stable")
    kept = stars[order[: np.count_nonzero(stars["flux"] >= 4.5)]]
    assert 0 < len(kept) < 700 and result[data : data + kept.nbytes] == kept.tobytes()
    assert len(result) % 2880 == 0 and result.endswith(file[-2880:])
    new_cards, new_data = scope["table_of"](result)
    assert new_data == data and int(new_cards["NAXIS2"][1]) == len(kept)
    with pytest.raises(SystemExit, match="no column light, but name, ra"):
        scope["with_large_values"](file, "light", 0)
    for bad, message in [(b"SIMPLEX", "no FITS file"), (file[:2880], "no binary table"),
                         (file[:2900], "within a header"),
                         (file.replace(b"'5E   ", b"'6E   "), "a row has 49 bytes, and its columns 53"),
                         (file.replace(b"'5E   ", b"'5Z   "), "the standard does not have")]:  # fmt: skip
        with pytest.raises(SystemExit, match=message):
            scope["with_large_values"](bad, "flux", 0)


def test_fits_of_astropy(gpu, monkeypatch, random):
    """Files that astropy writes, with all types of columns, scaled ones, and a heap; and astropy reads the results."""
    fits = pytest.importorskip("astropy.io.fits")
    scope = example("fits", monkeypatch)
    count = 300
    tails = np.empty(count, object)
    tails[:] = [np.arange(k % 5, dtype="i4") for k in range(count)]
    columns = [
        fits.Column("id", "K", array=random.integers(0, 2**60, count)),
        fits.Column("kind", "5A", array=np.array(["ab", "cde"] * (count // 2))),
        fits.Column("ok", "L", array=random.integers(0, 2, count).astype(bool)),
        fits.Column("bits", "11X", array=random.integers(0, 2, (count, 11)).astype(bool)),
        fits.Column("unsigned", "I", bzero=32768, array=random.integers(0, 60_000, count).astype("u2")),
        fits.Column("scaled", "D", bscale=0.5, bzero=100, array=random.integers(0, 1000, count) * 0.5),
        fits.Column("tail", "PJ()", array=tails),
        fits.Column("matrix", "6E", dim="(3,2)", array=random.random((count, 2, 3))),
        fits.Column("c", "M", array=random.random(count) + 1j),
    ]
    made = io.BytesIO()
    image = fits.ImageHDU(random.integers(0, 9, (7, 11)))
    fits.HDUList([fits.PrimaryHDU(), image, fits.BinTableHDU.from_columns(columns, name="T"), image]).writeto(
        made, checksum=True
    )
    for column, lowest in [("unsigned", 30_000), ("scaled", 300), ("id", 2**59)]:
        result = scope["with_large_values"](made.getvalue(), column, lowest)
        with fits.open(io.BytesIO(made.getvalue())) as before, fits.open(io.BytesIO(result)) as after:
            after.verify("exception")
            rows, kept = before["T"].data, after["T"].data
            order = np.argsort(-rows[column].astype("f8"), kind="stable")
            order = order[: np.count_nonzero(rows[column] >= lowest)]
            assert 0 < len(order) < count and len(kept) == len(order)
            for name in rows.names:
                for k, row in enumerate(order):
                    assert np.array_equal(kept[name][k], rows[name][row]), name
            assert np.array_equal(after[3].data, image.data)


@pytest.mark.parametrize(("order", "magic"), [("<", 0xA1B2C3D4), (">", 0xA1B23C4D)])
def test_pcap(gpu, monkeypatch, order, magic):
    """The packets that are kept are those that dpkt finds, with their times."""
    dpkt = pytest.importorskip("dpkt")
    scope = example("pcap", monkeypatch)
    file = scope["made_file"](400, order, magic)

    def packets(content):
        return list(dpkt.pcap.Reader(io.BytesIO(content)))

    def has_port(packet, port):
        network = dpkt.ethernet.Ethernet(packet).data
        if not isinstance(network, dpkt.ip.IP) or not isinstance(network.data, (dpkt.tcp.TCP, dpkt.udp.UDP)):
            return False
        return port in (network.data.sport, network.data.dport)

    for port in (53, 443, 7):
        kept = packets(scope["of_port"](file, port))
        expected = [(time, packet) for time, packet in packets(file) if has_port(packet, port)]
        assert kept == expected and (port == 7) == (not kept)
    # A file that is still written may end within a packet.
    whole = scope["offsets_of"](file, order)
    assert scope["offsets_of"](file[:-1], order).tolist() == whole[:-1].tolist()
    for bad, message in [(b"", "no pcap file"), (file[1:], "no pcap file"), (file[:20] + bytes(20), "not those of")]:
        with pytest.raises(SystemExit, match=message):
            scope["of_port"](bad, 53)


def test_hdf5(gpu, monkeypatch, random, tmp_path):
    """h5py reads the records that NumPy selects, of packed and aligned types, also big-endian ones."""
    h5py = pytest.importorskip("h5py")
    scope = example("hdf5", monkeypatch)
    scope["main"]([])
    source, target = tmp_path / "in.h5", tmp_path / "out.h5"
    fields = [("k", "u1"), ("energy", "<f8"), ("name", "S5"), ("seen", "?"), ("x", ">i4", (2, 3))]
    for dtype in (np.dtype(fields), np.dtype(fields, align=True)):
        events = random_records(random, dtype, 500)
        events["energy"] = random.random(500)
        with h5py.File(source, "w") as file:
            file["before"] = np.arange(7)
            file["a/events"] = events
        for lowest in (0.3, 2):
            kept = events[events["energy"] >= lowest]
            assert scope["with_large_values"](source, "a/events", target, "energy", lowest, 64) == len(kept)
            with h5py.File(target) as file:
                assert file["a/events"].dtype == dtype
                for name in dtype.names:
                    assert np.array_equal(file["a/events"][name], kept[name]), name
    with h5py.File(source, "w") as file:
        file.create_dataset("chunked", data=events, chunks=(100,))
        file["numbers"] = np.arange(5)
    for name, message in [("chunked", "is chunked or empty"), ("numbers", "is no list of records")]:
        with pytest.raises(SystemExit, match=message):
            scope["with_large_values"](source, name, target, "energy", 0)


@pytest.mark.parametrize("library", ["cupy", "torch", "numba"])
def test_example_of_library(device, library):
    try:
        importlib.import_module(library)
    except ImportError:
        pytest.skip(f"{library} is not installed")
    command = [sys.executable, "-c", RUN, ROOT / "examples" / f"with_{library}.py"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def example_of_readme():
    return re.findall(r"```py\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[0]


def test_readme_compiles():
    """Without a GPU: the kernel of the README compiles."""
    source = re.search(r'"""(.*?)"""', example_of_readme(), re.S).group(1)
    dtype = np.dtype([("x", "f4", 3), ("v", "f4", 3), ("mass", "f4")], align=True)
    assert hc.kernel(source, [hc.struct("particle", dtype)]).compile("sm_90")


def test_readme_runs(device):
    exec(example_of_readme(), {})
