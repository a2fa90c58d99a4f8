"""The overlay in a real Chromium, at a real Mosquitto; and what its command refuses."""

import io
import shutil
import time

import pytest

from host_tests.club.pages import CHROMIUM, NAMES, QUIET, snooker, tell
from host_tests.command import run
from tools import overlay_page
from tools.club.broker import Broker
from tools.club.mqttjs import mqttjs
from tools.refusal import Refusal

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = sync_api.expect

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason=f"no browser: none of {', '.join(NAMES)}"),
    pytest.mark.skipif(shutil.which("mosquitto_pub") is None, reason="no mosquitto-clients"),
]


@pytest.fixture
def broker(_installed):
    """One of the test's own: it is killed, and what it retains is counted."""
    with Broker(["table-1", "table-2"]) as running:
        yield running


@pytest.fixture(scope="module")
def browser():
    try:
        mqttjs()
    except Refusal as refusal:
        pytest.skip(str(refusal))
    with sync_api.sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)


@pytest.fixture
def page(browser, broker, tmp_path, monkeypatch):
    """The file that the command writes, opened as OBS does."""
    monkeypatch.setattr("sys.stdin", io.StringIO(broker.passwords["screen"] + "\n"))
    out = tmp_path / "overlay.html"
    web = f"ws://127.0.0.1:{broker.web_port}"
    options = ["--table", "table-1", "--broker", web, "--user", "screen", "--out", str(out)]
    assert run(overlay_page, *options) == 0
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(out.as_uri())
    yield page
    page.close()
    assert errors == []


def scores(page, a, b):
    expect(page.locator("#score-a")).to_have_text(a)
    expect(page.locator("#score-b")).to_have_text(b)


def test_shows_the_score_and_stays_when_the_broker_goes(page, broker):
    expect(page.locator("#bug")).to_be_hidden()
    about = {"names": ["<b>Anna", "Bo"], "options": {"best-of": "9"}}
    clocks = {"synced": True, "shot_ends": time.time() + 100, "paused": False}
    tell(broker, "table-1", online="online", about=about, state=snooker(), clocks=clocks)
    scores(page, "57", "8")
    expect(page.locator("#name-a")).to_have_text("<b>Anna")
    expect(page.locator("#frames")).to_have_text("3(9)2")
    expect(page.locator("#break")).to_contain_text("49")
    expect(page.locator("#on .red")).to_be_visible()
    assert 80 <= int(page.locator("#shot").inner_text()) <= 100
    expect(page.locator("#away")).to_be_hidden()
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == "rgba(0, 0, 0, 0)"
    broker.kill()
    expect(page.locator("#away")).to_be_visible()
    scores(page, "57", "8")
    broker.start()
    tell(broker, "table-1", online="online", state=snooker(score=[65, 8]))
    expect(page.locator("#score-a")).to_have_text("65", timeout=15000)
    expect(page.locator("#away")).to_be_hidden()


def test_a_game_without_points_shows_its_racks_and_the_balls_on(page, broker):
    nine = {"game": "nine-ball", "frames": [4, 6], "striker": "B", "on": 2, "balls": [2, 5, 9]}
    tell(broker, "table-1", online="online", state={**nine, "frame_over": False})
    scores(page, "4", "6")
    expect(page.locator("#on .ball")).to_have_text(["2", "5", "9"])
    expect(page.locator("#on .stripe")).to_have_text("9")


@pytest.mark.parametrize(
    "options, reason",
    [
        (["--table", "Table 1", "--broker", "ws://host:9001"], "a table's name"),
        (["--table", "table-1", "--broker", "mqtt://host"], "ws://HOST:PORT"),
        (["--table", "table-1", "--broker", "ws://host:port"], "ws://HOST:PORT"),
        (["--table", "table-1", "--broker", "ws://u:p@host:9001"], "--user"),
    ],
)
def test_refuses(options, reason, capsys):
    assert run(overlay_page, *options) == 2
    assert reason in capsys.readouterr().err
