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
    def test_places(self):
        renamed = CODE.replace("wanted", "is_valid").replace("start", "begin")
        ptx = 'asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(to), "l"(value));'
        for expected, *arguments in (
                (CODE.replace("wanted && at >= start", "wanted"), CODE, "wanted && at >= start", "wanted"),
                # Comments and line breaks do not matter.
                ("x = a /* of b */\n    - b;", "x = a /* of b */\n    + b;", "+ b;", "- b;"),
                ("f(a);", "f(a,\n  b);", "f(a, b)", "f(a)"),
                # Names have changed.
                (renamed.replace("is_valid && at >= begin", "is_valid"), renamed, "wanted && at >= start", "wanted"),
                # If two places match, the place that shares more names counts.
                (CODE.replace("third, fourth", "fourth, third"), CODE, "call(third, other);", "call(other, third);"),
                ("a + b; a - b;", "a + b; a + b;", "a + b", "a - b", 2),
                (ptx.replace("st.relaxed.gpu", "st.weak"), ptx, "st.relaxed.gpu", "st.weak")):
            with self.subTest(arguments):
                self.assertEqual(expected, replace(*arguments))

    def test_no_place(self):
        for arguments in (
                (CODE, "call(a, b);", "call(b, a);"), ("a + b; a + b;", "a + b", "a - b"),  # two places
                ("a + b; a + b;", "a + b", "a - b", 3),
                # Code with another operator or number does not match, and one name cannot replace two names.
                (CODE, "wanted || at >= start", ""), (CODE, "row == 1", ""), (CODE, "call(first; second)", ""),
                ("a = a + b;", "c = d + b;", "")):
            with self.subTest(arguments), self.assertRaises(NoPlace):
                replace(*arguments)


if __name__ == "__main__":
    unittest.main()
