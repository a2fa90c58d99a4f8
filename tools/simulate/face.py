"""What a board has to show, drawn a second time from the public state of a match.

Takes nothing from console/: what the firmware draws is compared with this. Only the fields and
lamps that show the score at every moment; the information field has too many meanings.
"""

from __future__ import annotations

from typing import Any

State = dict[str, Any]

_FIELDS = ("score_a", "score_b", "frames_a", "frames_b")
_RACKS = ("nine-ball", "ten-ball", "eight-ball")  # the racks won are their score


def fields(state: State, sets: bool, sizes: dict[str, int]) -> dict[str, str]:
    """The texts of the fields of numbers that a board has, in their sizes.

    `sets` is whether more than one frame may be needed.
    """
    game = state["game"]
    score = state["frames"] if game in _RACKS else state["score"]
    beside: list[int | None] = state["frames"]
    if game in ("nine-ball", "ten-ball"):
        beside = state["fouls"]
    elif game == "eight-ball":
        beside = [_balls_left(state, side) for side in "AB"]
    elif game == "carom" and not sets:
        beside = state["innings"]
    numbers = dict(zip(_FIELDS, [*score, *beside], strict=True))
    return {name: _right(numbers[name], sizes[name]) for name in _FIELDS if name in sizes}


def turn(state: State) -> str:
    """The side whose lamp is lit, "" for none."""
    if state["match_over"]:
        return state["match_winner"] or ""
    return (state["winner"] if state["frame_over"] else state["striker"]) or ""


def _balls_left(state: State, side: str) -> int | None:
    groups = state["groups"]
    return state["left"][groups[side]] if groups else None


def _right(number: int | None, digits: int) -> str:
    text = "" if number is None else str(number)
    return text.rjust(digits) if len(text) <= digits else "-" * digits
