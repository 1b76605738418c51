# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""refusals.py TABLE [CASE], or refusals.py headers

Tests a table of compile failures: a .cpp for the host compiler, or a .cu for nvcc. A table must compile without its
cases, so that each case has only one fault. The compiler must refuse each case:

    // expect: two to four words of the message
    // also: a text that the compiler must say somewhere
    REFUSED(NAME, the faulty code)
    ACCEPTED(NAME, code that stands in its place in the table)

The first error of the compiler must contain the words of `expect`, which stay when the rest of a message is reworded.
`also` serves for texts that the compiler adds, such as the type that the message is about.
To compile a case, the script exchanges REFUSED and ACCEPTED of this NAME. Consecutive cases share the lines above the
first case. If one of these lines is `// standard: c++14`, the script compiles the case with this standard, and the
standard is the fault. If the fault is a directive, the directive stands between `#ifdef NAME` and `#endif`.
Without CASE, this script fails unless the compiler accepts the table. It then precompiles the headers of a .cpp for the
cases. With CASE, it compiles only the paragraph of the case (between blank lines), and the paragraphs before the first
case.
With `headers`, it fails unless the host compiler refuses every header as C++11 and as C++14, because heddle needs
C++17. The message of heddle must be the first error, and the compiler must stop after it."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from script import INCLUDE, NVCC, SETTINGS, finish, output_of, result_of


def refuse_old_standards() -> None:
    root, failures, count = pathlib.Path(SETTINGS.include), [], 0
    source = pathlib.Path("header_before_cxx17.cpp")
    # Headers that have only macros compile with any standard.
    macros = {"version.hpp", "hide_macros.hpp", "restore_macros.hpp"}
    for header in sorted([*root.rglob("*.cuh"), *root.rglob("*.hpp")]):
        if header.name in macros:
            continue
        count += 1
        source.write_text(f"#include <{header.relative_to(root)}>\n", encoding="utf-8")
        for standard in ("c++11", "c++14"):
            status, output = result_of(SETTINGS.cxx, f"-std={standard}", "-fsyntax-only", INCLUDE, source)
            errors = re.findall("error: .*", output)
            if status == 0 or len(errors) != 2 or "heddle needs C++17" not in errors[0]:
                failures.append(f"{header} as {standard}:\n{output}")
    finish(failures if count >= 50 else [f"only {count} headers in {root}"])


def compiler_of(table: pathlib.Path, standard: str) -> list[str]:
    if table.suffix == ".cu":
        # -fdevice-syntax-only is not used, because nvcc refuses some cases only when it generates code.
        options = [*NVCC, "-ptx", "-o", "/dev/null", "--extended-lambda"]
        options[1] = f"-std={standard}"
        return [*options, INCLUDE]
    headers = pathlib.Path(f"{table.stem}_headers.hpp")
    return [SETTINGS.cxx, f"-std={standard}", "-fsyntax-only", INCLUDE,
            *(["-include", str(headers)] if headers.exists() else [])]


def accept(table: pathlib.Path) -> None:
    headers = pathlib.Path(f"{table.stem}_headers.hpp")
    for old in (headers, pathlib.Path(f"{headers}.gch")):
        old.unlink(missing_ok=True)
    status, output = result_of(*compiler_of(table, "c++17"), table)
    if status != 0:
        finish([f"{table} is refused without a fault, too:\n{output}"])
    if table.suffix == ".cpp":
        includes = re.findall("^#include .*$", table.read_text(encoding="utf-8"), re.M)
        headers.write_text("\n".join([*includes, ""]), encoding="utf-8")
        output_of(SETTINGS.cxx, "-std=c++17", INCLUDE, "-x", "c++-header", headers, "-o", f"{headers}.gch")


def refuse(table: pathlib.Path, case: str) -> None:
    paragraphs = table.read_text(encoding="utf-8").split("\n\n")
    first = next(i for i, text in enumerate(paragraphs) if re.search(r"^ *// (expect|standard)", text, re.M))
    paragraph = next(text for text in paragraphs if re.search(rf"^ *(REFUSED\({case},|#ifdef {case}$)", text, re.M))

    # Reads the lines above the case or, if there are none, above the previous case.
    standard, expected, after_case = "c++17", [], False
    for kind, text, name in re.findall(r"^ *(?:// (standard|expect|also): (.*)|(?:REFUSED\(|#ifdef )(\w+))",
                                       paragraph, re.M):
        if name == case:
            break
        if kind == "standard":
            standard = text
        elif kind:
            expected = [*([] if after_case else expected), (kind, text)]
        after_case = bool(name)
    if not any(kind == "expect" for kind, _ in expected):
        finish([f"{table} names no words that {case} is refused with"])

    exchanged = {"REFUSED": "ACCEPTED", "ACCEPTED": "REFUSED"}
    paragraph = re.sub(rf"(REFUSED|ACCEPTED)\({case},", lambda match: f"{exchanged[match[1]]}({case},", paragraph)
    source = pathlib.Path(f"{case}{table.suffix}")
    source.write_text("\n\n".join([*paragraphs[:first], paragraph, ""]), encoding="utf-8")
    status, output = result_of(*compiler_of(table, standard), f"-D{case}", source)
    if status == 0:
        finish([f"{case} in {table} compiles, but must not"])
    words = " ".join(output.split())
    # Compilers write "error: "; nvcc may add a number.
    errors = re.split(r"error(?: #\d+(?:-D)?)?: ", words)
    failures = []
    for kind, text in expected:
        if kind == "expect" and not 2 <= len(re.findall(r"[^\W_]+", text)) <= 4:
            failures.append(f"`{text}` is not two to four words of the message")
        place = "the first error" if kind == "expect" else "the output"
        if text not in (errors[1] if kind == "expect" and len(errors) > 1 else words):
            failures.append(f"{case} in {table} is refused, but {place} has no `{text}`:\n{output}")
    finish(failures)


if sys.argv[1] == "headers":
    refuse_old_standards()
elif len(sys.argv) == 2:
    accept(pathlib.Path(sys.argv[1]))
else:
    refuse(pathlib.Path(sys.argv[1]), sys.argv[2])
