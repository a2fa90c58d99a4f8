"""The keypad driver on a virtual contact matrix. The scenarios are those that made other
drivers fail; the latencies to beat are those of a 4 ms confirm / 20 ms release reference."""

from itertools import combinations, permutations

import pytest

from drivers.keypad import RELEASED, Keypad
from drivers.keys import Keys
from host_tests.drivers.keypad_bench import Bench, pulses, taps, three_corners

SEEDS = range(1, 11)


@pytest.mark.parametrize(
    "down_ms, up_ms, bounce_us, mean_ms, worst_ms",
    [
        (80, 120, 1600, 7.6, 10.4),
        (80, 120, 6000, 10.6, 15.4),
        (80, 120, 20000, 19.5, 27.1),
        (45, 45, 1600, 7.0, 11.0),
    ],
)
def test_every_tap_is_one_press_and_one_release_as_quick_as_the_reference(
    down_ms, up_ms, bounce_us, mean_ms, worst_ms
):
    latencies_us = []
    for seed in SEEDS:
        presses, releases, latencies = taps(20, down_ms, up_ms, bounce_us, seed)
        assert (presses, releases) == (20, 20)
        latencies_us += latencies
    assert sum(latencies_us) / len(latencies_us) <= 1000 * mean_ms
    assert max(latencies_us) <= 1000 * worst_ms


