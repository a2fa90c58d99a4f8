"""A match brought back: from good pages as it was, from senseless ones as far as sense goes."""

import pytest

from host_tests.cases import GAMES
from host_tests.cases import load as cases
from host_tests.fuel import within
from host_tests.rules.resume_bench import Saved, pages_of, tried
from rules import resume
from rules.forms import keeps, limits
from rules.games import NAMES, load
from rules.history import Page
from rules.match import COUNT, FLAG, NOBODY
from rules.notation import enter_token, position, sheet, state
from rules.states import state_rows
from tools.scoresheet import read_sheet

_LINES = 200_000  # a match of some pages is brought back with a fraction of it


def played(game, tokens, **options):
    match = load(game)(options)
    for token in tokens.split():
        assert not enter_token(match, token), token
    return match


def brought_back(match, pages):
    again = load(match.GAME)(match.options)
    within(_LINES, resume.resume, again, pages, True)
    return again


# -- sense is never taken for nonsense ------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_state_of_every_case_is_possible_and_every_event_kept(game):
    for case in cases(game):
        if case.malformed:
            continue
        sheet_ = read_sheet(case.sheet)
        match = sheet_.game(sheet_.options)
        for token in sheet_.tokens:
            enter_token(match, token.text)
            assert resume._possible(match), (case.name, token)
        assert all(resume.has_events(match, page, {}) for page in pages_of(match)), case.name
        again = brought_back(match, pages_of(match))
        assert (position(again), sheet(again)) == (position(match), sheet(match)), case.name


@pytest.mark.parametrize("name", NAMES)
def test_ranges_say_the_same_as_the_public_names(name):
    """A flag is one, a side is one, and what has names has no values beyond them."""
    game = load(name)
    assert set(game.RANGES) <= set(game.FIELDS)
    for _, attribute, names in state_rows(name):
        if attribute in game.FIELDS and isinstance(names, tuple):
            assert game.RANGES[attribute][1] == len(names) - 1, attribute
        if attribute in game.FIELDS and names == "bool":
            assert game.RANGES[attribute] == FLAG, attribute


def test_a_field_without_a_range_counts_from_nought():
    assert COUNT[0] == 0
    match = load("manual")({})
    assert resume._possible(match)
    match.played = -1
    assert not resume._possible(match)
    match.played = COUNT[1] + 1
    assert not resume._possible(match)


@pytest.mark.parametrize(
    ["form", "good", "bad"],
    [
        ("-", [0], [1, 128]),
        ("on=<1-9>", [1, 9], [0, 10, 15, 16]),
        ("<1-8?>c", [0, 8], [9]),
        ("award:<A|B>", [0, 1], [2, 3]),
        ("<|c><|w><|r><|iw|ir>", [0, 0b10111], [0b11000, 1 << 5]),
        ("b<set9?>", [0, 511], [512]),
        ("<set9>", [1, 511], [0, 512]),
        ("f<+set9>", [0, 511], [512]),
        ("<kinds>", [1, 1023], [0, 1024]),
        ("1<x1>", [1, 127], [0, 128]),
        ("f<x0>", [0, 127], [128]),
        ("turn=<A|B><seat>", [0, 5], [6, 7, 8]),
        ("reds=<n>", [0, 16383], [16384]),
    ],
)
def test_limits_are_those_of_the_form(form, good, bad):
    assert all(keeps(limits(form), packed) for packed in good)
    assert not any(keeps(limits(form), packed) for packed in bad)


# -- nonsense -------------------------------------------------------------------------------------

# What once hung or raised, and what no match can have: game, fields with a value.
NONSENSE = [
    ("nine-ball", {"balls": 0}),  # no ball was the lowest one
    ("nine-ball", {"balls": -1}),  # and they were counted for ever
    ("nine-ball", {"balls": 0b1111}),
    ("nine-ball", {"balls": 0b1111111111}),
    ("ten-ball", {"balls": 0b111111111}),
    ("nine-ball", {"fouls": [3, 0]}),
    ("nine-ball", {"in_hand": 1}),
    ("snooker", {"on": 9}),
    ("snooker", {"on": -1}),
    ("snooker", {"reds": 16}),
    ("snooker", {"respot": 3}),
    ("snooker", {"choice": 16}),
    ("snooker", {"back_on": 0}),
    ("eight-ball", {"left": [8, 0]}),
    ("eight-ball", {"left": [0, -1]}),
    ("eight-ball", {"solids_side": 2}),
    ("14.1", {"on_table": 1}),
    ("pyramid", {"on_table": 17}),
    ("carom", {"innings": [-1, 0]}),
    ("billiards", {"off": [2, 0]}),
    ("manual", {"opener": NOBODY}),
    ("manual", {"turn": 4}),
    ("manual", {"winner": 2}),
    ("manual", {"frames": [-1, 0]}),
    ("manual", {"score": [0, 1 << 40]}),
]


