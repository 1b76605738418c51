#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that docs/routes.md has the routes of detail/plan/route.hpp, and the table that tests/group/route_test.cpp
checks, and that docs/tour.md names each header of detail/. (walk/ tests the lists of docs/tour.md.)"""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]


def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


def name_of(route):
    """Returns the enumerator of a route from its name on the page, such as "per-thread" or "dense rows"."""
    return route.strip().lower().replace(" ", "_").replace("-", "_")


def table_of_the_page():
    rows = re.findall(r"^\| (\d+) \((\d+)\) \| (.*) \|$", text_of("docs/routes.md"), re.M)
    return [(int(size), int(alignment), [name_of(route) for route in routes.split("|")])
            for size, alignment, routes in rows]


def table_of_the_test():
    rows = re.findall(r"\{(\d+),\s*(\d+),\s*((?:route::\w+,?\s*)+)\}", text_of("tests/group/route_test.cpp"))
    return [(int(size), int(alignment), re.findall(r"route::(\w+)", routes)) for size, alignment, routes in rows]


class RoutesTest(unittest.TestCase):
    def test_the_tables_are_equal(self):
        self.assertGreater(len(table_of_the_test()), 10)
        self.assertEqual(table_of_the_test(), table_of_the_page())

    def test_every_route_has_a_section_and_no_other_one(self):
        enumeration = re.search(r"enum class route \{(.*?)\};", text_of("include/heddle/detail/plan/route.hpp"), re.S)[1]
        routes = re.findall(r"^\s*(\w+)\s*,?", enumeration, re.M)
        page = text_of("docs/routes.md")
        sections = [name_of(heading) for heading in re.findall(r"^## (.*)$", page, re.M)]
        first, last = sections.index("the_ladders"), sections.index("compacted_stores")
        self.assertEqual(routes, sections[first + 1:last])


class TourTest(unittest.TestCase):
    def test_names_every_header_below_detail(self):
        headers = ROOT / "include" / "heddle"
        names = [path.relative_to(headers).as_posix() for path in (headers / "detail").rglob("*.[ch]*")]
        self.assertGreater(len(names), 25)
        tour = text_of("docs/tour.md")
        self.assertEqual([], [name for name in names if f"`{name}`" not in tour])


if __name__ == "__main__":
    unittest.main()
