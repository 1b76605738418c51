# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Keeps the records of an HDF5 dataset that have large values in a field, and writes them to another file.

hdf5.py [IN.h5 DATASET OUT.h5 FIELD LOWEST]    by default a file of random events is made. Needs h5py

HDF5 stores a dataset of a compound type that is neither chunked nor compressed as its records, one behind the other. So
both files are mapped, and the records pass through the GPU in parts: they may be more than its memory.
"""

import pathlib
import sys
import tempfile

import h5py
import numpy as np

import heddle_cuda as hc


def mapped(path: pathlib.Path, dataset: str, mode: str) -> np.memmap:
    """Returns the records of a dataset as an array of the file."""
    with h5py.File(path) as file:
        found = file[dataset]
        offset, dtype, shape = found.id.get_offset(), found.dtype, found.shape
    if dtype.names is None or len(shape) != 1:
        sys.exit(f"hdf5.py: {dataset} has the type {dtype} and the shape {shape}: it is no list of records")
    if offset is None:
        sys.exit(f"hdf5.py: {dataset} is chunked or empty: write it anew, by h5repack -l {dataset}:CONTI")
    return np.memmap(path, dtype, mode, offset, shape)


def create(path: pathlib.Path, dataset: str, dtype: np.dtype, count: int) -> None:
    """Creates a file with a dataset, for whose records it has room."""
    with h5py.File(path, "w") as file:
        properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        properties.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
        links = h5py.h5p.create(h5py.h5p.LINK_CREATE)
        links.set_create_intermediate_group(True)
        kind, space = h5py.h5t.py_create(dtype, logical=True), h5py.h5s.create_simple((count,))
        h5py.h5d.create(file.id, dataset.encode(), kind, space, properties, links)


def with_large_values(
    source: pathlib.Path, dataset: str, target: pathlib.Path, field: str, lowest: float, chunk: int | None = None
) -> int:
    """Writes the records whose field is `lowest` or more, and returns their number."""
    records = mapped(source, dataset, "r")
    count = sum(int((part[field] >= lowest).sum()) for part in hc.stream(records, [field], chunk=chunk))
    create(target, dataset, records.dtype, count)
    if count:
        with hc.Writer(mapped(target, dataset, "r+"), chunk=chunk) as out:
            for part in hc.stream(records, chunk=chunk):
                out.write(hc.copy_if(part, part[field] >= lowest))
    print(f"{len(records)} records of {records.dtype.itemsize} bytes; {count} have a {field} of {lowest} or more")
    return count


def main(arguments: list[str]) -> None:
    if arguments:
        source, dataset, target, field, lowest = arguments
    else:
        folder = pathlib.Path(tempfile.mkdtemp())
        source, dataset, target, field, lowest = (
            folder / "events.h5",
            "run/events",
            folder / "large.h5",
            "energy",
            "0.9",
        )
        events = np.zeros(100_000, [("time", "u8"), ("energy", "f4"), ("cell", "i2"), ("position", "f4", 3)])
        events["energy"] = np.random.default_rng(3).random(len(events))
        with h5py.File(source, "w") as file:
            file[dataset] = events
    with_large_values(pathlib.Path(source), dataset, pathlib.Path(target), field, float(lowest))
    print(f"wrote {target}")


if __name__ == "__main__":
    main(sys.argv[1:])
