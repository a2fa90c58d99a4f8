"""The club page in a real Chromium, at a real Mosquitto."""

import shutil

import pytest

from host_tests.club.pages import CHROMIUM, NAMES, QUIET, snooker, tell
from tools.club.broker import Broker
from tools.club.mqttjs import mqttjs
from tools.club.pages import serve
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
def address(broker):
    with serve(f"ws://127.0.0.1:{broker.web_port}") as where:
        yield where


@pytest.fixture
def page(browser, address):
    page = browser.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{address}?lang=en")
    yield page
    page.close()
    assert errors == []


def sign_in(page, broker, password=None):
    page.fill("[name=user]", "screen")
    page.fill("[name=password]", password or broker.passwords["screen"])
    page.click("#sign-in button")


def card(page, table):
    return page.locator(f"[data-table={table}]")


def test_shows_what_a_table_has_told(page, broker):
    about = {"game": "snooker", "names": ["Anna", "Bo"]}
    tell(broker, "table-1", state=snooker(), about=about, online="online", lamp="ON")
    sign_in(page, broker)
    table = card(page, "table-1")
    expect(table.locator(".name")).to_have_text(["Anna", "Bo"])
    expect(table.locator(".score")).to_have_text(["57", "8"])
    expect(table.locator(".frames")).to_have_text(["3", "2"])
    expect(table.locator(".side.turn .name")).to_have_text("Anna")
    expect(table.locator(".foot")).to_contain_text("49")
    expect(table.locator(".ball.red")).to_be_visible()
    expect(table.locator(".lamp")).to_be_visible()
    expect(table.locator(".link")).to_have_text("online")
    tell(broker, "table-1", state=snooker(score=[58, 8]))
    expect(table.locator(".score")).to_have_text(["58", "8"])


def test_each_state_of_a_link(page, broker):
    tell(broker, "table-1", state=snooker())
    tell(broker, "table-2", state=snooker(), online="offline")
    sign_in(page, broker)
    expect(card(page, "table-1").locator(".link")).to_have_text("never heard")
    expect(card(page, "table-2").locator(".link")).to_have_text("offline")
    broker.kill()
    expect(card(page, "table-2").locator(".link")).to_have_text("broker lost")
    expect(page.locator("#message")).to_contain_text("The broker is away")
    expect(card(page, "table-1").locator(".score")).to_have_text(["57", "8"])
    broker.start()
    tell(broker, "table-1", state=snooker(score=[60, 9]), online="online")
    expect(card(page, "table-1").locator(".score")).to_have_text(["60", "9"], timeout=15000)
    expect(page.locator("#message")).to_have_text("")


def test_a_wrong_password_is_said_and_asked_for_again(page, broker):
    sign_in(page, broker, "wrong")
    expect(page.locator("#refused")).to_contain_text("refuses")
    sign_in(page, broker)
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    assert broker.passwords["screen"] not in page.url
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-link", "live")


def test_names_are_text_and_nonsense_is_nothing(page, broker):
    name = "<img src=x onerror=document.title='had'>"
    tell(broker, "table-1", state=snooker(), about={"names": [name, "Bo"]})
    tell(broker, "table-2", state="{nonsense")
    sign_in(page, broker)
    expect(card(page, "table-1").locator(".name").first).to_have_text(name)
    assert page.locator("#tables img").count() == 0
    assert card(page, "table-2").count() == 0


def test_in_persian_it_runs_from_right_to_left(page, broker):
    tell(broker, "table-1", state=snooker())
    sign_in(page, broker)
    page.select_option("#language", "fa")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(card(page, "table-1").locator(".score")).to_have_text(["۵۷", "۸"])
