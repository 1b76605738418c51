#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Draws how-a-warp-moves-a-struct.svg beside itself: 8 lanes load structs of 4 words."""
import pathlib

LANES, WORDS, CELL = 8, 4, 25
COLORS = ["#bfdbfe", "#fde68a", "#bbf7d0", "#fecaca", "#ddd6fe", "#fed7aa", "#a5f3fc", "#e5e7eb"]
# The network (include/heddle/detail/plan/network.hpp) of 4 words and 8 lanes.
ORDER = [0, 3, 2, 1]
PER_COMMON = LANES // WORDS


def steps():
    """The words (element, word) in register r of lane l, [r][l], after each step."""
    rows = [[divmod(r * LANES + l, WORDS) for l in range(LANES)] for r in range(WORDS)]
    turned = [[rows[ORDER[(s - l) % WORDS]][l] for l in range(LANES)] for s in range(WORDS)]
    shuffled = [[turned[s][(d * WORDS + (s + d // PER_COMMON) % WORDS) % LANES] for d in range(LANES)]
                for s in range(WORDS)]
    elements = [[shuffled[(w - d // PER_COMMON) % WORDS][d] for d in range(LANES)] for w in range(WORDS)]
    assert elements == [[(d, w) for d in range(LANES)] for w in range(WORDS)]
    return rows, turned, shuffled, elements


def text(x, y, what, size=12, anchor="middle", weight="normal", color="#111827"):
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" '
            f'fill="{color}">{what}</text>')


def cell(x, y, element, word, width=CELL):
    return (f'<rect x="{x:g}" y="{y:g}" width="{width}" height="{CELL}" fill="{COLORS[element]}" stroke="#6b7280"/>'
            + text(x + width / 2, y + 17, f"{element}{'abcd'[word]}"))


def memory(x, y):
    """The structs in memory: above them what a plain load touches, below them the rows."""
    width = 28
    out = [text(x, y - 40, "Plain code: one load of 4 bytes by each lane. A lane takes 4 bytes (black) of a sector of "
                           "32 bytes (grey).", anchor="start")]
    for element in range(LANES):
        begin = x + element * WORDS * width
        out.append(f'<rect x="{begin}" y="{y - 26}" width="{2 * width}" height="16" fill="#d1d5db"/>')
        out.append(f'<rect x="{begin}" y="{y - 26}" width="{width // 4}" height="16" fill="#111827"/>')
        out += [cell(begin + word * width, y, element, word, width) for word in range(WORDS)]
    for row in range(WORDS):
        begin, end = x + row * LANES * width + 3, x + (row + 1) * LANES * width - 3
        out.append(f'<path d="M{begin} {y + 31}v6H{end}v-6" fill="none" stroke="#111827"/>')
        out.append(text((begin + end) / 2, y + 53, f"row {row}: one load of 8 words"))
    return out


def panel(x, y, title, detail, registers):
    out = [text(x, y - 42, title, 13, "start", "600"), text(x, y - 26, detail, 11, "start", color="#374151")]
    out += [text(x + lane * CELL + CELL / 2, y - 6, lane, 10, color="#374151") for lane in range(LANES)]
    for r, row in enumerate(registers):
        out += [cell(x + lane * CELL, y + r * CELL, *word) for lane, word in enumerate(row)]
    return out


def main():
    left, top = 32, 262
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 400" width="960" height="400" '
           'font-family="system-ui, -apple-system, \'Segoe UI\', Helvetica, Arial, sans-serif">',
           '<!-- Drawn by how-a-warp-moves-a-struct.py. -->',
           '<rect width="960" height="400" rx="8" fill="#ffffff"/>',
           text(left, 30, "8 lanes load 8 structs of 64 bytes, each 4 words of 16 bytes: a, b, c, d", 15, "start", "600")]
    out += memory(left, 110)
    panels = zip(["1. Load rows", "2. Rename and rotate", "3. Shuffle", "4. Rotate"],
                 ["Columns are lanes, lines registers.", "Each register has a word of each struct.",
                  "Each word reaches its own lane.", "Each lane has a, b, c, d of its struct."], steps())
    for k, (title, detail, registers) in enumerate(panels):
        out += panel(left + k * (LANES * CELL + 32), top, title, detail, registers)
    out.append(text(left, 385, "A warp does the same with 32 lanes. Stores take steps 4, 3, 2, 1, each backwards.",
                    anchor="start"))
    path = pathlib.Path(__file__).with_suffix(".svg")
    path.write_text("\n".join(out) + "\n</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    main()
