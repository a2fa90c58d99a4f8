"""Tokens, events and back; the state's names; the position as a line of text."""

import re
from itertools import product

import pytest

from host_tests.rules.walks import MATCH_KINDS, TOKENS, new_match, walk
from rules import match as shared
from rules import refusals, snooker
from rules.forms import parse_form, print_form
from rules.games import NAMES, load
from rules.match import OWN, Match
from rules.notation import enter_token, parse, position, set_position, sheet, state, text
from rules.refusals import CODES
from rules.snooker import Snooker
from rules.states import BALLS

SINGLES = new_match({})
PAIRS = new_match({"pairs": 1})
KINDS = [kind for kind in range(OWN + len(Snooker.OWN_KINDS)) if SINGLES.kind_row(kind)]


def spread(part: str, pairs: int) -> list[str]:
    """The texts that a part of a form may have: all of them, of whole numbers the notable ones."""
    numbers = re.fullmatch(r"(\d+)-(\d+)(\??)", part)
    if numbers:
        least, most, optional = numbers.groups()
        return [""] * bool(optional) + [str(n) for n in range(int(least), int(most) + 1)]
    if part == "n":
        return ["0", "1", "9", "10", "127", "128", "999", "1000", "16383"]
    if part == "seat":
        return ["", "1", "2"] if pairs else [""]
    if part in ("x0", "x1"):
        return ["", *(f"x{n}" for n in (1, 2, 9, 10, 15, 64, 127) if n > int(part[1]))]
    return part.split("|")


