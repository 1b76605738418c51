# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests compare.py: changes that it reports as slower, changes that are noise, and files that it refuses."""

import os
import re
import unittest

from files import RESULTS, ScriptTest, access, warp

import compare

GOOD = [access("copy", 28, "coalesced", 4000), access("copy", 32, "coalesced", 4100),
        access("copy", 28, "limit", 4200), access("gather", 28, "coalesced", 1600)]


def with_values(factor, lines=None, **more):
    return [line._replace(value=line.value * factor, **more) for line in lines or GOOD]


class CompareTest(ScriptTest):
    def compare(self, status, before, after, *options, **machine):
        return self.expect(status, "lines compared", compare, self.results("before.csv", before),
                           self.results("after.csv", after, **machine), *options)

    def test_finds_nothing_in_the_committed_results(self):
        files = [name for name in sorted(os.listdir(RESULTS)) if re.fullmatch(compare.RESULTS_NAME, name)]
        self.assertGreaterEqual(len(files), 6)
        for name in files:
            path = os.path.join(RESULTS, name)
            self.expect(0, " 0 slower and 0 faster", compare, path, path)

    def test_finds_changes(self):
        first, *others = GOOD
        wrong = first._replace(value=None, is_correct=False, note="3 bytes are wrong")
        of_machine = [line._replace(value=0.9 * line.value) if line.name[-1] == "limit" else line for line in GOOD]
        stores = [access("store", 28, "tile", 4000), access("store", 32, "tile", 1)]
        for status, before, after, *sentences in (
                (0, GOOD, GOOD, "4 lines compared, 0 slower and 0 faster by more than 1 % beyond noise, 0 wrong.",
                 "| access | all but controls | 3 | 1.000 | 1.000 | 0 | 0 |"),
                (1, GOOD, [first._replace(value=3800), *others], "1 slower and 0 faster",
                 "| -5.0 % | 0.2 % | 4000 | 3800 | GB/s | access/copy/28/4/coalesced |",
                 "| access | copy | 2 | 0.975 | 0.950 | 1 | 0 |", "| access | gather | 1 | 1.000 | 1.000 | 0 | 0 |"),
                (0, GOOD, [first._replace(value=4400), *others],
                 "| +10.0 % | 0.2 % | 4000 | 4400 | GB/s | access/copy/28/4/coalesced |"),
                (0, GOOD, of_machine, "| access | controls | 1 | 0.900 | 0.900 | 1 | 0 |",
                 "1 of 1 controls are slower or faster: the machine or the harness differs."),
                (1, GOOD, [wrong, *others], "WRONG after: access/copy/28/4/coalesced: 3 bytes are wrong",
                 "3 lines compared"),
                (0, [wrong, *others], GOOD, "Wrong before: access/copy/28/4/coalesced"),
                (0, GOOD, others + stores, "Only after: 2 lines, as access/store/28/4/tile",
                 "Only before: 1 lines, as access/copy/28/4/coalesced. They are not compared.")):
            text = self.compare(status, before, after)
            for sentence in sentences:
                self.assertIn(sentence, text)
        self.assertIn("The gpu driver differs: 580.1 before, 590.2 after.",
                      self.compare(0, GOOD, GOOD, gpu_driver="590.2"))

    def test_of_times_less_is_better(self):
        before = [warp("scan", "int32", 64, "shuffle", 2.0)]
        for name, after, status in (("slower", 2.2, 1), ("faster", 1.8, 0)):
            text = self.expect(status, f"1 {name}", compare, self.results("a.csv", before, family="warp"),
                               self.results("b.csv", [warp("scan", "int32", 64, "shuffle", after)], family="warp"))
            self.assertIn("-9.1 %" if name == "slower" else "+11.1 %", text)

    def test_the_threshold_is_one_percent_unless_told_otherwise(self):
        self.compare(0, GOOD, with_values(0.991, spread=0.0))
        self.compare(1, with_values(1, spread=0.0), with_values(0.989, spread=0.0))
        self.compare(0, with_values(1, spread=0.0), with_values(0.989, spread=0.0), "--threshold", "2")
        self.compare(1, with_values(1, spread=0.0), with_values(0.998, spread=0.0), "--threshold", "0.1")

    def test_a_loss_within_the_noise_is_none(self):
        # The noise is three standard errors: 3 · √2 · 1.2533 · 0.05 / √7 = 10 %.
        noisy = with_values(1, spread=0.05)
        text = self.compare(0, noisy, with_values(0.9, noisy))
        self.assertIn("With more noise than the threshold: 4 lines", text)
        self.compare(1, noisy, with_values(0.88, noisy))
        # With more repetitions, the noise is smaller.
        self.compare(1, with_values(1, noisy, repetitions=70), with_values(0.9, noisy, repetitions=70))

    def test_one_spread_stands_for_both(self):
        unknown = with_values(1, spread=None)
        self.compare(0, unknown, with_values(0.9, spread=0.05))
        self.compare(0, with_values(1, spread=0.05), with_values(0.9, spread=None))
        text = self.compare(1, unknown, with_values(0.98, spread=None))
        self.assertIn("judged by the threshold alone: 4 lines", text)
        self.assertIn("| -2.0 % | unknown |", text)

    def test_runs_that_lie_apart_are_noise(self):
        for run, factor in enumerate((0.97, 1.0, 1.03)):
            self.results(f"before/{run}/access_h200.csv", with_values(factor))
            self.results(f"steady/{run}/access_h200.csv", with_values(1 + factor / 1e4))
        one = self.results("after.csv", with_values(0.95))
        self.expect(0, " 0 slower", compare, self.path("before/x")[:-2], one)
        self.expect(1, " 3 slower", compare, self.path("steady/x")[:-2], one)

    def test_the_median_of_several_runs_counts(self):
        for run, factor in enumerate((1.0, 0.5, 1.0)):
            self.results(f"after/access_h200_{run}.csv", with_values(factor))
        text = self.expect(0, " 0 slower", compare, self.results("before.csv", GOOD), self.path("after/x")[:-2])
        self.assertIn("3 files", text)
        self.assertIn("| access | all but controls | 3 | 1.000 | 1.000 | 0 | 0 |", text)

