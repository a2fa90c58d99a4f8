"""Many lines to one broker: everything arrives, and the pages say what was counted."""

import pytest

from tools.club.line import wire_bytes
from tools.club.scale import count, figures, one_match, table_of
from tools.venv import ROOT


@pytest.fixture(scope="module")
def counted(_installed):
    return count(40)


def test_everything_arrives(counted):
    assert counted.lost == []
    assert counted.received == counted.sent >= 40 * counted.figures.messages
    assert counted.records == 40


def test_the_pages_say_what_a_table_sends(counted):
    pages = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))
    of_one_table = table_of(counted).splitlines()[2:6]
    assert [row for row in of_one_table if row not in pages] == []


def test_a_match_is_the_same_every_time():
    assert figures(*one_match()) == figures(*one_match())


@pytest.mark.parametrize(
    "payload, qos, size",
    [
        ("", 0, 1 + 1 + 2 + 3),  # head, length, the topic's length, topic
        ("", 1, 1 + 1 + 2 + 3 + 2),  # and the number of the packet
        ("é", 0, 1 + 1 + 2 + 3 + 2),
        ("x" * 122, 0, 1 + 1 + 2 + 3 + 122),  # 127 is the longest for a byte of length
        ("x" * 123, 0, 1 + 2 + 2 + 3 + 123),
        ("x" * 16379, 0, 1 + 3 + 2 + 3 + 16379),
    ],
)
def test_the_bytes_of_a_message(payload, qos, size):
    assert wire_bytes("a/b", payload, qos) == size