def texts(form: str, pairs: int) -> list[str]:
    """Every token that a form describes."""
    pieces = re.split("<(.*?)>", form)
    choices = [
        spread(piece, pairs) if at % 2 else [piece] for at, piece in enumerate(pieces) if piece
    ]
    return ["".join(choice) for choice in product(*choices)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("match", [SINGLES, PAIRS], ids=["singles", "pairs"])
def test_every_token_of_a_form_is_one_event_and_prints_as_it_was(match, kind):
    tokens = texts(match.kind_row(kind)[0], match.pairs)
    events = [parse(match, token) for token in tokens]
    assert {event[0] for event in events} == {kind}
    assert len(set(events)) == len(events)
    assert [text(match, *event) for event in events] == tokens
    assert all(0 <= arg < 1 << 28 for _, arg in events)


def test_no_two_kinds_share_a_token():
    tokens = [token for kind in KINDS for token in texts(PAIRS.kind_row(kind)[0], 1)]
    assert len(set(tokens)) == len(tokens)


@pytest.mark.parametrize(
    "form, least, most", [("1<x1>", 1, 127), ("f<x0>", 0, 127), ("<2-7>", 2, 7), ("<n>", 0, 16383)]
)
def test_the_whole_range_of_a_number_comes_back(form, least, most):
    for packed in range(least, most + 1):
        assert parse_form(form, print_form(form, packed)) == packed


# The numbers stand in journals on flash: a match that was begun before an update goes on after it.
JOURNALLED = {
    "-": (0, 0),
    "/": (1, 0),
    "play": (2, 0),
    "concede": (3, 0),
    "concede:A": (3, 1),
    "concede:B": (3, 2),
    "award:B": (4, 1),
    "match:A": (5, 0),
    "restart": (6, 0),
    "A+1": (7, 1 << 2),
    "B-999": (7, 1 | 1 << 1 | 999 << 2),
    "points=45-30": (8, 45 | 30 << 14),
    "frames=2-1": (9, 2 | 1 << 14),
    "turn=B": (10, 1),
    "turn=B2": (10, 1 | 2 << 1),
    "1": (16, 1),
    "1x15": (16, 15),
    "2": (17, 2),
    "7": (17, 7),
    "n5": (18, 5),
    "*": (19, 0),
    "*1": (20, 1),
    "*1x2": (20, 2),
    "*7": (21, 7),
    "f": (22, 0),
    "f7": (22, 7),
    "f!": (22, 1 << 3),
    "fx3": (22, 3 << 4),
    "fw": (22, 1 << 11),
    "fj": (22, 2 << 11),
    "fm": (22, 1 << 13),
    "fmm": (22, 2 << 13),
    "f*": (22, 1 << 15),
    "again": (23, 0),
    "back": (24, 0),
    "hand": (25, 0),
    "claim": (26, 0),
    "toss:A": (27, 0),
    "toss:B1": (27, 1 | 1 << 1),
    "reds=7": (28, 7),
    "on=red": (29, 0),
    "on=colour": (29, 1),
    "on=yellow": (29, 2),
    "on=black": (29, 7),
}


@pytest.mark.parametrize("token", JOURNALLED)
def test_the_numbers_of_an_event_never_change(token):
    assert parse(PAIRS, token) == JOURNALLED[token]


def test_every_kind_stands_among_them():
    assert {kind for kind, _ in JOURNALLED.values()} == set(KINDS)


@pytest.mark.parametrize(
    "constants, table, first",
    [
        ("FAIR NEXT PLAY CONCEDE AWARD MATCH RESTART CORRECT POINTS FRAMES TURN", Match.KINDS, 0),
        (
            "POT_REDS POT_COLOUR NOMINATE FREE FREE_REDS FREE_COLOUR FOUL "
            "ORDER_AGAIN ORDER_BACK TAKE_IN_HAND CLAIM DRAW SET_REDS SET_ON",
            Snooker.OWN_KINDS,
            OWN,
        ),
    ],
    ids=["shared", "snooker"],
)
def test_the_constants_of_the_kinds_agree_with_the_table(constants, table, first):
    names = constants.split()
    module = shared if first == 0 else snooker
    assert [getattr(module, name) for name in names] == [*range(first, first + len(table))]
    other_names = {
        "ORDER_AGAIN": "again",
        "ORDER_BACK": "back",
        "TAKE_IN_HAND": "hand",
        "DRAW": "toss",
    }
    assert [other_names.get(name, name.lower()) for name in names] == [row[1] for row in table]


@pytest.mark.parametrize(
    "token, part",
    [
        ("f!", snooker._FOUL_SEVEN),
        ("fx1", 1 << snooker.FOUL_REDS_SHIFT),
        ("fw", snooker.FOUL_WHITE_OFF),
        ("fj", snooker.FOUL_JAW),
        ("fm", snooker._FOUL_MISS),
        ("fmm", snooker._FOUL_FULL_MISS),
        ("f*", snooker.FOUL_FREE),
    ],
)
def test_the_parts_of_a_foul_agree_with_its_form(token, part):
    assert parse(SINGLES, token) == (snooker.FOUL, part)


def test_the_tables_have_a_row_for_every_constant():
    codes = [name for name in vars(refusals) if name.isupper() and name != "CODES"]
    assert [getattr(refusals, code) for code in codes] == list(range(len(refusals.CODES)))
    assert refusals.CODES[1:] == tuple(code.lower().replace("_", "-") for code in codes[1:])
    assert BALLS[snooker.COLOUR] == "colour" and len(BALLS) == snooker.COLOUR + 1
    assert BALLS[snooker.YELLOW : snooker.BLACK + 1] == (
        "yellow",
        "green",
        "brown",
        "blue",
        "pink",
        "black",
    )
    assert 1 << len(Snooker.CHOICES) == snooker._HAND << 1
    rows = "CLAIM_LEAD CONCEDE_SEATED MISS_FORFEIT ANGLED_BALL AGGREGATE AWARD_POINTS"
    columns = {len(vars(snooker)["_" + row]) for row in rows.split()}
    assert columns == {len(Snooker.PRESETS)}


@pytest.mark.parametrize("name", NAMES)
def test_the_game_is_known_by_its_own_name_and_presets(name):
    game = load(name)
    assert game.GAME == name
    form, default = game.OPTIONS.get("preset", ("", 0))
    assert default == 0
    assert [parse_form(form, preset) for preset in game.PRESETS] == list(range(len(game.PRESETS)))


def test_the_state_has_the_fields_of_the_page_in_its_order():
    keys = (
        "game score frames total striker player opener break high_break on reds remaining "
        "free_ball choice misses in_hand respot frame_over winner match_over match_winner"
    )
    assert list(state(new_match({"aggregate": 1, "frames": 2}))) == keys.split()
    assert list(state(new_match({}))) == keys.replace("total ", "").split()


def test_the_state_does_not_change_with_the_match():
    match = new_match({})
    before = state(match)
    enter_token(match, "fmm")
    assert before == state(new_match({}))


@pytest.mark.parametrize("options", MATCH_KINDS)
def test_a_position_prints_as_a_line_and_reads_back(options):
    match, other = new_match(options), new_match(options)
    for token in walk(options, seed=8, length=400):
        enter_token(match, token)
        line = position(match)
        set_position(other, line)
        assert "\n" not in line
        assert position(other) == line
        assert state(other) == state(match)


def test_play_goes_on_from_a_position_and_undo_comes_back_to_it():
    match, other = new_match({}), new_match({})
    for token in ("1", "7", "fx1wmm*"):
        enter_token(match, token)
    enter_token(other, "-")
    set_position(other, position(match))
    for token in ("back", "fmm", "back", "1", "/", "concede", "u", "u", "u", "u", "u"):
        assert enter_token(other, token) == enter_token(match, token)
        assert state(other) == state(match)
    assert CODES[enter_token(other, "u")] == "empty-undo"


def test_positions_are_the_same_on_every_vm(vm):
    options = MATCH_KINDS[0]
    tokens = walk(options, seed=9, length=150)
    vm.put("tokens", tokens)
    vm.call(
        "from rules.notation import enter_token, position, set_position\n"
        "from rules.snooker import Snooker\n"
        f"match, other = Snooker({options!r}), Snooker({options!r})\n"
        "for token in tokens:\n"
        "    enter_token(match, token)\n"
        "set_position(other, position(match))\n"
    )
    match = new_match(options)
    for token in tokens:
        enter_token(match, token)
    assert vm.call("print(position(match))\nprint(position(other))") == 2 * (
        position(match) + "\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        "",
        "score=1,2",
        position(SINGLES).replace("score=0,0", "score=0"),
        position(SINGLES).replace("score=0,0", "score=0,0,0"),
        position(SINGLES).replace("reds=15", "reds=15,15"),
        position(SINGLES).replace("reds=15", "reds="),
        position(SINGLES).replace("reds=15", "reds=many"),
        position(SINGLES).replace("reds=15", "rods=15"),
        position(SINGLES) + " extra=1",
    ],
)
def test_a_line_that_is_no_position_changes_nothing(line):
    match = new_match({})
    enter_token(match, "1")
    before = position(match)
    with pytest.raises(ValueError):
        set_position(match, line)
    assert position(match) == before


def test_the_sheet_of_a_match_is_what_was_entered_without_what_was_undone():
    match = new_match({})
    for token in "1 7 u @3 foo n5 7 2 5 A+3 U - u -".split():
        enter_token(match, token)
    assert sheet(match) == ["1", "n5", "5", "A+3", "-"]


@pytest.mark.parametrize("token", [token for token in TOKENS if token[0] not in "uU@"])
def test_the_tokens_of_the_walks_exist(token):
    assert text(SINGLES, *parse(SINGLES, token)) == token
