# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""idioms.py host | nvcc | PAGE

With a compiler, compiles all idioms with HEDDLE_FIELDS and without. Fails unless the compiler refuses exactly the rows
of idioms.def that must be refused, each with its words (a regular expression) in the first message about it. Without
HEDDLE_FIELDS, the rows that need it must be refused, too.
With a page, fails unless each row of its tables that begins with code is a row of idioms.def. In a row of two cells,
the second cell is the kind: `as before` or `with the line`. In a row of three cells, the first cell is refused code,
the second is the reason, and the third is the replacement, which must be an idiom that compiles."""
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))
from script import INCLUDE, NVCC, SETTINGS, finish, result_of

ROWS = (FOLDER / "idioms.def").read_text(encoding="utf-8").splitlines()


def refused(output: str, diagnostic: str) -> dict[int, str]:
    """Returns the messages about each row that a compiler refuses. `diagnostic` is where the next one begins."""
    # nvcc quotes the source, and g++ writes `In function …`. These lines are ignored when words are searched. g++
    # names the line of code that uses a default argument in a note after the error.
    output = re.sub(r"\n.*__attribute__\(\(global\)\).*|\n.*: In copy constructor .*", "", output)
    messages: dict[int, str] = {}
    for text in re.split(f"(?={diagnostic})", output):
        if not re.search("error[: ]", text) or "errors detected" in text:
            continue
        line = re.search(r"idioms\.def[:(](\d+)|line (\d+) of \S*idioms\.def", text)
        if not line:
            finish([f"an error that belongs to no idiom:\n{text}"])
        number = int(line[1] or line[2])
        messages[number] = messages.get(number, "") + " ".join(re.sub(r"\A.*: In .*\n", "", text).split()) + "\n"
    return messages


def check_refusals(compiler: str) -> None:
    if compiler == "nvcc":
        diagnostic = "\n\n"
        command = [*NVCC, "-w", "-ptx", "-Xcudafe", "--error_limit=10000", "-o", "rows.ptx"]
    else:
        is_clang = "clang" in result_of(SETTINGS.cxx, "--version")[1]
        diagnostic = r"(?<=\n).*: error: " if is_clang else r"(?<=\n).*: In "
        options = ["-fno-caret-diagnostics", "-ferror-limit=0"] if is_clang else ["-fno-diagnostics-show-caret"]
        command = [SETTINGS.cxx, "-std=c++17", "-w", *options, "-fsyntax-only", "-x", "c++"]
    command += [INCLUDE, *(f"-I{folder}" for folder in SETTINGS.toolkit_includes)]

    failures = []
    for options, kinds, words_of_all in (
            ((), "REFUSED", ""), (("-DHEDDLE_TEST_WITHOUT_FIELDS",), "REFUSED|FIELD", "name_in_HEDDLE_FIELDS")):
        status, output = result_of(*command, *options, FOLDER / "rows.cu")
        messages, count = refused(output, diagnostic), 0
        for number, row in enumerate(ROWS, 1):
            match = re.match(r'IDIOM_([A-Z_]+)\(([a-z_]+), *(?:"([^"]+)")?', row)
            if not match:
                continue
            kind, name, words = match.groups()
            wanted = words or words_of_all
            if re.search(kinds, kind):
                count += 1
                if number not in messages:
                    failures.append(f"{name} compiles, but must not {options}")
                elif not re.search(wanted, messages[number].split("\n")[0]):
                    failures.append(f"{name} is refused, but not first with `{wanted}`:\n{messages[number]}")
            elif number in messages:
                failures.append(f"{name} is refused {options}:\n{messages[number]}")
        if count == 0 or status == 0:
            failures.append(f"no idioms are refused {options}")
        print(f"{count} idioms are refused {options}")
    finish(failures)


def check_page(page: str) -> None:
    codes = set()
    for row in ROWS:
        match = re.match(r'IDIOM_(REFUSED)\([a-z_]+, "[^"]*", (.*)\)$|IDIOM_LIKE\([a-z_]+, \(.*;\), (.*)\)$|'
                         r"IDIOM_(SAME|FIELD)\([a-z_]+, (.*)\)$", row)
        if match:
            codes.add((match[1] or match[4] or "SAME", match[2] or match[3] or match[5]))
    failures, count = [], 0
    for line in pathlib.Path(page).read_text(encoding="utf-8").splitlines():
        kind = re.match(r"\| `([^`]*;)` \| (as before|with the line) \|$", line)
        instead = re.match(r"\| `([^`]*;)` \| [^|]* \| `([^`|]*)` \|$", line)
        if kind:
            wanted = [(kind[1], ["SAME" if kind[2] == "as before" else "FIELD"])]
        elif instead:
            wanted = [(instead[1], ["REFUSED"]), (instead[2], ["SAME", "FIELD"])]
        elif re.match("\\| `[^`]*;`", line):
            failures.append(f"a row that says nothing: {line}")
            continue
        else:
            continue
        count += 1
        failures += [f"no {' or '.join(kinds)} of idioms.def: {code}" for code, kinds in wanted
                     if not any((kind, code) in codes for kind in kinds)]
    if count < 40:
        failures.append(f"only {count} rows were found in {page}")
    finish(failures, f"{count} rows of {page} are idioms of the tests")


(check_refusals if sys.argv[1] in ("host", "nvcc") else check_page)(sys.argv[1])
