"""No call on the way of a key takes its frame from the heap."""

import pytest

from tools.bench.key_way import OFF_THE_WAY, runs_at_start
from tools.framecheck import frames
from tools.venv import ROOT

FIRMWARE = ROOT / "firmware"
ROOMS = ("rules", "console", "drivers", "store")
LOOP = ("marker.py", "diarist.py", "keeper.py", "supervisor.py")

MODULES = [
    path
    for room in ROOMS
    for path in sorted((FIRMWARE / room).rglob("*.py"))
    if path.relative_to(FIRMWARE).as_posix() not in OFF_THE_WAY
] + [FIRMWARE / name for name in LOOP]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_frames_fit_the_stack(path):
    found = [frame for frame in frames(path) if frame.on_heap and not runs_at_start(frame.name)]
    assert not found
