"""The matches that the board has kept, as scoresheets; run from the prompt or by mpremote.

    mpremote exec "import records; records.show()"
    mpremote exec "import records; records.fetched()"

`show` prints them all, the oldest place of the ring first, with an empty line between two. Only
then, once they are safe somewhere else, `fetched` says that those that are over may be overwritten
without a notice. After the events of each page stands the time when the last of them was kept.
A comment says the number of the match and, if the chip's clock was set, when it began.
"""

import os

from rules.forms import print_form
from rules.notation import text
from rules.resume import begin, events, has_events
from store.files import FETCHED_FILE, Files
from store.header import date_text
from store.record import FETCHED, Record
from store.recovery import Recovery, records
from store.rtc import Rtc


class _NoRtc:
    def memory(self):
        return b""


def show(open=open, mkdir=os.mkdir) -> None:
    """Print all matches that have begun."""
    files = Files(open, mkdir)
    now = played(files)
    for saved in _over(files, now):
        _print(saved)
    if now is not None:
        _print(now.left or now)


def fetched(open=open, mkdir=os.mkdir) -> None:
    """Say that the matches that are over have been fetched."""
    files = Files(open, mkdir)
    record = Record()
    for saved in _over(files, played(files)):
        record.seq = max(record.seq, saved.seq)
    record.kind = FETCHED
    record.seal()
    files.write(FETCHED_FILE, record.whole())


def played(files):
    """The match that is being played, or was last, as the flash has it: a Saved, or None."""
    return Recovery(files, Rtc(_NoRtc())).saved


def scoresheet(saved) -> str:
    """A match as the text of docs/scoresheet.md; a comment stands for a page that is none.

    ValueError if it is no match of a game.
    """
    match = begin(saved.game, saved.options)
    forms: dict[int, list] = {}
    date = date_text(saved.header)
    lines = ["game: " + saved.game, "# match %d" % saved.seq + (", begun " + date if date else "")]
    if saved.options.get("pairs"):
        lines.append("sides: A1, A2 | B1, B2")
    for key in saved.options:
        if key in match.OPTIONS:
            lines.append(key + ": " + print_form(match.OPTIONS[key][0], saved.options[key]))
    lines.append("")
    if saved.pages[0].number:
        lines.append("# the pages before %d are lost" % saved.pages[0].number)
    time_s = 0
    for page in saved.pages:
        if not has_events(match, page, forms):
            lines.append("# page %d makes no sense" % page.number)
            continue
        tokens = [text(match, kind, arg) for kind, arg in events([page])]
        time_s = max(time_s, page.time_s)
        lines.append(" ".join(tokens + ["@%d" % time_s]))
    return "\n".join(lines) + "\n"


def _print(saved):
    try:
        print(scoresheet(saved))
    except ValueError as error:
        print("# a record makes no sense: %s\n" % error)


def _over(files, now):
    """The matches that are over: all but the one that is played, and the one it stands in for."""
    playing = () if now is None else (now.seq, now.left.seq if now.left else now.seq)
    for saved in records(files):
        if saved.seq not in playing:
            yield saved
