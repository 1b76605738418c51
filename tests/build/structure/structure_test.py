#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that structure.py finds each kind of fault, and none in headers without faults."""
import pathlib
import tempfile
import unittest

import structure

SOUND = {
    "config.cuh": "#pragma once\n",
    "detail/plan/plan.hpp": '#include <heddle/config.cuh>\n',
    "detail/rows.cuh": '#include <heddle/detail/plan/plan.hpp>\nnamespace heddle::detail { struct rows {}; }\n',
    "shuffle.cuh": '#include <heddle/detail/rows.cuh>\nnamespace heddle {\n//! Says.\nvoid shuffle();\n}\n',
    "block/block_tile.cuh": '#include <heddle/shuffle.cuh>\n',
}


class structure_test(unittest.TestCase):
    def complaints(self, files):
        headers = {**SOUND, **files}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in headers.items():
                path = pathlib.Path(folder, "heddle", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return structure.check(pathlib.Path(folder, "heddle"))

    def test_sound_headers(self):
        words = "detail/words.cuh"
        for files in (
                {}, {"emulation/emulated_group.hpp": '#include <heddle/config.cuh>\n',
                     words: '#include <heddle/emulation/emulated_group.hpp>\n'},
                {"detail/plan/route.hpp": "//\n" * 299 + "//"},
                {words: "// plan_of<T>\nint f() { return plan_of<T, 32>.word_count; }\n"},
                {"thrust/detail/compatibility.cuh": "#include <thrust/detail/config.h>\n"
                                                    "#if THRUST_VERSION >= 200500\n#endif\n",
                 "thrust/sort.cuh": "// THRUST_VERSION\n#include <thrust/sort.h>\n#include <cuda/std/tuple>\n"}):
            with self.subTest(files):
                self.assertEqual([], self.complaints(files))

    def test_faults(self):
        words, scan, sort = "detail/words.cuh", "warp/scan.cuh", "thrust/sort.cuh"
        for sentence, files in (
                ("may not include from block", {words: '#include <heddle/block/block_tile.cuh>\n'}),
                ("may not include from block", {scan: '#include <heddle/block/block_tile.cuh>\n'}),
                ("group may not include from emulation", {"emulation/transactions.hpp": "",
                                                          words: '#include <heddle/emulation/transactions.hpp>\n'}),
                ("include each other", {"detail/plan/network.hpp": '#include <heddle/detail/plan/stage_layout.hpp>\n',
                                        "detail/plan/stage_layout.hpp": '#include <heddle/detail/plan/network.hpp>\n'}),
                ("not among the public headers", {"helper.cuh": ""}),
                ("detail/plan/route.hpp: has 301 lines, and a header has at most 300",
                 {"detail/plan/route.hpp": "\n" * 301}),
                *((f"{call} is the plan of 32 lanes", {words: f"int f() {{ return {call}.word_count; }}\n"})
                  for call in ("plan_of<blocked<T, 2>>", "plan_of<Element>")),
                *((f"<{name}> is internal", {sort: f"#include <{name}>\n"})
                  for name in ("thrust/detail/raw_pointer_cast.h", "thrust/system/cuda/detail/par.h",
                               "cub/detail/choose_offset.cuh", "cuda/std/__type_traits/is_same.h")),
                ("THRUST_VERSION", {sort: "#if THRUST_VERSION >= 200500\n#endif\n"}),
                ("there is no", {scan: '#include <heddle/nothing.cuh>\n'}),
                ("write #include <heddle/...>", {scan: '#include "../shuffle.cuh"\n'})):
            with self.subTest(sentence):
                complaints = self.complaints(files)
                self.assertEqual(1, len(complaints), complaints)
                self.assertIn(sentence, complaints[0])


if __name__ == "__main__":
    unittest.main()
