"""What is played of each game: a round that leads back to where it began, and a script of keys."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Round:
    """Tokens that can be entered again and again, and keys on a board of 16."""

    game: str
    tokens: str
    keys: str


ROUNDS = (
    Round(
        "snooker",
        "1 7 fx1m back f5 play A+3 - f* again - points=0-0 reds=15 turn=A",
        "1716A5#C3A88DDD~D~**0C12#CA16#",
    ),
    Round("nine-ball", "b3+5 po+7 pass f 1+2 6 - f restart", "35#B79#C3A#C1124#60DDD~**"),
    Round("eight-ball", "b+s2+t s s2+t - t f+s s restart", "112#1C112#02A1#1DDD~**"),
    Round("14.1", "bf play 9 safe f - 5 - points=0-0 restart", "A#C3A0##9BA#0A0#DDD~**"),
    Round("pyramid", "3 c take - f 1 restart", "3B#C120A0#A#DDD~**"),
    Round("manual", "A+9 - B+7 B+15 A-4 restart", "907B15#A*4#DDD~**"),
    Round("ten-ball", "b3 1 - f x2 pass 4+5 6 restart", "3#10A#C52#C3C145#DDD~**"),
    Round("free-pyramid", "2 - f 3 - 1 - restart", "20A#3010DDD~**"),
    Round("dynamic-pyramid", "1 c take - 2c 1 restart", "1B#0C121DDD~**"),
    Round("carom", "1 1 - 3 f 8 4 - restart", "1103A#C18#40DDD~**"),
    Round("billiards", "r ir - c crir fw spot w restart", "3601B136#A2#C42DDD~**"),
)
