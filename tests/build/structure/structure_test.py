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
    "detail/plan/plan.hpp": '#include "../../config.cuh"\n',
    "detail/rows.cuh": '#include "plan/plan.hpp"\nnamespace heddle::detail { struct rows {}; }\n',
    "shuffle.cuh": '#include "detail/rows.cuh"\nnamespace heddle {\n//! Says.\nvoid shuffle();\n}\n',
    "block/block_tile.cuh": '#include "../shuffle.cuh"\n',
}


class structure_test(unittest.TestCase):
    def complaints(self, files=None):
        headers = {**SOUND, **(files or {})}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in headers.items():
                path = pathlib.Path(folder, "heddle", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return structure.check(pathlib.Path(folder, "heddle"))

    def expect(self, words, files):
        complaints = self.complaints(files=files)
        self.assertEqual(1, len(complaints), complaints)
        self.assertIn(words, complaints[0])

    def test_sound_headers(self):
        self.assertEqual([], self.complaints())

    def test_include_upwards(self):
        self.expect("may not include from block",
                    {"detail/words.cuh": '#include "../block/block_tile.cuh"\n'})

    def test_include_of_a_neighbour_layer(self):
        self.expect("may not include from block", {"warp/scan.cuh": '#include "../block/block_tile.cuh"\n'})

    def test_include_of_emulation(self):
        group = {"emulation/emulated_group.hpp": '#include "../config.cuh"\n'}
        self.assertEqual([], self.complaints(files={**group, "detail/words.cuh":
                                                    '#include "../emulation/emulated_group.hpp"\n'}))
        self.expect("group may not include from emulation",
                    {"emulation/transactions.hpp": "", "detail/words.cuh":
                     '#include "../emulation/transactions.hpp"\n'})

    def test_circle(self):
        self.expect("include each other", {"detail/plan/network.hpp": '#include "stage_layout.hpp"\n',
                                           "detail/plan/stage_layout.hpp": '#include "network.hpp"\n'})

    def test_internal_header_among_public_ones(self):
        self.expect("not among the public headers", {"helper.cuh": ""})

    def test_long_header(self):
        self.expect("detail/plan/route.hpp: has 301 lines, and a header has at most 300", {"detail/plan/route.hpp": "\n" * 301})

    def test_header_of_the_most_lines(self):
        self.assertEqual([], self.complaints(files={"detail/plan/route.hpp": "//\n" * 299 + "//"}))

    def test_standard_header_in_device_code(self):
        self.expect("detail/words.cuh: includes <cstdint>, which NVRTC does not have",
                    {"detail/words.cuh": "#include <cstdint>\n"})

    def test_standard_header_that_nvrtc_does_not_read(self):
        text = "#if !defined(__CUDACC_RTC__)\n#    include <exception>\n#endif\n"
        self.assertEqual([], self.complaints(files={"detail/words.cuh": text}))

    def test_plan_without_lanes(self):
        self.expect("plan_of<blocked<T, 2>>() is the plan of 32 lanes",
                    {"detail/words.cuh": "int f() { return plan_of<blocked<T, 2>>().word_count; }\n"})
        self.expect("plan_of<Element>() is the plan of 32 lanes",
                    {"detail/words.cuh": "int f() { return plan_of<Element>().word_count; }\n"})

    def test_plan_of_a_number_of_lanes(self):
        self.assertEqual([], self.complaints(files={
            "detail/words.cuh": "// plan_of<T>()\nint f() { return plan_of<T, 32>().word_count; }\n"}))

    def test_internal_headers_of_cccl(self):
        for name in ("thrust/detail/raw_pointer_cast.h", "thrust/system/cuda/detail/par.h", "cub/detail/choose_offset.cuh",
                     "cuda/std/__type_traits/is_same.h"):
            with self.subTest(name):
                self.expect(f"<{name}> is internal", {"thrust/sort.cuh": f"#include <{name}>\n"})

    def test_version_of_thrust(self):
        self.expect("THRUST_VERSION", {"thrust/sort.cuh": "#if THRUST_VERSION >= 200500\n#endif\n"})

    def test_compatibility_with_versions_of_thrust(self):
        self.assertEqual([], self.complaints(files={
            "thrust/detail/compatibility.cuh": "#include <thrust/detail/config.h>\n#if THRUST_VERSION >= 200500\n#endif\n",
            "thrust/sort.cuh": "// THRUST_VERSION\n#include <thrust/sort.h>\n#include <cuda/std/tuple>\n"}))

    def test_missing_header(self):
        self.expect("there is no", {"warp/scan.cuh": '#include "nothing.cuh"\n'})

    def test_header_by_its_path_from_outside(self):
        self.expect("relative", {"warp/scan.cuh": "#include <heddle/shuffle.cuh>\n"})

    def test_names_without_documentation(self):
        for code in ("void f(int);", "template <class T>\ninline constexpr bool v = true;", "struct s {\n  int x;\n};",
                     "template <class T, class U = g<T>>\nHEDDLE_INLINE auto f(T const& t) -> int\n{\n return 1;\n}",
                     "enum class e { a };", "using u = int;", "// Not for readers of the page.\nvoid f();",
                     "//! Of something else.\n\nvoid f();"):
            with self.subTest(code):
                self.expect("has no documentation",
                            {"warp/scan.cuh": f"namespace heddle {{\n\n{code}\n\n}}\n"})

    def test_public_names_in_internal_headers(self):
        self.expect("has no documentation", {"warp/detail/row.cuh": "namespace heddle {\nclass c {};\n}\n"})

    def test_names_that_need_none(self):
        for code in ("namespace detail { void f(); }", "//! Says.\nvoid f();\nvoid f(int);",
                     "class declared;\n//! Says.\nclass declared {};", "template <>\nstruct t<int> {};",
                     "//! Says.\ntemplate <class T>\nvoid f(T t)\n{\n  struct inner {};\n  g();\n}",
                     "//! Says.\nstruct s {\n  void undocumented();\n};", "bool operator==(s, s);",
                     "template <class T>\nclass elsewhere;", "template <class T>\nc<T>::~c() {}",
                     "template <class T>\nvoid c<T>::member(T t) const\n{\n}"):
            with self.subTest(code):
                self.assertEqual([], self.complaints(
                    files={"warp/scan.cuh": f"namespace heddle {{\n\n{code}\n\n}}\n"}))


if __name__ == "__main__":
    unittest.main()
