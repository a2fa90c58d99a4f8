"""The running scoresheet as a person reads it: in visits, with their points and the score.

The firmware gives the tokens; the rules, on this Python, say whose they were.
"""

from typing import Any

from rules.match import NOBODY
from rules.notation import enter_token
from rules.states import SIDES, state_rows
from tools.scoresheet import Sheet

Visit = dict[str, Any]


def visits(sheet: Sheet, tokens: list[str]) -> list[Visit]:
    """Return a row a visit: `side`, `tokens`, `points` made in it and the `score` after it.

    A row whose side is "" is a line of text under a frame that is over.
    """
    match = sheet.game(sheet.options)
    has_score = "score" in [row[0] for row in state_rows(match.GAME)]
    rows: list[Visit] = []
    before = striker = NOBODY
    for token in tokens:
        if match.striker() != striker and token != "/":
            striker, before = match.striker(), match.score[match.striker()]
            rows.append({"side": SIDES[striker], "tokens": "", "points": 0, "score": ""})
        was_over = match.frame_over
        enter_token(match, token)
        if token == "/":
            striker = NOBODY
            continue
        rows[-1]["tokens"] = f"{rows[-1]['tokens']} {token}".lstrip()
        if has_score:
            rows[-1]["points"] = match.score[striker] - before
            rows[-1]["score"] = "{} – {}".format(*match.score)
        if match.frame_over and not was_over:
            rows.append({"side": "", "tokens": _result(match, sheet), "points": 0, "score": ""})
            striker = NOBODY
    return rows


def _result(match: Any, sheet: Sheet) -> str:
    winner = "level" if match.winner == NOBODY else f"to {sheet.names[match.winner]}"
    return "frame {} {}, {} – {}".format(match.played, winner, *match.frames)
