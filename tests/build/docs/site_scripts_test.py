#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of the scripts that build the documentation site (docs/site)."""
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs/site"))

import api  # noqa: E402
import build  # noqa: E402
import links  # noqa: E402
import pages  # noqa: E402


class Signatures(unittest.TestCase):
    def cleaned(self, member):
        root = ElementTree.fromstring(f"<doxygen><compounddef><sectiondef>{member}</sectiondef></compounddef></doxygen>")
        self.internal = api.clean(root)
        return root.find(".//memberdef")

    def test_conditions_and_the_namespace_detail_are_removed(self):
        member = self.cleaned("<memberdef><templateparamlist><param><type>class T</type></param>"
                              "<param><type>class</type><defval>std::enable_if_t&lt;x&gt;</defval></param>"
                              "</templateparamlist><type>detail::element_t&lt; T &gt;</type><name>load</name>"
                              "<briefdescription>Loads.</briefdescription></memberdef>")
        self.assertEqual([api.text_of(p) for p in member.findall("templateparamlist/param")], ["class T"])
        self.assertEqual(api.text_of(member.find("type")), "element_t< T >")
        self.assertEqual(self.internal, {"element_t"})

    def test_members_that_only_heddle_uses_are_removed(self):
        for about in ("Used by heddle.", ""):
            self.assertIsNone(self.cleaned(f"<memberdef><name>f</name><briefdescription>{about}</briefdescription>"
                                           "</memberdef>"))

    def test_every_public_header_has_a_page(self):
        include = ROOT / "include/heddle"
        shown = {header for page in api.PAGES for header in api.headers_of(page, include)} | api.NOT_SHOWN
        headers = {path.relative_to(include).as_posix() for path in include.rglob("*.?*p*")} | {
            path.relative_to(include).as_posix() for path in include.rglob("*.cuh")}
        self.assertEqual({header for header in headers if "detail/" not in header} - shown, {"heddle.cuh"})


class Pages(unittest.TestCase):
    def test_links_to_pages_sources_and_folders(self):
        site = pages.Pages(ROOT, ROOT / "nothing", ["docs/forms.md"])
        line = site.linked("docs/forms.md", "[a](rules.md#types) [b](../include/heddle/update.cuh) [c](../README.md) "
                                            "[d](../benchmarks/results) `[&](int k)` [e](https://a.b) [f](#g)")
        self.assertEqual(line, "[a](/docs/rules.md#types) [b](../code/include/heddle/update.cuh.html){.external} "
                               "[c](/index.md) [d](/results/index.md) `[&](int k)` [e](https://a.b) [f](#g)")

    def test_every_page_of_docs_is_in_the_sidebar(self):
        listed = {name for names in build.SIDEBAR.values() for name in names}
        self.assertEqual({f"docs/{path.stem}" for path in (ROOT / "docs").glob("*.md")} - listed, set())

    def test_broken_links_are_found(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "a.html").write_text('<h1 id="top"></h1><a href="#top"></a><a href="b.html#no"></a>'
                                           '<a href="c.html"></a><a href="https://c.d/e"></a>')
            (folder / "b.html").write_text('<a href="a.html#top"></a>')
            self.assertEqual(links.broken(folder), ["a.html: there is no anchor b.html#no",
                                                    "a.html: the link to c.html leads nowhere"])


if __name__ == "__main__":
    unittest.main()
