"""Whole matches of nine-ball and eight-ball, by keys alone."""

from host_tests.whole_match import WholeMatch, WholeMatches

MATCHES = [
    WholeMatch(
        "nine-ball",
        {"best-of": 5},
        # a push-out is handed back; the third foul, after the warning, loses the rack
        "35# B79# C3 A# C1124# 6 0 A8# C4 0 A# # "
        # a ball on a foul break, a pot undone, the nine by a combination
        "A3# 1 2 5 D C149# # "
        # a push-out is taken; conceded; the nine on the break; a run-out
        "0 B# # 0 8 C7# # 9# # 0 A# 1 2 3 4 5 6 7 8 9",
        "b3+5 po+7+9 pass f 1+2+4 6 - f+8 warn - f / bf+3 1 2 4+9 / "
        "b po play - 8 concede / b9 / b f 1 2 3 4 5 6 7 8 9",
        {"match_winner": "A", "frames": [3, 2], "balls": [], "fouls": [0, 0]},
    ),
    WholeMatch(
        "nine-ball",
        {"race-to": 2, "three-fouls": "plain", "breaks": "B", "break-order": "winner"},
        # three fouls without a warning, the last undone and made again; a ball that is down
        "A# 0 A# 0 A# D A9# # 2# C12# CC57 7 A8# 0 9",
        "bf - f - f+9 / b2 on=7 7 f+8 - 9",
        {"match_winner": "A", "frames": [2, 0]},
    ),
    WholeMatch(
        "eight-ball",
        {"best-of": 5},
        # groups, balls that fall beside the called one, one on a foul; the eight
        "112# 1 C112# 0 2 A1# 1 8 # "
        # an illegal break again, the eight on the break spotted, a safety, a miss that sinks one
        "B C6 82# C4 B# C31# 2 C221# C222# 8 # "
        # the eight and the cue ball on the break: a new rack; the kitchen; the eight on a foul
        "A8# C5 C5# C4 A8# # "
        # the eight too early; a whole group in one stroke, and the eight with another ball
        "0 1 0 8 # C52# # 0 C1111111# C52#",
        "b+s2+t s s2+t - t f+s s 8 / bi rebreak b+t+8 spot safe -+s t t2+s t3 8 / "
        "bf+8 rerack bo kitchen f+8 / b s - 8 / bo+t play - s7 8+t",
        {"match_winner": "A", "frames": [3, 2], "left": {"solids": 0, "stripes": 5}},
    ),
    WholeMatch(
        "eight-ball",
        {"race-to": 2, "preset": "coin", "break-order": "loser"},
        # the eight on the break wins; with the cue ball it loses
        "8# # A81#",
        "b+8 / bf+s+8",
        {"match_winner": "A", "frames": [2, 0]},
    ),
]

# Keys that may be pressed at any time, many of them refused.
ANYWHERE = (
    # set-up, the last entries, what the star shows
    "C C 3 A C C 3 B C C 2 1 * 1 # C * * * D * * * * C C 1 C A C B D "
    # sequences lapse or are dropped, the key of the lamp, refused keys
    "C C . . . . . . . . . A 3 . . . . . . . . . A D C # C C C D C 1 9 D C 3 D C 2 # D B D # "
    # undo and redo to the last one and one more
    "C 0 # " + "D " * 30 + "D~ " * 31 + "C 7 # # C 8 A 1 # "
)
EVERYTHING = {
    "nine-ball": (
        # refused before the break; balls put in and taken out; push-out and choice
        "C C 3 A B # C 3 C 4 C 1 4 # 3 5 5 7 # B 4 9 # 1 D C 3 3 A 3 # D A # C 1 1 2 4 6 8 # "
        "* * * "
        # fouls on both sides, the warnings, a rack lost; the last lot of balls
        "0 A # 0 A # C 4 C 4 0 A 9 # # A 1 2 3 4 # A # A # A # C 4 C C 5 7 A 8 9 # # 0 # 9 # # "
    )
    + ANYWHERE,
    "eight-ball": (
        # refused before the break; every break and every choice
        "C C 3 A C 1 C 1 1 # C 4 1 # B C 4 C 5 B C 6 8 1 1 2 # C 5 1 C 6 8 # C 4 C 0 # "
        "A 8 2 # C 6 # C 5 A # C 0 # C 5 8 # C 4 C 0 # C 5 2 2 # C 4 C 0 # C 5 # # C 0 # "
        # strokes with their pieces, counted round; what is not on; the eight in all its ways
        "1 1 1 1 1 1 1 1 2 # 1 2 C 2 2 1 8 8 # C 3 2 1 # B 1 # A 1 2 2 # * * * 0 "
        "C 1 1 1 1 1 1 1 1 1 1 # 8 # 0 8 # 0 C 4 1 2 # # 0 C 5 1 # # 0 B 8 # # 0 A 8 # # "
        "0 C 1 8 # # "
    )
    + ANYWHERE,
}


class TestPool(WholeMatches):
    MATCHES = MATCHES
    CORNERS = [({"game": game, "best-of": 99}, EVERYTHING[game], 21) for game in EVERYTHING]
