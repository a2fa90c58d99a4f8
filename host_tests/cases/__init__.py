"""Worked cases: scoresheets with the state that they lead to, worked out from the rule books.

One file a game, GAME.sheets; its head says how it reads. A case is data and knows no test.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

_HERE = Path(__file__).parent

GAMES = sorted(path.stem for path in _HERE.glob("*.sheets"))


class Case(NamedTuple):
    """A scoresheet and what has to come of it."""

    name: str
    reason: str
    sheet: str
    state: dict[str, Any]  # some fields of the state after the last token
    refused: list[str]  # codes of the tokens that are refused on the way, in order
    absent: list[str]  # fields that the state must not have
    malformed: str  # "CODE LINE:COLUMN" where the whole sheet is refused, or ""


def load(game: str) -> list[Case]:
    """Read the cases of a game; ValueError names the line of the file that is not understood."""
    path = _HERE / f"{game}.sheets"
    cases: list[Case] = []
    lines: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            if line.startswith("== "):
                name, reason = line.removeprefix("== ").split(": ", 1)
                cases.append(Case(name, reason, "", {}, [], [], ""))
                lines = []
            elif line.startswith("> "):
                cases[-1] = _expect(cases[-1], line.removeprefix("> "), lines)
            else:
                lines.append(line)
        except (ValueError, LookupError) as error:
            raise ValueError(f"{path.name}:{number}: {error}") from error
    return cases


def _expect(case: Case, text: str, lines: list[str]) -> Case:
    """Add an expectation to a case; its sheet is the lines between the heading and the first."""
    if not case.sheet:
        case = case._replace(sheet="\n".join(lines) + "\n")
    if text.startswith("refused: "):
        return case._replace(refused=_codes(text.split()[1:]))
    if text.startswith("absent: "):
        return case._replace(absent=text.split()[1:])
    if text.startswith("malformed: "):
        return case._replace(malformed=text.removeprefix("malformed: "))
    fields = (field.split("=", 1) for field in text.split())
    return case._replace(state=case.state | {key: _value(value) for key, value in fields})


def _codes(words: list[str]) -> list[str]:
    """Read `range` and `3*range`."""
    codes = []
    for word in words:
        times, _, code = word.rpartition("*")
        codes += [code] * int(times or 1)
    return codes


def _value(text: str) -> Any:
    """Read `12`, `true`, `null`, a word, a list, `[play,again]`, or names, `{A:solids}`."""
    if text.startswith("{"):
        named = (item.split(":") for item in text[1:-1].split(","))
        return {name: _value(value) for name, value in named}
    if text.startswith("["):
        return [_value(item) for item in text[1:-1].split(",") if item]
    try:
        return json.loads(text)
    except ValueError:
        return text
