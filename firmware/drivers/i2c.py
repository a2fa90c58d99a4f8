"""Frees an I2C bus on which a part was left in the middle of a byte.

When the microcontroller is reset during a transfer, the part goes on waiting for clocks and may
hold SDA low, so that no transfer can begin. It is clocked until it lets go; the STOP then ends
what it was in.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from machine import Pin

_PULSES = const(16)  # nine do not free every part
_HALF_US = const(5)  # 100 kHz


def free_bus(scl: "Pin", sda: "Pin", sleep_us: "Callable[[int], object]") -> bool:
    """`scl` and `sda` are open-drain and float. Whether SDA was high in the end."""
    for _ in range(_PULSES):
        if sda():
            break
        scl(0)
        sleep_us(_HALF_US)
        scl(1)
        sleep_us(_HALF_US)
    freed = bool(sda())
    sda(0)  # START …
    sleep_us(_HALF_US)
    sda(1)  # … and STOP, both while SCL is high
    sleep_us(_HALF_US)
    return freed
