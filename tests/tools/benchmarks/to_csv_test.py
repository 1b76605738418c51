# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests to_csv.py with JSON in the form in which Google Benchmark writes it."""

import json
import unittest

from files import ScriptTest

import to_csv
from reporting import read

CONTEXT = {"date": "2026-01-01", "host_name": "secret", "executable": "heddle_benchmarks",
           "gpu": "NVIDIA H200", "gpu_driver": "580.1", "cuda_runtime": "13.0", "array_mib": "512",
           "clocks": "at most 1980 MHz, memory 2619 MHz", "heddle_commit": "0123456"}


def repeated(name, value, spread=0.001, unit="GB/s", **more):
    """Returns the median and the coefficient of variation of seven repetitions."""
    common = {"run_name": name, "run_type": "aggregate", "repetitions": 7, "time_unit": "us"}
    return [{"name": name + "_median", "aggregate_name": "median", "real_time": 250.0, unit: value,
             **common, **more},
            {"name": name + "_cv", "aggregate_name": "cv", "real_time": spread, unit: spread, **common}]


def failed(name, message="12 bytes or sums are wrong"):
    return [{"name": name, "run_name": name, "run_type": "iteration", "repetitions": 7,
             "error_occurred": True, "error_message": message, "time_unit": "us"}]


class ToCsvTest(ScriptTest):
    def json(self, runs, **context):
        return self.text("run.json", json.dumps({"context": {**CONTEXT, **context}, "benchmarks": runs}))

    def convert(self, runs, *options, **context):
        status, text = self.output(to_csv, self.json(runs, **context), self.folder, *options)
        self.assertEqual(0, status, text)

    def read(self, name):
        return read(self.path(name))

    def test_makes_a_file_of_each_family(self):
        self.convert(repeated("copy/limit/28/manual_time", 4000.0) +
                     repeated("copy/coalesced+160/96a16/manual_time", 3900.0, 0.002) +
                     repeated("masked_copy/tile/28/prefix8/manual_time", 300.0))
        lines = self.read("access_h200.csv").lines
        self.assertEqual({("copy", 28, 4, "", "limit"), ("copy", 96, 16, "", "coalesced+160")}, set(lines))
        line = lines["copy", 96, 16, "", "coalesced+160"]
        self.assertEqual((3900.0, "GB/s", 250.0, 0.002, 7, True), line[1:7])
        self.assertEqual([("masked_copy", 28, 4, "prefix8", "tile")], list(self.read("masked_h200.csv").lines))

    def test_names_every_kind_of_benchmark(self):
        for name, family, parsed in [
                ("load/plain/13/manual_time", "access", ("load", 13, 1, "", "plain")),
                ("load/plain/14", "access", ("load", 14, 2, "", "plain")),
                ("aos_to_soa/staged/64m8/manual_time", "algorithm", ("aos_to_soa", 64, 8, "", "staged")),
                ("sort/merged/28/manual_time", "algorithm", ("sort", 28, 4, "", "merged")),
                ("some_words/fields/64/12/manual_time", "access", ("some_words", 64, 4, "12", "fields")),
                ("update/coalesced_exits/28/repeats:1/manual_time", "access",
                 ("update", 28, 4, "", "coalesced_exits")),
                ("peer_scatter/plain/33/manual_time", "remote", ("peer_scatter", 33, 1, "", "plain")),
                ("sort/int32/shuffle/64/manual_time", "warp", ("sort", "int32", 64, "shuffle")),
                ("transpose/7/cub/256/manual_time", "warp", ("transpose", "7", 256, "cub")),
                ("nbody/fp32/shared_tile_x4/4096/manual_time", "warp",
                 ("nbody", "fp32", 4096, "shared_tile_x4"))]:
            self.assertEqual((family, parsed), to_csv.parse_name(name))

    def test_reads_repetitions_and_failures(self):
        name = "copy/plain/28/manual_time"
        single = {"name": name, "run_name": name, "run_type": "iteration", "repetitions": 1, "real_time": 9.0,
                  "time_unit": "us", "GB/s": 1000.0}
        wrong = (None, None, None, False, "12 bytes or sums are wrong")
        for runs, expected in (
                (repeated(name, 1000.0), (1000.0, 0.001, 7, True, "")), ([single], (1000.0, None, 1, True, "")),
                (repeated(name, 1000.0, spread=float("nan")), (1000.0, None, 7, True, "")),
                # A failure outweighs a median.
                (failed(name), wrong), (failed(name) + repeated(name, 1000.0), wrong),
                (repeated(name, 1000.0) + failed(name), wrong)):
            self.convert(runs + repeated("copy/tile/28/manual_time", 4000.0), "--replace")
            line = self.read("access_h200.csv").lines["copy", 28, 4, "", "plain"]
            self.assertEqual(expected[3:], (line.is_correct, line.note))
            if line.is_correct:
                self.assertEqual(expected[:3], (line.value, line.spread, line.repetitions))

    def test_tells_the_machine_and_not_the_host(self):
        self.convert(repeated("copy/plain/28", 1000.0), "--commit", "fedcba9")
        machine = self.read("access_h200.csv").machine
        self.assertEqual("fedcba9", machine["heddle_commit"])
        self.assertEqual("at most 1980 MHz, memory 2619 MHz", machine["clocks"])
        self.assertFalse({"host_name", "executable"} & set(machine))
        context = {key: value for key, value in CONTEXT.items() if key not in ("clocks", "heddle_commit")}
        machine = to_csv.machine_of(context, None)
        self.assertEqual(("not recorded", "not recorded"), (machine["clocks"], machine["heddle_commit"]))

    def test_does_not_write_over_results_unless_told_to(self):
        self.convert(repeated("copy/plain/28", 1000.0))
        self.expect(2, "there already; --replace", to_csv, self.json(repeated("copy/plain/28", 9.0)), self.folder)
        self.assertEqual(1000.0, self.read("access_h200.csv").lines["copy", 28, 4, "", "plain"].value)
        self.convert(repeated("copy/plain/28", 9.0), "--replace")
        self.assertEqual(9.0, self.read("access_h200.csv").lines["copy", 28, 4, "", "plain"].value)

    def test_refuses_bad_input(self):
        good = repeated("copy/plain/28", 1000.0)

        def document(runs, **context):
            return json.dumps({"context": {**CONTEXT, **context}, "benchmarks": runs})

        for content, sentence in [
                ("", "this is no JSON"), ("[]", "no measurement in it"), ('{"benchmarks": []}', "no measurement in it"),
                (json.dumps({"benchmarks": good}), "its context does not tell gpu"),
                (document(good + good), "copy/plain/28 is here for the second time"),
                (document([{**good[0], "time_unit": "ns"}]), "times are in ns instead of us"),
                (document(repeated("copy/plain", 1.0)), "this is no name of ours"),
                (document(repeated("cope/plain/28", 1.0)), 'no family has a pattern "cope"'),
                (document(repeated("copy/plain/28", 1.0, unit="MB/s")), "its rate is None"),
                *((document(repeated("copy/plain/28", value)), "copy/plain/28_median: its rate is")
                  for value in (float("nan"), float("inf"), 0.0))]:
            with self.subTest(sentence):
                self.expect(2, sentence, to_csv, self.text("a", content), self.folder)
        self.expect(2, "No such file", to_csv, self.path("none.json"), self.folder)

if __name__ == "__main__":
    unittest.main()
