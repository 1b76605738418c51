# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation site. Exit status 1 if Doxygen or Sphinx warns, or if a link leads nowhere.

build.py ROOT OUTPUT --doxygen DOXYGEN

ROOT is the folder of the repository. OUTPUT gets the folder html, and folders with intermediate files. Run it with a
Python that has the packages of requirements.txt.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import api
import links
import pages

HERE = pathlib.Path(__file__).resolve().parent
# The sidebar: captions and pages.
SIDEBAR = {
    "Use heddle": ["docs/installing", "docs/moving-a-kernel", "docs/benchmarking-your-kernel", "docs/forms",
                   "docs/rules", "docs/memory-order", "docs/thrust", "docs/runtime-layouts", "python/README",
                   "docs/program", "docs/toolkits", "docs/coming-from-trove", "docs/coming-from-cub"],
    "Reference": ["api/index", "docs/glossary", "CHANGELOG"],
    "Understand it": ["docs/principles", "docs/how-a-warp-moves-a-struct", "docs/routes", "docs/tour",
                      "docs/results", "results/index", "docs/tuning-log"],
    "Change it": ["CONTRIBUTING", "docs/adding", "docs/tests", "benchmarks/README", "docs/README"],
}
# The families of results, and what they measure.
RESULTS = {
    "access": "loads, stores, copies, updates, gathers and scatters of structs of 1 to 256 bytes",
    "masked": "copies, gathers and scatters by some lanes of each warp",
    "remote": "memory of another GPU and of the host",
    "diverged": "accesses in a branch that some lanes take",
    "add": "records that threads add to others atomically",
    "moved": "kernels of applications before and after they are moved to heddle",
    "peers": "loads, stores, copies, gathers and scatters, beside CUB and other ways",
    "algorithm": "algorithms beside Thrust and CUB",
    "records": "conversions between records and columns, by layouts that are known at run time",
    "warp": "collectives of a warp",
    "route": "every route that can move a struct",
}


def write_results(root, folder):
    """Writes a page with the tables of each committed file of results, and a page with the pictures."""
    to = folder / "results"
    to.mkdir(parents=True)
    index = ["# Results", "", "The results that are committed in `benchmarks/results`, of one GPU (remote: of two).",
             "[Benchmarks](/benchmarks/README.md) says how they are measured, and what each variant is.",
             "[Reading the results](/docs/results.md) says what they mean.", "", "| tables | measure |", "| --- | --- |"]
    names = []
    for family, about in RESULTS.items():
        for path in sorted((root / "benchmarks/results").glob(f"{family}_*.csv")):
            report = subprocess.run([sys.executable, "-B", root / "benchmarks/report.py", path],
                                    check=True, capture_output=True, text=True).stdout
            report = re.sub(r"^### ", "## ", report, flags=re.M)
            title = path.stem.replace("_", ", ", 1)
            (to / f"{path.stem}.md").write_text(f"# Results: {title}\n\n{report}", encoding="utf-8")
            index.append(f"| [{title}]({path.stem}.md) | {about} |")
            names.append(path.stem)
    index.append("")
    for path in sorted((root / "benchmarks/results").glob("*.svg")):
        shutil.copyfile(path, to / path.name)
        index += [f"![{path.stem.replace('_', ', ', 1)}]({path.name})", ""]
    index += ["```{toctree}", ":hidden:", ":titlesonly:", "", *names, "```", ""]
    (to / "index.md").write_text("\n".join(index), encoding="utf-8")


def write_sidebar(folder):
    with open(folder / "index.md", "a", encoding="utf-8") as index:
        for caption, names in SIDEBAR.items():
            index.write("\n".join(["", "```{toctree}", ":hidden:", ":titlesonly:", f":caption: {caption}", "", *names,
                                   "```", ""]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--doxygen", default="doxygen")
    arguments = parser.parse_args()
    root, output = arguments.root.resolve(), arguments.output.resolve()
    started = time.monotonic()
    for name in ("html", "pages", "doxygen"):
        shutil.rmtree(output / name, ignore_errors=True)
        (output / name).mkdir(parents=True)
    folder = output / "pages"

    include = root / "include/heddle"
    warnings = api.run_doxygen(arguments.doxygen, HERE / "Doxyfile.in", include, output / "doxygen")
    for warning in warnings:
        print(f"doxygen: {warning}")
    shown, internal = api.clean_all(output / "doxygen/xml")
    api.write_pages(include, shown, folder / "api")

    listed = [f"{name}.md" for names in SIDEBAR.values() for name in names if (root / f"{name}.md").is_file()]
    copied = pages.Pages(root, folder, ["README.md", *listed])
    copied.write_all()
    write_results(root, folder)
    write_sidebar(folder)

    version = re.findall(r"#define HEDDLE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)",
                         (include / "version.hpp").read_text(encoding="utf-8"))
    environment = dict(os.environ, HEDDLE_VERSION=".".join(version), HEDDLE_INTERNAL="|".join(sorted(internal)),
                       HEDDLE_XML=str(output / "doxygen/xml"), HEDDLE_STATIC=str(HERE / "static"))
    sphinx = subprocess.run([sys.executable, "-B", "-m", "sphinx", "-b", "html", "-n", "-q", "-W", "--keep-going", "-c",
                             HERE, "-d", output / "doctrees", folder, output / "html"], env=environment, check=False)
    copied.write_sources(output / "html")
    broken = links.broken(output / "html")
    for complaint in broken:
        print(complaint)
    count = len(list((output / "html").rglob("*.html")))
    print(f"{count} pages, {len(warnings)} warnings of Doxygen, {len(broken)} broken links, "
          f"{time.monotonic() - started:.0f} s: {output / 'html/index.html'}")
    return 1 if warnings or broken or sphinx.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
