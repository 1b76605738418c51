# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Records pass through the GPU in parts, and out again: nothing is lost, and all memory is freed."""

import contextlib
import ctypes
import gc
import io
import mmap
import os
import subprocess
import sys
import threading

import dtypes
import host_gpu
import numpy as np
import pytest
from cuda.bindings import driver
from dtypes import random_records, same
from hypothesis import given
from hypothesis import strategies as st
from test_records import field

import heddle_cuda as hc
from heddle_cuda import _driver, _parts, _transfers


@pytest.fixture
def gpu(gpu):
    """As the fixture of all tests. Afterwards no thread, copy and page-locked memory is left."""
    before = threading.active_count()
    yield gpu
    gc.collect()
    assert threading.active_count() == before
    if isinstance(gpu, host_gpu.HostDevice):
        assert not gpu.locked_memory
        assert not any(stream.work for stream in gpu.streams), "memory was freed before a copy was done"


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    monkeypatch.setattr(_transfers, "PIECE", 100)


@pytest.fixture
def source(random):
    return random_records(random, dtypes.LAS_6, 1000)


def taken(parts, fields=None):
    """Returns the records of parts, or their fields, on the host."""
    if fields is None:
        return np.concatenate([part.to_host().view(f"V{part.dtype.itemsize}") for part in parts])
    kept = [{name: part[name].to_host() for name in fields} for part in parts]
    return {name: np.concatenate([part[name] for part in kept]) for name in fields}


