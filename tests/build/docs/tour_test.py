#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that docs/tour.md names the path of each header of detail/, so that readers find its purpose. walk/ tests the
lists of the page."""
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
HEADERS = ROOT / "include" / "heddle"


class TourTest(unittest.TestCase):
    def test_names_every_header_below_detail(self):
        tour = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
        headers = [path.relative_to(HEADERS).as_posix() for path in sorted((HEADERS / "detail").rglob("*.[ch]*"))]
        self.assertGreater(len(headers), 25)
        for header in headers:
            with self.subTest(header):
                self.assertTrue(f"`{header}`" in tour, f"docs/tour.md does not name {header}")


if __name__ == "__main__":
    unittest.main()
