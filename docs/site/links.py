# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Finds links between the pages of a folder that lead nowhere: to a missing file, or to a missing anchor."""
import html.parser
import os
import urllib.parse


class Page(html.parser.HTMLParser):
    """The anchors of a page, and its links to files and anchors."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id" or name == "name" and tag == "a":
                self.anchors.add(value)
            elif value and name in ("href", "src") and not urllib.parse.urlsplit(value).scheme:
                self.links.append(value)


def broken(folder):
    """Returns complaints about links of the pages in a folder."""
    read = {path: Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    complaints = []
    for path, page in sorted(read.items()):
        for link in dict.fromkeys(page.links):
            parts = urllib.parse.urlsplit(link)
            target = path
            if parts.path:
                target = path.parent / urllib.parse.unquote(parts.path)
                target = type(path)(os.path.normpath(target))
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.exists():
                complaints.append(f"{path.relative_to(folder)}: the link to {link} leads nowhere")
            elif anchor and target in read and anchor not in read[target].anchors:
                complaints.append(f"{path.relative_to(folder)}: there is no anchor {link}")
    return complaints
