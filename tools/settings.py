"""Settings: what a board has otherwise than its board file, without a new board file.

They lie on the board as settings.json, a dotted path and a value each, and the firmware lays them
over board.json when it starts; so a later `flash` does not lose them. What is wired where is not a
setting: boot.py, which reads board.json alone, must find the relay.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from typing import Any

from rules import games
from tools.boards import Board, part_names, problems_of
from tools.refusal import Refusal

FILE = "settings.json"

Settings = dict[str, Any]

_WIRED = ("pin", "active")
_LONGEST_NUMBER = 10


def names(board: Board) -> list[str]:
    """Everything that can be set on a board, given the game that it has by default."""
    found = ["defaults.game", *(f"defaults.{key}" for key in _header_keys(board))]
    found += [f"clocks.{name}" for name in part_names("clocks")]
    found += [
        f"displays.{index}.brightness"
        for index, display in enumerate(board["displays"])
        if "brightness" in display
    ]
    found += [f"link.{name}" for name in part_names("link")]
    found += ["infos"]
    for part in ("table_lamp", "self_test"):
        if part in board:
            found += [f"{part}.{name}" for name in part_names(part) if name not in _WIRED]
    return found


def laid_over(board: Board, settings: Settings) -> Board:
    """The board as the firmware takes it, and without header keys that its game does not have.

    The paths must be of `names`.
    """
    board = copy.deepcopy(board)
    board.setdefault("clocks", {})
    if any(path.startswith("link.") for path in settings):
        board.setdefault("link", {})
    for path, value in settings.items():
        part: Any = board
        *way, last = path.split(".")
        for name in way:
            part = part[int(name) if isinstance(part, list) else name]
        part[last] = value
    known = ("game", *_header_keys(board))
    board["defaults"] = {
        key: value
        for key, value in board["defaults"].items()
        if key in known or f"defaults.{key}" in settings
    }
    return board


def changed(board: Board, settings: Settings, wishes: Iterable[str]) -> Settings:
    """The settings after wishes as `KEY=VALUE`, checked; `KEY=` takes one back.

    Raises Refusal where a key is none or the board could not be played so.
    """
    settings = dict(settings)
    for wish in wishes:
        path, equals, wanted = wish.partition("=")
        if not equals:
            raise Refusal(f"{wish}: say it as KEY=VALUE, or KEY= to take it back.")
        if wanted:
            settings[path] = _value(path, wanted)
        elif settings.pop(path, None) is None:
            raise Refusal(f"{path}: is not set; what is set: {', '.join(settings) or 'nothing'}.")
    found = problems(board, settings)
    if found:
        raise Refusal("\n".join(found))
    return settings


def problems(board: Board, settings: Settings) -> list[str]:
    """A sentence for each thing that is wrong with the settings of a board."""
    game = settings.get("defaults.game", board["defaults"]["game"])
    known = names({**board, "defaults": {"game": game}})
    unknown = [path for path in settings if path not in known]
    if unknown:
        there = ", ".join(known)
        return [f"{path}: there is no such setting; there are {there}." for path in unknown]
    return problems_of(laid_over(board, settings))


def fitting(board: Board, settings: Settings) -> tuple[Settings, list[str]]:
    """The settings that a new board file leaves in force, and sentences for the others.

    Those of the match, which depend on each other, stay or go together.
    """
    kept: Settings = {}
    lost = []
    match = {path: value for path, value in settings.items() if path.startswith("defaults.")}
    others = [{path: value} for path, value in settings.items() if path not in match]
    for group in (match, *others):
        if problems(board, {**kept, **group}):
            lost += [f"{path} does not fit this board file and was taken back." for path in group]
        else:
            kept.update(group)
    return kept, lost


def read(data: bytes) -> Settings:
    """The content of settings.json; nothing where it is broken, as the firmware takes it too."""
    try:
        content = json.loads(data)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def written(settings: Settings) -> bytes:
    """What settings.json holds for these settings."""
    return json.dumps(settings, sort_keys=True, separators=(",", ":")).encode()


def text(value: Any) -> str:
    """A value as it is given to `set`."""
    if isinstance(value, list):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _header_keys(board: Board) -> list[str]:
    name = board["defaults"]["game"]
    return list(games.load(name).OPTIONS) if name in games.NAMES else []


def _value(path: str, wanted: str) -> Any:
    if path in ("infos", "link.commands"):
        return wanted.split(",")
    if wanted in ("true", "false"):
        return wanted == "true"
    number = wanted.removeprefix("-").isdecimal() and wanted.isascii()
    return int(wanted) if number and len(wanted) < _LONGEST_NUMBER else wanted
