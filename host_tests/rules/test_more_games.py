"""The five further games: the trees of what may happen, and what holds in every state."""

import re

import pytest

from host_tests.rules import perft
from host_tests.rules.random_play import ENDS, MARKER, begun, keeps_the_fold, on_many_matches, play
from rules.billiards import Billiards
from rules.carom import Carom
from rules.dynamic_pyramid import DynamicPyramid
from rules.free_pyramid import FreePyramid
from rules.notation import state
from rules.states import state_rows
from rules.ten_ball import TenBall
from tools.venv import ROOT

GAMES = [TenBall, FreePyramid, DynamicPyramid, Carom, Billiards]
PAGE = (ROOT / "docs" / "more-games.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_page_names_every_header_key_and_every_field(game):
    assert f"`game: {game.GAME}`" in PAGE
    named = [*game.OPTIONS, *[row[0] for row in state_rows(game.GAME)]]
    assert [name for name in named if f"`{name}`" not in PAGE] == []


# -- trees: the counts to depth 2 are worked out by hand, deeper ones were counted once -----------

# Ten-ball. At first: b b10 bf concede, 4.
#   b            push-out possible: - 1 10 1+10 x1 x10 po f concede                 9
#   b10          the ten is spotted, the breaker goes on, the same                  9
#   bf           the same without po                                                8
#   concede      the next rack: /                                                   1
# Only the ten is left: - 10 x10 f concede, 5.
#   - f          the same for the other side                                        5 each
#   10 concede   /                                                                  1 each
#   x10          the same, and play pass                                            7
# With an illegal break (upa). At first: b bi bf concede, 4.
#   b bf         - f concede                                                        3 each
#   bi           rerack rebreak concede                                             3
#   concede      /                                                                  1
TEN_BALL = "b b10 bf - 1 10 1+10 x1 x10 po pass f warn play concede /"
NEW_RACKS = "b bi bf - f rerack rebreak play concede /"

# Free pyramid. At first: - 1 8 f concede, 5.
#   - 1 f        the same                                                           5 each
#   8 concede    /                                                                  1 each
# Seven all, two left: - 1 f concede, 4: 8 are more than there are.
#   -            the same for the other side                                        4
#   1 f concede  /                                                                  1 each
FREE_PYRAMID = "- 1 8 f play concede /"

# Dynamic pyramid, a white that was placed may not fall at once. At first: - 1 8 c fw concede, 6.
#   - 1 fw       the same                                                           6 each
#   8 concede    /                                                                  1 each
#   c            take and not c                                                     6
# After the ball was taken: - 1 8 fw concede, 5.
#   - 1 fw       as at first                                                        6 each
#   8 concede    /                                                                  1 each
DYNAMIC_PYRAMID = "- 1 8 c take fw play concede /"

# Carom to three. At first: 1 2 3 - f concede, 6.
#   1            two are left: not 3                                                5
#   2            one is left: neither 2 nor 3                                       4
#   3            the equalising inning: the same                                    6
#   - f          the same for the other side                                        6 each
#   concede      /                                                                  1
# The equalising inning: 1 2 3 - f concede, 6.
#   1 2          as above                                                           5, 4
#   3 - f concede  the game is over, level or not: /                                1 each
CAROM = "1 2 3 - f play concede /"

# Billiards. At first the other white is away: r ir - f concede, 5.
#   r ir         the same                                                           5 each
#   -            both are there: c w r ir cr cwrir - f fw concede                  10
#   f            the same, and spot play                                           12
#   concede      /                                                                  1
# After fifteen hazards: c cr cwrir - f fw concede, 7.
#   c cr -       both whites are there, the row is over                            10 each
#   cwrir        the other white is away                                            5
#   f fw         the other one chooses                                             12 each
#   concede      /                                                                  1
BILLIARDS = "c w r ir cr cwrir - f fw spot play time concede /"

TREES = [
    (TenBall, {}, TEN_BALL, "", {1: 4, 2: 27, 3: 180, 4: 1088}),
    (TenBall, {}, TEN_BALL, "on=10", {1: 5, 2: 19, 3: 75, 4: 319}),
    (TenBall, {"preset": 1}, NEW_RACKS, "", {1: 4, 2: 10, 3: 27, 4: 70}),
    (FreePyramid, {}, FREE_PYRAMID, "", {1: 5, 2: 17, 3: 61, 4: 215}),
    (FreePyramid, {}, FREE_PYRAMID, "points=7-7", {1: 4, 2: 7, 3: 22, 4: 70}),
    (DynamicPyramid, {"white-again": 1}, DYNAMIC_PYRAMID, "", {1: 6, 2: 26, 3: 115, 4: 505}),
    (DynamicPyramid, {"white-again": 1}, DYNAMIC_PYRAMID, "c take", {1: 5, 2: 20, 3: 90, 4: 395}),
    (Carom, {"target": 3}, CAROM, "", {1: 6, 2: 28, 3: 107, 4: 401}),
    (Carom, {"target": 3}, CAROM, "3", {1: 6, 2: 13, 3: 36, 4: 161}),
    (Billiards, {}, BILLIARDS, "", {1: 5, 2: 33, 3: 261, 4: 2137}),
    (Billiards, {}, BILLIARDS, "-" + " r" * 15, {1: 7, 2: 60, 3: 503, 4: 4163}),
]


@pytest.mark.parametrize(
    ("game", "options", "alphabet", "tokens", "depth", "expected"),
    [(*tree, depth, number) for *tree, counted in TREES for depth, number in counted.items()],
)
def test_the_number_of_sequences(game, options, alphabet, tokens, depth, expected):
    match = begun(game, {"best-of": 3, **options}, tokens)
    perft.counts(match, alphabet.split(), depth, expected)


# -- ten-ball -------------------------------------------------------------------------------------

TEN_STROKES = (
    "b b10 b3+10 bf bf+10 - 1 2 3 4 10 10 3+10 x1 x10 po po+10 pass f f warn play bi rerack"
)
TEN_ENDS = "rebreak f+10 / / concede:A award:B turn=A turn=B restart frames=0-1 on=9 on=10"
TEN_TOKENS = (*TEN_STROKES.split(), *TEN_ENDS.split())
TEN_OPTIONS = [
    {"best-of": 99},
    {"best-of": 9, "preset": 1, "break-order": 1},
    {"race-to": 20, "preset": 1, "three-fouls": 1, "break-order": 2},
]
on_ten_ball = on_many_matches(TenBall, TEN_OPTIONS, ["", "b", "on=10", "b - f - f -", "b x3"])


@on_ten_ball
def test_ten_ball_keeps_the_fold(match, draws):
    keeps_the_fold(match, TEN_TOKENS, draws)


@on_ten_ball
def test_the_ten_is_on_the_table_until_it_wins(match, draws):
    for _ in play(match, TEN_TOKENS, draws):
        now = state(match)
        if now["frame_over"]:
            assert (now["on"], now["choice"], now["push"]) == (None, [], False)
        else:
            assert 10 in now["balls"]
            assert now["on"] == min(now["balls"])
        assert now["choice"] in ([], ["play", "pass"], ["rerack", "rebreak"])
        assert max(now["fouls"]) <= 2
        assert not (now["break_due"] and (now["push"] or now["in_hand"] or now["choice"]))


@on_ten_ball
def test_balls_not_as_called_give_the_opponent_the_choice(match, draws):
    side = None
    for token in play(match, TEN_TOKENS, draws):
        now = state(match)
        if side:
            assert (now["striker"], now["choice"]) == (side, ["play", "pass"])
        side = {"A": "B", "B": "A"}[now["striker"]] if token[0] == "x" else None


# -- the pyramids ---------------------------------------------------------------------------------

FREE_STROKES = ("-", "1", "2", "3", "8", "f", "f")
STROKES = (*FREE_STROKES, "c", "2c", "7c", "take", "take", "fw")
POSITIONS = ("turn=A", "turn=B", "points=3-2", "points=4-1")
PYRAMID_OPTIONS = [
    {"best-of": 9},
    {"race-to": 9, "target": 9 | 1 << 10 | 6 << 11, "start": 2 | 1 << 10},
]
DYNAMIC_OPTIONS = [
    {"best-of": 9},
    {"best-of": 9, "white-again": 1},
    {"best-of": 9, "white-again": 1, "lost-white": 1},
]
on_free_pyramid = on_many_matches(FreePyramid, PYRAMID_OPTIONS, ["", "6 - 6", "f"])
on_dynamic_pyramid = on_many_matches(DynamicPyramid, DYNAMIC_OPTIONS, ["", "c", "fw", "7 - 6"])


@on_free_pyramid
def test_free_pyramid_keeps_the_fold(match, draws):
    keeps_the_fold(match, FREE_STROKES * 2 + POSITIONS + ENDS + MARKER, draws)


@on_dynamic_pyramid
def test_dynamic_pyramid_keeps_the_fold(match, draws):
    keeps_the_fold(match, STROKES * 2 + POSITIONS + ENDS + MARKER, draws)


@on_free_pyramid
def test_each_of_sixteen_balls_is_on_the_table_or_somebodys(match, draws):
    for _ in play(match, FREE_STROKES * 3 + POSITIONS + ENDS, draws):
        assert sum(match.score) - sum(match.start) + match.on_table == 16
        assert match.frame_over or match.on_table >= 2
        assert not match.take
        assert match.in_hand < 0


@on_dynamic_pyramid
def test_each_of_fifteen_balls_is_on_the_table_or_somebodys(match, draws):
    for _ in play(match, STROKES * 3 + POSITIONS + ENDS, draws):
        assert sum(match.score) - sum(match.start) + match.on_table == 15
        assert match.frame_over or match.on_table >= 1
        assert not match.take or state(match)["in_hand"] == "anywhere"


# -- carom ----------------------------------------------------------------------------------------

CAROM_STROKES = ("1", "1", "1", "2", "3", "7", "12", "-", "-", "f")
CAROM_OPTIONS = [
    {"best-of": 9, "target": 12},
    {"best-of": 9, "target": 9 | 1 << 10 | 6 << 11, "break-order": 1},
    {"race-to": 9, "target": 7, "equal-innings": 1, "break-order": 2, "breaks": 1},
]
LIMITED = [{"best-of": 9, "target": 30 | 1 << 10 | 20 << 11, "innings": 3}]
on_carom = on_many_matches(Carom, CAROM_OPTIONS, ["", "7 -", "- 5"])


@on_carom
def test_carom_keeps_the_fold(match, draws):
    keeps_the_fold(match, CAROM_STROKES * 2 + ENDS + MARKER, draws)


@on_carom
def test_innings_alternate_and_averages_follow(match, draws):
    for _ in play(match, CAROM_STROKES * 3 + ("/", "/", "concede", "restart"), draws):
        now = state(match)
        opener = "AB".index(now["opener"])
        ahead = now["innings"][opener] - now["innings"][1 - opener]
        assert ahead in (0, 1)
        assert now["average"] == [
            1000 * score // innings if innings else 0
            for score, innings in zip(now["score"], now["innings"])
        ]
        assert now["break"] <= max(now["high_break"])
        assert all(map(int.__le__, now["score"], now["target"]))


@on_carom
def test_a_game_is_won_with_the_target_and_level_with_both(match, draws):
    for _ in play(match, CAROM_STROKES * 3 + ("/", "/"), draws):
        reached = [score >= target for score, target in zip(match.score, match.target)]
        now = state(match)
        if now["frame_over"]:
            assert now["winner"] == {(1, 0): "A", (0, 1): "B", (1, 1): None}[tuple(reached)]
        else:
            assert now["equalising"] == any(reached)
            assert not now["equalising"] or now["striker"] != now["opener"]
            assert not (now["equalising"] and match.option("equal-innings"))


@on_many_matches(Carom, LIMITED)
def test_a_limited_game_ends_with_its_last_inning(match, draws):
    for _ in play(match, CAROM_STROKES * 3 + ("/", "/"), draws):
        now = state(match)
        second = 1 - "AB".index(now["opener"])
        if not now["frame_over"]:
            assert max(now["innings"]) <= 3
            assert now["innings"][second] < 3 or match.inning_begun
        elif max(now["score"]) < 20:
            assert now["innings"] == [3, 3]
            parts = [score / target for score, target in zip(now["score"], now["target"])]
            leader = {True: "A", False: "B"}[parts[0] > parts[1]]
            assert now["winner"] == (None if parts[0] == parts[1] else leader)


# -- billiards ------------------------------------------------------------------------------------

VALUES = {"c": 2, "w": 2, "r": 3, "iw": 2, "ir": 3}
BILLIARDS_STROKES = ("c", "w", "r", "iw", "ir", "cr", "wr", "ciw", "rir", "cwrir", "-", "-")
BILLIARDS_FOULS = ("f", "fi", "fw", "fiw", "play", "spot")
BILLIARDS_OPTIONS = [
    {"best-of": 9, "target": 30, "foul": 1},
    {"race-to": 9, "hazards": 3, "cannons": 2, "start": 9},
    {"best-of": 9, "to": 1, "hazards": 0, "cannons": 1},
]
on_billiards = on_many_matches(Billiards, BILLIARDS_OPTIONS, ["", "-", "- - fiw"])
PLAYED = BILLIARDS_STROKES * 2 + BILLIARDS_FOULS + ("/", "/", "time", "restart")


@on_billiards
def test_billiards_keeps_the_fold(match, draws):
    keeps_the_fold(match, (*PLAYED, *ENDS, *MARKER), draws)


@on_billiards
def test_points_of_billiards_come_from_nowhere_but_the_book(match, draws):
    expected = None
    for token in play(match, PLAYED, draws):
        now = state(match)
        assert expected in (None, now["score"]), now
        expected = list(now["score"])
        side = "AB".index(now["striker"])
        if token in ("/", "restart"):
            expected = list(match.start)
        elif token[0] == "f":
            expected[1 - side] += match.option("foul")
        elif token not in ("-", "play", "spot", "time"):
            expected[side] += sum(VALUES[made] for made in re.findall("iw|ir|.", token))
    assert expected in (None, match.score)


@on_billiards
def test_nothing_is_made_with_a_white_that_is_away_nor_beyond_a_limit(match, draws):
    hazards, cannons = match.option("hazards"), match.option("cannons")
    for token in play(match, PLAYED, draws):
        now = state(match)
        side = "AB".index(now["striker"])
        made = set(re.findall("iw|ir|.", token)) if token[0] in "cwri" else set()
        if made and token != "restart":
            assert not (now["off"][1 - side] and made & {"c", "w", "iw"})
            assert "c" in made or not hazards or now["hazards"] < hazards
            assert made != {"c"} or not cannons or now["cannons"] < cannons
        if not now["frame_over"]:
            assert now["in_hand"] == ("D" if now["off"][side] else None)
        assert not (now["hazards"] and now["cannons"])
