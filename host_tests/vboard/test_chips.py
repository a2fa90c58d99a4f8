"""The models of display chips, against examples worked out from their datasheets."""

import pytest

from tools.vboard.chips.hc595 import Hc595Chain
from tools.vboard.chips.ht16k33 import Ht16k33Chip
from tools.vboard.chips.tm1637 import Tm1637Chip
from tools.vboard.chips.ws2812 import Ws2812Strip
from tools.vboard.clock import Clock
from tools.vboard.machine import Machine


class Tm1637Wires:
    """A host that can do it right and wrong. Returns from `send` whether it was acknowledged."""

    def __init__(self, mode, wait_us=5):
        self.clock = Clock()
        pin = Machine(self.clock).Pin
        self.clk, self.dio = pin(18), pin(19)
        self.chip = Tm1637Chip(self.clock, self.clk, self.dio, [0, 1, 2, 3, 4, 5], 1)
        self.clk.init(pin.OUT, value=1)
        self.dio.init(getattr(pin, mode), value=1)
        self.wait_us = wait_us

    def start(self):
        self.dio(0)
        self.clock.sleep_us(5)
        self.clk(0)

    def stop(self):
        self.dio(0)
        self.clock.sleep_us(5)
        self.clk(1)
        self.clock.sleep_us(5)
        self.dio(1)
        self.clock.sleep_us(5)

    def send(self, byte):
        for bit in range(8):
            self.dio(byte >> bit & 1)
            self.clock.sleep_us(self.wait_us)
            self.clk(1)
            self.clock.sleep_us(5)
            self.clk(0)
        self.dio(1)
        self.clock.sleep_us(5)
        self.clk(1)
        acknowledged = not self.dio()
        self.clk(0)
        return acknowledged

    def transfer(self, *data):
        self.start()
        answers = [self.send(byte) for byte in data]
        self.stop()
        return answers


def test_tm1637_counts_the_address_up_or_keeps_it():
    wires = Tm1637Wires("OPEN_DRAIN")
    assert wires.transfer(0x40) == [True]
    wires.transfer(0xC1, 0x11, 0x22, 0x33)
    assert wires.chip.memory[1:4] == b"\x11\x22\x33"
    wires.transfer(0x44)
    wires.transfer(0xC5, 0x44, 0x55)
    assert wires.chip.memory[5] == 0x55


def test_tm1637_is_dark_until_it_is_switched_on():
    wires = Tm1637Wires("OPEN_DRAIN")
    wires.transfer(0xC0, 1, 2, 3, 4, 5, 6)
    wires.transfer(0x80)
    assert wires.chip.digits() == [0] * 6
    wires.transfer(0x8A)
    assert wires.chip.digits() == [1, 2, 3, 4, 5, 6]


def test_tm1637_tells_who_drives_against_its_acknowledgement():
    wires = Tm1637Wires("OUT")
    wires.transfer(0x40, 0x00)
    assert wires.chip.conflicts == 2


def test_tm1637_meets_the_last_bit_where_its_line_is_never_let_go():
    wires = Tm1637Wires("OUT")
    wires.start()
    for bit in (0, 0, 0, 0, 0, 0, 1, 1):  # 0xC0
        wires.dio(bit)
        wires.clk(1)
        wires.clk(0)
    assert wires.chip.conflicts == 1


def test_tm1637_takes_in_a_bit_that_comes_late_as_it_was():
    wires = Tm1637Wires("OPEN_DRAIN", wait_us=0)
    wires.transfer(0x40)
    wires.transfer(0xC0, 0x55)
    assert wires.chip.memory[0] != 0x55


def test_tm1637_that_is_not_there_acknowledges_nothing():
    wires = Tm1637Wires("OPEN_DRAIN")
    wires.chip.present = False
    assert wires.transfer(0x40) == [False]


def test_tm1637_begins_anew_with_every_start():
    wires = Tm1637Wires("OPEN_DRAIN")
    wires.transfer(0x40)
    wires.start()
    wires.dio(1)
    wires.clock.sleep_us(5)
    wires.clk(1)  # one bit, and then nothing more
    wires.clock.sleep_us(5)
    assert wires.transfer(0xC0, 0x77) == [True, True]
    assert wires.chip.memory[0] == 0x77


def ht16k33():
    return Ht16k33Chip(Clock(), list(range(16)), 1)


def test_ht16k33_wakes_up_dark_and_is_lit_by_oscillator_and_display():
    chip = ht16k33()
    chip.write(bytes([0] + list(range(16))))
    for command, lit in ((0x81, False), (0x21, True), (0x80, False), (0x83, False), (0x81, True)):
        chip.write(bytes([command]))
        assert any(chip.digits()) == lit
    assert chip.digits() == list(range(16))


def test_ht16k33_writes_from_an_address_on_and_round():
    chip = ht16k33()
    chip.write(bytes(17))
    chip.write(b"\x0e\x01\x02\x03")
    assert bytes(chip.memory) == b"\x03" + bytes(13) + b"\x01\x02"


def test_ht16k33_takes_only_the_first_byte_for_a_command():
    chip = ht16k33()
    chip.write(b"\xef\x81")
    assert (chip.dimming, chip.display) == (15, 0)


def hc595(chips=2):
    clock = Clock()
    pin = Machine(clock).Pin
    latch, oe = pin(19), pin(13)
    chain = Hc595Chain(clock, latch, oe, list(range(chips)), "abcdefg.", True, 1)
    latch.init(pin.OUT, value=0)
    oe.init(pin.OUT, value=0)
    return chain, latch, oe


def test_hc595_latches_on_the_rising_edge_and_the_first_byte_goes_furthest():
    chain, latch, _ = hc595()
    before = bytes(chain.outputs)
    chain.shift(b"\x11\x22")
    assert bytes(chain.outputs) == before
    latch(1)
    assert bytes(chain.outputs) == b"\x22\x11"
    latch(0)
    assert chain.digits() == [0x22, 0x11]


def test_hc595_keeps_the_old_bits_of_a_frame_that_is_too_short():
    chain, latch, _ = hc595()
    chain.shift(b"\x11\x22")
    chain.shift(b"\x33")
    latch(1)
    assert bytes(chain.outputs) == b"\x33\x22"


def test_hc595_is_dark_while_oe_is_high_or_floats():
    chain, _, oe = hc595()
    chain.outputs[0] = 0xFF
    assert chain.digits()[0] == 0xFF
    oe(1)
    assert chain.digits() == [0, 0]
    oe.init(oe.IN)
    assert chain.digits() == [0, 0]


TIMING = (400, 850, 800, 450)


def ws2812(leds=3):
    clock = Clock()
    segments = [[range(led, led + 1) for led in range(leds)] + [range(0)] * (8 - leds)]
    return Ws2812Strip(clock, Machine(clock).Pin(18), leds, segments, 1)


def test_ws2812_leds_that_are_not_reached_keep_their_colour():
    strip = ws2812()
    strip.pulses(TIMING, bytes(9))
    strip.pulses(TIMING, b"\x01\x02\x03")
    strip.pulses(TIMING, b"")
    assert bytes(strip.colours) == b"\x01\x02\x03" + bytes(6)
    assert strip.digits() == [0b001]


@pytest.mark.parametrize("timing", [(400, 850, 500, 450), (600, 850, 800, 450)])
def test_ws2812_does_not_take_pulses_that_it_can_not_tell_apart(timing):
    strip = ws2812()
    before = bytes(strip.colours)
    strip.pulses(timing, bytes(9))
    assert bytes(strip.colours) == before
