# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples: a wrong form, several arrays, wrong options, and what each form gains."""
import re
import tempfile
import unittest

from programs import FOLDER, ProgramTest, run


class Examples(ProgramTest):
    def test_wrong_form(self):
        status, output, errors = run("heddle_example_page", "broken")
        self.assertEqual(status, 1)
        self.assertRegex(output, r"\nbroken .* WRONG\n")
        self.assertNotRegex(output, r"\nplain .* WRONG\n")
        self.assertIn("a result is WRONG", errors)

    def test_several_arrays(self):
        status, output, _ = run("heddle_example_page", "some")
        self.assertEqual(status, 0)
        some, broken = output.split("broken: ")
        self.assertRegex(some, "some particles: .* threads, each reads 32 and writes 28 bytes ")
        self.assertEqual([line.split()[0] for line in some.splitlines()[2:5]], ["plain", "moved", "SoA"])
        self.assertNotIn("WRONG", some)
        self.assertRegex(broken, "each reads 30 and writes 28 bytes ")
        self.assertEqual(re.findall(r"^(.*?)  .* WRONG$", broken, re.M), ["broken", "broken SoA"])

    def test_struct_that_is_hard_to_copy(self):
        status, output, errors = run("heddle_example_page", "awkward")
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("\nSoA ", output)

    def test_no_threads(self):
        self.expect_refusal("the first array has 0 elements", run("heddle_example_page", "empty"))

    def test_no_recommended_form_looks_slower(self):
        """Sectors that L1 keeps are not counted again."""
        for program in ("accumulation", "field_by_field", "gaussian_splats", "lattice_qcd", "lidar", "mesh_repair",
                        "random_numbers", "rigid_bodies", "tracks"):
            if program == "random_numbers" and not (FOLDER / program).exists():
                continue  # the toolkit has no curand
            with tempfile.TemporaryDirectory() as folder:
                output = run(program, "--emulated", cwd=folder)[1]
            forms = r"word alone = best|best|copy|load_if|store_if|atomic_add|atomic_add_if"
            gains = re.findall(rf"^(?:{forms}) .* ([0-9.]+)$", output, re.M)
            self.assertLess(0, len(gains) + (program == "random_numbers"))
            self.assertEqual([], [gain for gain in gains if float(gain) < 1])

    def test_code_for_the_gpu_alone(self):
        if not (FOLDER / "heddle_example_device_only").exists():
            self.skipTest("without a GPU it is only compiled")
        self.expect_refusal("no code for emulated warps (DEVICE_ONLY)", run("heddle_example_device_only", "--emulated"))

    def test_options(self):
        for arguments in (["--elements", "0"], ["--mib", "many"], ["--fast"], ["--elements", "3000000000"]):
            self.expect_refusal(arguments[0], run("rigid_bodies", *arguments))
        self.assertEqual(run("rigid_bodies", "--help")[0], 0)
        self.assertIn(" 33 threads", run("rigid_bodies", "--elements", "33")[1])


if __name__ == "__main__":
    unittest.main()
