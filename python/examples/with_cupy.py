# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Uses the functions on CuPy's arrays, and heddle's headers in a kernel that CuPy compiles."""

import cupy
import cupyx
import numpy as np

import heddle_cuda as hc

dtype = np.dtype([("x", "f4", 3), ("v", "f4", 3), ("mass", "f4")])
count = 1_000_000
random = np.random.default_rng(1)
host = np.zeros(count, dtype)
host["x"], host["v"], host["mass"] = random.random((count, 3)), random.random((count, 3)), random.random(count)
particles = cupy.asarray(host)  # CuPy 14 or newer. With an older one: hc.to_device(host)

# The fields are CuPy's arrays, without a copy.
fields = {name: cupy.asarray(array) for name, array in hc.unpack(particles).items()}
momentum = (fields["mass"][:, None] * fields["v"]).sum(axis=0)
np.testing.assert_allclose(momentum.get(), (host["mass"][:, None] * host["v"]).sum(axis=0), rtol=1e-3)

heavy = hc.copy_if(particles, fields["mass"] > 0.9)
assert heavy.to_host().tobytes() == host[host["mass"] > np.float32(0.9)].tobytes()

# On the current stream of CuPy:
with cupy.cuda.Stream():
    order = cupy.argsort(fields["mass"])
    ordered = hc.take(particles, order)
    assert (np.diff(ordered.to_host()["mass"]) >= 0).all()

# The masses and velocities of all particles in a cell, as cupyx.scatter_add adds the values of one field:
cells, cell = hc.to_device(np.zeros(1000, dtype)), cupy.arange(count) % 1000
hc.scatter_add(cells, cell, particles, fields=["v", "mass"])
masses = cupy.zeros(1000, "f4")
cupyx.scatter_add(masses, cell, fields["mass"])
sums = cells.to_host()
np.testing.assert_allclose(sums["mass"], masses.get(), rtol=1e-4)
assert not sums["x"].any()

# A kernel that CuPy compiles:
particle = hc.struct("particle", dtype, align=4)
module = cupy.RawModule(
    code=particle.source
    + """
extern "C" __global__ void advance(particle* array, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto q = heddle::make_coalesced(array)[i].edit();
    for (int k = 0; k < 3; ++k) q->x[k] += q->v[k] * dt;
}
""",
    options=("-std=c++17", *(f"-I{folder}" for folder in (hc.include_path(), *hc.toolkit_include_paths()))),
)
module.get_function("advance")(((count + 255) // 256,), (256,), (particles, np.int32(count), np.float32(0.5)))
np.testing.assert_allclose(particles.get()["x"], host["x"] + host["v"] * np.float32(0.5), rtol=1e-6)
print("CuPy: fields, mask, order, sums and kernel are right")
