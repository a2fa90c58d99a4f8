"""The model of MAX7219 chips in a chain, against examples worked out from the datasheet."""

import pytest

from tools.vboard.chips.max7219 import Max7219Chain
from tools.vboard.clock import Clock
from tools.vboard.machine import Machine

NORMAL = ((0x0F, 0), (0x0C, 1), (0x09, 0), (0x0B, 7), *((digit, 0) for digit in range(1, 9)))


class Bench:
    def __init__(self, chips=1, seed=1):
        clock = Clock()
        pin = Machine(clock).Pin
        self.cs = pin(5)
        self.chain = Max7219Chain(clock, self.cs, chips, seed)
        self.cs.init(pin.OUT, value=1)

    def frame(self, *data):
        self.cs(0)
        self.chain.shift(bytes(data))
        self.cs(1)

    def normal(self):
        for register, value in NORMAL:
            self.frame(*(register, value) * len(self.chain.registers))
        return self


def test_bits_15_to_12_of_a_frame_do_not_count():
    bench = Bench().normal()
    bench.frame(0xF1, 0x7E)
    assert bench.chain.registers[0][1] == 0x7E


def test_the_last_16_bits_are_latched_on_the_rising_edge_only():
    bench = Bench().normal()
    bench.cs(0)
    bench.chain.shift(b"\x02\x7e")
    bench.chain.shift(b"\x01\x30")
    assert bench.chain.registers[0][1] == 0
    bench.cs(1)
    assert (bench.chain.registers[0][1], bench.chain.registers[0][2]) == (0x30, 0)


def test_bits_are_shifted_while_cs_is_high_too():
    bench = Bench().normal()
    bench.chain.shift(b"\x01\x30")
    bench.cs(0)
    bench.cs(1)
    assert bench.chain.registers[0][1] == 0x30


def test_the_first_bits_of_a_frame_reach_the_last_chip():
    bench = Bench(3).normal()
    bench.frame(1, 0x11, 1, 0x22, 1, 0x33)
    assert [registers[1] for registers in bench.chain.registers] == [0x33, 0x22, 0x11]


def test_a_frame_that_is_too_short_puts_the_old_bits_into_the_next_chip():
    bench = Bench(2).normal()
    bench.frame(1, 0x11, 2, 0x22)
    bench.frame(3, 0x33)
    assert bench.chain.registers[0][3] == 0x33
    assert bench.chain.registers[1][2] == 0x22


def test_address_0_is_no_operation():
    bench = Bench().normal()
    before = bytes(bench.chain.registers[0])
    bench.frame(0, 0xFF)
    assert bytes(bench.chain.registers[0]) == before


@pytest.mark.parametrize(
    "data, segments",
    [
        (0x40, 1 << 0),  # D6 is segment a
        (0x20, 1 << 1),
        (0x10, 1 << 2),
        (0x08, 1 << 3),
        (0x04, 1 << 4),
        (0x02, 1 << 5),
        (0x01, 1 << 6),  # D0 is segment g
        (0x80, 1 << 7),  # D7 is the point
    ],
)
def test_data_bits_are_segments(data, segments):
    bench = Bench().normal()
    bench.frame(1, data)
    assert bench.chain.segments(0, 0) == segments


@pytest.mark.parametrize(
    "code, segments",
    [
        (0, 0b0111111),
        (1, 0b0000110),
        (5, 0b1101101),
        (9, 0b1101111),
        (10, 0b1000000),  # a dash
        (11, 0b1111001),  # E
        (12, 0b1110110),  # H
        (13, 0b0111000),  # L
        (14, 0b1110011),  # P
        (15, 0),
        (0x80 | 1, 0b10000110),  # the point is not decoded
        (0x70 | 1, 0b0000110),  # D6 to D4 are disregarded
    ],
)
def test_code_b_is_decoded_where_its_bit_is_set(code, segments):
    bench = Bench().normal()
    bench.frame(0x09, 0b00000010)
    bench.frame(2, code)
    bench.frame(1, code)
    assert bench.chain.segments(0, 1) == segments
    assert bench.chain.segments(0, 0) == code & 0x80 | int(f"{code & 0x7F:07b}"[::-1], 2)


def test_shutdown_is_dark_and_keeps_the_digits():
    bench = Bench().normal()
    bench.frame(1, 0x7F)
    bench.frame(0x0C, 0)
    assert bench.chain.segments(0, 0) == 0
    bench.frame(0x0C, 1)
    assert bench.chain.segments(0, 0) == 0x7F


def test_the_display_test_lights_everything_even_in_shutdown():
    bench = Bench().normal()
    bench.frame(0x0C, 0)
    bench.frame(0x0F, 1)
    assert [bench.chain.segments(0, dig) for dig in range(8)] == [0xFF] * 8


def test_digits_beyond_the_scan_limit_are_dark():
    bench = Bench().normal()
    for digit in range(8):
        bench.frame(1 + digit, 0x7F)
    bench.frame(0x0B, 2)
    assert [bench.chain.segments(0, dig) > 0 for dig in range(8)] == [True] * 3 + [False] * 5


def test_what_a_chip_wakes_up_with_comes_from_the_seed():
    def contents(seed):
        return [bytes(registers) for registers in Bench(2, seed).chain.registers]

    assert contents(1) == contents(1)
    assert len({tuple(contents(seed)) for seed in range(1, 11)}) == 10


def test_every_latched_frame_can_be_recorded():
    bench = Bench(2)
    bench.chain.latched = []
    bench.frame(1, 0x11, 0, 0)
    bench.frame(2, 0x22, 3, 0x33)
    assert bench.chain.latched == [(0, b"\x01\x11\x00\x00"), (0, b"\x02\x22\x03\x33")]
