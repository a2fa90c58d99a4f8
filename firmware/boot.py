"""Puts the relay of the table lamp off, as the first thing the chip does, and nothing else.

A board file that is missing or broken must not stop the boot: marker.py says what is wrong.
"""

import json

from machine import Pin

try:
    with open("board.json") as _file:
        _lamp = json.load(_file)["table_lamp"]
    Pin(_lamp["pin"], Pin.OUT, value=_lamp["active"] == "low")  # the level before the direction
except (OSError, ValueError, KeyError, TypeError):
    pass
