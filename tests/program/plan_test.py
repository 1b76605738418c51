# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests `heddle plan` and the command line."""
import csv
import json
import pathlib
import random
import re
import unittest

from program import PROGRAM, ProgramTest

PLAIN = "per-thread: each lane moves its own element, as plain code does"
OWN = "vectorized per-thread: each lane moves the words of its own element"
CACHED = OWN + ", through the L1 cache"
ROWS = "rows of words, transposed in registers"
ENDS = ROWS + "; ends of elements in parts"
BYTES = "rows of bytes that end with sectors, transposed in registers"
HALVES = "rows of parts of 2 bytes that end with sectors, transposed in registers"


RESULTS = pathlib.Path(__file__).resolve().parents[2] / "benchmarks/results"


class plan_command(ProgramTest):
    def plan(self, *arguments):
        return self.run_well("plan", *arguments).output

    def test_accepts_every_size(self):
        # One shell runs the program for all sizes, because starting a shell takes longer than running the program.
        every = self.run_shell(f"for size in $(seq 1 1024); do '{PROGRAM}' plan $size || echo failed $size >&2; done")
        self.assertEqual("", every.errors)
        self.assertEqual(1024, every.output.count("plan for elements of"))

    def test_shows_how_a_struct_of_28_bytes_is_moved(self):
        result = self.run_well("plan", 28)
        self.assertIn("28 bytes aligned to 4, by a group of 32 lanes", result.output)
        self.assertIn("  lanes cooperate       yes\n", result.output)
        for name, value in (("word", 4), (r"words per element \(m\)", 7), ("row accesses", 7), ("shuffles", 7),
                            ("scratch for a warp", 28 * 32 + 32)):
            self.assertEqual(value, result.number(name), name)
        # Loads through the cache need no scratch; 56 chunks of 16 bytes are stored.
        self.assertIn("7 to load, 2 to store", result.output)
        # Elements of 32 lanes are 28 bytes apart, so each of their 7 words touches 28 sectors. A row of 128 bytes
        # touches 4.
        for line in ("load requests +7 +7 +1.00\n", "load sectors +196 +196 +1.00\n", "store requests +7 +7 +1.00\n",
                     "store sectors +196 +28 +7.00\n"):
            self.assertRegex(result.output, line)

    def test_says_how_loads_and_stores_go(self):
        for size, *ways in ((8, PLAIN, PLAIN, PLAIN, PLAIN), (12, OWN, ROWS, OWN, ROWS), (28, CACHED, ROWS, ROWS, ROWS),
                            (64, ROWS, ROWS, ROWS, ROWS), (13, CACHED, ENDS, ENDS, BYTES),
                            (34, CACHED, ENDS, ENDS, HALVES), (50, ENDS, ENDS, ENDS, HALVES),
                            (255, ENDS, ENDS, ENDS, BYTES), (265, ENDS, ENDS, ENDS, ENDS)):
            output = self.plan(size)
            self.assertEqual(ways, [re.search(name + " +(.+)", output)[1] for name in (
                "loads, consecutive", "stores, consecutive", "loads, indexed", "stores, indexed")], size)

    def test_counts_what_an_emulated_warp_does(self):
        # Plain code moves 16 bytes as four words of 4 bytes; a warp moves them as one word of 16 bytes. Plain code
        # moves 50 bytes as 25 words of 2 bytes, and each word touches 32 sectors. Stores in rows touch each of the 50
        # sectors once. Bytes of other elements are not counted.
        for counts, *arguments in (
                (["4 1", "64 16", "4 1", "64 16"], 16, "--align", 4), (["3 3", "36 36", "3 3", "36 12"], 12),
                (["25 7", "800 56", "25 7", "800 50"], 50), (["16 16", "512 256", "16 16", "512 256"], 256),
                ([], 65), ([], 300), ([], 64, "--align", 1), ([], 28, "--lanes", 16), ([], 132)):
            output = self.plan(*arguments)
            found = re.findall(r"(?:load|store) (?:requests|sectors) +([0-9]+) +([0-9]+) ", output)
            self.assertEqual(counts, [" ".join(pair) for pair in found], arguments)
            self.assertEqual(not counts, "counted on an emulated warp" not in output)
            self.assertEqual(not counts, "are counted for groups of 32 lanes and" in output)

    def test_counts_every_element_that_it_says_it_counts(self):
        every = self.run_shell(
            f"for bytes in $(seq 1 64) $(seq 68 4 128) $(seq 136 8 256); do '{PROGRAM}' plan $bytes; done; "
            f"for bytes in $(seq 8 8 64); do '{PROGRAM}' plan $bytes --align 4; done")
        self.assertEqual("", every.errors)
        self.assertEqual(64 + 16 + 16 + 8, every.output.count("counted on an emulated warp"))
        self.assertIn("elements of 1 to 64 bytes, of multiples of 4 up to 128 and of multiples of 8 up to 256 at their "
                      "widest alignment, and of multiples of 8 up to 64 aligned to 4.", self.plan(65))

    def table_of(self, gpu, size, alignment):
        return self.plan(size, "--align", alignment).partition(f"\n{gpu}: GB/s measured with ")[2].partition("\n\n")[0]

    def test_prints_the_committed_rates_of_each_gpu(self):
        files = sorted(RESULTS.glob("access_*.csv"))
        self.assertNotEqual([], files)
        for path in files:
            first, *rows = path.read_text(encoding="utf-8").splitlines()
            rates = {tuple(row[:5]): float(row[5]) for row in csv.reader(rows[1:])}
            for size, alignment in ((28, 4), (28, 1), (64, 16), (255, 1)):
                if ("copy", str(size), str(alignment), "", "plain") not in rates:
                    continue
                table = self.table_of(json.loads(first[1:])["gpu"], size, alignment)
                self.assertIn(f"  results               {path.name}\n  commit                ", table)
                for pattern in ("load", "store", "copy", "gather", "scatter"):
                    plain, moved = (rates[pattern, str(size), str(alignment), "", variant]
                                    for variant in ("plain", "coalesced"))
                    found = re.search(rf"\n  {pattern} +(\d+) +(\d+) +([0-9.]+)\n", table)
                    for expected, text in zip((plain, moved, moved / plain), found.groups()):
                        self.assertLessEqual(abs(expected - float(text)), 0.51 if "." not in text else 0.0051)

    def test_says_what_was_not_measured(self):
        # 96 bytes were measured aligned to 4 and to 16. 8 is as near to both.
        for asked, nearest in ((1, 4), (2, 4), (4, 4), (8, 4), (16, 16)):
            table = self.table_of("NVIDIA H200", 96, asked)
            self.assertIn(f"large arrays of elements aligned to {nearest}\n", table)
            self.assertEqual(asked != nearest, f"Elements of this size aligned to {asked} were not measured." in table)
            # A reader who looks only at the numbers of a table sees that they are those of another alignment.
            for pattern in ("load", "store", "copy", "gather", "scatter"):
                lines = re.findall(rf"\n  {pattern}(, aligned to {nearest})? +\S.* [0-9.]", table)
                self.assertEqual([f", aligned to {nearest}" if asked != nearest else ""] * 2, lines, asked)
        self.assertIn("Elements of this size were not measured on the NVIDIA H200.", self.plan(300))
        self.assertIn("Rates were measured for groups of 32 lanes.", self.plan(28, "--lanes", 8))

    def test_says_what_to_write(self):
        def written(size, *arguments):
            text = self.plan(size, *arguments).partition("\nNVIDIA H200: GB/s")[2].partition("what to write")[2].partition("\n\n")[0]
            return dict(re.findall(r"\n  (load|store|copy|gather|scatter) +(.+?) \(\d+ GB/s", text))

        plain, pointer = "p[i] of a T*", "p[i] of a coalesced_ptr<T>"
        self.assertEqual({"load": "load_contiguous<8>", "store": "store_contiguous<8>",
                          "copy": "load_contiguous<8> and store_contiguous<8>", "gather": plain, "scatter": plain},
                         written(3))
        self.assertEqual("tiles of a block, load_tile", written(15)["load"])
        self.assertEqual("p[i] of a coalesced_ptr<T, in_block<256>>", written(15)["store"])
        self.assertEqual({"load": plain, "store": pointer, "copy": pointer, "gather": pointer, "scatter": pointer},
                         written(28))
        self.assertEqual({pointer}, set(written(64, "--align", 4).values()))
        for size, words in ((300, pointer), (2000, plain)):
            self.assertTrue(self.plan(size).endswith(f"what to write: {words}\n"), size)

    def test_takes_an_alignment_and_a_group(self):
        result = self.run_well("plan", 48, "--align", 4, "--lanes", 8)
        self.assertIn("48 bytes aligned to 4, by a group of 8 lanes", result.output)
        self.assertEqual(16, result.number("word"))
        self.assertEqual(8, self.run_well("plan", 50, "--align", 2).number("word"))
        self.assertEqual(32, self.run_well("plan", 1000, "--align", 4).number("words at a time"))
        for lanes in (1, 2, 4, 8, 16, 32):
            self.plan(48, "--lanes", lanes)

    def test_refuses_what_is_no_struct(self):
        for size in ("0", "-5", "4097", "999999999999"):
            self.expect_refusal(self.heddle("plan", size), 2, "BYTES must be from 1 to 4096")
        for size, words in (("many", "BYTES"), ("", "BYTES"), ("5.5", "BYTES"),
                            ("99999999999999999999999", "out of range"), ("0x1c", "BYTES: '0x1c' is no whole number")):
            self.expect_refusal(self.heddle("plan", size), 2, words)
        self.assertEqual(self.plan("10"), self.plan("010"))  # Leading zeros do not make a number octal.
        self.expect_refusal(self.heddle("plan"), 2, "BYTES is required")
        for alignment in ("0", "-2", "3", "4"):
            self.expect_refusal(self.heddle("plan", "50", "--align", alignment), 2, "power of two that divides")
        for lanes in ("0", "3", "64", "-1"):
            self.expect_refusal(self.heddle("plan", "50", "--lanes", lanes), 2, "--lanes must be")


