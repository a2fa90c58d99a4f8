"""Matches of any game by chance, and what the fold of their events keeps in all of them."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.notation import enter_token, parse, sheet, state
from rules.refusals import ACCEPTED

# What every game knows, to draw from.
ENDS = ("/", "/", "concede", "concede:B", "award:A", "restart")
MARKER = ("A+3", "B+7", "A-3", "turn=A", "turn=B", "frames=0-1", "points=3-2")
NEVER = ("A+0", "B+1000", "points=1000-0", "frames=99-0", "x", "1x2", "award:C", "@")


def begun(game, options, opening):
    """A match of `game`, a class of rules/, behind some tokens."""
    match = game(options)
    for token in opening.split():
        assert enter_token(match, token) == ACCEPTED, token
    return match


def on_many_matches(game, options, openings=("",)):
    """Decorate a test of (match, draws): begun at one of the openings under one of the options."""
    matches = st.builds(opened, st.just(game), st.sampled_from(options), st.sampled_from(openings))
    draws = st.lists(st.integers(0, 9999), max_size=50)
    return lambda test: settings(max_examples=80, deadline=None)(given(matches, draws)(test))


def opened(game, options, opening):
    """The same, as far as these options let it happen."""
    match = game(options)
    for token in opening.split():
        enter_token(match, token)
    return match


@cache
def events(game, tokens):
    """Each token once: its event, and how often it is drawn."""
    match = game({})
    return [(token, parse(match, token), tokens.count(token)) for token in dict.fromkeys(tokens)]


def play(match, tokens, draws):
    """Enter a token for each draw, one that is allowed; yield it before it happens."""
    for draw in draws:
        allowed = []
        for token, event, often in events(type(match), tokens):
            if match.refusal(*event) == ACCEPTED:
                allowed += [(token, event)] * often
        if not allowed:
            return
        token, event = allowed[draw % len(allowed)]
        yield token
        assert match.enter(*event) == ACCEPTED


def check_steps(match, tokens, draws, check):
    """Play; `check` gets each token, the state before it and the one after it."""
    token, before = "", {}
    for following in play(match, tokens, draws):
        now = state(match)
        if token:
            check(token, before, now)
        token, before = following, now
    if token:
        check(token, before, state(match))


def fields(match):
    """Every field of the match, copied."""
    values = [getattr(match, name) for name in match.FIELDS]
    return [list(value) if isinstance(value, list) else value for value in values]


def keeps_the_fold(match, tokens, draws):
    """Undo gives each field back, redo too, what is refused changes nothing, the sheet is all."""
    kept = [fields(match) for _ in play(match, tokens, draws)] + [fields(match)]
    for token in (*tokens, *NEVER):
        event = parse(match, token)
        if event is None or match.refusal(*event) != ACCEPTED:
            assert enter_token(match, token) != ACCEPTED
            assert fields(match) == kept[-1], token
    for before in reversed(kept[:-1]):
        assert enter_token(match, "u") == ACCEPTED
        assert fields(match) == before
    for after in kept[1:]:
        assert enter_token(match, "U") == ACCEPTED
        assert fields(match) == after
    again = begun(type(match), match.options, " ".join(sheet(match)))
    assert (fields(again), state(again)) == (kept[-1], state(match))
