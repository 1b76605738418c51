# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that places.py finds the place of a mutant after a change of the header."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from places import NoPlace, replace

CODE = """
bool const inside = at < last;  // at < last
if (row == 0) wanted = wanted && at >= start;
call(first, second);
call(third, fourth);
"""


class places_test(unittest.TestCase):
    def test_code_as_it_is(self):
        self.assertEqual(CODE.replace("wanted && at >= start", "wanted"),
                         replace(CODE, "wanted && at >= start", "wanted"))

    def test_comments_and_line_breaks_do_not_matter(self):
        self.assertEqual("x = a /* of b */ - b;", replace("x = a /* of b */\n    + b;", "+ b;", "- b;")
                         .replace("\n    ", " "))

    def test_code_that_was_wrapped_is_found(self):
        self.assertEqual("f(a);", replace("f(a,\n  b);", "f(a, b)", "f(a)"))

    def test_names_that_changed(self):
        renamed = CODE.replace("wanted", "is_valid").replace("start", "begin")
        self.assertEqual(renamed.replace("is_valid && at >= begin", "is_valid"),
                         replace(renamed, "wanted && at >= start", "wanted"))

    def test_of_two_places_the_one_that_shares_more_names(self):
        self.assertIn("call(fourth, third)", replace(CODE, "call(third, other);", "call(other, third);"))

    def test_ambiguous(self):
        with self.assertRaises(NoPlace):
            replace(CODE, "call(a, b);", "call(b, a);")
        with self.assertRaises(NoPlace):
            replace("a + b; a + b;", "a + b", "a - b")

    def test_nth(self):
        self.assertEqual("a + b; a - b;", replace("a + b; a + b;", "a + b", "a - b", 2))
        with self.assertRaises(NoPlace):
            replace("a + b; a + b;", "a + b", "a - b", 3)

    def test_another_operator_or_number_is_another_place(self):
        for old in ("wanted || at >= start", "row == 1", "call(first; second)"):
            with self.assertRaises(NoPlace):
                replace(CODE, old, "")

    def test_ptx_in_a_string(self):
        code = 'asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(to), "l"(value));'
        self.assertEqual(code.replace("st.relaxed.gpu", "st.weak"), replace(code, "st.relaxed.gpu", "st.weak"))

    def test_one_name_does_not_stand_for_two(self):
        with self.assertRaises(NoPlace):
            replace("a = a + b;", "c = d + b;", "")


if __name__ == "__main__":
    unittest.main()
