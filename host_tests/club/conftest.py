"""Tests against a real Mosquitto on this machine; where it is not installed they are skipped."""

import shutil

import pytest

from tools.club.broker import Broker, mosquitto
from tools.club.tables import names
from tools.refusal import Refusal


def needs(program):
    """Skip, and say how to get it."""
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed here: apt install mosquitto mosquitto-clients")


@pytest.fixture(scope="session")
def _installed():
    try:
        mosquitto()
    except Refusal as refusal:
        pytest.skip(str(refusal))


@pytest.fixture(scope="module")
def broker(_installed):
    """A broker with two tables, also over TLS."""
    needs("openssl")
    with Broker(names(2), tls=True) as running:
        yield running