@pytest.mark.parametrize(["game", "values"], NONSENSE)
def test_values_that_no_match_has_give_way_to_the_fold_from_the_first_event(game, values):
    assert within(_LINES, tried, game, values)


@pytest.mark.parametrize(["game", "values"], NONSENSE)
def test_and_without_the_first_event_they_are_refused(game, values):
    match = played(game, "frames=1-0 turn=B", **{"race-to": 9})
    pages = pages_of(match)
    pages[0].put_values(load(game)(match.options), **values)
    pages[0].number = 1
    with pytest.raises(ValueError, match="first events are lost"):
        brought_back(match, pages)


def long_match(pages=4):
    """A match of nine-ball on so many pages, each with the state that its rack was in."""
    match = load("nine-ball")({"race-to": 99})
    while match.history.page.number < pages - 1 or match.history.at < 60:
        for token in ("b3", "1", "f+2", "4", "-", "restart"):
            assert not enter_token(match, token)
    return match


def test_a_later_page_that_makes_no_sense_is_played_around():
    match = long_match()
    pages = pages_of(match)
    assert len(pages) == 4
    pages[3].put_values(load("nine-ball")(match.options), balls=0)
    pages[2].put_values(load("nine-ball")(match.options), fouls=[0, 7])
    again = brought_back(match, pages)
    assert (position(again), sheet(again)) == (position(match), sheet(match))
    while again.history.undo():
        pass
    assert position(again) == position(load("nine-ball")(match.options))


def test_events_that_mean_nothing_end_the_match_where_the_page_before_ends():
    match = long_match()
    pages = pages_of(match)
    kinds = [event for page in pages[:3] for event in resume.events([page])]
    pages[3].put_events(23, 15)  # on=15: no ball would be left
    again = brought_back(match, pages)
    assert list(again.history.events()) == kinds


@pytest.mark.parametrize(
    "numbers",
    [
        (23, 15),  # on=15
        (23, 0),  # on=0
        (11, 0),  # no event has this kind
        (7, 4),  # nine-ball has no corrections
        (200, 1, 0),
        (18, 0x80),  # ends within a number
        (18,),
    ],
)
def test_an_earlier_page_with_such_events_ends_what_can_be_undone(numbers):
    match = long_match()
    pages = pages_of(match)
    pages[1].put_events(*numbers)
    again = brought_back(match, pages)
    assert position(again) == position(match)
    undone = 0
    while again.history.undo():
        undone += 1
    assert undone == len(list(resume.events(pages[2:])))


def test_an_earlier_page_with_such_values_does_too():
    match = long_match()
    pages = pages_of(match)
    pages[1].put_values(load("nine-ball")(match.options), balls=-5)
    again = brought_back(match, pages)
    assert position(again) == position(match)
    undone = 0
    while again.history.undo():
        undone += 1
    assert undone == len(list(resume.events(pages[2:])))


@pytest.mark.parametrize(
    ["start", "at", "end"], [(0, 5, 9), (200, 210, 220), (40, 30, 50), (40, 60, 50), (40, 41, 50)]
)
def test_places_that_no_page_has_are_refused(start, at, end):
    page = Page()
    page.number, page.start, page.end = 1, start, end
    saved = Saved(page, at)
    with pytest.raises(ValueError):
        brought_back(load("snooker")({}), [saved])


def test_only_the_last_pages_are_looked_at():
    """So that a long match is back as soon as a short one; what is further back is trusted."""
    match = long_match(pages=12)
    pages = pages_of(match)
    pages[2].put_values(load("nine-ball")(match.options), balls=0)
    pages[1].put_values(load("nine-ball")(match.options), balls=0)
    again = brought_back(match, pages)
    assert (position(again), len(sheet(again))) == (position(match), len(sheet(match)))
    within(10 * _LINES, undo_all, again)


def undo_all(match):
    while match.history.undo():
        state(match)


def test_a_real_micropython_finds_out_the_same(vm):
    """On the VM that counts its work a hang would be an error too."""
    vm.call("from host_tests.rules.resume_bench import tried\nfrom rules.games import load")
    for game, values in NONSENSE:
        assert vm.call(f"print(tried({game!r}, {values!r}))").strip() == "True", (game, values)
