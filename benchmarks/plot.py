# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the results that report.py has read: one panel for each kind of access."""

import sys

import matplotlib

matplotlib.use("Agg")  # draws into files, also where there is no display

from matplotlib import pyplot
from matplotlib.lines import Line2D

COLOURS = {"limit": "#777777", "plain": "#d55e00", "coalesced": "#0072b2", "tile": "#009e73",
           "scratch": "#cc79a7", "blocked": "#e69f00", "block_tile": "#56b4e9", "soa": "#000000",
           "plain_thrust": "#d55e00", "cub": "#009e73", "heddle": "#0072b2"}
STYLES = {"limit": "--", "plain": "-", "coalesced": "-", "tile": ":", "scratch": "-",
          "blocked": "-", "block_tile": "-", "soa": "--", "plain_thrust": "-", "cub": ":",
          "heddle": "-"}


def plot_kind(axes, results, kind):
    """Lines through the structs of 4-byte members, marks for all others."""
    structs = results.structs(kind)
    for access in COLOURS:
        points = [(struct, results.rate(kind, struct, access)) for struct in structs]
        points = [(struct, rate) for struct, rate in points if rate is not None]
        if not points:
            continue
        words = [(s.bytes, rate) for s, rate in points if s.alignment == 4]
        odd = [(s.bytes, rate) for s, rate in points if s.alignment < 4]
        aligned = [(s.bytes, rate) for s, rate in points if s.alignment > 4]
        colour = COLOURS[access]
        if words:
            axes.plot(*zip(*words), STYLES[access], color=colour, linewidth=1.5)
        # The limit of the other structs would only hide their marks.
        if access != "limit" or kind in ("gather", "scatter"):
            for marks, shape in [(odd, "x"), (aligned, "D")]:
                if marks:
                    axes.plot(*zip(*marks), shape, color=colour, markersize=4,
                              markerfacecolor="none")
    axes.set_title(kind)
    axes.set_xlabel("bytes of a struct")
    axes.set_ylabel("GB/s")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)


def draw_plot(results, path):
    # Of masks the ratios tell something, not the rates.
    kinds = [kind for kind in results.kinds() if not results.is_masked(kind)]
    if not kinds:
        sys.exit("nothing to plot: only masks were measured")
    columns = min(3, len(kinds))
    rows = -(-len(kinds) // columns)
    figure, grid = pyplot.subplots(rows, columns, figsize=(5 * columns, 3.8 * rows),
                                   squeeze=False)
    cells = list(grid.flat)
    for axes, kind in zip(cells, kinds):
        plot_kind(axes, results, kind)
    for axes in cells[len(kinds):]:
        axes.axis("off")
    shown = [a for a in COLOURS if any(results.rate(kind, struct, a) is not None
                                       for kind in kinds for struct in results.structs(kind))]
    legend = [Line2D([], [], color=COLOURS[a], linestyle=STYLES[a], label=a) for a in shown]
    legend += [Line2D([], [], color="black", linestyle="", marker="x", markersize=5,
                      label="aligned to 1 or 2"),
               Line2D([], [], color="black", linestyle="", marker="D", markersize=5,
                      markerfacecolor="none", label="aligned to 8 or 16")]
    figure.suptitle(results.context.get("gpu", ""))
    inch = 1 / figure.get_figheight()
    figure.tight_layout(rect=(0, 0.35 * inch, 1, 1 - 0.25 * inch))
    figure.legend(handles=legend, loc="lower center", ncol=len(legend), frameon=False)
    figure.savefig(path, dpi=120)
