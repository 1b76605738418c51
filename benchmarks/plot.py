#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Draws results: one panel for each pattern of access; of the warp toolbox transposes over the values a lane, and
n-body over the bodies. It needs matplotlib, but for README's picture (--overview), an SVG file."""

import argparse
import sys

from reporting.overview import overview
from reporting.results import StructResults, WarpResults, check_one_gpu
from reporting.results_file import InputError, family_of, read

COLOURS = {"limit": "#777777", "plain": "#d55e00", "coalesced": "#0072b2", "tile": "#009e73",
           "scratch": "#cc79a7", "blocked": "#e69f00", "block_tile": "#56b4e9", "soa": "#000000",
           "plain_thrust": "#d55e00", "cub": "#009e73", "heddle": "#0072b2"}
STYLES = {"limit": "--", "plain": "-", "coalesced": "-", "tile": ":", "scratch": "-",
          "blocked": "-", "block_tile": "-", "soa": "--", "plain_thrust": "-", "cub": ":",
          "heddle": "-"}
TRANSPOSES = {"shuffle": ("#0072b2", "shuffles"),
              "shared_syncwarp": ("#d55e00", "shared memory"),
              "shared_syncwarp_padded": ("#009e73", "shared memory, padded")}
NBODIES = {"shared": ("#d55e00", "tiles in shared memory"),
           "shuffle": ("#0072b2", "tiles by shuffles")}


def load_pyplot():
    try:
        import matplotlib
    except ImportError:
        raise InputError("matplotlib is missing: pip install matplotlib") from None
    matplotlib.use("Agg")  # draws into files, also where there is no display
    from matplotlib import pyplot
    return pyplot


# ---- structs ----


def plot_pattern(axes, results, pattern):
    """Lines through the structs of 4-byte members, marks for all others."""
    structs = results.structs(pattern)
    for variant in COLOURS:
        points = [(struct, results.rate(pattern, struct, variant)) for struct in structs]
        points = [(struct, rate) for struct, rate in points if rate is not None]
        if not points:
            continue
        words = [(s.bytes, rate) for s, rate in points if s.alignment == 4]
        odd = [(s.bytes, rate) for s, rate in points if s.alignment < 4]
        aligned = [(s.bytes, rate) for s, rate in points if s.alignment > 4]
        colour = COLOURS[variant]
        if words:
            axes.plot(*zip(*words), STYLES[variant], color=colour, linewidth=1.5)
        # The limit of the other structs would only hide their marks.
        if variant != "limit" or pattern in ("gather", "scatter"):
            for marks, shape in [(odd, "x"), (aligned, "D")]:
                if marks:
                    axes.plot(*zip(*marks), shape, color=colour, markersize=4,
                              markerfacecolor="none")
    axes.set_title(pattern)
    axes.set_xlabel("bytes of a struct")
    axes.set_ylabel("GB/s")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)


def draw_legend(pyplot, figure, results, patterns):
    shown = [variant for variant in COLOURS
             if any(results.rate(pattern, struct, variant) is not None
                    for pattern in patterns for struct in results.structs(pattern))]
    line = pyplot.Line2D
    legend = [line([], [], color=COLOURS[v], linestyle=STYLES[v], label=v) for v in shown]
    legend += [line([], [], color="black", linestyle="", marker="x", markersize=5,
                    label="aligned to 1 or 2"),
               line([], [], color="black", linestyle="", marker="D", markersize=5,
                    markerfacecolor="none", label="aligned to 8 or 16")]
    inch = 1 / figure.get_figheight()
    figure.tight_layout(rect=(0, 0.35 * inch, 1, 1 - 0.25 * inch))
    figure.legend(handles=legend, loc="lower center", ncol=len(legend), frameon=False)


def draw_structs(pyplot, results, gpu, path):
    # Of masks the ratios tell something, not the rates.
    patterns = [pattern for pattern in results.patterns() if not results.is_masked(pattern)]
    if not patterns:
        raise InputError("nothing to draw: only masks were measured")
    columns = min(3, len(patterns))
    rows = -(-len(patterns) // columns)
    figure, grid = pyplot.subplots(rows, columns, figsize=(5 * columns, 3.8 * rows),
                                   squeeze=False)
    cells = list(grid.flat)
    for axes, pattern in zip(cells, patterns):
        plot_pattern(axes, results, pattern)
    for axes in cells[len(patterns):]:
        axes.axis("off")
    figure.suptitle(gpu)
    draw_legend(pyplot, figure, results, patterns)
    figure.savefig(path, dpi=120)


# ---- the warp toolbox ----


def plot_transpose(axes, table):
    for form, (colour, label) in TRANSPOSES.items():
        points = [(m, table[m][form].value) for m in sorted(table) if form in table[m]]
        if points:
            axes.plot(*zip(*points), "o" if "padded" in form else ".-", color=colour, label=label)
    axes.set_title("transpose of m int32 a lane")
    axes.set_xlabel("m")
    axes.set_ylabel("ns a warp, on a full multiprocessor")
    axes.set_ylim(0, 90)


def plot_nbody(axes, table):
    for start, (colour, label) in NBODIES.items():
        points = [(size, max(rates)) for size in sorted(table)
                  if (rates := [line.value for form, line in table[size].items()
                                if form.startswith(start)])]
        if points:
            axes.plot(*zip(*points), ".-", color=colour, label=label + ", the best form")
    axes.set_title("n-body, all pairs")
    axes.set_xlabel("bodies")
    axes.set_xscale("log", base=2)
    axes.set_ylabel("billion interactions a second")
    axes.set_ylim(bottom=0)


def draw_warp(pyplot, results, gpu, path):
    panels = [(plot_transpose, results.tables.get(("transpose", "int32, blocks of 256, by m"))),
              (plot_nbody, results.tables.get(("nbody", "fp32")))]
    if not all(table for _, table in panels):
        raise InputError("nothing to draw: transposes or n-body were not measured")
    figure, grid = pyplot.subplots(1, 2, figsize=(11, 4))
    for axes, (plot, table) in zip(grid, panels):
        plot(axes, table)
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    figure.suptitle(gpu)
    figure.tight_layout()
    figure.savefig(path, dpi=120)


def run(arguments):
    files = [read(path) for path in arguments.files]
    check_one_gpu(files)
    families = [family_of(file) for file in files]
    gpu = files[0].machine["gpu"]
    if arguments.overview and families != ["access"]:
        raise InputError("README's picture is one of the access family alone")
    if "instructions" in families or "warp" in families and len(files) > 1:
        raise InputError("instructions are not drawn, and the warp family in a picture of its own")
    try:
        if arguments.overview:
            picture = overview(StructResults(files), gpu)
            with open(arguments.picture, "w", encoding="utf-8") as file:
                file.write(picture)
        elif families == ["warp"]:
            draw_warp(load_pyplot(), WarpResults(files[0]), gpu, arguments.picture)
        else:
            draw_structs(load_pyplot(), StructResults(files), gpu, arguments.picture)
    except OSError as error:
        raise InputError(f"{arguments.picture}: {error.strerror}") from None


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", metavar="CSV", help="results of one GPU")
    parser.add_argument("picture", metavar="PICTURE", help="a PNG file; of --overview an SVG file")
    parser.add_argument("--overview", action="store_true",
                        help="README's picture: plain code and coalesced_ptr at every size")
    try:
        run(parser.parse_args(arguments))
    except InputError as error:
        print(f"plot: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
