"""What a board wrote once can be read for ever: chips stay on walls while the firmware moves on.

`version-1.json` holds every file and the RTC memory of a board as they were written by the first
firmware that kept them. It is never made anew; a later version gets a file of its own.
"""

import json
from pathlib import Path

from console.comeback import bring_back
from rules.notation import sheet, state
from store.files import Files
from store.recovery import Recovery
from store.rtc import Rtc

KEPT = json.loads(Path(__file__).with_name("version-1.json").read_text())


class Shelf:
    """The files as they were."""

    def open(self, path, mode):
        if path not in KEPT["files"]:
            raise OSError(2, path)
        self.content = bytes.fromhex(KEPT["files"][path])
        return self

    def mkdir(self, path):
        raise AssertionError("nothing is written")

    def read(self, size):
        return self.content[:size]

    def close(self):
        pass

    def memory(self):
        return bytes.fromhex(KEPT["rtc"])


class Empty(Shelf):
    def memory(self):
        return b""


def test_the_match_of_the_first_firmware_comes_back_from_the_flash():
    saved = Recovery(Files(Shelf().open, None), Rtc(Empty())).saved
    match = bring_back(saved)
    assert sheet(match) == KEPT["sheet"]
    assert {**KEPT["state"], **state(match)} == {**state(match), **KEPT["state"]}
    assert saved.options == KEPT["options"]
    for _ in KEPT["sheet"]:
        assert match.history.undo()
    assert not match.history.undo()


def test_and_from_the_rtc_memory():
    saved = Recovery(Files(Shelf().open, None), Rtc(Shelf())).saved
    assert sheet(bring_back(saved)) == KEPT["sheet"]


def test_it_is_played_again_when_the_fields_of_the_game_are_others():
    saved = Recovery(Files(Shelf().open, None), Rtc(Empty())).saved
    saved.fits = lambda match: False
    assert sheet(bring_back(saved)) == KEPT["sheet"]
