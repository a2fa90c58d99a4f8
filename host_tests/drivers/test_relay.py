"""The relay driver on a virtual relay."""

import pytest

from drivers.relay import Relay
from tools.vboard.clock import Clock
from tools.vboard.machine import Machine
from tools.vboard.relay import Relay as VirtualRelay

BOTH_POLARITIES = pytest.mark.parametrize("active_high", [True, False])


def wired(active_high):
    clock = Clock()
    pin = Machine(clock).Pin
    virtual = VirtualRelay(clock, pin(32), active_high)
    return Relay(pin(32, pin.OUT, value=not active_high), active_high), virtual


@BOTH_POLARITIES
def test_it_is_off_until_it_is_switched(active_high):
    relay, virtual = wired(active_high)
    assert (relay.on, virtual.on, virtual.edges) == (False, False, 0)


@BOTH_POLARITIES
def test_it_switches_on_and_off(active_high):
    relay, virtual = wired(active_high)
    relay.set(True)
    assert (relay.on, virtual.on) == (True, True)
    relay.set(False)
    assert (relay.on, virtual.on) == (False, False)


@BOTH_POLARITIES
def test_only_a_change_is_an_edge(active_high):
    relay, virtual = wired(active_high)
    for on in (False, True, True, False, False, True):
        relay.set(on)
    assert relay.edges == virtual.edges == 3
