"""The board's diary, for `python3 -m tools log`; from the prompt:

    import logbook; logbook.show()

prints a line of JSON for each entry, the oldest first.
"""

import json
import os

from store.entries import entries
from store.files import Files


def show(open=open, mkdir=os.mkdir) -> None:
    """Print all entries that are whole."""
    for entry in entries(Files(open, mkdir)):
        print(json.dumps(_told(entry)))


def _told(entry):
    return {
        "number": entry.number,
        "what": entry.what,
        "detail": entry.detail,
        "date": entry.date,
        "since_s": entry.since_s,
        "times": entry.times,
        "totals": entry.totals,
        "text": "".join([chr(byte) if 32 <= byte < 127 else "?" for byte in entry.text]),
    }