@pytest.mark.parametrize("pass_us", [1000, 2000, 3000, 4000, 5000])
def test_the_scan_rate_changes_no_result(pass_us):
    presses, releases, latencies_us = taps(20, 80, 120, 6000, pass_us=pass_us)
    assert (presses, releases) == (20, 20)
    # The bounce, a pass until the next look, 4 ms rounded up to whole passes, and the scan.
    assert max(latencies_us) <= 6000 + pass_us + -(-4000 // pass_us) * pass_us + 1000


@pytest.mark.parametrize("pass_us", [1000, 2000, 3000, 4000, 5000])
def test_pulses_of_2500_us_are_no_presses(pass_us):
    assert pulses(40, 2500, pass_us) == 0


@pytest.mark.parametrize("bounce_us", [1600, 20000])
@pytest.mark.parametrize("corners", list(permutations((0, 1, 4))))
def test_the_fourth_corner_of_a_rectangle_is_never_pressed(corners, bounce_us):
    for seed in SEEDS:
        presses = three_corners(*corners, bounce_us, seed)
        assert presses[:2] == list(corners[:2])
        assert set(presses) <= set(corners)
        assert len(presses) <= 3


def test_a_key_withheld_as_ambiguous_is_reported_once_the_rectangle_dissolves():
    assert three_corners(0, 1, 4) == [0, 1, 4]  # 4 came when 0 was let go


def test_a_key_outside_the_rectangle_is_reported_while_it_stands():
    bench = Bench()
    for key in (0, 1, 4, 15):
        bench.contacts.press(key)
        bench.run_us(50_000)
    assert bench.presses() == [0, 1, 15]


def test_a_key_in_a_rectangle_can_be_released_at_once_by_breaking_it():
    bench = Bench()
    for key in (0, 1, 4):
        bench.contacts.press(key)
        bench.run_us(50_000)
    bench.contacts.release(1)
    bench.run_us(50_000)
    assert bench.presses() == [0, 1, 4]
    assert bench.releases() == [1]


def test_two_keys_of_one_row_and_of_one_column_roll_over():
    for second in (1, 4, 5):
        bench = Bench(1600)
        bench.contacts.press(0)
        bench.run_us(30_000)
        bench.contacts.press(second)
        bench.run_us(30_000)
        bench.contacts.release(0)
        bench.run_us(30_000)
        bench.contacts.release(second)
        bench.run_us(30_000)
        assert bench.presses() == [0, second]
        assert bench.releases() == [0, second]


def test_keys_pressed_within_one_pass_are_all_reported():
    bench = Bench()
    for key in (3, 6, 9):
        bench.contacts.press(key)
    bench.run_us(20_000)
    assert sorted(bench.presses()) == [3, 6, 9]


def test_any_three_keys_that_are_no_corners_of_a_rectangle_roll_over():
    for keys in combinations(range(16), 3):
        rows, columns = {key // 4 for key in keys}, {key % 4 for key in keys}
        if len(rows) == len(columns) == 2:  # three corners: the fourth may be a ghost
            continue
        bench = Bench()
        for key in keys:
            bench.contacts.press(key)
            bench.run_us(10_137)
        for key in keys:
            bench.contacts.release(key)
            bench.run_us(30_137)
        assert bench.presses() == bench.releases() == list(keys)


def test_events_wait_until_they_are_taken():
    bench = Bench()
    bench.contacts.press(2)
    for pass_number in range(8):
        bench.clock.advance_to(2 * pass_number)
        bench.keypad.scan(2)
    assert [bench.keypad.take() for _ in range(2)] == [2, -1]


def test_a_contact_counts_after_4_ms_and_not_before():
    bench = Bench()
    bench.run_us(1000)
    bench.contacts.press(7)  # the looks are at 2, 4 and 6 ms
    bench.run_us(4900)
    assert bench.presses() == []
    bench.run_us(200)
    assert bench.presses() == [7]


def test_a_release_counts_after_20_ms_and_not_before():
    bench = Bench()
    bench.contacts.press(7)
    bench.run_us(51_000)
    bench.contacts.release(7)  # the looks are at 52, 54 … 72 ms
    bench.run_us(20_900)
    assert bench.releases() == []
    bench.run_us(200)
    assert bench.releases() == [7]


def test_a_gap_of_less_than_20_ms_is_no_release():
    bench = Bench()
    bench.tap(7, 50_000, 19_000)
    bench.contacts.press(7)
    bench.run_us(50_000)
    assert (bench.presses(), bench.releases()) == ([7], [])


def test_one_look_after_a_long_stall_is_no_press():
    bench = Bench()
    bench.run_us(2000)
    bench.contacts.press(7)
    bench.scan(300_000)
    bench.contacts.release(7)
    bench.scan(302_000)
    bench.run_us(100_000)
    assert bench.presses() == []


def test_a_key_held_for_30_s_is_stuck_and_the_others_go_on():
    bench = Bench()
    bench.contacts.press(5)
    bench.run_us(29_900_000)
    assert (bench.releases(), bench.keypad.stuck) == ([], 0)
    bench.run_us(200_000)
    assert (bench.releases(), bench.keypad.stuck) == ([5], 1 << 5)
    bench.tap(10, 80_000, 80_000)
    assert bench.presses() == [5, 10]


def test_only_one_long_press_makes_a_key_stuck():
    bench = Bench()
    for _ in range(2):
        bench.tap(5, 20_000_000, 100_000)
    assert (bench.presses(), bench.releases()) == ([5, 5], [5, 5])


def test_a_stuck_key_works_again_once_its_contact_has_opened():
    bench = Bench()
    bench.tap(5, 31_000_000, 100_000)
    assert bench.keypad.stuck == 0
    assert bench.releases() == [5]
    bench.tap(5, 80_000, 80_000)
    assert (bench.presses(), bench.releases()) == ([5, 5], [5, 5])


def test_the_rows_float_between_two_scans():
    bench = Bench()
    for key in (None, 0, 5):
        if key is not None:
            bench.contacts.press(key)
        bench.run_us(20_000)
        assert [row.drives() for row in bench.rows] == [-1] * 4


def test_a_scan_waits_once_for_all_rows_and_once_for_each_while_a_key_is_down():
    bench = Bench()
    for key, waits in ((None, 1), (5, 4)):
        if key is not None:
            bench.contacts.press(key)
        bench.run_us(20_000)
        before_us = bench.now_us()
        bench.keypad.scan(2)
        assert bench.now_us() - before_us == waits * 120


def test_keys_of_one_column_never_short_two_rows():
    bench = Bench(1600)
    for key in (1, 5, 9, 13):
        bench.contacts.press(key)
    bench.run_us(200_000)
    assert sorted(bench.presses()) == [1, 5, 9, 13]
    assert bench.contacts.shorts == 0


def test_a_column_that_recovers_slowly_is_not_read_as_the_next_row():
    for key in range(16):
        bench = Bench()
        bench.tap(key, 200_000, 100_000)
        assert bench.presses() == [key]


def test_a_press_and_a_release_are_told_apart_by_one_bit():
    bench = Bench()
    bench.tap(11, 50_000, 50_000)
    assert [event for _, event in bench.events] == [11, 11 | RELEASED]


@pytest.mark.parametrize("rows, columns", [(0, 4), (4, 0), (5, 6)])
def test_a_matrix_without_keys_or_with_more_than_28_is_refused(rows, columns):
    with pytest.raises(ValueError, match="1 to 28 keys"):
        Keypad([None] * rows, [None] * columns, None)


def test_a_key_that_is_down_at_the_start_is_silent_until_it_was_up():
    bench = Bench()
    bench.contacts.press(7)
    bench.clock.sleep_ms(10)
    bench.keypad.begin()
    bench.run_us(100_000)
    assert bench.keypad.is_down(7)
    bench.tap(3, 60_000, 60_000)
    assert bench.presses() == [3]  # the others count
    bench.contacts.release(7)
    bench.run_us(60_000)
    assert [event & ~RELEASED for _, event in bench.events] == [3, 3]
    bench.tap(7, 60_000, 60_000)
    assert bench.presses() == [3, 7]


def test_and_after_half_a_minute_it_is_stuck():
    bench = Bench()
    bench.contacts.press(7)
    bench.clock.sleep_ms(10)
    bench.keypad.begin()
    bench.run_us(29_000_000)
    assert bench.keypad.stuck == 0
    bench.run_us(2_000_000)
    assert bench.keypad.stuck == 1 << 7
    assert bench.events == []


# -- how worn the contacts are ------------------------------------------------------------------


class Wire(Keys):
    """A contact that reads, each 2 ms, as the next character says: 1 is closed."""

    def __init__(self, levels):
        super().__init__(1)
        self.levels = levels
        self.begin()
        for _ in range(len(levels)):
            self.scan(2)

    def _read(self):
        level = int(self.levels[0])
        self.levels = self.levels[1:] or self.levels
        return level


UP, DOWN = "0" * 40, "1" * 40


@pytest.mark.parametrize(
    "press, bounce_ms, column",
    [
        ("", 0, 0),
        ("10", 4, 1),  # the first touch is 4 ms before the one that stays
        ("1010", 8, 2),
        ("100010", 12, 3),
        ("1010101010", 20, 4),
    ],
)
def test_how_long_a_press_bounced_is_counted(press, bounce_ms, column):
    keys = Wire(UP + press + DOWN)
    assert list(keys.bounces) == [int(place == column) for place in range(5)]
    assert keys.longest_ms[0] == bounce_ms


def test_and_how_long_a_release_did_beside_it():
    keys = Wire(UP + DOWN + "0010" + UP + DOWN + UP)
    assert list(keys.bounces) == [3, 0, 1, 0, 0]
    assert keys.longest_ms[0] == 6  # open for 4 ms, closed for 2


def test_a_pulse_long_before_a_press_is_no_bounce_of_it():
    keys = Wire(UP + "1" + "0" * 30 + DOWN)
    assert list(keys.bounces) == [1, 0, 0, 0, 0]


def test_counts_of_bounces_end_at_what_they_can_hold():
    keys = Wire(UP)
    keys.bounces[0] = 0xFFFF
    keys.levels = DOWN
    for _ in range(40):
        keys.scan(2)
    assert keys.bounces[0] == 0xFFFF


def test_contacts_that_bounce_longer_are_told_apart():
    """Real bounces, by chance: no press is left out, and what is longest is at most the bounce."""
    for bounce_us in (1600, 6000, 20_000):
        bench = Bench(bounce_us)
        for _ in range(20):
            bench.tap(5, 80_137, 120_000)
        assert sum(bench.keypad.bounces) == 40
        assert bench.keypad.longest_ms[5] <= bounce_us // 1000 + 2
        assert (sum(bench.keypad.bounces[2:]) > 0) == (bounce_us > 4000)


def test_a_press_that_is_withheld_for_a_rectangle_is_counted_once():
    bench = Bench()
    for key in (0, 1, 4):
        bench.contacts.press(key)
        bench.run_us(100_000)
    assert bench.keypad.ghosts == 1
    for key in (0, 1, 4):
        bench.contacts.release(key)
        bench.run_us(100_000)
    assert bench.keypad.ghosts == 1
