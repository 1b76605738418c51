# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Writes libraries.inc, the #include of each header of another library that heddle's headers include, and names.inc,
the names of all functions that the headers define or call: HEDDLE_TEST_NAME(launch) for heddle's own names, and
HEDDLE_TEST_NAME_OF_THRUST(transform) for the names of functions that Thrust calls, too."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from script import SETTINGS, finish

# Keywords, attributes, names that mean the same in all namespaces, functions that heddle calls for the element's own
# sake, and raw_reference_cast, which Thrust must find for references to elements.
NOT_FUNCTIONS = set("""alignas alignof asm auto bool catch char const constexpr const_cast decltype defined delete
    double dynamic_cast explicit float for if int long noexcept operator pragma reinterpret_cast return short sizeof
    static_assert static_cast switch throw typeid typename unsigned void volatile while warning aligned assert
    deprecated m name offsetof once raw_reference_cast swap""".split())

root = pathlib.Path(SETTINGS.include) / "heddle"
names, libraries = set(), set()
# Thrust itself calls these functions without a namespace.
of_thrust = {"get", "get_temporary_buffer", "return_temporary_buffer", "select_system", "get_stream",
             "must_perform_optional_stream_synchronization"}
for header in [*root.rglob("*.cuh"), *root.rglob("*.hpp")]:
    text = header.read_text(encoding="utf-8")
    libraries |= set(re.findall(r"# *include <([^h][^>\n]*)>", text))
    if root / "thrust" in header.parents:
        of_thrust |= set(re.findall(r"^HEDDLE_[A-Z_]+(?:THRUST|FORWARD)\(([a-z_]+)\)", text, re.M))
    text = re.sub(r'//.*|"(?:[^"\\\n]|\\.)*"|#[ \t]*include.*', " ", text)
    # Functions of other libraries.
    text = re.sub(r"(?:std|cuda|cub|thrust|cuda_cub|context)::[a-z_0-9]+", " ", text)
    names |= set(re.findall(r"(\w+)(?:<[^(){}\n;]*>)?\(", text))
# Names in capital letters are macros or template parameters; names with two underscores belong to the compiler.
names = sorted(name for name in names - NOT_FUNCTIONS if re.fullmatch("[a-z][a-z0-9_]*[a-z0-9]", name))
if len(names) < 400 or not {"launch", "store_if"} <= set(names):
    finish([f"only {len(names)} names were found in the headers of {root}"])
# One name to a line, because compilers quote the line of an error.
pathlib.Path("names.inc").write_text("".join(
    f"HEDDLE_TEST_NAME{'_OF_THRUST' if name in of_thrust else ''}({name})\n" for name in names), encoding="utf-8")
pathlib.Path("libraries.inc").write_text("".join(
    f"#if __has_include(<{library}>)\n#    include <{library}>\n#endif\n" for library in sorted(libraries)),
    encoding="utf-8")
