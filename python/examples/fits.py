# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Reads the first binary table of a FITS file, keeps the rows with large values in a column, and writes another file.

fits.py [IN.fits OUT.fits COLUMN LOWEST]    by default a file of random stars is made

The rows are sorted by the column, the largest value first. All numbers of FITS are big-endian. Columns of arrays of
variable length work, too, because rows have only their places in the heap, which is copied as it is.
"""

import math
import pathlib
import re
import sys
import tempfile

import numpy as np

import heddle_cuda as hc

BLOCK, CARD = 2880, 80
TYPES = {"L": "S1", "B": "u1", "I": ">i2", "J": ">i4", "K": ">i8", "E": ">f4", "D": ">f8", "C": ">c8", "M": ">c16"}
Cards = dict[str, tuple[int, str]]


def header_at(file: bytes, start: int) -> tuple[Cards, int]:
    """Returns the places and the values of the cards of a header, and the first byte behind it."""
    cards: Cards = {}
    for at in range(start, len(file) - CARD + 1, CARD):
        card = file[at : at + CARD].decode("ascii")
        if card[:8].rstrip() == "END":
            return cards, start + -(-(at + CARD - start) // BLOCK) * BLOCK
        if card[8:10] == "= ":
            text = re.match(r" *('(?:[^']|'')*'|[^/]*)", card[10:]).group(1).strip()
            cards[card[:8].rstrip()] = at, text.strip("'").rstrip() if text[:1] == "'" else text
    sys.exit("fits.py: the file ends within a header")


def number(cards: Cards, name: str, default: float | None = None) -> int | float:
    if name not in cards and default is not None:
        return default
    text = cards[name][1]
    return int(text) if re.fullmatch(r"[+-]?\d+", text) else float(text.replace("D", "E"))


def table_of(file: bytes) -> tuple[Cards, int]:
    """Returns the header of the first binary table, and its first row."""
    if file[:9] != b"SIMPLE  =":
        sys.exit("fits.py: this is no FITS file")
    start = 0
    while start < len(file):
        cards, data = header_at(file, start)
        if cards.get("XTENSION", (0, ""))[1] == "BINTABLE":
            return cards, data
        axes = [number(cards, f"NAXIS{k + 1}") for k in range(number(cards, "NAXIS"))]
        elements = (number(cards, "PCOUNT", 0) + math.prod(axes)) * number(cards, "GCOUNT", 1) if axes else 0
        start = data + -(-abs(number(cards, "BITPIX")) // 8 * elements // BLOCK) * BLOCK
    sys.exit("fits.py: the file has no binary table")


def dtype_of(cards: Cards) -> np.dtype:
    """Returns the type of the rows."""
    fields = []
    for k in range(1, number(cards, "TFIELDS") + 1):
        repeat, kind = re.match(r"(\d*)([A-Z])", cards[f"TFORM{k}"][1]).groups()
        count = int(repeat or 1)
        name = cards.get(f"TTYPE{k}", (0, f"column{k}"))[1]
        if kind == "A":
            fields.append((name, f"S{count}"))
        elif kind == "X":  # bits
            fields.append((name, "u1", (-(-count // 8),)))
        elif kind in "PQ":
            fields.append((name, ">i4" if kind == "P" else ">i8", (2 * count,)))
        elif kind in TYPES:
            fields.append((name, TYPES[kind]) if count == 1 else (name, TYPES[kind], (count,)))
        else:
            sys.exit(f"fits.py: TFORM{k} is {cards[f'TFORM{k}'][1]}, which the standard does not have")
    dtype = np.dtype(fields)
    if dtype.itemsize != number(cards, "NAXIS1"):
        sys.exit(f"fits.py: a row has {number(cards, 'NAXIS1')} bytes, and its columns {dtype.itemsize}")
    return dtype


def changed(header: bytes, cards: Cards, start: int, values: dict[str, int]) -> bytes:
    """Returns a header with other numbers, and without sums of the bytes."""
    result = bytearray(header)
    for name, value in values.items():
        at = cards[name][0] - start
        result[at : at + CARD] = f"{name:8}= {value:20}".encode().ljust(CARD)
    for name in {"CHECKSUM", "DATASUM"} & cards.keys():
        at = cards[name][0] - start
        result[at : at + CARD] = b" " * CARD
    return bytes(result)


def with_large_values(file: bytes, column: str, lowest: float) -> bytes:
    """Returns the file with the rows whose value in a column is `lowest` or more."""
    cards, data = table_of(file)
    dtype, count = dtype_of(cards), number(cards, "NAXIS2")
    if column not in dtype.names:
        sys.exit(f"fits.py: there is no column {column}, but {', '.join(dtype.names)}")
    k = dtype.names.index(column) + 1
    scale, zero = number(cards, f"TSCAL{k}", 1), number(cards, f"TZERO{k}", 0)

    rows = hc.as_records(hc.to_device(np.frombuffer(file, np.uint8)), dtype, offset=data, count=count)
    values = hc.unpack(rows, [column])[column].astype("f8") * scale + zero
    kept = hc.sort_by(hc.copy_if(rows, values >= lowest), column, descending=scale > 0)
    print(f"{count} rows of {dtype.itemsize} bytes; {len(kept)} have a {column} of {lowest} or more")

    removed = (count - len(kept)) * dtype.itemsize
    heap = data + count * dtype.itemsize
    end = heap + number(cards, "PCOUNT", 0)
    values = {"NAXIS2": len(kept)}
    if "THEAP" in cards:
        values["THEAP"] = number(cards, "THEAP") - removed
    table = kept.to_host().tobytes() + file[heap:end]
    # The blocks of the table are filled with zeros. What lies behind it follows as it was.
    behind = file[data + -(-(end - data) // BLOCK) * BLOCK :]
    return changed(file[:data], cards, 0, values) + table + bytes(-len(table) % BLOCK) + behind


def made_file(count: int) -> bytes:
    """Returns a file with a table of random stars."""
    random = np.random.default_rng(5)
    dtype = np.dtype([("name", "S7"), ("ra", ">f8"), ("dec", ">f8"), ("flux", ">f4"), ("spectrum", ">f4", (5,)),
                      ("seen", ">i2")])  # fmt: skip
    stars = np.zeros(count, dtype)
    stars["name"] = [b"star%03d" % (k % 1000) for k in range(count)]
    for name, most in [("ra", 360), ("dec", 90), ("flux", 10)]:
        stars[name] = random.random(count) * most
    stars["spectrum"] = random.random((count, 5))
    stars["seen"] = random.integers(0, 100, count)
    forms = ["7A", "D", "D", "E", "5E", "I"]
    first = {"SIMPLE": "T", "BITPIX": 8, "NAXIS": 0, "EXTEND": "T"}
    second = {"XTENSION": "'BINTABLE'", "BITPIX": 8, "NAXIS": 2, "NAXIS1": dtype.itemsize, "NAXIS2": count,
              "PCOUNT": 0, "GCOUNT": 1, "TFIELDS": len(forms)}  # fmt: skip
    for k, (name, form) in enumerate(zip(dtype.names, forms, strict=True), 1):
        second |= {f"TTYPE{k}": f"'{name:8}'", f"TFORM{k}": f"'{form:8}'"}
    headers = b""
    for cards in (first, second):
        lines = [f"{name:8}= {value:>20}".ljust(CARD) for name, value in cards.items()]
        headers += "".join([*lines, "END".ljust(CARD)]).encode()
        headers += b" " * (-len(headers) % BLOCK)
    return headers + stars.tobytes() + bytes(-stars.nbytes % BLOCK)


def main(arguments: list[str]) -> None:
    if arguments:
        source, target, column, lowest = pathlib.Path(arguments[0]), pathlib.Path(arguments[1]), *arguments[2:]
    else:
        folder = pathlib.Path(tempfile.mkdtemp())
        source, target, column, lowest = folder / "stars.fits", folder / "bright.fits", "flux", "9"
        source.write_bytes(made_file(100_000))
    target.write_bytes(with_large_values(source.read_bytes(), column, float(lowest)))
    print(f"wrote {target}")


if __name__ == "__main__":
    main(sys.argv[1:])
