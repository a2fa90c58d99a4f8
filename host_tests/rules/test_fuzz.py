"""Whatever text comes where a token or a header's value should be: a result or a refusal.

Work is bounded, and what is refused changes nothing.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.header import read_header
from host_tests.fuel import within
from host_tests.rules.random_play import fields
from rules.games import NAMES, load
from rules.match import OWN
from rules.notation import enter_token, parse, position, set_position, sheet, state, text
from rules.refusals import ACCEPTED, CODES

_LINES = 60_000

# What tokens and values are made of, so that chance comes near to what means something.
PIECES = [
    *"1 7 9 15 0 99 999 1000 16383 16384 - / + = : x x0 x128 * ! w j m mm A B A1 B2 u U @".split(),
    *"play concede award match restart points frames turn reds on n f b bf bi bo po pass".split(),
    *"warn rerack rebreak spot kitchen safe s t s8 t2 8 c r iw ir time toss claim back".split(),
    *"hand again red colour black yes no alternate winner loser pl ir 150-100".split(),
    "9" * 30,
    "-1",
    " ",
    "\u0663",
    "\u00b2",
    "\uff11",
    "\x00",
    "\U0001f3b1",
]
words = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=6).map("".join),
    st.text(max_size=40),
)
names = st.sampled_from(sorted(NAMES))


@settings(max_examples=300)
@given(names, st.lists(words, max_size=12), st.sampled_from([0, 1]))
def test_any_text_is_a_token_or_refused_and_then_nothing_has_changed(name, tokens, pairs):
    match = load(name)({"best-of": 99, **({"pairs": 1} if pairs and load(name).HAS_PAIRS else {})})
    for token in tokens:
        before = fields(match), sheet(match), match.time_s
        code = within(_LINES, enter_token, match, token)
        assert CODES[code] is None or (fields(match), sheet(match), match.time_s) == before
        state(match)


@settings(max_examples=100)
@given(names, words)
def test_a_token_that_is_read_prints_as_one_that_means_the_same(name, word):
    match = load(name)({})
    event = within(_LINES, parse, match, word)
    if event is not None:
        assert parse(match, text(match, *event)) == event
        assert event[1] < 1 << 28


@settings(max_examples=150)
@given(names, st.lists(st.tuples(st.integers(0, 60), st.integers(0, (1 << 28) - 1)), max_size=8))
def test_any_argument_that_a_form_can_have_is_judged(name, draws):
    """Kinds and arguments as keys may put them together, whether or not the form has them."""
    match = load(name)({"best-of": 99})
    kinds = [kind for kind in range(OWN + len(match.OWN_KINDS)) if match.kind_row(kind)]
    for which, arg in draws:
        kind = kinds[which % len(kinds)]
        before = fields(match)
        if within(_LINES, match.refusal, kind, arg) != ACCEPTED:
            assert match.enter(kind, arg) != ACCEPTED
        assert fields(match) == before


KEYS = [
    "game",
    "pairs",
    "colour",
    *sorted({key for name in NAMES for key in load(name).OPTIONS}),
]
values = words | st.integers(-5, 1 << 70) | st.booleans() | st.none() | st.floats()
headers = st.dictionaries(st.sampled_from(KEYS), values, max_size=5)


@settings(max_examples=400)
@given(headers, st.sampled_from(sorted(NAMES)) | words)
def test_any_header_is_a_match_or_refused_with_the_key(header, name):
    header["game"] = name
    try:
        game, options = within(_LINES, read_header, header)
    except ValueError as error:
        sentence = str(error)
        assert sentence.partition(":")[0] in KEYS and "\n" not in sentence.strip()
        return
    match = load(game)(options)
    state(match)
    assert match.refusal(0, 0) in range(len(CODES))


@settings(max_examples=100)
@given(names, st.text(max_size=60) | st.integers(-(1 << 40), 1 << 40).map(str))
def test_any_line_is_a_position_or_refused_and_then_nothing_has_changed(name, line):
    match = load(name)({})
    good = position(match)
    for made in (line, good + " " + line, good.replace("=0", "=" + line, 1)):
        before = position(match)
        try:
            within(_LINES, set_position, match, made)
        except ValueError as error:
            assert str(error)
            assert position(match) == before


@pytest.mark.parametrize("token", ["", " ", "@", "@x", "@ 1", "u ", "UU", "1x", "f8", "\u0661"])
def test_what_is_no_token_is_a_bad_one(token):
    assert CODES[enter_token(load("snooker")({}), token)] == "bad-token"
