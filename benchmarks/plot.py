#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of results as SVG files into a folder: FAMILY_GPU.svg for each file, and headroom_GPU.svg for the
access family."""

import argparse
import sys
from pathlib import Path

from reporting import FAMILIES, InputError, Mask, Results, Struct, family_of, packed_alignment, read_files, run_script
from svg import WIDTH, Panel, legend, linear, logarithmic, number, picture, text
from to_csv import gpu_slug

# The pictures of rates: the title, and the panels, with a dot for each size.
RATES = {"access": ("One struct per thread", ["load", "store", "copy", "gather", "scatter"]),
         "peers": ("Ways to move a struct", ["compared_load", "compared_store", "compared_copy", "compared_gather",
                                             "compared_scatter"]),
         "add": ("Records that add up", ["add_random", "add_consecutive", "add_runs", "add_hot", "add_same"]),
         "algorithm": ("Algorithms", ["transform", "transform_reduce", "inclusive_scan", "copy_if", "partition_copy"])}
# Variants that are drawn alike, their color, their dash ("" for dots), and their label, in the order of the legend. The
# first ones are drawn on top.
SERIES = {"access": [(("coalesced",), "blue", "", "heddle"), (("plain",), "orange", "", "plain code"),
                     (("limit",), "gray", "5 3", "limit")],
          "peers": [(("coalesced",), "blue", "", "heddle"), (("plain",), "orange", "", "plain code"),
                    (("soa",), "yellow", "", "an array per member"),
                    (("cub_warp", "cub_block", "cub_wide", "cub_exchange", "cub_exchange_wide"), "green", "",
                     "CUB"),
                    (("memcpy_async", "memcpy_async2", "load_to_shared", "load_to_shared2", "staged_tile"), "purple",
                     "", "tiles in shared memory"),
                    (("limit",), "gray", "5 3", "limit")],
          "add": [(("coalesced",), "blue", "", "heddle"), (("vector",), "yellow", "", "vector atomics"),
                  (("plain",), "orange", "", "plain atomics")],
          "algorithm": [(("coalesced", "heddle"), "blue", "", "heddle"),
                        (("plain", "plain_thrust", "marked"), "orange", "", "Thrust on T*"),
                        (("cub",), "green", "", "CUB on T*"), (("limit",), "gray", "5 3", "limit")]}
RANDOM = ("gather", "scatter")
COLUMNS, PANEL_WIDTH, LEFT, STEP = 3, 172, 56, 206


def place(index, height):
    """Returns the left and top of a panel, of which three stand side by side."""
    return LEFT + index % COLUMNS * STEP, 66 + index // COLUMNS * (height + 60)


def ticks_of(panel, index, values, form):
    """Draws lines across a panel. The leftmost panel has the labels."""
    panel.ticks_up(values, [form.format(value) if index % COLUMNS == 0 else "" for value in values])


def packed_rates(results, pattern, variants):
    """Returns sizes and rates of structs of the packed alignment: for each size that of the fastest variant. The limits
    of random accesses are those of whole 4-byte words: kernels that move smaller words are slower than heddle."""
    step = 4 if pattern.endswith(RANDOM) and "limit" in variants else 1
    return [(struct.bytes, max(rates)) for struct in results.structs(pattern)
            if struct.alignment == packed_alignment(struct.bytes) and struct.bytes % step == 0 and
            (rates := [rate for variant in variants if (rate := results.rate(pattern, struct, variant))])]


def draw_rates(results, gpu, family):
    title, panels = RATES[family]
    panels = [pattern for pattern in panels if pattern in results.tables]
    if not panels:
        return None
    rates = {(pattern, series): packed_rates(results, pattern, series[0]) for pattern in panels
             for series in SERIES[family]}
    if not any(rates.values()):
        return None
    top = 1000 * -(-max(rate for found in rates.values() for _, rate in found) // 1000)
    most = 64 * -(-max(size for found in rates.values() for size, _ in found) // 64)
    lines, height = [], 150
    for index, pattern in enumerate(panels):
        panel = Panel(*place(index, height), PANEL_WIDTH, height, linear(0, most, PANEL_WIDTH), linear(0, top, height))
        panel.title(pattern.replace("compared_", "").replace("add_", "") + " (random)" * pattern.endswith(RANDOM))
        ticks_of(panel, index, range(0, int(top) + 1, 1000), "{:,}")
        panel.ticks_across(range(0, most + 1, most // 4))
        for series in reversed(SERIES[family]):
            found = rates[pattern, series]
            if found:
                size = 3.2 if len(found) > 99 else 5
                panel.line(found, *series[1:3]) if series[2] else panel.dots(found, series[1], size)
        lines += panel.lines
    left, below = place(len(panels), height)
    entries = [series[1:] for series in SERIES[family] if any(rates[pattern, series] for pattern in panels)]
    lines += legend(left + 4, below + 4, entries)
    below += 28 + 22 * len(entries)
    lines += [text(left + 4, below + 18 * line, words, "start", "note")
              for line, words in enumerate(["GB/s over bytes of a struct;", "each dot is one size"])]
    rows = -(-(len(panels) + 1) // COLUMNS)
    return picture(66 + rows * (height + 60) - 22, f"{title}, structs of up to {most} bytes, on one {gpu}", lines)


def draw_headroom(results, gpu, _):
    """Draws the rate of copies beside arithmetic."""
    copies = results.tables.get("copy", {})
    structs = [struct for struct in results.structs("copy") if any("+" in variant for variant in copies[struct])]
    if not structs:
        return None
    lines, height = [], 110
    series = [("coalesced", "blue", "heddle"), ("scratch", "purple", "heddle with scratch"),
              ("plain", "orange", "plain code")]
    for index, struct in enumerate(structs):
        works = [0, *sorted({int(variant.split("+")[1]) for variant in copies[struct] if "+" in variant})]
        panel = Panel(*place(index, height), PANEL_WIDTH, height, linear(0, works[-1], PANEL_WIDTH),
                      linear(0, 100, height))
        panel.title(f"{struct.bytes} bytes")
        ticks_of(panel, index, range(0, 101, 25), "{} %")
        panel.ticks_across(range(0, works[-1] + 1, 128))
        for variant, color, _ in reversed(series):
            points = [(work, 100 * share) for work in works
                      if (share := results.ratio("copy", struct, variant + f"+{work}" * (work > 0), "limit"))]
            if points:
                panel.line(points, color)
                panel.dots(points, color, 6)
        lines += panel.lines
    left, top = place(len(structs), height)
    lines += legend(left + 4, top + 4, [(color, "", label) for _, color, label in series])
    lines += [text(left + 4, top + 84 + 18 * line, words, "start", "note")
              for line, words in enumerate(["share of a memcpy's rate, over", "multiply-adds per struct"])]
    rows = -(-(len(structs) + 1) // COLUMNS)
    return picture(66 + rows * (height + 60) - 18, f"Copies beside arithmetic, on one {gpu}", lines)


def draw_speedups(results, gpu, family):
    """Draws the speed of each kernel relative to plain code: a ring if only the pointer's type is changed, and a bar if
    elements are moved as a whole."""
    rows = []
    for pattern in FAMILIES[family]:
        for struct in results.structs(pattern):
            word, best, whole = (results.ratio(pattern, struct, variant, "plain")
                                 for variant in ("word", "best", "whole"))
            if best or whole:
                rows.append((best or whole, word, f"{pattern.replace('_', ' ')}, {struct.bytes} bytes"))
    if not rows:
        return None
    rows.sort(key=lambda row: (-row[0], row[2]))
    ticks = [1, 2]
    while ticks[-1] < rows[0][0]:
        ticks.append(2 * ticks[-1])
    left, top, step = 212, 74, 23
    width = WIDTH - left - 60
    across, bottom = logarithmic(min(0.8, rows[-1][0]), ticks[-1], width), top + step * len(rows)
    lines = []
    for tick in ticks:
        x = left + across(tick)
        lines += [f'<path d="M{number(x)} {top - 4}V{bottom}" class="{"tick" if tick == 1 else "grid"}"/>',
                  text(x, top - 12, tick, css="note")]
    one = left + across(1)
    for index, (gain, word, label) in enumerate(rows):
        y, x = top + step * (index + 0.5), left + across(gain)
        lines += [text(left - 10, y + 5, label, "end"),
                  f'<rect x="{number(min(x, one))}" y="{number(y - 7)}" width="{number(abs(x - one))}" height="14" '
                  f'class="{"blue" if gain >= 1 else "orange"}" fill="currentColor"/>',
                  text(max(x, one) + 11, y + 5, f"{gain:.{2 if gain < 9.95 else 1}f}", "start", "title")]
        if word:
            lines.append(ring(left + across(word), y))
    bottom += 22
    lines += [f'<rect x="{LEFT}" y="{bottom - 7}" width="22" height="14" class="blue" fill="currentColor"/>',
              text(LEFT + 32, bottom + 5, "elements moved whole", "start"), ring(LEFT + 221, bottom),
              text(LEFT + 236, bottom + 5, "only the pointer's type changed", "start"),
              text(WIDTH - 24, bottom + 5, "log axis", "end", "note")]
    return picture(bottom + 24, f"Speed of kernels moved to heddle, plain code = 1, on one {gpu}", lines)


def ring(x, y):
    return (f'<circle cx="{number(x)}" cy="{number(y)}" r="5" class="ring yellow" stroke="currentColor" '
            'stroke-width="3"/>')


# Classes of cells: up to which ratio, the color, its opacity, and whether the text is white in light mode, too.
CELLS = [(0.8, "#d55e00", 0.75, ""), (0.95, "#d55e00", 0.3, ""), (1.05, "#0072b2", 0.04, ""), (1.5, "#0072b2", 0.2, ""),
         (3, "#0072b2", 0.4, ""), (6, "#0072b2", 0.65, ""), (1e9, "#0072b2", 1, " white")]


def draw_masks(results, gpu, family):
    """Draws tables of ratios to plain code: a row for each size, a column for each number of lanes. If both orders of
    lanes were measured, it draws the lanes that are scattered over the warp."""
    lines, left, top, below, height = [], LEFT, 92, 0, 22
    for pattern in (pattern for pattern in FAMILIES[family] if pattern in results.tables):
        structs = [struct for struct in results.structs(pattern) if struct.mask and struct.mask.order != "prefix" and
                   results.ratio(pattern, struct, "coalesced", "plain")]
        if not structs:
            continue
        masks = sorted({struct.mask for struct in structs}, key=lambda mask: mask.lanes)
        sizes = sorted({(struct.bytes, struct.alignment) for struct in structs})
        width = 28 if len(masks) <= 10 else 23
        if left + width * len(masks) > WIDTH - 10:
            left, top = LEFT, below + 70
        lines += [text(left + width * len(masks) / 2, top - 28, pattern.partition("_")[2], css="title"),
                  *(text(left + width * (column + 0.5), top - 8, mask.lanes, css="note")
                    for column, mask in enumerate(masks))]
        for row, (size, alignment) in enumerate(sizes):
            y = top + height * row
            lines.append(text(left - 6, y + 16, size, "end", "note"))
            for column, mask in enumerate(masks):
                ratio = results.ratio(pattern, Struct(size, alignment, mask), "coalesced", "plain")
                if not ratio:
                    continue
                color, opacity, white = next(cell[1:] for cell in CELLS if ratio < cell[0])
                x = left + width * column
                lines += [f'<rect x="{x + 1}" y="{y + 1}" width="{width - 2}" height="{height - 2}" fill="{color}" '
                          f'fill-opacity="{opacity}"/>',
                          text(x + width / 2, y + 16, f"{ratio:.{int(ratio < 9.95)}f}", css=f"small{white}")]
        below = max(below, top + height * len(sizes))
        left += width * len(masks) + 40
    if not lines:
        return None
    of = "lanes of a warp" if family == "masked" else "per cent of the lanes"
    lines += [text(WIDTH / 2, below + 26 + 18 * line, words, css="note") for line, words in enumerate(
        [f"rows: bytes of a struct; columns: {of} that take the branch",
         "blue: faster than plain code; orange: slower"])]
    return picture(below + 64, f"Speed of accesses in a branch, plain code = 1, on one {gpu}", lines)


def draw_warp(results, gpu, _):
    """Draws transposes over the number of values per lane, and n-body over the number of bodies."""
    tables = [results.tables.get(("transpose", "int32, blocks of 256, by m")), results.tables.get(("nbody", "fp32"))]
    if not all(tables):
        return None
    if any(len(table) < 2 for table in tables):
        return None  # an axis needs two sizes
    # The name of a form begins with one of these words. Of several forms, the best one is drawn.
    forms = [("shuffle", "blue", "by shuffles"), ("shared", "orange", "through shared memory")]
    lines, height = [], 170
    for index, (table, title, best) in enumerate(zip(tables, ("ns per transpose of m int32 a lane",
                                                              "n-body: 10⁹ interactions a second"), (min, max))):
        rates = {start: [(size, best(rates)) for size in sorted(table)
                         if (rates := [line.value for form, line in table[size].items()
                                       if form.startswith(start) and line.is_correct])] for start, _, _ in forms}
        sizes, top = sorted(table), max((rate for found in rates.values() for _, rate in found), default=1)
        scale, width = (logarithmic if index else linear), 250
        panel = Panel(LEFT + index * (width + 70), 66, width, height, scale(sizes[0], sizes[-1], width),
                      linear(0, top, height))
        panel.title(title)
        values = range(0, int(top) + 1, 500 if index else 20)
        panel.ticks_up(values, values)
        sizes = [size for size in sizes if index or size % 4 == 0]
        panel.ticks_across(sizes, [size // 1024 if index else size for size in sizes])
        for start, color, _ in forms:
            panel.line(rates[start], color)
            panel.dots(rates[start], color, 5)
        lines += panel.lines
    bottom = 66 + height + 46
    lines += legend(LEFT, bottom, [(color, "", label) for _, color, label in forms])
    lines += [text(LEFT + 320, bottom + 5, "left: m; right: bodies, in units of 1,024", "start", "note")]
    return picture(bottom + 42, f"Transposes and n-body, on one {gpu}", lines)


PICTURES = {"access": {"access": draw_rates, "headroom": draw_headroom}, "peers": {"peers": draw_rates},
            "algorithm": {"algorithm": draw_rates},
            "add": {"add": draw_rates}, "moved": {"moved": draw_speedups}, "masked": {"masked": draw_masks},
            "diverged": {"diverged": draw_masks},
            "warp": {"warp": draw_warp}}


def run(arguments):
    drawn = 0
    for file in read_files(arguments.files):
        gpu, family = file.machine["gpu"], family_of(file)
        for name, draw in PICTURES.get(family, {}).items():
            content = draw(Results([file]), gpu.replace("NVIDIA ", ""), family)
            if content:
                path = Path(arguments.folder, f"{name}_{gpu_slug(gpu)}.svg")
                path.write_text(content, encoding="utf-8")
                drawn += 1
                print(path)
    if not drawn:
        raise InputError("nothing to draw: pictures are drawn of the families " + ", ".join(PICTURES))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", metavar="CSV", help="results of one GPU")
    parser.add_argument("folder", metavar="FOLDER", help="where the pictures are written")
    return run_script(parser, run, arguments)


if __name__ == "__main__":
    sys.exit(main())
