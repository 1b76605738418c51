# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""release_code.py checks, or release_code.py SOURCE

With `checks`, fails unless the PTX of kernels.cu is the same with the headers and with copies of the headers without
HEDDLE_EXPECTS. Also fails unless the PTX of a checked build differs, which shows that the code has checks. Where nvcc
can turn the optimizer off, it is off: if the code before optimization is the same, the optimized code is the same, too.
With a source, fails unless the machine code of each kernel <name>_coalesced equals the machine code of <name>_raw: the
same instructions or, without cuobjdump, the same bytes. If <name> ends in _in_any_order, both kernels must have the
same number of instructions of each kind or, without cuobjdump, the same length."""
import pathlib
import re
import shutil
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))
from script import INCLUDE, NVCC, SETTINGS, can_disassemble, finish, machine_code, output_of, skip


def ptx_of(name: str, *options: str) -> str:
    """Returns the PTX of kernels.cu, without the parts that differ between runs."""
    output_of(*NVCC, "-O3", *SETTINGS.unoptimised_nvcc.split(), "-ptx", "-arch=compute_90", *options,
              FOLDER / "kernels.cu", "-o", f"{name}.ptx")
    ptx = re.sub("//.*", "", pathlib.Path(f"{name}.ptx").read_text(encoding="utf-8"))
    return re.sub(r"_INTERNAL_[0-9a-zA-Z]+_\d+_[a-z]+_cu_[0-9a-f]+(_\d+)?", "_INTERNAL", ptx)


def compare_checks() -> None:
    root, copies, cut = pathlib.Path(SETTINGS.include), pathlib.Path("without_checks"), 0
    shutil.rmtree(copies, ignore_errors=True)
    for header in [*root.rglob("*.cuh"), *root.rglob("*.hpp")]:
        # A semicolon in the message of a check does not end the check.
        text, count = re.subn(r'\n *HEDDLE_EXPECTS\((?:[^;"]|"[^"\n]*")*;', "\n", header.read_text(encoding="utf-8"))
        cut += count
        if re.search(r"\n *HEDDLE_EXPECTS", text):
            finish([f"{header}: a HEDDLE_EXPECTS was not cut out"])
        copy = copies / header.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
    release, without, checked = (ptx_of("release", INCLUDE), ptx_of("without_checks", f"-I{copies}"),
                                 ptx_of("checked", INCLUDE, "-DHEDDLE_CHECKED=1"))
    failures = [] if cut >= 20 else [f"only {cut} checks were found in {root}"]
    if "in_dynamic_memory" not in release:
        failures.append("the PTX of kernels.cu has not all kernels")
    if release != without:
        failures.append("release.ptx is not without_checks.ptx: the checks left something in the release code")
    if release == checked:
        failures.append("the checked build has the same PTX as the release build")
    finish(failures, f"{len(release)} characters of PTX are the same with {cut} checks cut out")


def instructions(cubin: str) -> dict[str, str]:
    """Returns the instructions of each kernel, with registers but without encodings."""
    return {name: "\n".join(line.strip() for line in re.findall(r"/\*[0-9a-f]+\*/ ([^\n;/]*)", code)
                            if not re.fullmatch(r" *NOP *", line)) for name, code in machine_code(cubin).items()}


def code_bytes(readelf: str, cubin: str) -> dict[str, str]:
    names = re.findall(r" \.text\.(\w+)", output_of(readelf, "-SW", cubin))
    dumps = {name: output_of(readelf, "-x", f".text.{name}", cubin) for name in names}
    return {name: "".join(re.findall(r"^ +0x[0-9a-f]+((?: [0-9a-f]+)+)", dump, re.M)) for name, dump in dumps.items()}


def without_order(code: str) -> object:
    """Returns a form of a kernel that does not depend on the order and the registers of its instructions. Counts S2UR
    and ULDC as S2R and LDC: they read the same value into a uniform register instead of a register of a thread."""
    if not can_disassemble():
        return len(code)
    kinds = re.findall(r"^ *(?:@!?U?P[0-9T]+ +)?([A-Z][A-Z0-9_.]*)", code, re.M)
    return sorted(re.sub("^ULDC", "LDC", re.sub("^S2UR$", "S2R", kind)) for kind in kinds)


def compare_kernels(source: pathlib.Path) -> None:
    cubin, readelf = f"{source.stem}.cubin", SETTINGS.readelf or shutil.which("readelf")
    if not can_disassemble() and not readelf:
        skip("there is neither readelf, nor cuobjdump with nvdisasm")
    output_of(*NVCC, "-O3", "-cubin", "-arch=sm_90", INCLUDE, source, "-o", cubin)
    codes = instructions(cubin) if can_disassemble() else code_bytes(readelf, cubin)
    failures, compared = [], 0
    for name in (name for name in codes if name.endswith("_raw")):
        pair = name.removesuffix("_raw")
        raw, coalesced = codes[name], codes.get(f"{pair}_coalesced", "")
        compared += 1
        if not re.search("LDG|STG|RED|ATOMG" if can_disassemble() else ".", raw):
            failures.append(f"{name} accesses no memory")
        form = without_order if pair.endswith("_in_any_order") else str
        if form(raw) != form(coalesced):
            failures.append(f"{pair}: the code of the raw pointer is\n{raw}\nthat of the coalesced_ptr\n{coalesced}")
    if compared < 10:
        failures.append(f"only {compared} pairs of kernels were found in {source}")
    finish(failures, f"{compared} pairs of kernels have the same machine code")


if sys.argv[1] == "checks":
    compare_checks()
else:
    compare_kernels(pathlib.Path(sys.argv[1]))
