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
        self.answers = True

    def start(self, segments, first):
        self.started_at.append(self.ms)
        self.send(segments[first : first + self.digits])

    def refresh(self):
        self.refreshed_at.append(self.ms)
        self.send(self.shown[-1])

    def show(self, segments, first):
        self.send(segments[first : first + self.digits])

    def send(self, segments):
        if self.answers:
            self.shown.append(bytes(segments))
        else:
            self.errors += 1


@pytest.fixture
def display():
    return Display()


@pytest.fixture
def panel(display):
    panel = Panel([display])
    panel.start()
    display.shown.clear()
    display.shown.append(bytes(8))
    return panel


def run_ms(panel, display, ms, calm=True):
    end_ms = display.ms + ms
    while display.ms < end_ms:
        display.ms += 2
        panel.step(2, calm)


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
    assert display.shown == [bytes(8), b"\0\0\0\x7f\0\0\0\0"]


def test_a_change_that_is_taken_back_before_the_step_is_not_shown(panel, display):
    panel.segments[3] = 0x7F
    panel.segments[3] = 0
    run_ms(panel, display, 20)
    assert display.shown == [bytes(8)]


def test_displays_of_different_size_share_the_row_from_left_to_right():
    left, right = Display(8), Display(16)
    panel = Panel([left, right])
    panel.start()
    panel.segments[:] = bytes(range(24))
    panel.step(2)
    assert left.shown == [bytes(8), bytes(range(8))]
    assert right.shown == [bytes(16), bytes(range(8, 24))]


def test_the_errors_of_all_displays_are_summed():
    left, right = Display(), Display()
    left.errors, right.errors = 2, 3
    assert Panel([left, right]).errors == 5


def test_a_round_takes_one_display_a_pass():
    displays = [Display(), Display(), Display()]
    panel = Panel(displays)
    panel.start()
    for ms in range(2, 200, 2):
        for display in displays:
            display.ms = ms
        panel.step(2)
    assert [display.refreshed_at for display in displays] == [[100], [102], [104]]


def test_a_refresh_waits_for_a_key_that_is_on_its_way_but_not_for_ever(panel, display):
    run_ms(panel, display, 90)
    run_ms(panel, display, 30, calm=False)
    assert display.refreshed_at == []
    run_ms(panel, display, 2)
    assert display.refreshed_at == [122]
    run_ms(panel, display, 300)
    run_ms(panel, display, 400, calm=False)  # a contact that never comes to rest
    assert display.refreshed_at == [122, 122 + 400 + 100]


def test_a_change_does_not_wait_for_a_key_that_is_on_its_way(panel, display):
    panel.segments[0] = 1
    run_ms(panel, display, 2, calm=False)
    assert display.shown[-1][0] == 1


def test_one_error_is_mended_in_the_next_pass_and_not_told(panel, display):
    display.answers = False
    panel.segments[0] = 1
    run_ms(panel, display, 2)
    display.answers = True
    assert not panel.failing
    run_ms(panel, display, 2)
    assert display.shown[-1][0] == 1
    assert (panel.failing, panel.errors, display.started_at) == (False, 1, [0, 4])


def test_a_display_that_does_not_answer_is_tried_ever_more_rarely(panel, display):
    display.answers = False
    panel.segments[0] = 1
    run_ms(panel, display, 130_000)
    waits_ms = [
        after - before for before, after in zip(display.started_at, display.started_at[1:])
    ]
    assert waits_ms == [4, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]
    assert panel.failing
    assert display.errors == 1 + len(waits_ms)  # nothing else is sent to it


def test_a_display_that_answers_again_is_started_with_what_is_to_be_seen_now(panel, display):
    display.answers = False
    panel.segments[0] = 1
    run_ms(panel, display, 3000)
    panel.segments[0] = 2
    display.answers = True
    run_ms(panel, display, 3000)
    assert [segments[0] for segments in display.shown[1:]] == [2] * (len(display.shown) - 1)
    assert not panel.failing
    panel.segments[0] = 3
    run_ms(panel, display, 2)
    assert display.shown[-1][0] == 3


def test_a_display_that_is_not_there_at_the_start_is_waited_for():
    display = Display()
    display.answers = False
    panel = Panel([display])
    panel.start()
    run_ms(panel, display, 5000)
    assert (panel.failing, display.shown) == (True, [])
    display.answers = True
    run_ms(panel, display, 5000)
    assert not panel.failing


def test_a_display_that_fails_leaves_the_others_alone():
    left, right = Display(), Display()
    panel = Panel([left, right])
    panel.start()
    left.answers = False
    panel.segments[:] = bytes(range(16))
    run_ms(panel, right, 3000)
    assert right.shown[-1] == bytes(range(8, 16))
    assert len(right.started_at) == 1


def test_a_cover_is_shown_until_it_is_taken_away(panel, display):
    panel.segments[0] = 1
    panel.cover(bytearray([0xFF] * 8))
    run_ms(panel, display, 2)
    panel.segments[0] = 2
    run_ms(panel, display, 1000)
    assert set(display.shown[1:]) == {bytes([0xFF] * 8)}
    panel.uncover()
    run_ms(panel, display, 2)
    assert display.shown[-1] == bytes([2] + [0] * 7)
