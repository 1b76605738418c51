# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Copies the pages of the repository into a folder for Sphinx, where they keep their relative places.

A link to a source file becomes a link to a page that shows the file. README.md at the top becomes the start page.
"""
import os
import re
import shutil

FENCE = re.compile(r"^( *)(```+)(.*)$")
LINK = re.compile(r"(?<!\\)\]\(([^)\s]+)\)")
INLINE_CODE = re.compile(r"(`+)(?:(?!\1).)+?\1(?!`)")
IMAGES = (".svg", ".png")
# What shows the files of a folder.
FOLDERS = {"include/heddle": "/api/index.md", "benchmarks/results": "/results/index.md"}
LEXERS = {".cuh": "cuda", ".cu": "cuda", ".hpp": "cuda", ".cpp": "cpp", ".py": "python", ".json": "json"}


class Pages:
    """The pages that are copied: those that are listed, and those that links name."""

    def __init__(self, root, folder, listed):
        self.root, self.folder, self.listed = root, folder, listed
        self.done, self.waiting = set(listed), list(listed)

    def add(self, page):
        if page not in self.done:
            self.done.add(page)
            self.waiting.append(page)

    def target(self, page, link):
        """Returns what a link of a page leads to on the site."""
        path, hash_sign, anchor = link.partition("#")
        if not path or re.match(r"[a-z]+:", link):
            return link
        at = os.path.dirname(page)
        named = os.path.normpath(os.path.join(at, path))
        if named in FOLDERS or named.endswith(".csv"):
            return FOLDERS.get(named, "/results/index.md")
        if named.endswith(IMAGES):
            self.copy(named)
            return link
        self.add(named)
        return "/" + name_on_site(named) + hash_sign + anchor

    def copy(self, path):
        to = self.folder / path
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.root / path, to)

    def linked(self, page, line):
        """Returns a line of Markdown with its links to files rewritten."""
        codes = [match.span() for match in INLINE_CODE.finditer(line)]
        out, end = [], 0
        for link in LINK.finditer(line):
            if any(first <= link.start() < last for first, last in codes):
                continue
            out += [line[end:link.start()], f"]({self.target(page, link[1])})"]
            end = link.end()
        return "".join(out) + line[end:]

    def write(self, page):
        text = (self.root / page).read_text(encoding="utf-8")
        to = self.folder / name_on_site(page)
        to.parent.mkdir(parents=True, exist_ok=True)
        if not page.endswith(".md"):
            title = f"`{page}`"
            lexer = LEXERS.get(os.path.splitext(page)[1], "text")
            longest = max([len(run) for run in re.findall(r"`{3,}", text)] + [2])
            fence = "`" * (longest + 1)
            to.write_text(f"---\norphan: true\nnosearch: true\n---\n\n# {title}\n\n{fence}{lexer}\n{text}{fence}\n",
                          encoding="utf-8")
            return
        text = re.sub(r"\A\s*(?:<!--.*?-->\s*)+", "", text, flags=re.S)
        if page not in self.listed:
            text = f"---\norphan: true\n---\n\n{text}"
        out, fence = [], None
        for line in text.split("\n"):
            found = FENCE.match(line)
            if found and fence is None:
                fence = found[2]
                language = found[3].split()[0] if found[3].split() else "text"
                line = found[1] + fence + ("cuda" if language == "cpp" else language)
            elif found and found[2] == fence and not found[3]:
                fence = None
            elif fence is None:
                line = self.linked(page, line)
            out.append(line)
        to.write_text("\n".join(out), encoding="utf-8")

    def write_all(self):
        while self.waiting:
            self.write(self.waiting.pop())


def name_on_site(page):
    """Returns the path of a page in the folder for Sphinx."""
    if page == "README.md":
        return "index.md"
    return page if page.endswith(".md") else f"code/{page}.md"
