"""How each kind of display is wired: a new kind is one entry of KINDS.

Levels: a chip on 5 V takes 3.3 V for high only by luck (MAX7219, 74HC595 and WS2812 want 3.5 V,
TPIC6B595 4.25 V), so its inputs go through a 74AHCT125. A chip that answers on a line, by pulling
it low, runs on 3.3 V instead, with a pull-up to 3.3 V: the ESP32 stands no more.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Display = dict[str, Any]


@dataclass(frozen=True)
class Signal:
    """A line from the chip to a display: its key in the board file, its pin on the module."""

    key: str
    pin: str
    out: str = ""  # the pin that hands it on to the next module of a chain
    pull: str = ""  # a pull-up to 3.3 V at the ESP32's end


@dataclass(frozen=True)
class Kind:
    """A kind of display. `modules` gives the digits of each module, counted from the display's
    first one; `note` is what a builder must know beyond the picture."""

    title: str
    supply: str
    signals: tuple[Signal, ...]
    modules: Callable[[Display], list[list[int]]]
    current_ma: Callable[[Display], int]  # with everything lit
    shifted: bool = False
    series: str = ""  # a resistor in each signal, behind the level shifter
    decoupling: str = "100 nF + 10 µF"
    detail: Callable[[Display], str] = lambda display: ""
    note: str = ""


def _one_module(display: Display) -> list[list[int]]:
    return [list(range(len(display["order"])))]


def _ws2812_digits(display: Display) -> int:
    return len(display["digits"]) + (len(display.get("lamps", ())) + 7) // 8


def _ws2812_leds(display: Display) -> int:
    segments = len(display.get("segments", "abcdefg"))
    lit = len(display["digits"]) * display["leds"] * segments
    return int(lit + len(display.get("lamps", ())) + display.get("skip", 0))


KINDS = {
    "max7219": Kind(
        title="MAX7219",
        supply="5 V",
        signals=(
            Signal("mosi", "DIN", out="DOUT"),
            Signal("cs", "CS", out="CS"),
            Signal("sck", "CLK", out="CLK"),
        ),
        modules=lambda display: [
            [8 * chip + n for n in range(8)] for chip in range(display["chips"])
        ],
        current_ma=lambda display: 330 * int(display["chips"]),
        shifted=True,
        series="47 Ω",
        note="If a MAX7219 shows 8 everywhere at full brightness, it is in its test mode: the "
        "firmware ends that within two seconds; if it does not, look at DIN, CS and CLK.",
    ),
    "tm1637": Kind(
        title="TM1637",
        supply="3.3 V",
        signals=(Signal("clk", "CLK"), Signal("dio", "DIO", pull="4.7 kΩ")),
        modules=_one_module,
        current_ma=lambda display: 80,
        note="The pull-ups on a TM1637 module go to its VCC, so that must be 3.3 V. Take off the "
        "capacitors that some have from CLK and DIO to GND, if they are larger than 1 nF.",
    ),
    "ht16k33": Kind(
        title="HT16K33",
        supply="3.3 V",
        signals=(Signal("scl", "SCL", pull="4.7 kΩ"), Signal("sda", "SDA", pull="4.7 kΩ")),
        modules=_one_module,
        current_ma=lambda display: 120,
        detail=lambda display: f"address {display['address']:#04x}",
        note="Each HT16K33 on the bus has its own address, set by solder bridges on the module.",
    ),
    "hc595": Kind(
        title="shift register",
        supply="5 V",
        signals=(
            Signal("mosi", "SER", out="QH'"),
            Signal("sck", "SRCLK", out="SRCLK"),
            Signal("latch", "RCLK", out="RCLK"),
            Signal("oe", "OE", out="OE", pull="10 kΩ"),
        ),
        modules=lambda display: [
            [display["order"].index(chip)] for chip in range(len(display["order"]))
        ],
        current_ma=lambda display: 160 * len(display["order"]),
        shifted=True,
        series="47 Ω",
        decoupling="100 nF",
        detail=lambda display: f"QA to QH: {display['outputs']}",
        note="74HC595: SER 14, SRCLK 11, RCLK 12, OE 13, QH' 9, SRCLR 10 to VCC. TPIC6B595: SER "
        "IN 3, SRCK 13, RCK 12, G 9, SER OUT 18, SRCLR 8 to VCC; its outputs stand 50 V, those of "
        "the 74HC595 drive small digits only. A resistor belongs into each segment.",
    ),
    "ws2812": Kind(
        title="WS2812",
        supply="5 V",
        signals=(Signal("pin", "DIN"),),
        modules=lambda display: [list(range(_ws2812_digits(display)))],
        current_ma=lambda display: 20 * _ws2812_leds(display),
        shifted=True,
        series="330 Ω",
        decoupling="1000 µF",
        detail=lambda display: f"{_ws2812_leds(display)} LEDs",
        note="Feed a strip of more than 60 LEDs at both ends. Wi-Fi disturbs WS2812 on a chip "
        "with one core (ESP32-C3).",
    ),
}
