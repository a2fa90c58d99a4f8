"""Whole matches of the five further games, by keys alone."""

from typing import Any

from host_tests.whole_match import WholeMatch, WholeMatches

MATCHES = [
    WholeMatch(
        "ten-ball",
        {"best-of": 3},
        # a ball not as called is handed back; the ten falls as the last one
        "3# 1 0 A# C52# C3 C145# 6 7 8 9 C2 # "
        # a push-out is handed back; the third foul, after the warning, loses the rack
        "0 B1# C3 A2# 0 A# C4 0 A# # "
        # the ten falls on the break and is spotted
        "C23# C7#",
        "b3 1 - f x2 pass 4+5 6 7 8 9 10 / b po+1 pass f+2 - f warn - f / b3+10 concede",
        {"match_winner": "B", "frames": [1, 2]},
    ),
    WholeMatch(
        "free-pyramid",
        {"race-to": 2},
        # the penalty ball and all that falls count; the last point is a penalty
        "2 0 A# 3 0 1 0 2 # 8 # 0 7 0 A#",
        "2 - f 3 - 1 - 2 / 8 / - 7 - f",
        {"match_winner": "B", "frames": [1, 2], "score": [0, 8]},
    ),
    WholeMatch(
        "dynamic-pyramid",
        {"white-again": "no"},
        # the ball for the white is taken once and forgone once
        "1 B # 0 C12 1 A0# 5",
        "1 c take - 2c 1 fw 5",
        {"match_winner": "A", "score": [8, 3], "on_table": 4},
    ),
    WholeMatch(
        "carom",
        {"target": "10-8"},
        # the equalising inning ends a point short
        "1 1 0 3 A# C18# 4 0",
        "1 1 - 3 f 8 4 -",
        {"match_winner": "A", "score": [10, 7], "innings": [2, 2], "average": [5000, 3500]},
    ),
    WholeMatch(
        "billiards",
        {"target": 20},
        "3 6 0 1 B136# A2# C4 2 3 B36# A# # 3 5 6",
        "r ir - c crir fw spot w r rir f play r iw ir",
        {"match_winner": "B", "score": [19, 20], "high_break": [11, 10]},
    ),
]

# What those matches do not come by.
CORNERS: list[tuple[str, dict[str, Any], str]] = [
    ("ten-ball", {"preset": "upa", "best-of": 3}, "B C6 B C5 C23# # B # C3 2 C51# 3 CC59 9 C2 #"),
    ("ten-ball", {"three-fouls": "plain"}, "A1# A2# C10# 0 B# C3 CC50 C50# C3 C2"),
    ("free-pyramid", {"start": "2-0", "best-of": 3}, "8 # CC17*7# A # # CC31 C0# B C11 9"),
    ("dynamic-pyramid", {"white-again": "no", "lost-white": "anywhere"}, "B B # A0# B 1 A0 D A#"),
    ("carom", {"target": 3, "innings": 2, "best-of": 5}, "3 3 # 1 0 A# 2 0 0 # 4 C1999# CA2#"),
    ("carom", {"target": 500, "equal-innings": "no"}, "C199# * * * 0 C199# C2 B CC1400*3#"),
    (
        "billiards",
        {"to": "time", "hazards": 3, "cannons": 2},
        "0 1 1 1 3 3 3 6 B# B125# A02# # C5#",
    ),
]

# What the star shows, what is refused, undo to the first event and redo to the last.
AROUND = "* * * * * 9 C 9 # D " + "D " * 8 + "D~ " * 9


class TestMore(WholeMatches):
    MATCHES = MATCHES
    CORNERS = [
        ({"game": game, **header}, " ".join(keys.replace(" ", "")) + " " + AROUND, 1)
        for game, header, keys in CORNERS
    ]
