"""Scoresheet files: the header's keys and the tokens, each with its place.

The form is docs/scoresheet.md. What a key or a token may say is asked of the game itself
(rules/), so a new game brings its own header keys and events with it.
"""

import re
from typing import Any, NamedTuple

from rules import games
from rules.forms import parse_form

SENTENCES = {
    "bad-header": "this header line is not understood",
    "bad-token": "there is no such event in this game",
    "over": "the frame or the match has ended; '/' begins the next frame, 'u' takes back",
    "not-now": "the rules do not allow this at this moment",
    "not-on": "that ball may not be scored now",
    "range": "more balls than there are, or a number too large or too small",
    "empty-undo": "there is nothing to take back or to repeat",
}

_COMMENT = re.compile("#.*")


class Token(NamedTuple):
    """A word of the sheet and where it stands, counted from 1."""

    text: str
    line: int
    column: int


class _Entry(NamedTuple):
    """A header line."""

    key: Token
    value: Token


class Sheet(NamedTuple):
    """A scoresheet that was read: everything a match needs, and its tokens."""

    game: Any  # the class in rules/
    options: dict[str, int]
    names: tuple[str, str]
    tokens: list[Token]


class SheetError(Exception):
    """A malformed scoresheet: where, which word, which code, and a sentence."""

    def __init__(self, token: Token, sentence: str, code: str = "bad-header"):
        super().__init__(sentence)
        self.token = token
        self.code = code
        self.sentence = sentence


def read_sheet(text: str) -> Sheet:
    """Read a scoresheet; SheetError names the first thing in its header that is wrong."""
    lines = text.removeprefix("\ufeff").split("\n")
    blank = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    header = _read_header(lines[:blank])
    if "game" not in header:
        raise SheetError(Token("game", 1, 1), "the key 'game' is missing")
    name = header.pop("game").value
    if name.text not in games.NAMES:
        known = ", ".join(games.NAMES)
        raise SheetError(name, f"there is no game '{name.text}'; there are: {known}")
    game = games.load(name.text)
    names, pairs = _read_sides(header, game)
    options = {key: _read_option(game, entry) for key, entry in header.items()}
    _check_together(game, options, header)
    if pairs:
        options["pairs"] = 1
    return Sheet(game, options, names, _read_tokens(lines, blank))


def read_option(game: Any, key: str, value: str) -> int:
    """Return the packed value of a header key; ValueError says what is wrong with it."""
    if key not in game.OPTIONS:
        keys = ", ".join(["sides", *game.OPTIONS])
        raise ValueError(f"the game {game.GAME} has no key '{key}'; it has: {keys}")
    form = game.OPTIONS[key][0]
    packed = parse_form(form, value)
    if packed is None:
        raise ValueError(f"'{key}' takes {describe_form(form)}, not '{value}'")
    return int(packed)


def describe_form(form: str) -> str:
    """Put a form of notation.py into words: `<no|yes>` is "no or yes"."""
    words = form.strip("<>").split("|")
    if len(words) > 1:
        return ", ".join(words[:-1]) + " or " + words[-1]
    return re.sub("<([0-9]+)-([0-9]+)>", r"\1 to \2", form)


def _check_together(game: Any, options: dict[str, int], header: dict[str, _Entry]) -> None:
    fault = game.option_fault(options)
    if fault and fault not in header:
        raise SheetError(Token(fault, 1, 1), f"the key '{fault}' is missing")
    if fault:
        value = header[fault].value
        sentence = f"'{fault}: {value.text}' does not go with the game or with the other keys"
        raise SheetError(value, sentence)


def _read_header(lines: list[str]) -> dict[str, _Entry]:
    header: dict[str, _Entry] = {}
    for number, raw in enumerate(lines, 1):
        line = _COMMENT.sub("", raw)
        if not line.strip():
            continue
        key, colon, value = line.partition(":")
        at = Token(key.strip() or line.strip(), number, _column(line))
        if not colon:
            raise SheetError(at, "a header line reads 'key: value'; an empty line ends the header")
        if at.text in header:
            raise SheetError(at, f"the key '{at.text}' stands here for the second time")
        if not value.strip():
            raise SheetError(at, f"the key '{at.text}' has no value")
        column = len(key) + 1 + _column(value)
        header[at.text] = _Entry(at, Token(value.strip(), number, column))
    return header


def _column(text: str) -> int:
    return len(text) - len(text.lstrip()) + 1


def _read_option(game: Any, entry: _Entry) -> int:
    key, value = entry
    try:
        return read_option(game, key.text, value.text)
    except ValueError as error:
        raise SheetError(value if key.text in game.OPTIONS else key, str(error)) from None


def _read_sides(header: dict[str, _Entry], game: Any) -> tuple[tuple[str, str], bool]:
    """Take the sides out of the header: the two names, and whether each is a pair's."""
    if "sides" not in header:
        return ("A", "B"), False
    sides = header.pop("sides").value
    try:
        return read_sides(game, sides.text)
    except ValueError as error:
        raise SheetError(sides, str(error)) from None


def read_sides(game: Any, text: str) -> tuple[tuple[str, str], bool]:
    """Return the two names of `Anna | Bo` and whether they are pairs; ValueError if neither."""
    halves = [half.strip() for half in text.split("|")]
    if len(halves) != 2 or not all(halves):
        raise ValueError("'sides' takes two names parted by a bar, 'Anna | Bo'")
    seats = [[name.strip() for name in half.split(",")] for half in halves]
    if not all(name for half in seats for name in half):
        raise ValueError("a player's name is missing in 'sides'")
    counts = [len(half) for half in seats]
    if counts not in ([1, 1], [2, 2] if game.HAS_PAIRS else [1, 1]):
        raise ValueError("'sides' takes one name a side" + " or two" * game.HAS_PAIRS)
    return (halves[0], halves[1]), counts == [2, 2]


def _read_tokens(lines: list[str], blank: int) -> list[Token]:
    return [
        Token(word.group(), number, word.start() + 1)
        for number, line in enumerate(lines[blank:], blank + 1)
        for word in re.finditer(r"\S+", _COMMENT.sub("", line))
    ]
