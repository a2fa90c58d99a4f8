"""What holds in every match, tried on many: each draws its events from those that are allowed."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests.rules.walks import EVENTS, NEVER, OFTEN, SEATS, STAMPS, new_match
from rules.notation import enter_token, parse, sheet, state, text
from rules.refusals import ACCEPTED, CODES

OPTIONS = [
    {},
    {"best-of": 3, "reds": 2},
    {"best-of": 5, "reds": 1, "preset": 1, "break-order": 2},  # ir
    {"race-to": 3, "reds": 3, "preset": 2, "start": 7 | 0 << 10},  # ru
    {"best-of": 9, "reds": 1, "preset": 3, "pairs": 1, "breaks": 1},  # wpbsa
    {"aggregate": 1, "frames": 2, "reds": 1},
    {"aggregate": 1, "frames": 3, "reds": 2, "preset": 2, "pairs": 1, "start": 3 | 10 << 10},
]
VALUES = {
    name: value for value, name in enumerate("yellow green brown blue pink black".split(), 2)
}

# Where the draws begin: corners that they would seldom come to by themselves.
OPENINGS = ["", "fmm back fmm back", "on=pink f*", "points=7-0 on=black", "points=0-7 on=black 7"]


def begun(options, opening):
    match = new_match(options)
    for token in opening.split():
        enter_token(match, token)
    return match


matches = st.builds(begun, st.sampled_from(OPTIONS), st.sampled_from(OPENINGS))
draws = st.integers(0, 80).flatmap(
    lambda length: st.lists(st.integers(0, 9999), min_size=length, max_size=length)
)


def on_many_matches(test):
    return settings(max_examples=150)(given(matches, draws)(test))


def possible(match):
    """Events to draw from."""
    return POSSIBLE_IN_PAIRS if match.pairs else POSSIBLE


def play(match, draws):
    """Enter an event for each draw, one of those allowed; yield it before it happens.

    It ends soon after the match, when only corrections are left.
    """
    often = {parse(match, token) for token in OFTEN}
    over = 0
    for draw in draws:
        over += match.match_over
        if over > 2:
            return
        allowed = [event for event in possible(match) if match.refusal(*event) == ACCEPTED]
        allowed += [event for event in allowed if event in often] * 9
        event = allowed[draw % len(allowed)]
        yield event
        assert match.enter(*event) == ACCEPTED


POSSIBLE = [parse(new_match({}), token) for token in EVENTS]
POSSIBLE_IN_PAIRS = [parse(new_match({"pairs": 1}), token) for token in EVENTS + SEATS]


def fields(match):
    """Every field of the match, copied."""
    values = [getattr(match, name) for name in match.FIELDS]
    return [list(value) if isinstance(value, list) else value for value in values]


@on_many_matches
def test_undo_gives_every_field_back_and_redo_too(match, draws):
    kept = [fields(match) for _ in play(match, draws)] + [fields(match)]
    for before in reversed(kept[:-1]):
        assert enter_token(match, "u") == ACCEPTED
        assert fields(match) == before
    for after in kept[1:]:
        assert enter_token(match, "U") == ACCEPTED
        assert fields(match) == after
    assert CODES[enter_token(match, "U")] == "empty-undo"


@on_many_matches
def test_what_is_refused_changes_nothing_not_even_redo(match, draws):
    for _ in play(match, draws):
        pass
    undone = match.undo()
    before, entered = fields(match), sheet(match)
    refused = [event for event in possible(match) if match.refusal(*event) != ACCEPTED]
    for event in refused:
        assert match.enter(*event) == match.refusal(*event) != ACCEPTED
    for token in NEVER:
        assert enter_token(match, token) != ACCEPTED
    assert (fields(match), sheet(match)) == (before, entered)
    assert match.redo() == undone


@on_many_matches
def test_the_state_kept_is_the_state_folded_anew_from_the_sheet(match, draws):
    for _ in play(match, draws):
        pass
    anew = new_match(match.options)
    for token in sheet(match):
        assert enter_token(anew, token) == ACCEPTED
    assert fields(anew) == fields(match)
    assert state(anew) == state(match)


@on_many_matches
def test_a_stamp_changes_nothing(match, draws):
    for _ in play(match, draws):
        before = fields(match)
        for stamp in STAMPS:
            enter_token(match, stamp)
        assert fields(match) == before


@on_many_matches
def test_points_come_from_nowhere_but_the_ledger(match, draws):
    ledger = Ledger(match)
    for event in play(match, draws):
        if ledger.token:
            ledger.book(state(match))
        ledger.token = text(match, *event)
        ledger.before = state(match)
    if ledger.token:
        ledger.book(state(match))


class Ledger:
    """The points of each token by the book, worked out from the state before it."""

    def __init__(self, match):
        self.token = ""
        self.before = {}
        self._nominated = 0
        self._start = list(match.start)
        self._aggregate = "total" in state(match)
        self._awards = match.PRESETS[match.preset] != "ir"

    def book(self, after):
        expected = self._score()
        assert after["score"] == expected, (self.token, self.before, after)
        if re.fullmatch("n[2-7]", self.token):
            self._nominated = int(self.token[1])
        elif not re.match("[AB][+-]", self.token):
            self._nominated = 0

    def _score(self):
        score = list(self.before["score"])
        token = self.token
        striker = "AB".index(self.before["striker"])
        if token in ("/", "restart"):
            return self._start
        if token.startswith("points="):
            return [int(points) for points in token[7:].split("-")]
        if re.match("[AB][+-]", token):
            score["AB".index(token[0])] += int(token[1:])
        elif token.startswith("f") and "=" not in token:
            score[1 - striker] += self._penalty()
        elif token.startswith(("award", "match")) and not self.before["frame_over"]:
            if self._awards:
                winner = "AB".index(token[-1])
                score[winner] += self._left()
                score[1 - winner] = 0
        elif token.startswith("concede") and self._aggregate:
            loser = "AB".index(token[-1]) if ":" in token else striker
            score[1 - loser] += self._left()
        else:
            score[striker] += self._stroke()
        return score

    def _stroke(self):
        """The points of a fair stroke, 0 for what is none."""
        ball, _, count = self.token.partition("x")
        if ball == "*":
            return VALUES.get(self.before["on"], 1)
        if ball == "*1":
            return int(count or 1) + 1
        if ball == "1":
            return int(count or 1)
        number = ball.removeprefix("*")
        return int(number) if number.isdigit() else 0

    def _penalty(self):
        value = re.match("f([1-7]?)(!?)", self.token)
        ball_on = self._nominated or VALUES.get(self.before["on"], 1)
        return 7 if value[2] else max(4, ball_on, int(value[1] or 0))

    def _left(self):
        on = self.before["on"]
        if on in ("red", "colour"):
            return 8 * self.before["reds"] + sum(VALUES.values())
        return sum(value for value in VALUES.values() if value >= VALUES[on])


@on_many_matches
def test_what_is_true_of_every_state(match, draws):
    reds = match.option("reds")
    for _ in play(match, draws):
        check(state(match), reds)
    check(state(match), reds)


def check(now, reds):
    assert min(now["score"]) >= 0
    assert now["remaining"] >= 0
    assert 0 <= now["misses"] <= 2
    assert 0 <= now["reds"] <= reds
    assert 0 <= now["break"] <= max(now["high_break"])
    assert now["player"][0] == now["striker"]
    assert now["choice"] in (
        [],
        ["play", "again"],
        ["play", "again", "back"],
        ["play", "again", "hand"],
        ["play", "again", "back", "hand"],
    )
    if now["frame_over"]:
        assert (now["on"], now["remaining"], now["choice"], now["misses"]) == (None, 0, [], 0)
        assert (now["in_hand"], now["respot"], now["free_ball"]) == (None, None, False)
    else:
        assert now["on"] is not None
        assert now["winner"] is None
        assert not now["match_over"]
        assert now["remaining"] == remaining(now)
    if now["respot"]:
        assert (now["on"], now["reds"], now["remaining"]) == ("black", 0, 7)
        assert (now["choice"], now["free_ball"]) == ([], False)
    if now["free_ball"]:
        assert now["on"] not in ("colour", "black")
    if now["on"] in VALUES:
        assert now["reds"] == 0
    assert now["match_over"] or now["match_winner"] is None
    assert now["frame_over"] or not now["match_over"]


def remaining(now):
    if now["on"] in VALUES:
        return sum(value for value in VALUES.values() if value >= VALUES[now["on"]])
    return 8 * now["reds"] + 27 + 7 * (now["on"] == "colour")


@on_many_matches
def test_when_nothing_may_happen_every_event_hears_the_same_reason(match, draws):
    for _ in play(match, draws):
        now = state(match)
        reason = "over" if now["frame_over"] else "not-now" if now["respot"] == "toss" else ""
        for event in possible(match) if reason else ():
            token = text(match, *event)
            if re.match("[AB][+-]|/|match:|toss:", token):
                continue
            assert CODES[match.refusal(*event)] == reason, token
