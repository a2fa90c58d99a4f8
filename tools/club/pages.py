"""Gives out the club page: files only. The page itself talks with the broker, past this server."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from tools.club.mqttjs import mqttjs
from tools.legends import LANGUAGES, games, texts
from tools.refusal import Refusal

PAGE = Path(__file__).with_name("page")

_TEXTS = Path(__file__).with_name("texts")
_HOST = "127.0.0.1"
_WAIT_S = 10


@functools.cache
def words(language: str) -> dict[str, Any]:
    """The texts of the pages in one language, with what each game is called."""
    content: dict[str, Any] = json.loads((_TEXTS / f"{language}.json").read_text("utf-8"))
    return {**content, "games": {game: texts(game, language).title for game in games()}}


def application(broker: str, user: str = "", password: str = "") -> web.Application:
    """The files of the club page. With a `user` the page signs in by itself (demonstration)."""
    library = mqttjs()
    settings = {
        "broker": broker,
        "user": user,
        "password": password,
        "texts": {language: words(language) for language in LANGUAGES},
    }

    async def index(request: web.Request) -> web.FileResponse:
        return web.FileResponse(PAGE / "club.html")

    async def library_file(request: web.Request) -> web.Response:
        return web.Response(text=library, content_type="text/javascript")

    async def settings_file(request: web.Request) -> web.Response:
        return web.json_response(settings)

    app = web.Application(middlewares=[_only_this_machine])
    app.router.add_get("/", index)
    app.router.add_get("/mqtt.js", library_file)
    app.router.add_get("/settings.json", settings_file)
    app.router.add_static("/page", PAGE)
    return app


@contextlib.contextmanager
def serve(broker: str, user: str = "", password: str = "", port: int = 0) -> Iterator[str]:
    """Serve the club page on this machine while entered; gives the address to open.

    `broker` is the address of its WebSocket, ws://HOST:PORT.
    """
    app = application(broker, user, password)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    runner = web.AppRunner(app, access_log=None)
    listener = socket.create_server((_HOST, port))

    async def open_site() -> None:
        await runner.setup()
        await web.SockSite(runner, listener).start()

    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(open_site(), loop).result(_WAIT_S)
        yield f"http://{_HOST}:{listener.getsockname()[1]}/"
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(_WAIT_S)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def show(broker: str) -> int:
    """Serve the club page until Ctrl-C."""
    if urlsplit(broker).scheme not in ("ws", "wss"):
        raise Refusal(f"club: --page {broker}: it is ws://HOST:PORT, of the broker's WebSocket.")
    with serve(broker) as where:
        print(f"All tables are shown at {where} (Ctrl-C ends it)", flush=True)
        threading.Event().wait()
    return 0


@web.middleware
async def _only_this_machine(request: web.Request, handler: Any) -> web.StreamResponse:
    """No other name of this address: a page of another site could read the sign-in else."""
    if request.url.host not in (_HOST, "localhost"):
        raise web.HTTPForbidden(text="The club page is shown under 127.0.0.1 only.")
    response: web.StreamResponse = await handler(request)
    response.headers["Cache-Control"] = "no-cache"
    return response
