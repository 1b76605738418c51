#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""pages.py ROOT: checks the pages of documentation, every *.md file in the project's folder.

Fails if a link or its anchor does not exist, if a block of code or a command names a file that does not exist, if a
source file names a page that does not exist, if docs/README.md leaves out a page of docs/, if no test compiles a block
of code, or if README is too long.
"""
import collections
import os
import pathlib
import re
import sys

# Folders that git ignores, and git's own folder. ("tests/build" is not one of them.)
IGNORED = {"build", ".git", ".cache", "shared", "src/packaging/conan/test_package/build"}
SOURCES = ("include", "src", "benchmarks", "tests")
# Pages whose C++ blocks tests/build/snippets or tests/build/examples compiles.
COMPILED = {"README.md", "docs/forms.md", "docs/thrust.md", "docs/moving-a-kernel.md", "docs/coming-from-trove.md",
            "docs/coming-from-cub.md", "docs/benchmarking-your-kernel.md", "docs/runtime-layouts.md"}
MOST_LINES_OF_README = 180

# A file in one of the project's folders.
NAME = re.compile(r"(?<![\w/.*<{-])((?:benchmarks|docs|include|src|tests)/(?:[\w.-]+/)*[\w-]+(?:\.in)?"
                  r"\.(?:cuh|hpp|cu|cpp|py|md|cmake|def|csv|svg|png))(?![\w/*-])")
FENCE = re.compile(r"^```[^\n]*\n.*?^```$", re.M | re.S)
INLINE_CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\(([^)\s]+)\)")


def files_of(root):
    """Returns the paths of all files and folders below root, with / between their parts."""
    found = []
    for folder, folders, files in os.walk(root):
        at = pathlib.Path(folder).relative_to(root).as_posix()
        at = "" if at == "." else at + "/"
        folders[:] = sorted(name for name in folders if at + name not in IGNORED and name != "__pycache__")
        found += [at + name for name in files] + [at + name + "/" for name in folders]
    return found


def is_placeholder(name):
    """Returns whether a name stands for a file that a command or the reader writes, as OUT.svg and NAME_test.cpp do."""
    stem, _, suffix = name.rpartition(".")
    return "NAME" in name or stem.isupper() and suffix != "md"


def anchors_of(text):
    """Returns the anchors that GitHub gives to the headings of a page."""
    anchors, seen = set(), collections.Counter()
    for heading in re.findall(r"^#{1,6} +(.*?)\s*#*$", FENCE.sub("", text), re.M):
        words = LINK.sub("", heading.replace("[", "")).lower()
        anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        anchors.add(anchor if not seen[anchor] else f"{anchor}-{seen[anchor]}")
        seen[anchor] += 1
    return anchors


def broken_links(page, texts, paths):
    complaints = []
    folder = os.path.dirname(page)
    for link in LINK.findall(INLINE_CODE.sub("", FENCE.sub("", texts[page]))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = os.path.normpath(os.path.join(folder, path)).replace(os.sep, "/") if path else page
        if target not in paths and target + "/" not in paths:
            complaints.append(f"{page}: the link to {link} leads nowhere")
        elif anchor and (target not in texts or anchor not in anchors_of(texts[target])):
            complaints.append(f"{page}: {target} has no heading for #{anchor}")
    return complaints


def missing_files(page, text, paths):
    """Returns complaints about files that blocks of code and commands name and that do not exist. They may lie below
    the folder of the page, in which some pages run their commands."""
    commands = [code for code in re.findall(r"`[^`]+`", FENCE.sub("", text)) if " " in code]
    names = []
    for code in FENCE.findall(text) + commands:
        names += NAME.findall(code) + [f"include/{name}" for name in re.findall(r"<(heddle/[\w./]+)>", code)]
    return [f"{page}: there is no {name}" for name in dict.fromkeys(names) if not is_placeholder(name)
            and name not in paths and f"{os.path.dirname(page)}/{name}" not in paths]


def not_compiled(page, text):
    if page in COMPILED or "```cpp" not in text:
        return []
    return [f"{page}: has C++ code that nobody compiles: see tests/build/snippets"]


def unlisted(texts):
    listed = texts.get("docs/README.md", "")
    return [f"docs/README.md: does not list {page[5:]}" for page in sorted(texts)
            if re.fullmatch(r"docs/[^/]+\.md", page) and page != "docs/README.md" and f"({page[5:]})" not in listed]


def check(root):
    paths = files_of(root)
    texts = {path: (root / path).read_text(encoding="utf-8") for path in sorted(paths) if path.endswith(".md")}
    if "README.md" not in texts:
        return [f"{root}: has no README.md"]
    complaints = unlisted(texts)
    for page, text in texts.items():
        complaints += broken_links(page, texts, set(paths)) + missing_files(page, text, paths)
        complaints += not_compiled(page, text)
    for path in sorted(paths):
        if path.split("/", 1)[0] in SOURCES and path.endswith((".cu", ".cuh", ".cpp", ".hpp", ".cmake", ".txt")):
            named = re.findall(r"\bdocs/[\w./-]+\.md\b", (root / path).read_text(encoding="utf-8"))
            complaints += [f"{path}: there is no {name}" for name in named if name not in paths]
    lines = texts["README.md"].count("\n")
    if lines >= MOST_LINES_OF_README:
        complaints.append(f"README.md: has {lines} lines, and should have less than {MOST_LINES_OF_README}")
    return complaints


if __name__ == "__main__":
    sys.exit("\n".join(check(pathlib.Path(sys.argv[1]))) or 0)
