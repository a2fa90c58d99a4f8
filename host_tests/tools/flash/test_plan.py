"""What flash does in which order: a cut never leaves a mix, and a second run completes it."""

import pytest

from tools.flash.plan import BUILD, MAIN, Note, Step, foreign, plan, rooms, same, too_full
from tools.flash.survey import File, Survey
from tools.image import Image, digest

NEW = Image(
    "2.0",
    {
        "boot.py": b"boot 2",
        "main.py": b"main 2",
        "marker.mpy": b"marker 2",
        "rules/snooker.mpy": b"snooker 2",
        "rules/match.mpy": b"match",
        "store/store.mpy": b"store 2",
    },
)
WANTED = {**NEW.files, "board.json": b"{2}"}
STORE = {"s/a": b"page", "s/0/00": b"header"}
USERS = {"notes.py": b"mine", "lib/other.mpy": b"theirs", "settings.json": b"{}"}
OLD = {
    **{"boot.py": b"boot 1", "main.py": b"main 1", "marker.mpy": b"marker 1"},
    **{
        "keeper.mpy": b"renamed since",
        "rules/match.mpy": b"match",
        "rules/old.mpy": b"gone since",
    },
    **{"console/face.mpy": b"a room that is no more", "board.json": b"{1}"},
}
OLD_NOTE = Note.of("11111111", sorted(OLD)).data
STATES = {
    "an empty chip": {"boot.py": b"# This file is executed on every boot"},
    "an older firmware": {**OLD, BUILD: OLD_NOTE, **STORE, **USERS},
    "sources by mip": {
        **{"boot.py": b"boot 2", "main.py": b"main 2", "marker.py": b"source"},
        **{"rules/match.py": b"source", "rules/snooker.py": b"source", **STORE, **USERS},
    },
    "the same": {**WANTED, BUILD: Note.of(NEW.hash, sorted(NEW.files)).data, **STORE, **USERS},
}


class Board:
    """The files of a board, and the steps that are done with them."""

    def __init__(self, files):
        self.files = dict(files)
        self.folders = {path.rpartition("/")[0] for path in files} - {""}

    def there(self):
        """What list_files says of them."""
        note = Note(self.files.get(BUILD, b""))
        inside = set(rooms(NEW, note))
        listed = {
            path: File(len(data), digest(data))
            for path, data in self.files.items()
            if "/" not in path or path.partition("/")[0] in inside
        }
        return listed | {f"{folder}/": File(0, "") for folder in self.folders & inside}

    def plan(self):
        return plan(self.there(), Note(self.files.get(BUILD, b"")), NEW, WANTED)

    def take(self, step):
        folder = step.path.rpartition("/")[0]
        if step.act == "write":
            assert not folder or folder in self.folders
            self.files[step.path] = step.data
        elif step.act == "mkdir":
            assert step.path not in self.folders
            self.folders.add(step.path)
        elif step.path.endswith("/"):
            assert not any(path.startswith(step.path) for path in self.files)
            self.folders.remove(step.path[:-1])
        else:
            del self.files[step.path]


@pytest.mark.parametrize("name", STATES)
def test_a_cut_at_any_step_never_runs_a_mix_and_a_second_run_completes_it(name):
    start = STATES[name]
    whole = Board(start).plan()
    steps = whole.steps + whole.finish
    assert bool(steps) == (name != "the same")
    for cut in range(len(steps) + 1):
        board = Board(start)
        for step in steps[:cut]:
            board.take(step)
        assert MAIN in board.files or cut < len(steps)
        assert MAIN not in board.files or cut == len(steps) or board.files == start
        second = board.plan()
        for step in second.steps + second.finish:
            board.take(step)
        kept = {path: data for path, data in start.items() if path in STORE | USERS}
        build = Note.of(NEW.hash, sorted(NEW.files)).data
        assert board.files == {**WANTED, BUILD: build, **kept}
        assert board.plan().steps == board.plan().finish == []
        assert "console" not in board.folders


@pytest.mark.parametrize("name", STATES)
def test_main_goes_first_and_comes_last(name):
    planned = Board(STATES[name]).plan()
    if not planned.steps:
        return
    assert (planned.steps[0] == Step("remove", MAIN)) == (MAIN in STATES[name])
    assert [step.path for step in planned.finish] == [BUILD, MAIN]
    assert MAIN not in [step.path for step in planned.steps[1:]]


def test_only_what_changed_is_written():
    planned = Board(STATES["an older firmware"]).plan()
    assert [step.path for step in planned.written] == [
        *("boot.py", "marker.mpy", "rules/snooker.mpy", "store/store.mpy"),
        *("board.json", "main.py"),
    ]
    assert {step.path for step in planned.removed} == {
        *("keeper.mpy", "rules/old.mpy", "console/face.mpy", "console/"),
    }


def test_a_source_that_would_be_taken_before_the_compiled_module_goes():
    removed = {step.path for step in Board(STATES["sources by mip"]).plan().removed}
    assert removed == {"marker.py", "rules/match.py", "rules/snooker.py"}


def test_what_a_firmware_that_never_got_whole_has_left_goes_too():
    board = Board(STATES["an empty chip"])
    unfinished = Note.of("unfinished", ["warden.mpy", "shelf/store.mpy", "main.py"])
    board.files |= {BUILD: unfinished.data, "warden.mpy": b"", "shelf/store.mpy": b""}
    board.folders.add("shelf")
    removed = {step.path for step in board.plan().removed}
    assert removed == {"warden.mpy", "shelf/store.mpy", "shelf/"}


def test_a_note_never_leads_to_the_store_or_to_what_is_installed():
    note = Note.of("unfinished", ["s/a", "lib/other.mpy", "rules/match.mpy"])
    assert rooms(NEW, note) == ["rules", "store"]
    assert note.paths == ["rules/match.mpy"]


def test_somebody_elses_program_is_seen():
    their = {"main.py": File(1, "x")}
    assert foreign(their, Note())
    assert not foreign({**their, "marker.py": File(1, "y")}, Note())
    assert not foreign(their, Note(OLD_NOTE))
    assert not foreign({}, Note())


def test_files_are_compared_by_their_content():
    assert same(File(6, digest(b"boot 2")), b"boot 2")
    assert not same(File(6, digest(b"boot 1")), b"boot 2")
    assert not same(None, b"")


def survey(free):
    return Survey("micropython", (1, 27, 0), "x with ESP32", 6, "esp32", "<VfsLfs2>", 4096, free)


def test_room_is_counted_in_blocks():
    """On an empty chip: seven files, a block each, one more while it is written, two folders."""
    board = Board(STATES["an empty chip"])
    planned = board.plan()
    gone = 1  # the boot.py that MicroPython has put there
    blocks = 7 + 1 + 2 * 2 - gone
    assert too_full(planned, board.there(), survey(blocks * 4096)) == ""
    assert too_full(planned, board.there(), survey((blocks - 1) * 4096)) == (
        "needs 48 KB for the firmware and has 44 KB free: remove files of yours "
        "(`mpremote fs ls`, `mpremote fs rm :FILE`)."
    )
