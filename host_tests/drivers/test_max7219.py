"""The MAX7219 driver on the model of a chain; what is seen is looked at after every frame."""

import pytest

from drivers.max7219 import Max7219
from host_tests.drivers.chain_bench import Bench

# Registers and bits as the datasheet has them.
DECODE, INTENSITY, SCAN_LIMIT, SHUTDOWN, TEST = 0x09, 0x0A, 0x0B, 0x0C, 0x0F
# What a lit segment is to us (bits 0 to 6 are a to g, 7 the point) and in the register.
SEGMENT_BITS = {0: 6, 1: 5, 2: 4, 3: 3, 4: 2, 5: 1, 6: 0, 7: 7}

CHAINS = pytest.mark.parametrize("chips", [1, 2, 3])


def started(chips=2, seed=1):
    bench = Bench(chips, seed)
    bench.driver.start(bytearray(24), 0)
    bench.looks.clear()
    return bench


@CHAINS
@pytest.mark.parametrize("seed", range(1, 21))
def test_start_brings_up_every_chip_from_any_state(chips, seed):
    bench = Bench(chips, seed, brightness=11)
    bench.driver.start(bytearray(24), 0)
    for registers in bench.chain.registers:
        assert registers[TEST] & 1 == 0
        assert registers[SHUTDOWN] & 1 == 1
        assert registers[DECODE] == 0
        assert registers[SCAN_LIMIT] & 7 == 7
        assert registers[INTENSITY] & 15 == 11
    assert bench.look() == [0] * 8 * chips


@pytest.mark.parametrize("seed", range(1, 21))
def test_nothing_flashes_up_while_it_starts(seed):
    bench = Bench(2, seed)
    bench.driver.start(bytearray(24), 0)
    # The first frame ends a display test, the second makes it dark.
    assert bench.looks[1:] == [[0] * 16] * (len(bench.looks) - 1)


def test_the_display_test_is_ended_first_and_twice():
    bench = Bench(1)
    frames = bench.chain.latched = []
    bench.driver.start(bytearray(24), 0)
    tests = [index for index, (_, data) in enumerate(frames) if data[0] & 15 == TEST]
    assert tests[0] == 0
    assert len(tests) >= 2
    assert all(frames[index][1][1] == 0 for index in tests)


@CHAINS
def test_every_frame_is_as_long_as_the_chain(chips):
    bench = Bench(chips)
    lengths = []
    write = bench.bus.write
    bench.bus.write = lambda data: (lengths.append(len(data)), write(data))
    bench.driver.start(bytearray(24), 0)
    bench.driver.show(bytearray(range(8 * chips)), 0)
    bench.driver.refresh()
    assert set(lengths) == {2 * chips}
    assert len(lengths) == len(bench.looks)  # one latch each


@pytest.mark.parametrize("bit", SEGMENT_BITS)
def test_a_segment_lights_where_the_chip_has_it(bit):
    bench = started(1)
    bench.driver.show(bytearray([1 << bit] + [0] * 7), 0)
    assert bench.chain.registers[0][8] == 1 << SEGMENT_BITS[bit]


@CHAINS
def test_digits_count_from_the_left_of_the_module_at_the_microcontroller(chips):
    bench = started(chips)
    for digit in range(8 * chips):
        segments = bytearray(8 * chips)
        segments[digit] = 0x7F
        bench.driver.show(segments, 0)
        lit = [
            (chip, dig)
            for chip in range(chips)
            for dig in range(8)
            if bench.chain.segments(chip, dig)
        ]
        assert lit == [(digit // 8, 7 - digit % 8)]


def test_a_display_shows_its_part_of_the_row():
    bench = started(1)
    bench.driver.show(bytearray(range(24)), 8)
    assert bench.look() == list(range(8, 16))


@CHAINS
def test_what_did_not_change_is_not_sent(chips):
    bench = started(chips)
    segments = bytearray(range(8 * chips))
    bench.driver.show(segments, 0)
    bench.looks.clear()
    bench.driver.show(segments, 0)
    assert bench.looks == []
    segments[5] = 0x7F
    bench.driver.show(segments, 0)
    assert len(bench.looks) == 1


@CHAINS
def test_no_frame_shows_a_digit_that_is_neither_old_nor_new(chips):
    bench = started(chips)
    old = bytearray(range(1, 8 * chips + 1))
    new = bytearray(reversed(old))
    bench.driver.show(old, 0)
    bench.looks.clear()
    bench.driver.show(new, 0)
    bench.driver.refresh()
    assert bench.look() == list(new)
    for look in bench.looks:
        assert all(seen in (was, will) for seen, was, will in zip(look, old, new))


@pytest.mark.parametrize("chip", [0, 1])
@pytest.mark.parametrize("register", range(1, 16))
def test_refresh_repairs_every_register(chip, register):
    bench = started()
    segments = bytearray(range(1, 17))
    bench.driver.show(segments, 0)
    bench.chain.registers[chip][register] ^= 0xFF
    bench.driver.refresh()
    assert bench.look() == list(segments)
    assert bench.chain.registers[chip][INTENSITY] == 8


def test_refresh_of_a_sound_display_is_not_seen():
    bench = started()
    segments = bytearray(range(1, 17))
    bench.driver.show(segments, 0)
    bench.looks.clear()
    bench.driver.refresh()
    assert bench.looks == [list(segments)] * 13


def test_a_bus_that_fails_anywhere_is_counted_and_never_shows_a_torn_frame():
    old, new = bytearray(range(1, 17)), bytearray(range(101, 117))
    for fails_at in range(1, 9):  # a change of all digits takes eight frames
        bench = started()
        bench.driver.show(old, 0)
        bench.looks.clear()
        bench.bus.writes, bench.bus.fails_at = 0, fails_at
        bench.driver.show(new, 0)
        assert bench.driver.errors == 1
        for look in bench.looks:
            assert all(seen in (was, will) for seen, was, will in zip(look, old, new))
        bench.driver.refresh()
        assert bench.look() == list(new)


@pytest.mark.parametrize("brightness", [-1, 16])
def test_a_brightness_that_the_chip_does_not_have_is_refused(brightness):
    with pytest.raises(ValueError, match="brightness is 0 to 15"):
        Max7219(None, None, 1, brightness)


def test_a_chain_without_chips_is_refused():
    with pytest.raises(ValueError, match="at least 1 chip"):
        Max7219(None, None, 0, 8)
