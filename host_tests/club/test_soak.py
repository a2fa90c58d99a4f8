"""The soak, and that it would see what it is there for."""

import pytest

from link.client import Client
from tools.club import soak as soaking
from tools.club.shelf import Shelf
from tools.club.soak import soak

pytestmark = pytest.mark.usefixtures("_installed")


def test_every_record_arrives_once_and_every_state_is_the_boards(tmp_path):
    soaked = soak(tmp_path, tables=12, matches=200, seed=1, most_s=240)
    assert soaked.faults == []
    assert soaked.matches == soaked.written == len(list(tmp_path.iterdir())) == 200
    assert soaked.kills >= 3


def soak_briefly(folder):
    return soak(folder, tables=2, matches=4, seed=2, most_s=60).faults


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(soaking, "_AFTERWARDS_S", 3.0)


def test_a_record_that_is_lost_is_named(tmp_path, monkeypatch, impatient):
    put = Shelf.put

    def forget(self, table, match, sheet):
        return None if (table, match) == ("table-2", 1) else put(self, table, match, sheet)

    monkeypatch.setattr(Shelf, "put", forget)
    (fault,) = soak_briefly(tmp_path)
    assert fault.startswith("table-2: the record of match 1 has not arrived")


def test_a_record_that_nobody_has_played_is_named(tmp_path, impatient):
    (tmp_path / "table-1-1-2.txt").write_text("game: snooker\n")
    assert soak_briefly(tmp_path) == ["table-1-1-2.txt: nobody has played that"]


def test_a_state_that_is_not_told_is_named(tmp_path, monkeypatch, impatient):
    publish = Client.publish

    def elsewhere(self, topic, length, retain, qos):
        if topic == b"marker/table-1/state":
            topic = b"marker/table-1/nowhere"
        return publish(self, topic, length, retain, qos)

    monkeypatch.setattr(Client, "publish", elsewhere)
    assert soak_briefly(tmp_path) == ["table-1: the broker has no state"]


def test_a_collector_that_ends_is_named(tmp_path, monkeypatch, impatient):
    def refuse(self, table, match, sheet):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Shelf, "put", refuse)
    assert soak_briefly(tmp_path)[0].startswith("the collector has ended: OSError")
