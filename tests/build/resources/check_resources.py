# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""check_resources.py SOURCE [--machine-code | --clang]

Compiles SOURCE for sm_90 (or for sm_80, if it has the line `// architecture: 80`) and compares each kernel with the
lines in SOURCE of one of the forms
    // at most: <kernel> shuffles=5 asks=1
    <MACRO>(<kernel>, ...)  // at most: shuffles=5 asks=1
or with such a comment in the PTX of the kernel: // at most: shuffles=5
Fewer instructions are no failure. KEYS lists what is counted in the PTX; `stack`
(bytes), `spills` (bytes stored and loaded) and `registers` come from ptxas. `doubted` counts BRA.DIV in the machine
code: checks that choose a second version of collectives, for lanes that are not converged. Every kernel must have no
stack, no spills, no generic accesses and no calls, unless its line says otherwise.

A line of the form
    // order: <kernel> st.global fence.acq_rel.gpu st.relaxed.gpu
requires that the PTX has these instructions in this order. Others may come between them, but none that the line names
only later. With !vote.sync before an instruction, there must be no vote.sync between the instruction and the one before
it. (Before the first instruction of a line, only instructions named so are refused.)

With --machine-code, only `doubted` is compared; the test is skipped without cuobjdump. With --clang, clang compiles
the PTX and must not warn; only the keys that do not depend on the compiler are compared. `registers` depends on ptxas,
and is compared only for nvcc 13.0."""
import pathlib
import re
import shlex
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from script import INCLUDE, NVCC, clang_for_cuda, finish, machine_code, output_of, tool

KEYS = {
    "shuffles": r"\sshfl\.sync",
    "predicates": r"\sshfl\.sync\.[a-z]+\.b32\s+[%\w]+\|p,",  # shuffles whose predicate heddle reads
    "reduxes": r"\sredux\.sync",
    "votes": r"\svote\.sync",
    "asks": r"\sactivemask\.",  # queries of the active lanes
    "merges": r"\smov\.f32\s",
    "ranks": r"%laneid",
    "bits": r"\s(?:and|or|xor|not|shl|shr|shf|bfe|bfi|prmt|cvt)\.",
    "compares": r"\ssetp\.",
    "selects": r"\sselp\.",
    "branches": r"\sbra[.\s]",
    "loads": r"\sld\.global",
    "calls": r"\scall[.\s(]",
    "generic": r"\s(?:ld|st)\.(?![a-z0-9_.:]*(?:global|shared|local|const|param))",  # no state space is named
}
OF_ANY_COMPILER = {"stack", "spills", "calls", "shuffles", "predicates", "reduxes", "votes", "ranks", "loads",
                   "generic"}


def disorder(body: str, instructions: list[str]) -> str:
    """Returns what breaks the order of the instructions, or an empty string. Searches the first place of each
    instruction behind the place of the instruction before it."""
    refused, before = [], ""
    for index, instruction in enumerate(instructions):
        if instruction.startswith("!"):
            refused.append(instruction[1:])
            continue
        between, found, body = body.partition(instruction)
        if not found:
            return f"no {instruction} comes behind {before}"
        later = instructions[index + 1:] if before else []
        for other in [*refused, *later]:
            if other in between:
                return f"{other} comes before {instruction}"
        refused, before = [], instruction
    return ""


def main(source: str, mode: str = "") -> None:
    text, name = pathlib.Path(source).read_text(encoding="utf-8"), pathlib.Path(source).stem
    architecture = (re.findall(r"^// architecture: (\d+)$", text, re.M) or ["90"])[0]
    ptx_file = f"{name}{mode}.ptx"
    if mode == "--clang":
        clang = clang_for_cuda(f"--cuda-gpu-arch=sm_{architecture}", "--cuda-device-only", "-O3", "-S", "-o", ptx_file)
        output_of(*clang, "-Wall", "-Wextra", "-Werror", INCLUDE, source)
    else:
        output_of(*NVCC, "-ptx", f"-arch=compute_{architecture}", INCLUDE, source, "-o", ptx_file)
    report = output_of(tool("ptxas"), "-v", f"-arch=sm_{architecture}", ptx_file, "-o", f"{ptx_file}.cubin")
    code = machine_code(f"{ptx_file}.cubin") if mode == "--machine-code" else {}

    ptx = pathlib.Path(ptx_file).read_text(encoding="utf-8")
    bodies = dict(re.findall(r"\.entry (\w+)(\(.*?)(?=\n\.[a-z. ]*(?:entry|func)[ (]|\Z)", ptx, re.S))
    found = {}
    for kernel, body in bodies.items():
        properties = re.search(rf"Function properties for {kernel}\n *(\d+) bytes stack frame, (\d+) bytes spill "
                               r"stores, (\d+) bytes spill loads.*\n.*Used (\d+) registers", report)
        stack, stored, loaded, registers = map(int, properties.groups())
        found[kernel] = {key: len(re.findall(regex, body)) for key, regex in KEYS.items()}
        found[kernel] |= {"stack": stack, "spills": stored + loaded, "registers": registers,
                          "doubted": code.get(kernel, "").count("BRA.DIV")}
    if not found or (mode == "--machine-code" and not found.keys() <= code.keys()):
        finish([f"{source}: a kernel is missing: {list(found)}, in the machine code {list(code)}"])

    failures = []
    limits = {kernel: {**dict.fromkeys(("stack", "spills", "generic", "calls"), 0),
                       **{key: int(count) for key, count in re.findall(r"// at most: (\w+)=(\d+)", body)}}
              for kernel, body in bodies.items()}
    for line in re.findall(r"^.*// at most: .*$", text, re.M):
        match = re.match(r"(?:// at most: |[A-Z_]+\()(\w+)(?:,.*// at most:)?((?: \w+=\d+)+)$", line)
        if not match or match[1] not in bodies:
            failures.append(f"this line names no kernel, or is not <kernel> <key>=<count> ...: {line}")
            continue
        pairs = dict(re.findall(r"(\w+)=(\d+)", match[2]))
        failures += [f"there is no key {key}: {line}" for key in pairs.keys() - found[match[1]].keys()]
        limits[match[1]] |= {key: int(count) for key, count in pairs.items()}
    continued = re.search(r"^ *// (?:order|at most): .*\n *// (?!order|at most).*", text, re.M)
    if continued:
        failures.append(f"a line goes on in the next one, which is not read: {continued[0]}")
    for line in re.findall(r"^ *// order: +(.*)$", text, re.M):
        kernel, *instructions = shlex.split(line)
        wrong = disorder(bodies[kernel], instructions) if kernel in bodies else "there is no such kernel"
        if wrong:
            failures.append(f"{kernel}: {wrong}, against its order")

    keys = {"--machine-code": {"doubted"}, "--clang": OF_ANY_COMPILER}.get(mode, {*KEYS, "stack", "spills"})
    if not mode and "release 13.0," in output_of(NVCC[0], "--version"):
        keys.add("registers")
    for kernel, counts in found.items():
        print(kernel, *(f"{key}={counts[key]}" for key in ("registers", "stack", "spills", "shuffles", "generic")))
        failures += [f"{kernel}: {key}={counts[key]}, at most {limit} expected" for key, limit in limits[kernel].items()
                     if key in keys and counts[key] > limit]
    # Otherwise, a wrong regular expression would find nothing, and pass.
    failures += [f"no kernel has any {key}" for key in keys if any(limit.get(key) for limit in limits.values())
                 and not any(counts[key] for counts in found.values())]
    finish([f"{source}: {failure}" for failure in failures])


if __name__ == "__main__":
    main(*sys.argv[1:])
