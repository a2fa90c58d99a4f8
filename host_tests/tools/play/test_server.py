import asyncio
import socket
import threading

import pytest
from aiohttp import ClientSession, WSMsgType
from aiohttp.test_utils import TestClient, TestServer

from tools.boards import load_board
from tools.play.server import Server
from tools.play.session import Session
from tools.scoresheet import read_sheet
from tools.vm import VmError


class Contacts:
    """A session that only writes down what is done to the board; `fault` stops it."""

    interpreter = "none"
    understands = Session.understands

    def __init__(self):
        self.board = load_board("wall-max7219")
        self.sheet = read_sheet("game: snooker\nsides: Anna | Bo\nrace-to: 4")
        self.state = {"ms": 0, "digits": [0] * 16}
        self.moves = []
        self.fault = None

    def press(self, key):
        self.moves.append(f"+{key}")

    def release(self, key):
        self.moves.append(f"-{key}")

    def act(self, act):
        self.moves.append(act)

    def advance(self, ms):
        if self.fault:
            raise self.fault
        return {"ms": ms}


def serve(scene):
    """Run `scene(client, contacts)` against a server."""

    async def play():
        contacts = Contacts()
        async with TestClient(TestServer(Server(contacts).application())) as client:
            await scene(client, contacts)

    asyncio.run(asyncio.wait_for(play(), 20))


async def until(condition):
    while not condition():
        await asyncio.sleep(0.01)


def test_a_page_is_first_told_what_hangs_on_the_wall():
    async def scene(client, contacts):
        async with client.ws_connect("/wire") as page:
            told = await page.receive_json()
        assert list(told)[0] == "board"
        assert told["digits"] == [0] * 16
        assert told["board"]["keys"] == ["123A", "456B", "789C", "*0#D"]
        assert told["board"]["legends"]["1"] == "red"
        assert told["board"]["sides"] == ["Anna", "Bo"]
        assert told["board"]["length"] == "race to 4"

    serve(scene)


def test_a_page_hears_that_the_board_lives_though_nothing_changes():
    async def scene(client, contacts):
        async with client.ws_connect("/wire") as page:
            await page.receive_json()
            assert list(await page.receive_json(timeout=3)) == ["ms"]

    serve(scene)


def test_a_key_is_closed_while_any_page_holds_it():
    async def scene(client, contacts):
        async with client.ws_connect("/wire") as one, client.ws_connect("/wire") as other:
            await one.send_str("+1")
            await until(lambda: contacts.moves == ["+1"])
            for text in "+1", "+3":
                await other.send_str(text)
            await until(lambda: contacts.moves == ["+1", "+3"])
            for text in "-1", "+2":
                await one.send_str(text)
            await until(lambda: contacts.moves == ["+1", "+3", "+2"])
            await other.send_str("-1")
            await until(lambda: contacts.moves == ["+1", "+3", "+2", "-1"])

    serve(scene)


def test_a_page_that_is_lost_lets_go_of_its_keys():
    async def scene(client, contacts):
        page = await client.ws_connect("/wire")
        await page.send_str("+A")
        await until(lambda: contacts.moves)
        page._response.connection.transport.abort()  # no closing words
        await until(lambda: len(contacts.moves) == 2)
        assert contacts.moves == ["+A", "-A"]

    serve(scene)


def test_other_acts_go_to_the_board_as_they_are():
    acts = ["power off", "power on", "reset", "noise on", "jam 7", "free 7"]

    async def scene(client, contacts):
        async with client.ws_connect("/wire") as page:
            for act in acts:
                await page.send_str(act)
            await until(lambda: contacts.moves == acts)

    serve(scene)


@pytest.mark.parametrize(
    "text", ["", "1", "+", "+x", "+12", "*1", "-\u0661", "jam", "power", "jam x"]
)
def test_what_is_no_act_ends_the_connection(text):
    async def scene(client, contacts):
        async with client.ws_connect("/wire") as page:
            await page.receive_json()
            await page.send_str(text)
            assert (await page.receive()).type is WSMsgType.CLOSE
            assert page.close_code == 1008
        assert contacts.moves == []

    serve(scene)


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://example.org"}, {"Host": "example.org"}, {"Origin": "null"}]
)
def test_only_pages_of_this_server_on_this_machine_are_served(headers):
    async def scene(client, contacts):
        for path in "/", "/wire", "/page/play.js":
            answer = await client.get(path, headers=headers)
            assert answer.status == 403

    serve(scene)


def test_the_page_is_served_and_never_stale():
    async def scene(client, contacts):
        for path in "/", "/page/play.js", "/page/play.css", "/page/wood.svg":
            answer = await client.get(path)
            assert answer.status == 200
            assert answer.headers["Cache-Control"] == "no-cache"

    serve(scene)


def test_firmware_that_stops_is_told_to_the_page_and_ends_the_server():
    contacts = Contacts()
    heard = []

    async def watch(address):
        async with ClientSession() as client, client.ws_connect(address) as page:
            contacts.fault = VmError("Traceback …\nIndexError: list index out of range")
            heard.extend([message.json() async for message in page])

    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/wire"
        watcher = threading.Thread(target=lambda: asyncio.run(watch(address)))
        with pytest.raises(VmError):
            Server(contacts).run(listener, watcher.start)
        watcher.join()
    assert heard[-1] == {"stopped": "IndexError: list index out of range"}
