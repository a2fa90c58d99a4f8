"""The tests of the store are tried themselves: each way to break it must be caught.

Seven ways, each a mistake that somebody could make:

1. the live page has one file only, and that is emptied before it is written (delete-then-write)
2. the live page is written before the pages that it rests on
3. an event counts as saved as soon as it is to be written
4. numbers begin anew after a restart
5. a page that was changed after an undo is not written again
6. the header of a match is not written
7. the checksum is not looked at
"""

import pytest

import store.journal
from host_tests.store.cuts import Cuts, Table
from host_tests.store.damage import after_damage
from store.files import Files
from store.journal import Journal
from store.record import Record
from store.recovery import Recovery
from tools.littlefs_flash import FlashFiles

# Over two pages, back into the first one, and over two others.
EVENTS = ["points=500-400", "points=7-900"] * 8 + ["u"] * 10 + ["points=600-300"] * 20


def lost():
    """What is lost when the power is cut everywhere, or the bytes of the live page are damaged."""
    table = Table(FlashFiles, "manual", {"best-of": 9})
    cuts = Cuts(table, modes=("half",))
    table.play(EVENTS, apart_ms=300)
    return cuts.lost or after_damage(table)


def emptied_first(self, path, data, write=Files.write):
    write(self, path, b"")
    write(self, path, data)


def live_page_first(self, write=Journal._write_next):
    """Between the live page and what it rests on the power may be cut."""
    if not self._closing and self.chain.on_flash and not self.wrote_live:
        self.wrote_live = True
        self._write_live(self.chain)
        self._safe = -1
        return 0
    self.wrote_live = False
    return write(self)


def saved_early(self, match):
    return self.chain is not None


def numbers_anew(self, find=Recovery._find):
    find(self)
    self.seq = 0


def not_written_again(self, chain, write=Journal._write_live):
    page = chain.match.history.page
    said = write(self, chain)
    page.stored = True
    return said


def no_header(self, chain):
    chain.on_flash = True
    return 0


def any_checksum(self, at, width, get=Record.get):
    return self.sums(self) if at == 0 else get(self, at, width)


def sum_of(record):
    from store.record import checksum

    return checksum(record.bytes, 3, record.length)


BREAKS = {
    "emptied first": [
        (Files, "write", emptied_first),
        (store.journal, "LIVE", ("s/a", "s/a")),
    ],
    "live page first": [
        (Journal, "_write_next", live_page_first),
        (Journal, "wrote_live", False),
    ],
    "saved early": [(Journal, "holds", saved_early)],
    "numbers anew": [(Recovery, "_find", numbers_anew)],
    "not written again": [(Journal, "_write_live", not_written_again)],
    "no header": [(Journal, "_write_header", no_header)],
    "any checksum": [(Record, "get", any_checksum), (Record, "sums", staticmethod(sum_of))],
}


def test_the_store_is_whole():
    assert lost() == []


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_store_is_caught(name, monkeypatch):
    for target, attribute, value in BREAKS[name]:
        monkeypatch.setattr(target, attribute, value, raising=False)
    assert lost()
