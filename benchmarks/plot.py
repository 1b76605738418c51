#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Draws results, with one panel for each access pattern. For the warp toolbox, it draws transposes over the number of
values a lane, and n-body over the number of bodies. README's picture (--overview) is an SVG file; all other pictures
need matplotlib."""

import argparse
import sys
from pathlib import Path

from reporting import InputError, Results, Struct, family_of, packed_alignment, read_files, run_script

# The color and the line of each variant.
STYLES = {"limit": ("#777777", "--"), "plain": ("#d55e00", "-"), "coalesced": ("#0072b2", "-"), "tile": ("#009e73", ":"),
          "scratch": ("#cc79a7", "-"), "blocked": ("#e69f00", "-"), "block_tile": ("#56b4e9", "-"), "soa": ("#000000", "--"),
          "plain_thrust": ("#d55e00", "-"), "cub": ("#009e73", ":"), "heddle": ("#0072b2", "-")}
TRANSPOSES = {"shuffle": ("#0072b2", "shuffles"), "shared_syncwarp": ("#d55e00", "shared memory"),
              "shared_syncwarp_padded": ("#009e73", "shared memory, padded")}
NBODIES = {"shared": ("#d55e00", "tiles in shared memory"), "shuffle": ("#0072b2", "tiles by shuffles")}


def label_axes(axes, title, across, up, **limits):
    axes.set(title=title, xlabel=across, ylabel=up)
    axes.set_ylim(**{"bottom": 0, **limits})
    axes.grid(alpha=0.3)


def plot_pattern(axes, results, pattern):
    """Draws lines through the structs with 4-byte members, and marks for all other structs."""
    for variant, (color, style) in STYLES.items():
        rates = [(struct, results.rate(pattern, struct, variant)) for struct in results.structs(pattern)]
        # The marks of the limit would hide the other marks.
        hides = variant == "limit" and pattern not in ("gather", "scatter")
        for belongs, mark in ((lambda a: a == 4, style), (lambda a: a < 4, "x"), (lambda a: a > 4, "D")):
            points = [(s.bytes, rate) for s, rate in rates if rate is not None and belongs(s.alignment)]
            if points and (mark == style or not hides):
                axes.plot(*zip(*points), mark, color=color, linewidth=1.5, markersize=4, markerfacecolor="none")
    label_axes(axes, pattern, "bytes of a struct", "GB/s")


def draw_legend(line, figure, results, patterns):
    legend = [line([], [], color=color, linestyle=style, label=variant) for variant, (color, style) in STYLES.items()
              if any(variant in lines for pattern in patterns for lines in results.tables[pattern].values())]
    legend += [line([], [], color="black", linestyle="", marker=marker, markersize=5, markerfacecolor="none", label=label)
               for marker, label in (("x", "aligned to 1 or 2"), ("D", "aligned to 8 or 16"))]
    inch = 1 / figure.get_figheight()
    figure.tight_layout(rect=(0, 0.35 * inch, 1, 1 - 0.25 * inch))
    figure.legend(handles=legend, loc="lower center", ncol=len(legend), frameon=False)


def draw_structs(matplotlib, results, gpu):
    # Masked patterns are omitted, because their rates have no meaning; only their ratios to plain code do.
    patterns = [pattern for pattern in results.patterns() if not results.is_masked(pattern)]
    if not patterns:
        raise InputError("nothing to draw: only masks were measured")
    columns = min(3, len(patterns))
    rows = -(-len(patterns) // columns)
    figure = matplotlib.figure.Figure(figsize=(5 * columns, 3.8 * rows))
    grid = figure.subplots(rows, columns, squeeze=False).flat
    for axes, pattern in zip(grid, patterns):
        plot_pattern(axes, results, pattern)
    for axes in grid[len(patterns):]:
        axes.axis("off")
    figure.suptitle(gpu)
    draw_legend(matplotlib.lines.Line2D, figure, results, patterns)
    return figure


def plot_transpose(axes, table):
    for form, (color, label) in TRANSPOSES.items():
        points = [(m, table[m][form].value) for m in sorted(table) if form in table[m]]
        if points:
            axes.plot(*zip(*points), "o" if "padded" in form else ".-", color=color, label=label)
    label_axes(axes, "transpose of m int32 a lane", "m", "ns a warp, on a full multiprocessor", top=90)


def plot_nbody(axes, table):
    for start, (color, label) in NBODIES.items():
        points = [(size, max(rates)) for size in sorted(table)
                  if (rates := [line.value for form, line in table[size].items() if form.startswith(start)])]
        if points:
            axes.plot(*zip(*points), ".-", color=color, label=label + ", the best form")
    axes.set_xscale("log", base=2)
    label_axes(axes, "n-body, all pairs", "bodies", "billion interactions a second")


def draw_warp(matplotlib, results, gpu):
    panels = [(plot_transpose, results.tables.get(("transpose", "int32, blocks of 256, by m"))),
              (plot_nbody, results.tables.get(("nbody", "fp32")))]
    if not all(table for _, table in panels):
        raise InputError("nothing to draw: transposes or n-body were not measured")
    figure = matplotlib.figure.Figure(figsize=(11, 4))
    for axes, (plot, table) in zip(figure.subplots(1, 2), panels):
        plot(axes, table)
        axes.legend(frameon=False)
    figure.suptitle(gpu)
    figure.tight_layout()
    return figure


# ---- README's picture ----

# The picture has one panel for each pattern, with one dot for each size, for plain code and for heddle. It is SVG,
# written without matplotlib. The same results give the same file everywhere, so that a test can compare the file with
# the committed one.
PANELS = [("copy", "copy: consecutive structs"), ("gather", "gather: a random permutation"),
          ("scatter", "scatter: a random permutation")]
# The series are drawn in this order; the last one is on top.
SERIES = [("plain", "plain code: T*", "#c2410c"), ("coalesced", "heddle: coalesced_ptr&lt;T&gt;", "#1d4ed8")]
LIMIT = "#6b7280"
MOST_BYTES, MOST_RATE = 256, 5000
WIDTH, HEIGHT = 960, 346
PANEL_WIDTH, PANEL_HEIGHT, LEFT, TOP, STEP = 266, 200, 62, 66, 300


def point_of(size, rate):
    return (round(size / MOST_BYTES * PANEL_WIDTH, 1), round(PANEL_HEIGHT - rate / MOST_RATE * PANEL_HEIGHT, 1))


def points_of(results, pattern, variant):
    rates = [(size, results.rate(pattern, Struct(size, packed_alignment(size)), variant)) for size in range(1, MOST_BYTES + 1)]
    return [point_of(size, rate) for size, rate in rates if rate is not None]


def text_at(x, y, words, anchor="middle", size=13, color="#111827", weight="normal"):
    return (f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" '
            f'fill="{color}">{words}</text>')


def grid_of_panel(is_first):
    lines = []
    for rate in range(0, MOST_RATE + 1, 1000):
        y = point_of(0, rate)[1]
        lines.append(f'<path d="M0 {y:g}H{PANEL_WIDTH}" stroke="#e5e7eb"/>')
        if is_first:
            lines.append(text_at(-8, y + 4, f"{rate:,}", anchor="end", size=12, color="#374151"))
    for size in range(0, MOST_BYTES + 1, 64):
        x = point_of(size, 0)[0]
        lines.append(f'<path d="M{x:g} {PANEL_HEIGHT}v4" stroke="#9ca3af"/>')
        lines.append(text_at(x, PANEL_HEIGHT + 18, size, size=12, color="#374151"))
    return lines


def panel_of(results, pattern, title, is_first):
    lines = grid_of_panel(is_first) + [text_at(PANEL_WIDTH / 2, -10, title, weight="600")]
    if is_first:
        lines.append(text_at(-8, -10, "GB/s", anchor="end", size=12, color="#374151"))
        at = points_of(results, pattern, "limit")
        if at:
            path = "L".join(f"{x:g} {y:g}" for x, y in at)
            lines.append(f'<path d="M{path}" fill="none" stroke="{LIMIT}" stroke-dasharray="5 3"/>')
    for variant, _, color in SERIES:
        dots = "".join(f"M{x:g} {y:g}h.01" for x, y in points_of(results, pattern, variant))
        if not dots:
            raise InputError(f"nothing to draw: {pattern}/{variant} was not measured")
        lines.append(f'<path d="{dots}" stroke="{color}" stroke-width="3.4" stroke-linecap="round"/>')
    return lines


def legend_of_overview():
    y, x = HEIGHT - 18, LEFT
    lines = [text_at(x + 1.5 * STEP - 17, y - 25, "bytes of a struct; each dot is one size", size=12, color="#374151")]
    for _, label, color in reversed(SERIES):
        lines += [f'<circle cx="{x + 90}" cy="{y - 4}" r="4" fill="{color}"/>',
                  text_at(x + 102, y, label, anchor="start", weight="600", color=color)]
        x += 270
    lines += [f'<path d="M{x + 72} {y - 4}h22" stroke="{LIMIT}" stroke-dasharray="5 3"/>',
              text_at(x + 102, y, "cudaMemcpyAsync", anchor="start", color="#374151")]
    return lines


def draw_overview(results, gpu):
    """Returns the picture. It has its own background, so that it is legible on a page of any color."""
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
             f'height="{HEIGHT}" font-family="system-ui, -apple-system, \'Segoe UI\', Helvetica, Arial, sans-serif">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#ffffff"/>',
             text_at(WIDTH / 2, 26, f"Structs of 1 to {MOST_BYTES} bytes, one a thread, on one {gpu}", size=15,
                  weight="600")]
    for number, (pattern, title) in enumerate(PANELS):
        if pattern not in results.tables:
            raise InputError(f"nothing to draw: {pattern} was not measured")
        lines += [f'<g transform="translate({LEFT + number * STEP} {TOP})">',
                  *panel_of(results, pattern, title, number == 0), "</g>"]
    return "\n".join(lines + legend_of_overview() + ["</svg>", ""])


def run(arguments):
    files = read_files(arguments.files)
    families = [family_of(file) for file in files]
    gpu, results = files[0].machine["gpu"], Results(files)
    if arguments.overview and families != ["access"]:
        raise InputError("README's picture is one of the access family alone")
    if "warp" in families and len(files) > 1:
        raise InputError("the warp family is drawn in a picture of its own")
    if arguments.overview:
        Path(arguments.picture).write_text(draw_overview(results, gpu), encoding="utf-8")
        return
    try:
        import matplotlib.figure
    except ImportError:
        raise InputError("matplotlib is missing: pip install matplotlib") from None
    draw = draw_warp if families == ["warp"] else draw_structs
    draw(matplotlib, results, gpu).savefig(arguments.picture, dpi=120)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", metavar="CSV", help="results of one GPU")
    parser.add_argument("picture", metavar="PICTURE", help="a PNG file; of --overview an SVG file")
    parser.add_argument("--overview", action="store_true",
                        help="README's picture: plain code and coalesced_ptr at every size")
    return run_script(parser, run, arguments)


if __name__ == "__main__":
    sys.exit(main())
