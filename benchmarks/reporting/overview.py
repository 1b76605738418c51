# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Draws README's picture: one panel for each pattern, with one dot for each size, for plain code and for heddle. The
picture is SVG, written without matplotlib. The same results give the same file everywhere, so that a test can compare
the file with the committed one."""

from .patterns import Struct, packed_alignment
from .results_file import InputError

PANELS = [("copy", "copy: consecutive structs"), ("gather", "gather: a random permutation"),
          ("scatter", "scatter: a random permutation")]
# The series are drawn in this order; the last one is on top.
SERIES = [("plain", "plain code: T*", "#c2410c"), ("coalesced", "heddle: coalesced_ptr&lt;T&gt;", "#1d4ed8")]
LIMIT = "#6b7280"
MOST_BYTES, MOST_RATE = 256, 5000
WIDTH, HEIGHT = 960, 346
PANEL_WIDTH, PANEL_HEIGHT, LEFT, TOP, STEP = 266, 200, 62, 66, 300


def point(size, rate):
    return (round(size / MOST_BYTES * PANEL_WIDTH, 1), round(PANEL_HEIGHT - rate / MOST_RATE * PANEL_HEIGHT, 1))


def points(results, pattern, variant):
    rates = [(size, results.rate(pattern, Struct(size, packed_alignment(size)), variant)) for size in range(1, MOST_BYTES + 1)]
    return [point(size, rate) for size, rate in rates if rate is not None]


def text(x, y, words, anchor="middle", size=13, color="#111827", weight="normal"):
    return (f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" '
            f'fill="{color}">{words}</text>')


def grid(is_first):
    lines = []
    for rate in range(0, MOST_RATE + 1, 1000):
        y = point(0, rate)[1]
        lines.append(f'<path d="M0 {y:g}H{PANEL_WIDTH}" stroke="#e5e7eb"/>')
        if is_first:
            lines.append(text(-8, y + 4, f"{rate:,}", anchor="end", size=12, color="#374151"))
    for size in range(0, MOST_BYTES + 1, 64):
        x = point(size, 0)[0]
        lines.append(f'<path d="M{x:g} {PANEL_HEIGHT}v4" stroke="#9ca3af"/>')
        lines.append(text(x, PANEL_HEIGHT + 18, size, size=12, color="#374151"))
    return lines


def panel(results, pattern, title, is_first):
    lines = grid(is_first) + [text(PANEL_WIDTH / 2, -10, title, weight="600")]
    if is_first:
        lines.append(text(-8, -10, "GB/s", anchor="end", size=12, color="#374151"))
        at = points(results, pattern, "limit")
        if at:
            path = "L".join(f"{x:g} {y:g}" for x, y in at)
            lines.append(f'<path d="M{path}" fill="none" stroke="{LIMIT}" stroke-dasharray="5 3"/>')
    for variant, _, color in SERIES:
        dots = "".join(f"M{x:g} {y:g}h.01" for x, y in points(results, pattern, variant))
        if not dots:
            raise InputError(f"nothing to draw: {pattern}/{variant} was not measured")
        lines.append(f'<path d="{dots}" stroke="{color}" stroke-width="3.4" stroke-linecap="round"/>')
    return lines


def legend():
    y, x = HEIGHT - 18, LEFT
    lines = [text(x + 1.5 * STEP - 17, y - 25, "bytes of a struct; each dot is one size", size=12, color="#374151")]
    for _, label, color in reversed(SERIES):
        lines += [f'<circle cx="{x + 90}" cy="{y - 4}" r="4" fill="{color}"/>',
                  text(x + 102, y, label, anchor="start", weight="600", color=color)]
        x += 270
    lines += [f'<path d="M{x + 72} {y - 4}h22" stroke="{LIMIT}" stroke-dasharray="5 3"/>',
              text(x + 102, y, "cudaMemcpyAsync", anchor="start", color="#374151")]
    return lines


def overview(results, gpu):
    """Returns the picture. It has its own background, so that it is legible on a page of any color."""
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
             f'height="{HEIGHT}" font-family="system-ui, -apple-system, \'Segoe UI\', Helvetica, Arial, sans-serif">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#ffffff"/>',
             text(WIDTH / 2, 26, f"Structs of 1 to {MOST_BYTES} bytes, one a thread, on one {gpu}", size=15,
                  weight="600")]
    for number, (pattern, title) in enumerate(PANELS):
        if pattern not in results.tables:
            raise InputError(f"nothing to draw: {pattern} was not measured")
        lines += [f'<g transform="translate({LEFT + number * STEP} {TOP})">',
                  *panel(results, pattern, title, number == 0), "</g>"]
    return "\n".join(lines + legend() + ["</svg>", ""])
