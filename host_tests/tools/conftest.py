"""A board on a serial line, for the tests of whatever talks to one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tools.pty_board.board import PtyBoard, missing


@pytest.fixture
def pty_board() -> Iterator[Callable[..., PtyBoard]]:
    """Makes virtual boards on a line, see PtyBoard; they end with the test."""
    if missing():
        pytest.skip(missing())
    boards: list[PtyBoard] = []

    def make(*arguments: Any, **options: Any) -> PtyBoard:
        boards.append(PtyBoard(*arguments, **options))
        return boards[-1]

    yield make
    for board in boards:
        board.close()
