# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Makes Markdown of the comments in headers.

In the headers, comments are plain text: labels such as "Requires:" have a column of their own, and code is not marked.
"""
import re

# The labels of comments.
LABEL = ("Group|Requires|Cost|Errors|Throws|Order|Policy|Pointer|Scratch|Capacity|In place|Shape|Races|Source|Storage|"
         "Stream|Temporary|Iterators|Members|Numbers|Sums|selected|Tiles|Units")
LABELED = re.compile(rf"((?:{LABEL})(?:, (?:{LABEL}))*): +(.*)")
# Code in a comment: what is between backticks, names with something behind them (T<U>, f(x), p[i], a.b, a->b),
# names with an underscore, pointer types, and names of headers.
BEHIND = (r"(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>|\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]|"
          r"(?:\.|->|::)[A-Za-z_]\w*)")
CODE = re.compile(rf"`[^`]*`|\b[\w/]+\.[ch][uhp]*\b|&?\b[A-Za-z]\w*{BEHIND}+[*&]*|"
                  r"\b(?=\w*_)(?=\w*[A-Za-z])\w+\b|\b[A-Z]\w*(?: const)?[*&]+(?!\w)")


def escaped(text):
    """Returns the text as Markdown: code is between backticks, and Doxygen finds no commands and no tags."""
    def plain(part):
        return re.sub(r"[\\@<>&#%*]", r"\\\g<0>", part)

    parts, end = [], 0
    for code in CODE.finditer(text):
        parts += [plain(text[end:code.start()]), "`", code[0].strip("`"), "`"]
        end = code.end()
    return "".join(parts) + plain(text[end:])


def markdown(lines):
    """Returns the lines of a comment as Markdown: paragraphs, items for labels, and blocks of code."""
    blocks = []  # each a kind and its lines
    for line in lines:
        label = LABELED.match(line)
        kind = blocks[-1][0] if blocks else ""
        if not line.strip():
            blocks.append(("", []))
        elif label:
            blocks.append(("label", [label[1], label[2]]))
        elif line.startswith("  ") and kind == "label":
            blocks[-1][1].append(line.strip())
        else:
            found, text = ("code", line[4:]) if line.startswith("    ") else ("text", line)
            if found != kind:
                blocks.append((found, []))
            blocks[-1][1].append(text)

    out = []
    for kind, content in blocks:
        if kind == "text":
            out += ["", escaped(" ".join(content)), ""]
        elif kind == "code":
            out += ["", "```cpp", *(line.replace("…", "...") for line in content), "```", ""]
        elif kind == "label":
            # A table: each row is a name, two spaces or more, and text.
            rows = [re.fullmatch(r"(\S+) {2,}(.*)", line) for line in content[1:]]
            if rows[0] is None:
                out.append(f"- **{content[0]}**: {escaped(' '.join(content[1:]))}")
                continue
            out.append(f"- **{content[0]}**:")
            for row, line in zip(rows, content[1:]):
                out += [f"  - `{row[1]}`: {escaped(row[2])}"] if row else ["", f"  {escaped(line)}"]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip("\n").split("\n") if out else []


def introduction(text):
    """Returns the lines of the comment that begins a header, without the license. Labels that hold for all names of the
    header are indented by two."""
    lines = [line[3:] for line in re.match(r"(?:// SPDX.*\n)*//\n((?://.*\n)*)", text)[1].splitlines()]
    first = next((i for i, line in enumerate(lines) if line.startswith("  ") and LABELED.match(line[2:])), len(lines))
    return lines[:first] + [line.removeprefix("  ") for line in lines[first:]]
