# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Passes numba's record arrays to the functions, their results to numba's kernels, and moves records within them."""

import numba
import numpy as np
from numba import cuda

import heddle_cuda as hc
from heddle_cuda import numba_ops

dtype = np.dtype([("id", "u4"), ("energy", "f4"), ("channel", "u2"), ("time", "f8")])  # an event of a detector
count = 1_000_000
random = np.random.default_rng(4)
host = np.zeros(count, dtype)
host["id"] = np.arange(count)
host["energy"], host["channel"] = random.random(count), random.integers(0, 512, count)
events = cuda.to_device(host)


@cuda.jit
def calibrate(energy, channel, gain):
    i = cuda.grid(1)
    if i < energy.size:
        energy[i] *= gain[channel[i]]


gain = (1 + np.arange(512) / np.float32(1024)).astype("f4")
fields = hc.unpack(events, ["energy", "channel"])
energy, channel = (cuda.as_cuda_array(fields[name]) for name in ("energy", "channel"))
calibrate[(count + 255) // 256, 256](energy, channel, cuda.to_device(gain))
hc.pack({"energy": energy}, into=events)

expected = host.copy()
expected["energy"] *= gain[host["channel"]]
np.testing.assert_allclose(events.copy_to_host()["energy"], expected["energy"], rtol=1e-6)
np.testing.assert_array_equal(events.copy_to_host()["id"], host["id"])

# The same in one kernel, whose warps load and store whole records together:
load, store, _, event = numba_ops.functions(dtype)


@cuda.jit
def calibrate_records(events, gain):
    i = cuda.grid(1)
    if i < events.size:
        q = cuda.local.array(1, event)
        load(q, events, i)
        q[0].energy *= gain[q[0].channel]
        store(events, i, q)


events = cuda.to_device(host)
calibrate_records[(count + 255) // 256, 256](events, cuda.to_device(gain))
assert events.copy_to_host().tobytes() == expected.tobytes()
print(f"numba {numba.__version__}: calibrated {count} events")
