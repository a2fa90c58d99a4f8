"""What all tests share."""

from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from host_tests.whole_match import get_ready
from tools.vm import NAMES, Vm, available, open_vm

# The same examples in every run, and no clock: a test fails for what changed, not for the day.
settings.register_profile("marker", derandomize=True, deadline=None)
settings.load_profile("marker")
# It also tries the numbers that stand in modules which are loaded: which those are goes by what
# this process has tested before.
providers._get_local_constants = lambda: providers._local_constants


@pytest.fixture(scope="module", params=NAMES)
def vm(request: pytest.FixtureRequest) -> Iterator[Vm]:
    """Each of the VMs in turn, one for all tests of a module."""
    if not available(request.param):
        pytest.skip(f"the VM {request.param} is not to be had on this system")
    with open_vm(request.param) as vm:
        yield vm


@pytest.fixture(scope="module", params=["wasm", "unix"])
def board_vm(request: pytest.FixtureRequest) -> Iterator[Vm]:
    """Each of the real MicroPythons in turn, ready for whole matches."""
    if not available(request.param):
        pytest.skip(f"the VM {request.param} is not to be had on this system")
    with open_vm(request.param) as vm:
        get_ready(vm)
        yield vm
