"""What a board tells its club, and what it lets itself be told, with a client that is none."""

import json
from types import SimpleNamespace

import pytest

from console.clocks import Clocks
from console.lamp import Lamp
from host_tests.link.fake_client import FakeClient
from link.link import Link
from link.telling import printed_options
from rules.games import NAMES, load
from rules.notation import enter_token, state
from rules.refusals import ACCEPTED

ALL = ["table-time", "lamp", "names", "message"]


class Relay:
    on = False

    def set(self, on):
        self.on = on


def table(game="snooker", signed_in=True, now_s=0, commands=ALL, discovery=False):
    said = []
    match = load(game)({})
    console = SimpleNamespace(match=match, game=game, said=said, tell=said.append)
    relay = Relay()
    parts = SimpleNamespace(
        console=console, clocks=Clocks({}), lamp=Lamp(relay, {}), relay=relay, store=None
    )
    settings = {"table": "table-1", "commands": commands, "discovery": discovery}
    client = FakeClient()
    link = Link(settings, client, signed_in, vars(parts).values(), lambda: now_s, "1.2.3")
    return SimpleNamespace(link=link, client=client, parts=parts, console=console, relay=relay)


def passes(at, number=400):
    for _ in range(number):
        at.link.step(2, True)


@pytest.mark.parametrize("game", NAMES)
def test_the_state_is_that_of_the_contract(game):
    at = table(game)
    at.client.connect()
    passes(at)
    assert json.loads(at.client.newest("state")) == state(at.console.match)


def test_nothing_happens_unless_it_is_quiet_and_no_time_is_lost():
    at = table()
    at.client.connect()
    for _ in range(100):
        at.link.step(2, False)
    assert not at.client.published and not at.client.stepped_ms
    at.link.step(2, True)
    assert at.client.stepped_ms == 202


def test_only_a_change_is_told_and_all_again_after_a_connect():
    at = table()
    at.client.connect()
    passes(at)
    at.client.published.clear()
    passes(at)
    assert not at.client.published
    assert enter_token(at.console.match, "1") == ACCEPTED
    passes(at)
    assert {row[0][15:] for row in at.client.published} >= {"state", "event"}
    at.client.published.clear()
    at.client.connect()
    passes(at)
    retained = {row[0][15:] for row in at.client.published}
    assert retained == {"online", "state", "about", "lamp", "clocks"}


def test_clocks_are_end_times():
    at = table(now_s=1_800_000_000)
    at.parts.clocks.rent(10)
    at.client.connect()
    passes(at)
    told = json.loads(at.client.newest("clocks"))
    assert told["synced"] and told["table_ends"] == 1_800_000_600


def order(at, name, payload):
    at.client.inbox.append((b"marker/table-1/do/" + name.encode(), payload))
    passes(at)
    return json.loads(at.client.newest("done"))


@pytest.mark.parametrize(
    "name, good, bad",
    [
        ("table-time", b"30", b"-1"),
        ("lamp", b"ON", b"on"),
        ("names", b"Anna | Bo", b"Anna"),
        ("message", b"HALL", b"HELLO"),
    ],
)
def test_an_order_is_done_or_refused_with_a_word(name, good, bad):
    at = table()
    at.client.connect()
    assert order(at, name, good) == {"command": name, "ok": True, "why": ""}
    for payload in (bad, b"", b"\xff", b"x" * 500):
        answer = order(at, name, payload)
        assert not answer["ok"] and answer["why"]


def test_within_a_frame_the_lamp_stays_on():
    at = table()
    at.client.connect()
    at.parts.lamp.attend(True, True)
    assert order(at, "lamp", b"OFF")["why"] == "within a frame the lamp stays on"
    assert at.parts.lamp.wanted


@pytest.mark.parametrize("signed_in, commands", [(False, ALL), (True, [])])
def test_nobody_orders_what_is_not_allowed(signed_in, commands):
    at = table(signed_in=signed_in, commands=commands)
    at.client.connect()
    assert not order(at, "table-time", b"30")["ok"]
    assert not at.parts.clocks.rented
    assert not at.client.subscribed


def test_home_assistant_finds_the_table():
    at = table(discovery=True)
    at.client.connect()
    passes(at)
    found = [row for row in at.client.published if row[0].startswith("homeassistant/")]
    assert len(found) == 5
    for _, retain, _, payload in found:
        assert retain
        assert json.loads(payload)["availability_topic"] == "marker/table-1/online"


def test_what_a_match_was_begun_with_is_told_in_the_words_of_a_header():
    match = load("snooker")({"best-of": 9, "reds": 6, "preset": 1})
    assert printed_options(match) == {"preset": "ir", "best-of": "9", "reds": "6"}
    assert printed_options(load("manual")({})) == {}
