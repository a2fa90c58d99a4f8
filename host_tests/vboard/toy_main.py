"""The smallest firmware: shows the number of the key that is down, beeps, switches the lamp.

Built from the drivers as marker.py does, so that the virtual board can be tested without the
games and the console.
"""

import time

from machine import PWM, SPI, Pin  # type: ignore[import-not-found]

from drivers.buzzer import Buzzer
from drivers.keypad import RELEASED, Keypad
from drivers.max7219 import Max7219
from drivers.panel import Panel
from drivers.relay import Relay

_DIGITS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f\x77\x7c\x39\x5e\x79\x71"  # 0 to F
_BEEP = b"\x64\x03"  # 2000 Hz for 30 ms
_LAMP_KEY = 15


class Toy:
    def __init__(self, board):
        lamp = board["table_lamp"]
        off = lamp["active"] == "low"
        self.relay = Relay(Pin(lamp["pin"], Pin.OUT, value=off), not off)
        self.panel = Panel([_display(display) for display in board["displays"]])
        self.keypad = Keypad(
            [Pin(pin, Pin.OPEN_DRAIN, value=1) for pin in board["keypad"]["rows"]],
            [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in board["keypad"]["columns"]],
            time.sleep_us,
        )
        self.buzzer = Buzzer(PWM(Pin(board["buzzer"]["pin"]), freq=1000, duty_u16=0))
        self._before_ms = time.ticks_ms()
        self.panel.start()

    def step(self, now_ms):
        elapsed_ms = time.ticks_diff(now_ms, self._before_ms)
        self._before_ms = now_ms
        self.keypad.scan(elapsed_ms)
        event = self.keypad.take()
        if event >= 0:
            self._key(event)
        self.panel.step(elapsed_ms)
        self.buzzer.step(elapsed_ms)

    def _key(self, event):
        self.panel.segments[0] = 0 if event & RELEASED else _DIGITS[event]
        if event == _LAMP_KEY:
            self.relay.set(not self.relay.on)
            self.panel.disturbed()
        if not event & RELEASED:
            self.buzzer.play(_BEEP)


def _display(display):
    cs = Pin(display["cs"], Pin.OUT, value=1)
    spi = SPI(
        display["spi"],
        display["baudrate"],
        sck=Pin(display["sck"]),
        mosi=Pin(display["mosi"]),
        miso=None,
    )
    return Max7219(spi, cs, display["chips"], display["brightness"])


def build(board):
    return Toy(board)
