"""A board on a serial line, for the tests of whatever talks to one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tools import link
from tools.pty_board.board import PtyBoard, missing

_PATIENCE_S = {"_BOOT_S": 60.0, "_ATTEMPT_S": 3.0, "_SILENCE_S": 10.0}


@pytest.fixture
def pty_board(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., PtyBoard]]:
    """Makes virtual boards on a line, see PtyBoard; they end with the test.

    A computer that is busy with other tests is waited for longer than a chip.
    """
    for name, seconds in _PATIENCE_S.items():
        monkeypatch.setattr(link, name, seconds)
    if missing():
        pytest.skip(missing())
    boards: list[PtyBoard] = []

    def make(*arguments: Any, **options: Any) -> PtyBoard:
        boards.append(PtyBoard(*arguments, **options))
        return boards[-1]

    yield make
    for board in boards:
        board.close()
