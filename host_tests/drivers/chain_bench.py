"""A MAX7219 driver on the model of a chain. Runs on CPython and on MicroPython."""

from drivers.max7219 import Max7219
from tools.vboard.chips.max7219 import Max7219Chain
from tools.vboard.clock import Clock
from tools.vboard.machine import Machine


class Bus:
    """An SPI that can be made to fail: it breaks off in the middle of write number `fails_at`."""

    def __init__(self, spi, chain):
        self.fails_at = None
        self.writes = 0
        self._spi = spi
        self._chain = chain

    def write(self, data):
        self.writes += 1
        if self.writes == self.fails_at:
            self._chain.shift(data[:1])
            raise OSError(5)
        self._spi.write(data)


class Bench:
    def __init__(self, chips=2, seed=1, brightness=8):
        self.clock = Clock()
        machine = Machine(self.clock)
        pin = machine.Pin
        self.chain = Max7219Chain(self.clock, pin(19), chips, seed)
        pin(23).wire = self.chain
        cs = pin(19, pin.OUT, value=1)
        spi = machine.SPI(2, 1_000_000, sck=pin(18), mosi=pin(23), miso=None)
        self.bus = Bus(spi, self.chain)
        self.driver = Max7219(self.bus, cs, chips, brightness)
        self.looks = []  # what the wall showed after each latched frame
        self.chain.latched = self

    def append(self, latched):
        self.looks.append(self.look())

    def look(self):
        """The lit segments from left to right, where DIG 7 is the leftmost of a module."""
        chips = range(len(self.chain.registers))
        return [self.chain.segments(chip, dig) for chip in chips for dig in range(7, -1, -1)]