class command_line(ProgramTest):
    def test_explains_itself(self):
        text = self.run_well("--help").output
        self.assertEqual(text, self.run_well().output)
        for command in ("plan", "tune"):
            self.assertIn(command, text)
            self.assertRegex(self.run_well(command, "--help").output, f"(?s)Usage: heddle {command}.*Exit status")
        self.assertRegex(self.run_well("--version").output, r"\Aheddle ")

    def test_refuses_what_it_does_not_know(self):
        for words, *arguments in (
                ("weave", "weave"), ("weave??[31m", "weave\n\x1b[31m"), ("60", "plan", "50", "60"),
                ("--loom", "plan", "50", "--loom"), ("stl", "stl", "in.stl", "out.stl")):
            self.expect_refusal(self.heddle(*arguments), 2, words)
        self.assertEqual([], self.files())

    def test_accepts_or_refuses_random_words(self):
        source = random.Random(20140215)
        known = ("plan tune --align --lanes --sizes --mib --repeats --csv --help -h --version -- = , 4 28 1020 0x1c 1e3 "
                 "-1 9223372036854775808").split() + ["", "a\nb"]
        for _ in range(250):
            words = source.choices(known, k=source.randrange(1, 6))
            words += ["".join(chr(source.randrange(1, 256)) for _ in range(source.randrange(9)))] * source.randrange(2)
            result = self.run_shell("CUDA_VISIBLE_DEVICES=-1 " + self.command(*words))
            self.assertIn(result.status, (0, 1, 2, 3), words)
            if result.status != 0:
                self.expect_refusal(result, result.status, "")


if __name__ == "__main__":
    unittest.main()
