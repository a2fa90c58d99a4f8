"""No call on the way of a key takes its frame from the heap."""

import pytest

from tools.framecheck import frames
from tools.venv import ROOT

FIRMWARE = ROOT / "firmware"
ROOMS = ("rules", "console", "drivers", "store")
LOOP = ("marker.py", "diarist.py", "keeper.py", "supervisor.py")

# Text is for people and tools: a match is read from it and written to it, no key is. While a
# match is picked, handed over to manual and back, or brought back, nothing is played.
OFF_THE_WAY = {
    "console/comeback.py",
    "console/handover.py",
    "console/header.py",
    "console/menu.py",
    "drivers/wiring.py",
    "rules/forms.py",
    "rules/notation.py",
    "rules/resume.py",
    "store/entries.py",
    "store/files.py",  # opening a file takes heap anyway, behind the key's light and sound
    "store/header.py",
    "store/recovery.py",
}

MODULES = [
    path
    for room in ROOMS
    for path in sorted((FIRMWARE / room).rglob("*.py"))
    if path.relative_to(FIRMWARE).as_posix() not in OFF_THE_WAY
] + [FIRMWARE / name for name in LOOP]


# Makes the parts of a board, from its file, and brings a match back.
AT_START = {"wired", "_levels", "_lay_digit", "_cut", "_dimmed"}
AT_START |= {"run", "build", "read_board", "wants_maintenance", "_build", "_display", "_keyboard"}
AT_START |= {"resume", "_go_on", "_lay_over"}


def runs_at_start(name: str) -> bool:
    """Whether it is a module's top level, a class body, a constructor or of its company."""
    path = name.split(".")
    last = path[-1]
    return last in ("<module>", "__init__") or last[0].isupper() or not AT_START.isdisjoint(path)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_frames_fit_the_stack(path):
    found = [frame for frame in frames(path) if frame.on_heap and not runs_at_start(frame.name)]
    assert not found
