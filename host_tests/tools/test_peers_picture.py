"""The pictures of the figures: what is drawn, to scale, and nothing over anything else."""

import itertools

import pytest

from tools.bench.peers.duel import Duel
from tools.bench.peers.picture import draw_duels, telling
from tools.bench.picture import draw
from tools.bench.row import Row
from tools.pictures.drawing import Lines, Panel

DUELS = (
    Duel("displays", "a digit: work", "fuel", 10, "tm", 100),
    Duel("displays", "a refresh: work", "fuel", 10, "tm", 1000),
    Duel("displays", "a start: work", "fuel", 10, "tm", 20),
    Duel("displays", "a digit: heap", "bytes", 0, "tm", 320),
    Duel("machines", "an event: work", "fuel", 100, "fsm", 10),
    Duel("machines", "an event: heap left", "bytes", 5, "fsm", 0),
)


def shapes(drawing, kind):
    return [shape for shape in drawing.shapes() if isinstance(shape, kind)]


def test_of_each_part_peer_and_unit_both_ends_are_drawn():
    assert [duel.what for duel in telling(DUELS)] == [
        *("a start: work", "a refresh: work", "a digit: heap"),
        *("an event: work", "an event: heap left"),
    ]


def test_where_there_are_too_many_it_is_those_in_which_a_peer_is_best_off():
    many = [
        Duel("displays", f"{theirs}", "fuel", 1, f"peer {peer}", theirs)
        for peer in range(20)
        for theirs in (3, 2, 4)
    ]
    assert [duel.theirs for duel in telling(many)] == [2] * 20


def test_bars_begin_at_ours_and_are_to_a_logarithmic_scale():
    drawing = draw_duels(DUELS)
    _, slow, slowest, heap, ahead, nothing = (panel.box for panel in shapes(drawing, Panel))
    ours = slow.x
    decade = slowest.width / 2  # a hundred times ours
    assert slow.width == pytest.approx(decade * 0.30103)  # twice
    assert heap.right == slowest.right  # all the width there is
    assert ahead.right == nothing.right == pytest.approx(ours)
    assert ahead.width == pytest.approx(decade)  # a tenth
    texts = [label.text for label in drawing.labels()]
    assert {"320 bytes, ours 0", "0 bytes, ours 5", "100×", "0.1×", "2×"} <= set(texts)


@pytest.mark.parametrize(
    "name", ["tm", "a peer whose name is as long as that of a package can be"]
)
def test_no_two_labels_overlap_and_none_leaves_the_page(name):
    duels = [Duel(d.part, d.what, d.unit, d.ours, name, d.theirs) for d in DUELS]
    drawing = draw_duels(duels)
    boxes = [label.box for label in drawing.labels()]
    assert not any(one.overlaps(other) for one, other in itertools.combinations(boxes, 2))
    assert all(box.x >= 0 and box.right <= drawing.width for box in boxes)


@pytest.mark.parametrize("figure", [0, 30, 60, 70, 80, 90, 99, 100, 101, 110, 200])
def test_the_budget_s_line_crosses_no_figure(figure):
    drawing = draw([Row("size", "one", figure, "KB", 100), Row("boot", "other", 240, "KB", 100)])
    line = shapes(drawing, Lines)[0].points[0][0]
    for label in drawing.labels():
        if label.text != "budget":
            assert label.box.right < line or line < label.box.x
