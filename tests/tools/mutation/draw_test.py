# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that draw.py changes what it should in a header, and nothing else."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import draw
from subjects import SUBJECTS

ROOT = pathlib.Path(__file__).resolve().parents[3]
CODE = """
#if SOME_MACRO > 3
template <class T, bool IsLarge = (sizeof(T) > 4)>
struct widget {
    static_assert(sizeof(T) < 64, "2 < 3");
    int number = 1;
    void go(int first, int second)
    {
        int const sum = first + second;  // 7 + 8
        if (!done && sum >= 2) finish(first, second);
#    if defined(__CUDA_ARCH__)
        barrier();
#    else
        meet();
#    endif
        std::vector<int> list;
        for (int i = 0; i < sum; ++i) values[i] = true;
    }
};
#endif
"""


class DrawTest(unittest.TestCase):
    def changes(self, code):
        """Returns the lines that changes make of a line: (kind, new line, whether it is for devices only)."""
        found = set()
        for change in draw.Source(code).changes():
            for old, new in zip(code.splitlines(), change.applied_to(code).splitlines()):
                if old != new:
                    found.add((change.kind, new.strip(), change.on_device))
        return found

    def test_changes(self):
        call = "if (!done && sum >= 2) finish(first, second);"
        loop = "for (int i = 0; i < sum; ++i) values[i] = true;"
        expected = {("operator", "int const sum = first - second;  // 7 + 8"),
                    ("operator", call.replace("&&", "||")), ("operator", call.replace(">=", ">")),
                    ("constant", call.replace("2", "3")), ("constant", call.replace("2", "1")),
                    ("condition", call.replace("!", "")), ("condition", f"if (!(!done && sum >= 2)) {call[23:]}"),
                    ("statement", call[:23] + ";"), ("arguments", call.replace("first, second", "second, first")),
                    ("statement", ";"), ("constant", loop.replace("0", "1")), ("operator", loop.replace("<", "<=")),
                    ("operator", loop.replace("true", "false")), ("statement", loop[:30] + ";")}
        found = self.changes(CODE)
        self.assertEqual(expected, {(kind, line) for kind, line, _ in found})
        self.assertEqual({("statement", ";", True), ("statement", ";", False)},
                         {change for change in found if change[1] == ";"})

    def test_draws_the_same_mutants_for_the_same_seed(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.cuh").write_text(CODE)
            subjects = {"a.cuh": ("host/a",)}
            every = draw.draw(folder, subjects, 100, 1)
            self.assertEqual(len(every), len({mutant.id for mutant in every}))
            self.assertEqual([m.id for m in every[:5]], [m.id for m in draw.draw(folder, subjects, 5, 1)])
            self.assertNotEqual([m.id for m in every[:5]], [m.id for m in draw.draw(folder, subjects, 5, 2)])
            # A host test cannot notice a change of code for devices; a test that reads the PTX can.
            ptx = draw.draw(folder, {"a.cuh": ("host/a", "resources/a")}, 100, 1)
            self.assertEqual([("resources/a",)], [m.tests for m in ptx if m.change.on_device])
            self.assertEqual(len(every) + 1, len(ptx))
            some = draw.draw(folder, subjects, 100, 1, "^a.cuh:10:")
            self.assertEqual(["a.cuh:10"] * 8, [mutant.id.split()[0].rpartition(":")[0] for mutant in some])

    def test_every_subject_is_a_header(self):
        for header in SUBJECTS:
            self.assertTrue((ROOT / "include" / "heddle" / header).is_file(), header)


if __name__ == "__main__":
    unittest.main()
