# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Copies the pages of the repository into a folder for Sphinx, where they keep their relative places.

A link to a source file becomes a link to a page that shows the file; Sphinx would take longer for these pages than for
all others. README.md at the top becomes the start page.
"""
import html
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
# The page of a source file.
SOURCE_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>{name}</title><style>
body {{ font-family: sans-serif; margin: 1rem; }}
h1 {{ font-size: 1.2rem; overflow-wrap: anywhere; }}
pre {{ overflow-x: auto; font-size: 0.8rem; line-height: 1.5; }}
{style}
</style></head><body><p><a href="{start}">heddle</a></p><h1>{name}</h1>
{code}
</body></html>
"""


class Pages:
    """The pages that are copied: those that are listed, and those that links name."""

    def __init__(self, root, folder, listed):
        self.root, self.folder, self.listed = root, folder, listed
        self.done, self.waiting, self.sources = set(listed), list(listed), set()

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
        if named.endswith(".md"):
            self.add(named)
            return "/" + name_on_site(named) + hash_sign + anchor
        self.sources.add(named)
        return os.path.relpath(f"code/{named}.html", os.path.dirname(name_on_site(page)))

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
            target = self.target(page, link[1])
            # The class keeps MyST from looking for a page of Sphinx.
            out += [line[end:link.start()], f"]({target})" + ("{.external}" if target.endswith(".html") else "")]
            end = link.end()
        return "".join(out) + line[end:]

    def write(self, page):
        text = (self.root / page).read_text(encoding="utf-8")
        to = self.folder / name_on_site(page)
        to.parent.mkdir(parents=True, exist_ok=True)
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

    def write_sources(self, folder):
        """Writes the pages of source files to the folder of the site."""
        from pygments import highlight, lexers  # not at the top: tests run without Pygments
        from pygments.formatters import HtmlFormatter
        formatter = HtmlFormatter(style="friendly")
        for source in sorted(self.sources):
            to = folder / f"code/{source}.html"
            to.parent.mkdir(parents=True, exist_ok=True)
            lexer = lexers.get_lexer_by_name(LEXERS.get(os.path.splitext(source)[1], "text"))
            path = self.root / source
            text = ("\n".join(sorted(file.name for file in path.iterdir())) if path.is_dir()
                    else path.read_text(encoding="utf-8"))
            code = highlight(text, lexer, formatter)
            start = os.path.relpath("index.html", os.path.dirname(f"code/{source}"))
            to.write_text(SOURCE_PAGE.format(name=html.escape(source), code=code, start=start,
                                             style=formatter.get_style_defs(".highlight")), encoding="utf-8")


def name_on_site(page):
    """Returns the path of a page in the folder for Sphinx."""
    return "index.md" if page == "README.md" else page
