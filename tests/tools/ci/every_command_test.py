#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that .ci/every-command finds the commands of pages, and says which ones fail or are unknown."""
import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[3] / ".ci/every-command"
LOADER = importlib.machinery.SourceFileLoader("every_command", str(SCRIPT))
script = importlib.util.module_from_spec(importlib.util.spec_from_loader("every_command", LOADER))
sys.dont_write_bytecode = True
LOADER.exec_module(script)

README = """# A page

```cpp
#include <heddle/heddle.cuh>
```

```sh
false \\
  --wrong   # a comment
frobnicate all
export WHO=reader
echo $WHO >/opt/heddle/greeting
grep -q $WHO /opt/heddle/greeting
```

Call `build/demo/bin/heddle plan`, `tests/tool.py --there FILE` or `tests/tool.py --absent FILE`; `build/demo` is a folder.
"""


class every_command_test(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        project = self.folder / "a project"
        (project / "tests").mkdir(parents=True)
        (project / "README.md").write_text(README)
        (project / "another page.md").write_text("```sh\nexport SLEEP=60\nsleep $SLEEP; touch late\n```\n")
        (project / "CMakePresets.json").write_text('{"configurePresets": [], "workflowPresets": []}')
        (project / "tests/tool.py").write_text("import argparse\nparser = argparse.ArgumentParser()\n"
                                               "parser.add_argument('--there')\nparser.parse_args()\n")
        for command in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]):
            subprocess.run(["git", "-C", project, *command], check=True)
        self.addCleanup(setattr, script, "PROJECT", script.PROJECT)
        self.addCleanup(setattr, script, "RULES", script.RULES)
        script.PROJECT = project
        script.RULES = [script.Rule("export .*|false .*"), script.Rule("build/.*", need="release")]

    def run_script(self, *arguments):
        printed = io.StringIO()
        old, sys.argv = sys.argv, ["every-command", "--folder", str(self.folder / "a run"), *arguments]
        try:
            with contextlib.redirect_stdout(printed):
                status = script.main()
        finally:
            sys.argv = old
        return status, printed.getvalue()

    def test_outcomes(self):
        status, printed = self.run_script("--only", "^(?!.*(bare_system|hints|SLEEP))")
        self.assertEqual(1, status)
        outcomes = dict((line.split("  ", 2)[-1] if line.startswith("unknown") else line.split(" s  ")[-1], line.split()[0])
                        for line in printed.splitlines() if "README" in line)
        self.assertEqual({
            "export WHO=reader && echo $WHO >/opt/heddle/greeting  (README.md)": "passed",
            "export WHO=reader && grep -q $WHO /opt/heddle/greeting  (README.md)": "passed",
            "false --wrong  (README.md, status 1)": "failed",
            "README.md: frobnicate all": "unknown",
            "tests/tool.py --there FILE  (README.md)": "passed",
            "tests/tool.py --absent FILE  (README.md, tests/tool.py has no option --absent)": "failed",
        }, {name: outcome for name, outcome in outcomes.items() if "bin/heddle" not in name})
        self.assertIn("build/demo/bin/heddle plan  (README.md", printed)
        self.assertEqual("3 failed", printed.splitlines()[-1].split(", ")[1])

    def test_succeeds(self):
        status, printed = self.run_script("--only", "^export WHO")
        self.assertEqual(0, status, printed)
        self.assertTrue(printed.endswith("2 passed, 0 failed, 0 skipped\n"), printed)

    def test_list_runs_nothing(self):
        status, printed = self.run_script("--list", "--only", "^export")
        self.assertEqual((0, False), (status, (self.folder / "a run").exists()), printed)
        self.assertIn("sleep $SLEEP; touch late  (another page.md)", printed)

    def test_ends_what_takes_too_long(self):
        status, printed = self.run_script("--only", "SLEEP", "--limit", "1")
        self.assertEqual(1, status)
        self.assertIn("(another page.md, not done within 1 s)", printed)


if __name__ == "__main__":
    unittest.main()
