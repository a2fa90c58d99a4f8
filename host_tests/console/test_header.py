"""A board file's match, made ready for the console."""

import pytest

from console.header import read_header
from rules.snooker import Snooker


def test_what_is_not_said_has_its_default():
    assert read_header({"game": "snooker"}) == ("snooker", {})


def test_numbers_may_be_texts():
    header = {"game": "snooker", "preset": "ru", "best-of": 5, "reds": "6", "start": "10-0"}
    match = Snooker(read_header(header)[1])
    assert (match.preset, match.frames_needed, match.reds, match.start) == (2, 3, 6, [10, 0])


@pytest.mark.parametrize(("pairs", "player"), [(True, 2), (False, 0)])
def test_pairs(pairs, player):
    game, options = read_header({"game": "snooker", "pairs": pairs})
    assert Snooker(options).player() == player


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ({"game": "chess"}, "game"),
        ({"game": "snooker", "preset": "xx"}, "preset"),
        ({"game": "snooker", "reds": 16}, "reds"),
        ({"game": "snooker", "best-of": 2}, "best-of"),
        ({"game": "snooker", "best-of": 3, "race-to": 2}, "race-to"),
        ({"game": "snooker", "frames": 3}, "frames"),
    ],
)
def test_what_is_wrong_is_named(header, key):
    with pytest.raises(ValueError, match=f"^{key}: "):
        read_header(header)
