"""What keys, lamps and fields are called, per game and language: on keypads, screens and paper.

The texts stand in tools/texts/, a file a language. A sequence of keys is written as they are
pressed: "C 7 A/B" is C, 7, then A or B; "1-7" is one of these keys, n a number, … further keys.
A legend is one word or two, or two short lines. In a legend of several keys {n} is the key.
"""

import functools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "pl", "ru", "fa")

# The colour of the ball that a key stands for; a second one is that of the stripe.
_SNOOKER = ("red", "yellow", "green", "brown", "blue", "pink", "black")
_POOL = ("yellow", "blue", "red", "purple", "orange", "green", "brown", "black", "yellow white")
_BALLS = {"snooker": _SNOOKER, "nine-ball": _POOL, "ten-ball": _POOL}

_FOLDER = Path(__file__).with_name("texts")


@dataclass(frozen=True)
class Texts:
    """The texts of one game in one language."""

    title: str
    keys: dict[str, str]  # the legend of each key
    sequences: dict[str, str]
    on_break: dict[str, str]  # sequences that count instead while a break is due
    board: dict[str, str]  # what the information field shows
    captions: dict[str, str]  # of lamps, and of the fields of a side
    words: dict[str, str]
    right_to_left: bool


@functools.cache
def texts(game: str, language: str = "en") -> Texts:
    """Return the texts of a game, those that it shares with the others included."""
    file = _read(language)
    own = _game(file, game)
    shared = {
        sequence: text
        for sequence, text in file["all"]["sequences"].items()
        if _head(sequence) in _sequences(game)
    }
    legends = {**file["all"]["keys"], **own["keys"]}
    return Texts(
        title=own["title"],
        keys=dict(_each_key(legends, file["digits"])),
        sequences={**own["sequences"], **shared},
        on_break=own["break"],
        board={**own["board"], **file["all"]["board"]},
        captions={**file["captions"], **own["captions"]},
        words=file["words"],
        right_to_left=file["right_to_left"],
    )


def games() -> list[str]:
    """The names of all games."""
    return list(_read("en")["games"])


def legends(game: str, language: str = "en") -> dict[str, str]:
    """Return what is printed on or beside each key."""
    return texts(game, language).keys


def captions(game: str, language: str = "en") -> dict[str, str]:
    """Return what each lamp and each field of a side is called while `game` is played."""
    return texts(game, language).captions


def balls(game: str) -> dict[str, str]:
    """Return the colour of the ball that a key stands for, a striped one's with "white"."""
    return {str(key): colour for key, colour in enumerate(_BALLS.get(game, ()), 1)}


def expand(pattern: str) -> list[str]:
    """The keys that one step of a sequence may be: "1-3" is 1, 2, 3 and "A/B" is A, B."""
    if len(pattern) == 3 and pattern[1] == "-":
        return [chr(code) for code in range(ord(pattern[0]), ord(pattern[2]) + 1)]
    return pattern.split("/") if len(pattern) > 1 else [pattern]


@functools.cache
def _read(language: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((_FOLDER / f"{language}.json").read_text("utf-8"))
    return content


def _game(file: dict[str, Any], game: str) -> dict[str, Any]:
    """The entry of a game, laid over that of the game it is like."""
    entry = file["games"][game]
    base = _game(file, entry["like"]) if "like" in entry else {}
    whole = {"title": entry["title"]}
    for name in ("keys", "sequences", "break", "board", "captions"):
        whole[name] = {**base.get(name, {}), **entry.get(name, {})}
    for sequence in entry.get("without", ()):
        del whole["sequences"][sequence]
    return whole


def _each_key(legends: dict[str, str], digits: str) -> Iterator[tuple[str, str]]:
    for pattern, legend in legends.items():
        for key in expand(pattern):
            yield key, legend.replace("{n}", digits[int(key)] if key.isdigit() else key)


def _head(sequence: str) -> str:
    """The keys of a sequence up to the first of which there is a choice."""
    steps = sequence.split()
    end = next((at for at, step in enumerate(steps) if step == "n" or len(step) > 1), len(steps))
    return "".join(steps[:end]).removesuffix("#") or "#"


@functools.cache
def _sequences(game: str) -> set[str]:
    """What the game's key map knows, a closing # left off."""
    from console.games import load as load_keys
    from rules.games import load as load_game

    match = load_game(game)({})
    rows = load_keys(game)(match).rows()
    return {keys.removesuffix("#") or "#" for keys in rows if rows[keys][0] not in match.LACKS}
