# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""SVG pictures and their panels. The same calls give the same text everywhere, so that tests can compare pictures with
the committed ones. A picture follows the light or dark mode of the page, and has a background of its own, so that it is
legible on a page of any color. The colors are Okabe and Ito's, which color-blind people can tell apart."""

import math

# The width in units of the picture, and in pixels on a page that is wide enough.
WIDTH, SHOWN_WIDTH = 680, 830
STYLE = """
text{font:14px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1f2328}
.title{font-weight:600}.small{font-size:12px}.note{font-size:13px;fill:#59636e}.white{fill:#fff}
.card{fill:#fff;stroke:#d8dee4}.grid{stroke:#d8dee4}.tick{stroke:#59636e}.ring{fill:#fff}
.blue{color:#0072b2}.orange{color:#d55e00}.green{color:#00815e}.purple{color:#b0548a}.yellow{color:#b87a00}.gray{color:#6e7781}
@media(prefers-color-scheme:dark){
text{fill:#e6edf3}.note{fill:#9198a1}
.card{fill:#0d1117;stroke:#2f3742}.grid{stroke:#2f3742}.tick{stroke:#9198a1}.ring{fill:#0d1117}
.blue{color:#56b4e9}.orange{color:#f07c32}.green{color:#2bbd93}.purple{color:#dd8fbd}.yellow{color:#e69f00}.gray{color:#9198a1}}
""".strip()


def number(value):
    """Returns a coordinate, rounded to a tenth."""
    return f"{round(value, 1):g}"


def text(x, y, words, anchor="middle", css=""):
    words = str(words).replace("&", "&amp;").replace("<", "&lt;")
    css = f' class="{css}"' if css else ""
    return f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"{css}>{words}</text>'


def picture(height, title, lines):
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {number(height)}" width="{SHOWN_WIDTH}" '
        f'height="{number(height * SHOWN_WIDTH / WIDTH)}">', f"<style>{STYLE}</style>",
        f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{number(height - 1)}" rx="8" class="card"/>',
        text(WIDTH / 2, 28, title, css="title"), *lines, "</svg>", ""])


def linear(low, high, length):
    return lambda value: (value - low) / (high - low) * length


def logarithmic(low, high, length):
    return lambda value: math.log(value / low) / math.log(high / low) * length


class Panel:
    """Axes at a place of a picture. across and up map values to distances from the lower left corner; `lines` has the
    elements that are drawn."""

    def __init__(self, left, top, width, height, across, up):
        self.left, self.bottom, self.width, self.height = left, top + height, width, height
        self.across, self.up, self.lines = across, up, []

    def title(self, words):
        self.lines.append(text(self.left + self.width / 2, self.bottom - self.height - 8, words, css="title"))

    def ticks_across(self, values, labels=None):
        for value, label in zip(values, labels or values):
            x = self.left + self.across(value)
            self.lines += [f'<path d="M{number(x)} {number(self.bottom)}v4" class="tick"/>',
                           text(x, self.bottom + 18, label, css="note")]

    def ticks_up(self, values, labels):
        """Draws lines across the panel. Without labels, it draws the lines alone."""
        for value, label in zip(values, labels):
            y = self.bottom - self.up(value)
            self.lines.append(f'<path d="M{number(self.left)} {number(y)}h{number(self.width)}" class="grid"/>')
            if label != "":
                self.lines.append(text(self.left - 8, y + 5, label, "end", "note"))

    def _at(self, x, y):
        return f"{number(self.left + self.across(x))} {number(self.bottom - self.up(y))}"

    def dots(self, points, color, size=3.2):
        path = "".join(f"M{self._at(x, y)}h.01" for x, y in points)
        self.lines.append(f'<path d="{path}" class="{color}" stroke="currentColor" stroke-width="{size}" '
                          'stroke-linecap="round"/>')

    def line(self, points, color, dash=""):
        path = "M" + "L".join(self._at(x, y) for x, y in points)
        self.lines.append(f'<path d="{path}" class="{color}" fill="none" stroke="currentColor" stroke-width="1.8"' +
                          (f' stroke-dasharray="{dash}"' if dash else "") + "/>")


def legend(x, y, entries):
    """Returns the lines of a legend. An entry is a color, a dash ("" for dots) and a label; entries are 22 apart."""
    lines = []
    for number_of_entry, (color, dash, label) in enumerate(entries):
        at = y + 22 * number_of_entry
        lines.append(f'<path d="M{x} {at}h22" class="{color}" stroke="currentColor" stroke-width="2" '
                     f'stroke-dasharray="{dash}"/>' if dash else
                     f'<circle cx="{x + 11}" cy="{at}" r="4.5" class="{color}" fill="currentColor"/>')
        lines.append(text(x + 32, at + 5, label, "start"))
    return lines