class RefusalTest(ScriptTest):
    def refuse(self, path, sentence):
        good = self.results("good.csv", GOOD)
        self.expect(2, sentence, compare, path, good)
        self.expect(2, sentence, compare, good, path)

    def test_refuses_what_cannot_be_compared(self):
        stores, scans = [access("store", 28, "tile", 1)], [warp("scan", "int32", 64, "cub", 1)]
        of_another_unit = [line._replace(unit="Ginteractions/s") for line in GOOD]
        os.mkdir(self.path("empty"))
        for path, sentence in (
                (self.path("none.csv"), "No such file or directory"),
                (self.results("a.csv", GOOD, gpu="NVIDIA H100"), "GPUs are not compared"),
                (self.results("b.csv", stores), "have no line in common"),
                (self.results("c.csv", scans, family="warp"), "have no line in common"),
                (self.results("d.csv", of_another_unit), "is in GB/s and in Ginteractions/s"),
                (self.path("empty"), "no FAMILY_GPU.csv in this folder")):
            self.refuse(path, sentence)

    def test_refuses_two_gpus_on_one_side(self):
        for first, second in (("h100", "h200"), ("h200", "h100")):
            self.results("two/access_1.csv", GOOD, gpu=f"NVIDIA {first.upper()}")
            self.results("two/access_2.csv", GOOD, gpu=f"NVIDIA {second.upper()}")
            self.refuse(self.path("two/x")[:-2], "GPUs are not compared")

    def test_refuses_a_threshold_that_is_none(self):
        good = self.results("good.csv", GOOD)
        for option in ("--threshold=nan", "--threshold=-1", "--threshold=much", "--threshold=inf", "--lines=x"):
            self.expect(2, option.partition("=")[0], compare, good, good, option)


if __name__ == "__main__":
    unittest.main()