@given(count=st.integers(1, 400), chunk=st.integers(1, 450), dtype=dtypes.dtypes())
def test_records(gpu, count, chunk, dtype):
    host = random_records(np.random.default_rng(count), dtype, count)
    parts = hc.stream(host, chunk=chunk)
    assert len(parts) == -(-count // chunk) and parts.chunk == chunk
    assert taken(parts).tobytes() == host.tobytes()
    assert list(parts) == []


@pytest.mark.parametrize("chunk", [1, 7, 250, 333, 1000, 5000, None])
def test_fields(gpu, source, chunk):
    names = ["gps_time", "X", "intensity"]
    values = taken(hc.stream(source, names, chunk=1 + (chunk or 0) if chunk == 1 else chunk), names)
    for name in names:
        assert same(values[name], field(source, name)), name


def test_byte_order(gpu, random):
    host = random_records(random, np.dtype([("x", ">f4"), ("n", ">i8")]), 100)
    assert np.array_equal(taken(hc.stream(host, ["n"], chunk=30), ["n"])["n"], host["n"])
    assert taken(hc.stream(host, chunk=30)).tobytes() == host.tobytes()


def test_files(gpu, source, tmp_path):
    """From one file to another: by numpy.memmap and by bytes, behind headers of odd lengths."""
    (tmp_path / "in").write_bytes(b"header!" + source.tobytes())
    mapped = np.memmap(tmp_path / "in", dtypes.LAS_6, "r", 7)
    out = np.memmap(tmp_path / "mapped", dtypes.LAS_6, "w+", 3, shape=(1000,))
    with open(tmp_path / "bytes", "wb", buffering=0) as file, hc.Writer(file, chunk=64) as writer:
        file.write(b"head")
        with hc.Writer(out[:], chunk=100) as other:
            for part in hc.stream(mapped, chunk=77):
                writer.write(part)
                other.write(part)
        assert other.count == 1000
    assert writer.count == 1000
    assert (tmp_path / "bytes").read_bytes() == b"head" + source.tobytes()
    out.flush()
    assert (tmp_path / "mapped").read_bytes() == bytes(3) + source.tobytes()


def test_parts_stay_valid(gpu, source):
    """Parts have memory of their own: the slots are used again."""
    parts = list(hc.stream(source, chunk=100))
    assert b"".join(part.to_host().tobytes() for part in parts) == source.tobytes()


def test_selection(gpu, source):
    """What a loop selects is written without gaps, of arrays with any distance."""
    target = io.BytesIO()
    expected = []
    with hc.Writer(target, chunk=16) as writer:
        for k, part in enumerate(hc.stream(source, chunk=100)):
            writer.write(part[k % 3 :: 3])
            expected.append(source[100 * k : 100 * (k + 1)][k % 3 :: 3])
            writer.write(part[:0])
    assert target.getvalue() == b"".join(part.tobytes() for part in expected)
    assert writer.count == sum(map(len, expected))


def test_a_target_may_be_larger(gpu, source):
    target = random_records(np.random.default_rng(1), dtypes.LAS_6, 1200)
    rest = target[1000:].tobytes()
    with hc.Writer(target) as writer:
        for part in hc.stream(source, chunk=300):
            writer.write(part)
    assert target.tobytes() == source.tobytes() + rest


def test_early_exit(gpu, source):
    for part in hc.stream(source, chunk=10):  # noqa: B007
        break
    assert part.to_host().tobytes() == source[:10].tobytes()
    parts = hc.stream(source, chunk=10)
    next(parts)
    del parts
    gc.collect()
    assert not getattr(gpu, "locked_memory", None)
    with hc.stream(source, chunk=10) as parts:
        next(parts)
    assert list(parts) == []
    hc.stream(source, chunk=10).close()


def test_an_exception_in_the_loop(gpu, source):
    target = np.zeros(1000, dtypes.LAS_6)
    with pytest.raises(ZeroDivisionError), hc.Writer(target, chunk=7) as writer:
        for k, part in enumerate(hc.stream(source, chunk=100)):
            writer.write(part)
            if k == 4:
                raise ZeroDivisionError
    assert writer.count == 500 and target[:500].tobytes() == source[:500].tobytes() and not target["X"][500:].any()


class Disk(io.RawIOBase):
    """A file that takes few bytes at once, and has no room for more than `room`, until an error was seen."""

    def __init__(self, room):
        self.room, self.content = room, b""

    def writable(self):
        return True

    def write(self, content):
        if not self.room:
            self.room = 10**6
            raise OSError(28, "No space left on device")
        part = bytes(content[: min(self.room, 100)])
        self.room -= len(part)
        self.content += part
        return len(part)


def test_a_full_disk(gpu, source):
    disk = Disk(20 * 30 + 17)
    with pytest.raises(OSError, match="No space left"), hc.Writer(disk, chunk=10) as writer:
        for part in hc.stream(source, chunk=35):
            writer.write(part)
    assert writer.count == 20 and disk.content == source.tobytes()[: 20 * 30 + 17]
    with pytest.raises(ValueError, match="closed"):
        writer.write(part)
    disk = Disk(10 * 30)
    writer = hc.Writer(disk, chunk=10)
    writer.write(part[:20])
    with pytest.raises(OSError, match="No space left"):
        writer.close()
    writer.close()
    assert writer.count == 10
    disk = Disk(30_000)
    with hc.Writer(disk) as writer:
        writer.write(hc.to_device(source))
    assert disk.content == source.tobytes()


def test_failures_free_all(gpu, source, monkeypatch):
    """Also those of the threads, and those of the second of two allocations."""

    def fails(*arguments, **options):
        raise hc.HeddleError("CUDA reports CUDA_ERROR_UNKNOWN")

    with monkeypatch.context() as patch:
        patch.setattr(_parts._driver, "start_copy_to_device", fails)
        with pytest.raises(hc.HeddleError, match="CUDA_ERROR_UNKNOWN"):
            list(hc.stream(source, chunk=10))
    with monkeypatch.context() as patch:
        patch.setattr(_parts, "unpack", fails)
        with pytest.raises(hc.HeddleError, match="CUDA_ERROR_UNKNOWN"):
            list(hc.stream(source, ["X"], chunk=10))
    allocate, calls = _transfers.empty, []

    def fails_later(*arguments):
        calls.append(arguments)
        return allocate(*arguments) if len(calls) == 1 else fails()

    with monkeypatch.context() as patch:
        patch.setattr(_transfers, "empty", fails_later)
        with pytest.raises(hc.HeddleError, match="CUDA_ERROR_UNKNOWN"):
            hc.stream(source, chunk=10)
    assert len(calls) == 2


def test_freed_by_a_thread_that_copies(gpu, source):
    """A garbage collection that happens in such a thread may free what owns the thread."""
    parts = hc.stream(source, chunk=10)
    next(iter(parts))
    transfers = parts._transfers
    transfers.start(transfers.slots[0], 1, lambda stage, at, size: transfers.close()).result(timeout=60)
    for thread in transfers._threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
    parts.close()


def test_records_behind_a_gap_do_not_count(gpu, source, monkeypatch):
    """A later part is in the target, but the one before it is not."""
    copy, calls = _driver.start_copy_to_host, []

    def fails_once(*arguments):
        calls.append(arguments)
        if len(calls) == 1:
            raise hc.HeddleError("CUDA reports CUDA_ERROR_UNKNOWN")
        copy(*arguments)

    monkeypatch.setattr(_driver, "start_copy_to_host", fails_once)
    monkeypatch.setattr(_transfers, "MAX_THREADS", 1)
    target = np.zeros(60, dtypes.LAS_6)
    writer = hc.Writer(target, chunk=10)
    with pytest.raises(hc.HeddleError, match="CUDA_ERROR_UNKNOWN"):
        writer.write(hc.to_device(source[:60]))
    writer.close()
    assert writer.count == 0 and target[10:20].tobytes() == source[10:20].tobytes()


def test_memory_is_bounded(gpu, source):
    if not isinstance(gpu, host_gpu.HostDevice):
        pytest.skip("counts what the host allocates")
    most = 0
    for _ in hc.stream(source, ["X"], chunk=100):
        most = max(most, sum(memory.nbytes for memory in gpu.locked_memory.values()))
    assert most == 2 * min(120, _transfers.MAX_THREADS, len(os.sched_getaffinity(0))) * 100


def test_all_wait(gpu, source, monkeypatch):
    """The stream of the calls works as late as it may: no slot is used again before that."""
    if not isinstance(gpu, host_gpu.HostDevice):
        pytest.skip("chooses when the host works")
    late, driver = host_gpu.LateStream(), _parts._driver
    copy = driver.copy_on_device
    monkeypatch.setattr(driver, "stream_of", lambda stream, device: late)
    monkeypatch.setattr(driver, "copy_on_device", lambda *arguments: late.work.append(lambda: copy(*arguments)))
    parts = list(hc.stream(source, chunk=100))
    late.run(len(late.work))
    assert b"".join(part.to_host().tobytes() for part in parts) == source.tobytes()
    target = np.zeros(1000, dtypes.LAS_6)
    with hc.Writer(target, chunk=40) as writer:
        for part in parts:
            writer.write(part)
    assert target.tobytes() == source.tobytes()


def on_own_pages(array):
    result = np.frombuffer(mmap.mmap(-1, array.nbytes), array.dtype)
    result[:] = array
    return result


def test_page_locked_arrays(gpu, source):
    """They are copied without threads, and the host waits for the last copies before it goes on."""
    source, target = on_own_pages(source), on_own_pages(np.zeros(1100, dtypes.LAS_6))
    if isinstance(gpu, host_gpu.HostDevice):
        gpu.locked_arrays.update([source.ctypes.data, target.ctypes.data])
        locked = contextlib.nullcontext()
    else:
        locked = contextlib.ExitStack()
        for array in (source, target):
            _driver.check(driver.cuMemHostRegister(array.ctypes.data, array.nbytes, 0))
            locked.callback(driver.cuMemHostUnregister, array.ctypes.data)
        assert _driver.is_page_locked(source.ctypes.data, source.nbytes)
        assert not _driver.is_page_locked(source.ctypes.data, source.nbytes + 1)
        assert not _driver.is_page_locked(np.zeros(10).ctypes.data, 80)
    with locked:
        before = threading.active_count()
        with hc.Writer(target, chunk=33) as writer:
            for part in hc.stream(source, chunk=70):
                assert threading.active_count() == before
                writer.write(part)
        assert writer.count == 1000 and target[:1000].tobytes() == source.tobytes() and not target["X"][1000:].any()
        assert taken(hc.stream(source, ["X"], chunk=400), ["X"])["X"].tobytes() == field(source, "X").tobytes()


def test_threads_go_on(gpu, source, monkeypatch):
    """The second part is copied before the first one is done, of which a thread holds a piece back."""
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("needs two threads")
    came, first, move = threading.Event(), source.ctypes.data, ctypes.memmove

    def hold_back(target, address, size):
        if address == first:
            assert came.wait(60)
        elif first + 300 <= address < first + source.nbytes:
            came.set()
        return move(target, address, size)

    monkeypatch.setattr(_parts.ctypes, "memmove", hold_back)
    parts = list(hc.stream(source, chunk=10))
    monkeypatch.undo()
    assert b"".join(part.to_host().tobytes() for part in parts) == source.tobytes()


def test_programs_end(tmp_path):
    """Also with a loop that was left, and a writer that was not closed."""
    if host_gpu.COMPILER is None:
        pytest.skip("g++ was not found")
    program = f"""
import sys
sys.path[:0] = {sys.path}
import numpy as np, pytest, host_gpu, heddle_cuda as hc
device = host_gpu.install(pytest.MonkeyPatch())
source = np.arange(1000, dtype="f4").view([("x", "f4")])
parts = hc.stream(source, chunk=30)
part = next(parts)
file = open({str(tmp_path / "out")!r}, "wb", buffering=0)
writer = hc.Writer(file, chunk=20)
writer.write(hc.to_device(source))
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)
    assert (tmp_path / "out").read_bytes() == np.arange(1000, dtype="f4").tobytes()


def test_progress(gpu, source, capsys):
    seen = []
    list(hc.stream(source, chunk=300, progress=lambda done, total: seen.append((done, total))))
    assert seen == [(300, 1000), (600, 1000), (900, 1000), (1000, 1000)]
    list(hc.stream(source, chunk=300, progress=True))
    error = capsys.readouterr().err
    assert error.endswith(" GB/s\n") and "100 %" in error and error.startswith("\r")
    list(hc.stream(source, chunk=300))
    assert capsys.readouterr().err == ""


def test_nothing(gpu, source):
    assert list(hc.stream(source[:0])) == [] and len(hc.stream(source[:0])) == 0
    with hc.Writer(io.BytesIO()) as writer:
        writer.write(hc.to_device(source[:0]))
    assert writer.count == 0


def test_errors_of_stream(gpu, source):
    for arguments, error, message in [
        (([1, 2],), TypeError, r"source is no array of NumPy.*list: open a file by numpy.memmap"),
        ((hc.to_device(source),), TypeError, "arrays on a GPU need no parts"),
        ((source["X"],), hc.LayoutError, "the type of a record has fields"),
        ((source[::2],), hc.ArrayError, r"one-dimensional and contiguous.*strides \(60,\)"),
        ((source.reshape(10, 100),), hc.ArrayError, r"the shape \(10, 100\)"),
        ((np.ma.array(source),), hc.ArrayError, "masked"),
        ((np.zeros(3, "O"),), hc.LayoutError, "has fields|Python objects"),
        ((source, ["nope"]), hc.LayoutError, "no field 'nope'"),
        ((source, "X"), TypeError, r"write \['X'\]"),
        ((source, []), TypeError, "fields has no name"),
    ]:
        with pytest.raises(error, match=message):
            hc.stream(*arguments)
    for chunk, error, message in [(0, ValueError, "chunk is 0"), (-5, ValueError, "chunk is -5"),
                                  (2.5, TypeError, "chunk must be an integer")]:  # fmt: skip
        with pytest.raises(error, match=message):
            hc.stream(source, chunk=chunk)


def test_errors_of_writer(gpu, source, tmp_path):
    target = np.zeros(100, dtypes.LAS_6)
    readonly = target.copy()
    readonly.flags.writeable = False
    with open(tmp_path / "text", "w") as text:
        for given, error, message in [
            (readonly, hc.ArrayError, "may not be written"),
            (target[::2], hc.ArrayError, "one-dimensional and contiguous"),
            (text, TypeError, r"open\(path, 'wb'\)"),
            (str(tmp_path / "text"), TypeError, "of the type str"),
            (target["X"].copy(), hc.LayoutError, "has fields"),
        ]:
            with pytest.raises(error, match=message):
                hc.Writer(given)
    records = hc.to_device(source)
    with hc.Writer(target) as writer:
        writer.write(records[:60])
        with pytest.raises(hc.ArrayError, match="100 records, of which 60 are written, so that 41 more do not fit"):
            writer.write(records[:41])
        with pytest.raises(hc.LayoutError, match="the target"):
            writer.write(hc.to_device(np.zeros(3, dtypes.PARTICLE)))
        with pytest.raises(TypeError, match="to_device"):
            writer.write(source)
        writer.write(records[60:100])
    assert target.tobytes() == source[:100].tobytes()
    with hc.Writer(io.BytesIO()) as writer:
        writer.write(records)
        with pytest.raises(hc.LayoutError, match="the target"):
            writer.write(hc.to_device(np.zeros(3, dtypes.PARTICLE)))
    with pytest.raises(ValueError, match="chunk is 0"):
        hc.Writer(target, chunk=0)


# With a GPU.


@pytest.mark.parametrize("fields", [None, ["X", "gps_time"]])
def test_overlapping_work(device, random, fields, monkeypatch):
    """Kernels on another stream use the parts while next ones are copied, and the results are written meanwhile."""
    monkeypatch.setattr(_transfers, "PIECE", 50_000)
    host = random_records(random, dtypes.LAS_6, 3_000_000)
    work = device.create_stream()
    target = np.zeros(len(host), host.dtype if fields is None else [("X", "i4"), ("gps_time", "f8")])
    with hc.Writer(target, chunk=40_000, stream=work) as writer:
        for part in hc.stream(host, fields, chunk=50_000, stream=work):
            writer.write(part if fields is None else hc.pack(part, target.dtype, stream=work))
    if fields is None:
        assert target.tobytes() == host.tobytes()
    else:
        assert all(same(field(target, name), field(host, name)) for name in fields)
