"""When the panel sends what to which display."""

import pytest

from drivers.panel import Panel


class Display:
    """Notes what is asked of it, and when."""

    def __init__(self, digits=8):
        self.digits = digits
        self.errors = 0
        self.ms = 0
        self.started_at = []
        self.refreshed_at = []
        self.shown = []

    def start(self):
        self.started_at.append(self.ms)

    def refresh(self):
        self.refreshed_at.append(self.ms)

    def show(self, segments, first):
        self.shown.append(bytes(segments[first : first + self.digits]))


@pytest.fixture
def display():
    return Display()


@pytest.fixture
def panel(display):
    panel = Panel([display])
    panel.start()
    return panel


def run_ms(panel, display, ms):
    end_ms = display.ms + ms
    while display.ms < end_ms:
        display.ms += 2
        panel.step(2)


def test_all_is_written_again_three_times_after_the_start_then_every_1500_ms(panel, display):
    run_ms(panel, display, 6500)
    assert display.started_at == [0]
    assert display.refreshed_at == [100, 500, 2000, 3500, 5000, 6500]


@pytest.mark.parametrize("edge_ms", [20, 90, 3000, 3490])
def test_all_is_written_again_70_ms_after_an_edge_of_the_relay(panel, display, edge_ms):
    run_ms(panel, display, edge_ms)
    display.refreshed_at.clear()
    panel.disturbed()
    run_ms(panel, display, 100)
    assert edge_ms + 70 in display.refreshed_at
    assert not [ms for ms in display.refreshed_at if edge_ms < ms < edge_ms + 50]


def test_a_change_is_shown_in_the_next_step_and_once(panel, display):
    panel.segments[3] = 0x7F
    run_ms(panel, display, 20)
    assert display.shown == [b"\0\0\0\x7f\0\0\0\0"]


def test_a_change_that_is_taken_back_before_the_step_is_not_shown(panel, display):
    panel.segments[3] = 0x7F
    panel.segments[3] = 0
    run_ms(panel, display, 20)
    assert display.shown == []


def test_displays_of_different_size_share_the_row_from_left_to_right():
    left, right = Display(8), Display(16)
    panel = Panel([left, right])
    panel.start()
    panel.segments[:] = bytes(range(24))
    panel.step(2)
    assert left.shown == [bytes(range(8))]
    assert right.shown == [bytes(range(8, 24))]


def test_the_errors_of_all_displays_are_summed():
    left, right = Display(), Display()
    left.errors, right.errors = 2, 3
    assert Panel([left, right]).errors == 5
