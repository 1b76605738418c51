# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that move records run on the host (host_gpu.py), and on the GPU if there is one."""

import functools
import os

import host_gpu
import hypothesis
import numpy as np
import pytest

hypothesis.settings.register_profile(
    "heddle",
    max_examples=int(os.environ.get("HEDDLE_CUDA_TEST_EXAMPLES", "10")),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
hypothesis.settings.load_profile("heddle")


@functools.lru_cache
def reason_without_gpu():
    from heddle_cuda import DeviceError, _driver

    try:
        _driver.current_device()
    except DeviceError as error:
        return str(error)
    return None


@pytest.fixture
def device():
    """Skips the test without a GPU."""
    if (reason := reason_without_gpu()) is not None:
        pytest.skip(reason)
    from heddle_cuda import _driver

    return _driver.current_device()


@pytest.fixture(params=["host", "gpu"])
def gpu(request):
    """The device that the test runs on: the host, or a GPU."""
    if request.param == "gpu":
        yield request.getfixturevalue("device")
        return
    if host_gpu.COMPILER is None:
        pytest.skip("g++ was not found")
    with pytest.MonkeyPatch.context() as patch:
        device = host_gpu.install(patch)
        yield device
        device.check_guards()


@pytest.fixture(autouse=True)
def without_own_kernels(monkeypatch):
    """Each test begins without kernels for one type."""
    from heddle_cuda import _own_kernels

    monkeypatch.setattr(_own_kernels, "compiled", set())


@pytest.fixture
def random():
    return np.random.default_rng(44)
