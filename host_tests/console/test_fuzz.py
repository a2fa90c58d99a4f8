"""Any keys at any moment, in any game: nothing raises, work is bounded, the match is its sheet."""

from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests.console.desk import KEYS, Desk
from host_tests.fuel import within
from rules.games import NAMES, load
from rules.notation import enter_token, position, sheet, state

_LINES = 20_000  # a key that leads through the menu of games takes a third

TAPS = st.lists(
    st.tuples(
        st.sampled_from(KEYS + "CC##D*") | st.sampled_from("EFGZ \x00\x7f"),
        st.sampled_from([0, 20, 20, 20, 1200, 6000]),  # until it comes up
        st.sampled_from([0, 40, 40, 40, 2500, 70_000]),  # until the next one
    ),
    max_size=40,
)


@settings(max_examples=250)
@given(
    st.sampled_from(sorted(NAMES)),
    st.sampled_from([{}, {"shot_s": 30}]),
    st.sampled_from(["", "b f", "1 7 1", "f", "A+5 concede /", "award:B"]),
    TAPS,
)
def test_any_keys_lead_to_a_match_that_is_its_sheet(game, clocks, opening, taps):
    desk = Desk(game=game, clocks=clocks, best_of=3)
    for token in opening.split():
        enter_token(desk.match, token)
    for key, down_ms, apart_ms in taps:
        within(_LINES, desk.console.press, ord(key))
        within(_LINES, desk.console.step, down_ms)
        within(_LINES, desk.console.release, ord(key))
        within(_LINES, desk.console.step, apart_ms)
        assert all(0 <= code < 256 for code in desk.face.segments)
    check(desk)


def check(desk):
    match = desk.match
    state(match)
    anew = load(desk.console.game)(match.options)
    for token in sheet(match):
        assert not enter_token(anew, token)
    assert position(anew) == position(match)
    desk.console.rest()
    desk.console.draw()


@settings(max_examples=100)
@given(st.sampled_from(sorted(NAMES)), st.lists(st.sampled_from(KEYS), max_size=12))
def test_keys_that_are_never_released_or_only_released_do_no_harm(game, keys):
    desk = Desk(game=game)
    for key in keys:
        within(_LINES, desk.console.release, ord(key))
    for key in keys:
        within(_LINES, desk.console.press, ord(key))
    within(_LINES, desk.console.step, 600_000)
    check(desk)
