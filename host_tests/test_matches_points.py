"""Whole matches of 14.1, combined pyramid and manual, by keys alone."""

from host_tests.whole_match import WholeMatch, WholeMatches

MATCHES = [
    WholeMatch(
        "14.1",
        {"best-of": 3, "target": "20-15", "preset": "wpa"},
        # two fouls on the break; fouls in a row on both sides, three of them A's; B clears a rack
        "A# C3 A0# # 9 B A# 0 A0# AA# C3 5 0 A# C2A# # C10 4 3 "
        # fourteen, racked, six; then a stroke undone and all fifteen at once
        "# 0 C14 6 # 1 D C15 5",
        "bf rebreak bfw play 9 safe f - fw f! rebreak 5 - f f! play 10 4 3 / - 14 6 / 15 5",
        {"match_winner": "A", "frames": [2, 1], "score": [20, 0], "high_break": [20, 17]},
    ),
    WholeMatch(
        "pyramid",
        {"race-to": 2, "target": "8-7"},
        # a ball taken for the white and one forgone; penalties on both sides
        "3 B # C12 0 A0# A# 6 # 0 7 B # # 1 A# 6",
        "3 c take 2c - fw f 6 / - 7 c take / 1 f 6",
        {"match_winner": "B", "frames": [1, 2], "score": [1, 7], "on_table": 7},
    ),
    WholeMatch(
        "manual",
        {"best-of": 3, "start": "5-0"},
        "9 0 7 B15# A*4# C8B # 3 C8A # C7#",
        "A+9 - B+7 B+15 A-4 award:B / B+3 award:A / concede",
        {"match_winner": "B", "frames": [1, 2], "score": [5, 0]},
    ),
]

# Keys that may be pressed at any time, many of them refused.
ANYWHERE = (
    # corrections, set-up, the last entries, what the star shows
    "C A 1 6 # C B * 7 # C C 1 9 * 8 # C C 3 A C C 3 B C C 2 1 * 1 # C * * * D * * * * "
    # sequences lapse or are dropped, the key of the lamp, refused keys
    "A . . . . . . . . . C C D A D C # C C C D B C 1 9 D C 3 C 2 # # "
    # undo and redo to the last one and one more
    "C 0 # " + "D " * 6 + "D~ " * 7 + "C 7 # # C 8 A 1 # "
)
EVERYTHING = {
    "14.1": (
        "A # C 3 A 0 # # 5 0 B A A # C 3 C 2 0 # C 1 2 0 C 1 6 D C 1 5 A A 0 A # * * * * "
        "0 A # 0 A # 0 A # A # 9 5 3 A # 0 A # 0 A A # 0 C A * 9 9 9 # 1 4 "
    )
    + ANYWHERE,
    "pyramid": "B # 3 # C 1 2 # 8 C 1 8 A # 1 A 0 0 0 # B 0 B A # * * * 9 C 1 0 D 7 B # # "
    + ANYWHERE,
    "manual": "9 5 0 3 B 1 5 # A * 4 # A * * 9 9 9 9 # D C 8 B 5 # * * 7 0 A * 9 9 # D "
    + ANYWHERE,
}


class TestPoints(WholeMatches):
    MATCHES = MATCHES
    CORNERS = [({"game": game, "best-of": 99}, EVERYTHING[game], 6) for game in EVERYTHING]
