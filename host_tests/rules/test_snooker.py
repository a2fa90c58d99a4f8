"""Snooker: the points of strokes and fouls, and what the editions see differently."""

import re

import pytest

from host_tests.rules.walks import new_match
from rules.notation import enter_token, state
from rules.refusals import ACCEPTED
from rules.snooker import Snooker
from tools.scoresheet import SheetError, read_sheet
from tools.venv import ROOT

PRESETS = Snooker.PRESETS
COLOURS = ("yellow", "green", "brown", "blue", "pink", "black")
VALUES = {name: value for value, name in enumerate(COLOURS, 2)}


def played(tokens, preset="pl", **options):
    """The match behind these tokens, all of which it accepts."""
    match = new_match({"preset": PRESETS.index(preset), **options})
    for token in tokens.split():
        assert enter_token(match, token) == ACCEPTED, token
    return match


def yes_or_no(value):
    return "yes" if value else "no"


# -- the editions -----------------------------------------------------------------------------


def lead_to_claim(preset):
    """The lead that lets the striker end the frame, found by trying."""
    for lead in range(999):
        match = played(f"points={lead}-0 on=black", preset)
        if enter_token(match, "claim") == ACCEPTED:
            return f"more than {lead - 1}"
    return "never"


def who_may_concede(preset):
    accepted = enter_token(played("", preset), "concede:B") == ACCEPTED
    return "either" if accepted else "the player at the table"


def third_miss(preset):
    return yes_or_no(played("fmm back fmm back fmm", preset).frame_over)


def angled_ball(preset):
    return yes_or_no(enter_token(played("", preset), "fj") == ACCEPTED)


def sum_of_points(preset):
    try:
        read_sheet(f"game: snooker\npreset: {preset}\naggregate: yes\nframes: 2\n")
    except SheetError:
        return "no"
    return "yes"


def award_moves_points(preset):
    score = played("points=9-7 reds=4 award:B", preset).score
    return {(0, 7 + 4 * 8 + 27): "yes", (9, 7): "no"}[tuple(score)]


# docs/rules.md: what it says of each edition, and how that shows.
EDITIONS = {
    "lead that lets the striker end the frame on the black": lead_to_claim,
    "who may concede a frame": who_may_concede,
    "third full miss from one position loses the frame": third_miss,
    "white behind a jaw may be taken in hand": angled_ball,
    "a match by the sum of points": sum_of_points,
    "an awarded frame takes the offender's points and adds what is left": award_moves_points,
}


def table_of_the_editions():
    """The rows of the table in docs/rules.md by what stands in their first cell."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").partition("## Snooker")[2]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    return {row[0]: row[1:] for row in rows[2:]}


def test_the_page_on_the_rules_tells_every_difference():
    assert list(table_of_the_editions()) == list(EDITIONS)


@pytest.mark.parametrize("what", EDITIONS)
def test_the_editions_differ_as_the_page_on_the_rules_says(what):
    assert [EDITIONS[what](preset) for preset in PRESETS] == table_of_the_editions()[what]


@pytest.mark.parametrize("preset", PRESETS)
def test_full_misses_are_counted_where_the_third_one_loses(preset):
    assert played("fmm", preset).misses == (third_miss(preset) == "yes")


# -- points -----------------------------------------------------------------------------------


@pytest.mark.parametrize("on", ["red", *COLOURS])
@pytest.mark.parametrize("concerned", [0, *range(1, 8)])
def test_a_foul_costs_the_dearest_of_four_the_ball_on_and_the_ball_concerned(on, concerned):
    match = played(f"on={on} f{concerned or ''}")
    assert match.score == [0, max(4, VALUES.get(on, 1), concerned)]


@pytest.mark.parametrize("named", range(2, 8))
@pytest.mark.parametrize("concerned", [0, *range(1, 8)])
def test_after_a_red_the_nominated_ball_is_the_ball_on(named, concerned):
    match = played(f"1 n{named} f{concerned or ''}")
    assert match.score == [1, max(4, named, concerned)]


@pytest.mark.parametrize("on", ["red", "colour", *COLOURS])
def test_the_seven_point_class_costs_seven(on):
    assert played(f"on={on} f1!").score == [0, 7]


@pytest.mark.parametrize("on", COLOURS[:-1])
def test_a_free_ball_has_the_value_of_the_ball_on(on):
    value = VALUES[on]
    foul = max(4, value)
    assert played(f"on={on} f* *").score == [0, foul + value]
    assert played(f"on={on} f* *{value}").score == [0, foul + value]
    assert played(f"on={on} f* f").score == [foul, foul]
    assert played(f"on={on} f* *").on == value
    assert played(f"on={on} f* *{value}").on == value + 1


@pytest.mark.parametrize("reds", range(1, 16))
def test_what_remains_with_so_many_reds(reds):
    match = played("", reds=reds)
    assert match.remaining() == 8 * reds + 27
    enter_token(match, "1")
    assert match.remaining() == 7 + 8 * (reds - 1) + 27


def test_what_remains_in_the_colours_phase():
    remaining = [played(f"on={colour}").remaining() for colour in COLOURS]
    assert remaining == [27, 25, 22, 18, 13, 7]


@pytest.mark.parametrize("reds, most", [(15, 147), (10, 107), (6, 75), (1, 35)])
def test_the_highest_break(reds, most):
    match = played("1 7 " * reds + "2 3 4 5 6 7", reds=reds)
    assert (match.score, match.high_break) == ([most, 0], [most, 0])
    assert match.match_winner == 0


def test_the_highest_break_with_a_free_ball():
    match = played("f* * 7 " + "1 7 " * 15 + "2 3 4 5 6 7")
    assert match.high_break == [0, 155]


@pytest.mark.parametrize("tokens", ["1 7", "1 - f", "fmm* back", "on=pink 6 f"])
def test_the_state_is_made_of_what_json_knows(tokens):
    types = {type(value) for value in state(played(tokens)).values()}
    assert types <= {str, int, bool, list, type(None)}


# -- header keys that do not go together ------------------------------------------------------


@pytest.mark.parametrize(
    "options, fault",
    [
        ({}, ""),
        ({"aggregate": 1, "frames": 3}, ""),
        ({"aggregate": 0}, ""),
        ({"aggregate": 0, "best-of": 3}, ""),
        ({"aggregate": 1}, "frames"),
        ({"frames": 3}, "frames"),
        ({"aggregate": 0, "frames": 3}, "frames"),
        ({"aggregate": 1, "frames": 3, "best-of": 3}, "frames"),
        ({"aggregate": 1, "frames": 3, "race-to": 3}, "frames"),
        ({"aggregate": 1, "frames": 3, "preset": PRESETS.index("ir")}, "aggregate"),
        ({"aggregate": 0, "preset": PRESETS.index("ir")}, ""),
        ({"best-of": 3, "race-to": 2}, "race-to"),
        ({"best-of": 2}, "best-of"),
    ],
)
def test_header_keys_that_do_not_go_together_are_named(options, fault):
    assert Snooker.option_fault(options) == fault


def test_every_source_that_the_code_cites_is_one_of_the_page():
    code = (ROOT / "firmware" / "rules" / "snooker.py").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    cited = set(re.findall(r"\b(000|002|003)/|\b(W-SN\d\d)\b", code))
    assert cited
    for source in {part for pair in cited for part in pair if part}:
        assert f"`{source}" in page
