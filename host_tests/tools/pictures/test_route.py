"""Wires find their ways, cross well, and say when there is none."""

import itertools

import pytest

from tools.pictures.drawing import Box
from tools.pictures.route import End, NoWay, Router

PAGE = Box(0, 0, 100, 60)
RIGHT, LEFT, UP, DOWN = (1, 0), (-1, 0), (0, -1), (0, 1)


def router(*blocks):
    router = Router(PAGE, 1.25)
    for box in blocks:
        router.block(box)
    return router


def segments(wire):
    return [pair for line in wire.lines for pair in itertools.pairwise(line)]


def test_a_straight_wire_has_no_corner():
    wires = router().route({"a": [End((10, 10), *RIGHT), End((50, 10), *LEFT)]})
    assert wires["a"].lines == (((50, 10), (10, 10)),)
    assert wires["a"].junctions == ()


def test_wires_go_round_what_is_blocked():
    wall = Box(25, 5, 10, 40)
    wires = router(wall).route({"a": [End((10, 20), *RIGHT), End((50, 20), *LEFT)]})
    for (x1, y1), (x2, y2) in segments(wires["a"]):
        assert x1 == x2 or y1 == y2
        run = Box(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2))
        assert not run.grown(0.01).overlaps(wall.grown(-0.02))


def test_two_wires_cross_but_never_share_a_stretch_or_a_corner():
    wires = router().route(
        {
            "a": [End((10, 20), *RIGHT), End((60, 20), *LEFT)],
            "b": [End((30, 10), *DOWN), End((30, 40), *UP)],
            "c": [End((10, 30), *RIGHT), End((60, 10), *LEFT)],
        }
    )
    corners = {name: {p for line in wire.lines for p in line} for name, wire in wires.items()}
    for one, other in itertools.permutations(wires, 2):
        for (x1, y1), (x2, y2) in segments(wires[other]):
            for x, y in corners[one]:
                assert not (min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2))


def test_a_net_of_three_ends_meets_in_a_junction():
    ends = [End((10, 10), *RIGHT), End((80, 10), *LEFT), End((40, 40), *UP)]
    wires = router().route({"bus": ends})
    assert wires["bus"].junctions == ((40, 10),)


def test_without_a_way_the_net_is_named():
    walled = router(Box(45, 0, 10, 60))
    with pytest.raises(NoWay, match="row 1"):
        walled.route({"row 1": [End((10, 10), *RIGHT), End((80, 10), *LEFT)]})
