# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""compare_costs.py SOURCE FORM:OTHER:MOST ... [--device-pass]

Compiles SOURCE for sm_90 in several forms, or the code of its kernels alone with --device-pass. Prints the cost of
each form: seconds of processor time, and bytes of the object. Fails if a FORM costs more than MOST times as much as the
OTHER form, in each of several measurements."""
import pathlib
import resource
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from script import INCLUDE, NVCC, finish, output_of

REPETITIONS = 4
source, *comparisons = (argument for argument in sys.argv[1:] if argument != "--device-pass")
step = "-cubin" if "--device-pass" in sys.argv else "-c"
costs: dict[str, dict[str, float]] = {}


def measure(form: str) -> None:
    """Compiles a form, and keeps the least cost of all measurements: on a busy machine, the same work takes more
    processor time."""
    target = pathlib.Path(f"{form}.o")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output_of(*NVCC, "-O3", "-arch=sm_90", INCLUDE, f"-DFORM=FORM_{form}", step, source, "-o", target)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    now = {"seconds": round(seconds, 2), "bytes": target.stat().st_size}
    costs[form] = {unit: min(value, costs.get(form, now)[unit]) for unit, value in now.items()}
    print(f"{now['seconds']:6.2f} s {now['bytes']:9} bytes  {form}", flush=True)


failures = []
for form, other, most in (comparison.split(":") for comparison in comparisons):
    for name in (name for name in (other, form) if name not in costs):
        measure(name)
    for _ in range(REPETITIONS):
        if costs[form]["seconds"] > float(most) * costs[other]["seconds"]:
            measure(other)
            measure(form)
    failures += [f"{form} takes {value} {unit}, more than {most} times the {costs[other][unit]} of {other}"
                 for unit, value in costs[form].items() if value > float(most) * costs[other][unit]]
finish(failures)
