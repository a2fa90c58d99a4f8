"""The page and the wire behind it: one session, shown to any number of pages.

A page gets JSON objects of what has changed, the first one with everything, and sends acts (see
tools/vboard/bench.py): "+1" closes key 1, "-1" opens it, "power off" pulls the plug. A key is
closed while any page holds it; a page that is lost lets go of its keys. A slow page is told the
newest state, never a backlog.
"""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from tools.legends import captions, legends
from tools.play.session import Reading, Session
from tools.scoresheet import Sheet
from tools.vm import VmError

_PAGE = Path(__file__).with_name("page")
_SLICE_S = 0.02
_IDLE_S = 0.1  # a slice while nothing happens; an act ends it at once
_AWAKE_S = 1.0  # after an act or news
_BEAT_S = 1.0  # at least so often a page hears that the board lives
_CATCH_UP_MS = 200  # a computer that was asleep or is too slow does not make up for more
_PING_S = 5.0
_LAST_WORDS_S = 0.3


class Page:
    """One open page: its socket, the keys that it holds, and what it has yet to be told."""

    def __init__(self, socket: web.WebSocketResponse, news: Reading):
        self.held: set[str] = set()
        self._socket = socket
        self._news = news
        self._woken = asyncio.Event()
        self._woken.set()

    def tell(self, news: Reading) -> None:
        """Add to what this page will be told next."""
        self._news.update(news)
        self._woken.set()

    async def talk(self) -> None:
        """Send the news whenever there are any, for ever."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            news, self._news = self._news, {}
            with contextlib.suppress(ConnectionError):  # the reading end sees it too
                await self._socket.send_json(news)


class Server:
    """Shows a session, in real time, to every page that is opened."""

    def __init__(self, session: Session):
        self._session = session
        self._pages: dict[Page, web.WebSocketResponse] = {}
        self._moved = asyncio.Event()  # a hand
        self._worker = ThreadPoolExecutor(1)
        self._failure: VmError | None = None

    def run(self, listener: socket.socket, announce: Callable[[], None]) -> None:
        """Serve until Ctrl-C; `announce` is called when it has begun.

        Raises VmError where the firmware ends before that.
        """

        async def begun(app: web.Application) -> None:
            announce()

        app = self.application()
        app.on_startup.append(begun)
        web.run_app(
            app,
            sock=listener,
            print=None,
            access_log=None,
            shutdown_timeout=_LAST_WORDS_S,
        )
        if self._failure:
            raise self._failure

    def application(self) -> web.Application:
        """Return the web application; the board's time runs while it does."""
        app = web.Application(middlewares=[_only_this_machine])
        app.router.add_get("/", _index)
        app.router.add_get("/wire", self._wire)
        app.router.add_static("/page", _PAGE)
        app.on_response_prepare.append(_never_stale)
        app.on_shutdown.append(self._hang_up)
        app.cleanup_ctx.append(self._clock)
        return app

    def _greeting(self) -> Reading:
        """Return what a page is told first: what hangs on the wall, then its state."""
        session = self._session
        game = session.sheet.game.GAME
        wall = {
            "fields": session.board["fields"],
            "lamps": list(session.board["lamps"]),
            "keys": session.board["keypad"]["keys"],
            "legends": legends(game),
            "captions": captions(game),
            "sides": session.sheet.names,
            "length": _length(session.sheet),
            "interpreter": session.interpreter,
        }
        return {"board": wall, **session.state}

    async def _wire(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=_PING_S)
        await socket.prepare(request)
        page = Page(socket, self._greeting())
        self._pages[page] = socket
        talk = asyncio.create_task(page.talk())
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT or not self._act(page, message.data):
                    await socket.close(code=1008, message=b"no act on this board")
        finally:
            talk.cancel()
            for key in list(page.held):
                self._contact(page, "-", key)
            del self._pages[page]
        return socket

    def _act(self, page: Page, act: str) -> bool:
        """Do what a page asks for; False where that makes no sense."""
        if not self._session.understands(act):
            return False
        if act[0] in "+-":
            self._contact(page, act[0], act[1])
        else:
            self._session.act(act)
            self._moved.set()
        return True

    def _contact(self, page: Page, move: str, key: str) -> None:
        """Close or open a key for one page."""
        was_closed = self._is_closed(key)
        (page.held.add if move == "+" else page.held.discard)(key)
        if self._is_closed(key) != was_closed:
            (self._session.press if move == "+" else self._session.release)(key)
            self._moved.set()

    def _is_closed(self, key: str) -> bool:
        return any(key in page.held for page in self._pages)

    async def _clock(self, app: web.Application) -> AsyncIterator[None]:
        task = asyncio.create_task(self._keep_time())
        yield
        while not task.done():  # wait_for may swallow a cancellation that comes with its event
            task.cancel()
            await asyncio.wait([task], timeout=0.1)
        self._worker.shutdown()

    async def _keep_time(self) -> None:
        try:
            await self._run_slices()
        except VmError as error:
            self._failure = error
            self._tell({"stopped": error.reason})
            await asyncio.sleep(_LAST_WORDS_S)
            asyncio.get_running_loop().call_soon(_leave)

    async def _run_slices(self) -> None:
        loop = asyncio.get_running_loop()
        then = told = awake_until = loop.time()
        while True:
            moved = await self._pause(_SLICE_S if then < awake_until else _IDLE_S)
            passed_ms = int((loop.time() - then) * 1000)
            then += passed_ms / 1000
            slice_ms = min(passed_ms, _CATCH_UP_MS)
            news = await loop.run_in_executor(self._worker, self._session.advance, slice_ms)
            changed = len(news) > 1  # more than the time
            if moved or changed:
                awake_until = then + _AWAKE_S
            if changed or then - told >= _BEAT_S:
                self._tell(self._greeting() if "match" in news else news)
                told = then

    async def _pause(self, seconds: float) -> bool:
        """Wait so long, or until a hand has moved; say whether one has."""
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._moved.wait(), seconds)
        moved = self._moved.is_set()
        self._moved.clear()
        return moved

    def _tell(self, news: Reading) -> None:
        for page in self._pages:
            page.tell(news)

    async def _hang_up(self, app: web.Application) -> None:
        for page in list(self._pages.values()):
            await page.close(code=1001, message=b"the board was switched off")


def _length(sheet: Sheet) -> str:
    """Say how long the match is, in the words on a scoreboard."""
    options = sheet.options
    if options.get("frames"):
        return f"{options['frames']} frames"
    if options.get("race-to"):
        return f"race to {options['race-to']}"
    return f"best of {options.get('best-of', 1)}"


def _leave() -> None:
    raise web.GracefulExit


async def _index(request: web.Request) -> web.FileResponse:
    return web.FileResponse(_PAGE / "index.html")


async def _never_stale(request: web.Request, response: web.StreamResponse) -> None:
    response.headers["Cache-Control"] = "no-cache"


@web.middleware
async def _only_this_machine(request: web.Request, handler: Any) -> web.StreamResponse:
    """Serve only pages of this server: no other site's script, no other name of this address."""
    here = f"http://{request.host}"
    if request.url.host not in ("127.0.0.1", "localhost"):
        raise web.HTTPForbidden(text="The board is shown under 127.0.0.1 only.")
    if request.headers.get("Origin", here) != here:
        raise web.HTTPForbidden(text="The board takes keys from its own page only.")
    response: web.StreamResponse = await handler(request)
    return response
