"""Sessions, and a server in a thread of its own that a page can lose and find again."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator

import pytest
from aiohttp import web

from tools.boards import load_board
from tools.play.server import Server
from tools.play.session import Session
from tools.scoresheet import read_sheet


class Hall:
    """Serves a session, always at the same address, while it is open."""

    def __init__(self, session: Session):
        self.session = session
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self._port: int = listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}/"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._runner: web.AppRunner | None = None
        self._thread.start()

    def open(self) -> None:
        self._wait_for(self._open())

    def close(self) -> None:
        if self._runner:
            self._wait_for(self._runner.cleanup())
        self._runner = None

    def end(self) -> None:
        self.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self) -> None:
        runner = web.AppRunner(Server(self.session).application())
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", self._port).start()
        self._runner = runner

    def _wait_for(self, coroutine) -> None:
        asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(timeout=20)


@pytest.fixture
def new_session() -> Iterator[Callable[..., Session]]:
    """Switch on boards; all are off again after the test."""
    sessions = []

    def switch_on(*header: str, vm: str = "wasm") -> Session:
        sheet = read_sheet("\n".join(("game: snooker", "sides: Anna | Bo", *header)))
        sessions.append(Session(vm, load_board("wall-max7219"), sheet))
        return sessions[-1]

    yield switch_on
    for session in sessions:
        session.__exit__()


@pytest.fixture
def new_hall(new_session) -> Iterator[Callable[..., Hall]]:
    """Open a hall with a board in it."""
    halls = []

    def open_hall(*header: str) -> Hall:
        halls.append(Hall(new_session(*header)))
        halls[-1].open()
        return halls[-1]

    yield open_hall
    for hall in halls:
        hall.end()
