"""The chip on which work is counted."""

from drivers.tm1637 import Tm1637
from tools.vboard.still import Pin


def test_an_output_keeps_its_level_and_what_answers_is_low():
    pin = Pin(19, Pin.OUT, value=1)
    assert pin() == 1
    pin.init(Pin.OPEN_DRAIN, value=1)
    pin(1)
    assert pin() == 0


def test_a_display_acknowledges_so_that_its_driver_goes_on_sending():
    clk, dio = Pin(18, Pin.OUT, value=1), Pin(19, Pin.OPEN_DRAIN, value=1)
    driver = Tm1637(clk, dio, [0, 1, 2, 3], 7, lambda us: None)
    driver.start(bytearray(4), 0)
    assert driver.errors == 0
