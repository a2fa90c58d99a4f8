"""`flash`: put the firmware onto a board, or what has changed of it.

What is done in which order is the matter of plan.py, what a board tells of itself that of
survey.py; here it is carried out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

from tools import image, settings
from tools.boards import Board, load_board
from tools.flash.plan import BOARD, BUILD, MAIN, Note, Plan, Step, foreign, plan, rooms, same
from tools.flash.plan import too_full as full
from tools.flash.survey import File, fault, list_files, look
from tools.image import Image
from tools.link import BoardTrouble, Link, find_port
from tools.refusal import Refusal

HELP = "put the firmware onto a board, or what has changed of it"
PART = "board"

_START_S = 20.0  # until the firmware has told what it is
# A program that crashed may have left one that bites in seconds. On an ESP32 it cannot be switched
# off, but set anew (machine_wdt.c).
_HOLD_WATCHDOG = "import machine\nmachine.WDT(timeout=600_000)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", required=True, metavar="FILE", help="a board file, or its name")
    parser.add_argument("--port", help="where the board is, if there are several")


def run(args: argparse.Namespace) -> int:
    board = load_board(args.board)
    firmware = image.build()
    with Link(find_port(args.port)) as link:
        flash(link, board, firmware)
        print(started(link, board, firmware))
    return 0


def flash(link: Link, board: Board, firmware: Image) -> None:
    """Bring a board that is at its prompt to this firmware and board file; it is left there.

    Raises Refusal before anything has changed where they can't go onto it.
    """
    link.clear()
    link.run(_HOLD_WATCHDOG)
    survey = look(link)
    _refuse(link, fault(survey, board, firmware))
    note = Note(_read(link, BUILD))
    there = _files(link, firmware, note)
    if foreign(there, note):
        _refuse(link, "runs another program; if it may go, `mpremote fs rm :main.py` removes it.")
    wanted = {**firmware.files, BOARD: board_file(board), **_settings(link, board)}
    planned = plan(there, note, firmware, wanted)
    _refuse(link, full(planned, there, survey))
    if planned.steps:
        _carry_out(link, planned, lambda: _compare(link, firmware, wanted))
    print(_told(planned))


def started(link: Link, board: Board, firmware: Image) -> str:
    """Start the board and return what it says of itself; Refusal if that is not what it should."""
    link.restart()
    report = link.listen("Marker ", _START_S)
    wanted = f"Marker {firmware.version} ({firmware.hash}) on {board['name']}"
    if f"{wanted} " in report:
        return report
    said = report or link.heard.strip().rpartition("\n")[2].strip() or "nothing"
    raise Refusal(
        f"{link.port}: the board should have started with `{wanted}` and said `{said}`; run the "
        "same command again, and if it says so again, `esptool erase-flash` and begin at step 2 "
        "of docs/flashing.md."
    )


def board_file(board: Board) -> bytes:
    """The content of board.json for a board."""
    content = {key: value for key, value in board.items() if key != "$schema"}
    return json.dumps(content, separators=(",", ":")).encode()


def _refuse(link: Link, reason: str) -> None:
    if reason:
        raise Refusal(f"{link.port}: the board {reason}")


def _read(link: Link, path: str) -> bytes:
    try:
        return link.read(path)
    except FileNotFoundError:
        return b""


def _files(link: Link, firmware: Image, note: Note) -> dict[str, File]:
    """What is on the board, with the digests of what may be ours."""
    return list_files(link, rooms(firmware, note), [*firmware.files, BOARD, settings.FILE])


def _settings(link: Link, board: Board) -> dict[str, bytes]:
    """The file of the settings, where this board file leaves only some of them in force."""
    found = settings.read(_read(link, settings.FILE))
    kept, lost = settings.fitting(board, found)
    for sentence in lost:
        print(sentence)
    return {settings.FILE: settings.written(kept)} if lost else {}


def _carry_out(link: Link, planned: Plan, compare: Callable[[], None]) -> None:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        total = sum(len(step.data) for step in planned.steps + planned.finish)
        task = progress.add_task("", total=total)

        def take(step: Step) -> None:
            progress.update(task, description=f"{step.act} {step.path}")
            _take(link, step, lambda size: progress.advance(task, size))

        for step in planned.steps:
            take(step)
        progress.update(task, description="compare")
        compare()
        for step in planned.finish:
            take(step)


def _take(link: Link, step: Step, progress: Callable[[int], None]) -> None:
    try:
        if step.act == "write":
            link.write(step.path, step.data, progress)
        elif step.act == "mkdir":
            link.run(f"import os\nos.mkdir({step.path!r})")
        else:
            remove = "rmdir" if step.path.endswith("/") else "remove"
            link.run(f"import os\nos.{remove}({step.path.rstrip('/')!r})")
    except BoardTrouble as trouble:
        raise Refusal(_why_not(link, step, str(trouble))) from None


def _why_not(link: Link, step: Step, trouble: str) -> str:
    place = f"{link.port}: {step.path} on the board"
    if "ENOSPC" in trouble or trouble == "OSError: 28":
        return (
            f"{place}: there is no room for it; remove files of yours (`mpremote fs ls`, "
            "`mpremote fs rm :FILE`) and run the same command again: it completes what was begun."
        )
    return (
        f"{place}: could not {step.act} it ({trouble}); run the same command again, and if it "
        "says so again, `esptool erase-flash` and begin at step 2 of docs/flashing.md."
    )


def _compare(link: Link, firmware: Image, wanted: Mapping[str, bytes]) -> None:
    """Everything but main.py has arrived as it was sent."""
    there = _files(link, firmware, Note())
    for path, data in wanted.items():
        if path != MAIN and not same(there.get(path), data):
            raise Refusal(
                f"{link.port}: {path} on the board is not what was written; run the same command "
                "again, and if it says so again, the flash of this board is worn: use another."
            )


def _told(planned: Plan) -> str:
    if not planned.steps:
        return "nothing had to be copied: the board has it all."
    size = sum(len(step.data) for step in planned.written) / 1024
    removed = f", {len(planned.removed)} that were stale removed" if planned.removed else ""
    return f"{len(planned.written)} files copied, {size:.0f} KB{removed}."
