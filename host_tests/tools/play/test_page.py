"""The page in a real Chromium: what it shows is read from the segments of its digits."""

import re
import shutil

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = sync_api.expect

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
_QUIET = """--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync
    --disable-background-networking --disable-component-update""".split()

pytestmark = pytest.mark.skipif(
    _CHROMIUM is None, reason=f"no browser: none of {', '.join(_NAMES)} is on the path"
)

# Our own table, independent of the ones in the firmware and in the virtual board.
_DIGITS = {63: "0", 6: "1", 91: "2", 79: "3", 102: "4", 109: "5", 125: "6", 7: "7", 127: "8"}
_DIGITS |= {111: "9", 0: " "}

# [as drawn: a to g, then the point; as told], a byte a digit
_SEGMENTS = """field => {
    const digits = [...document.querySelectorAll(`[data-field=${field}] svg`)];
    const bit = (shape, place) => shape.classList.contains("lit") << place;
    const drawn = digits.map(digit => [...digit.querySelectorAll("polygon, circle")]
        .reduce((byte, shape, place) => byte | bit(shape, place), 0));
    return [drawn, digits.map(digit => Number(digit.dataset.segments))];
}"""


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=_CHROMIUM, args=_QUIET)


@pytest.fixture
def new_page(browser):
    """Open pages; afterwards none of them may have met an error."""
    errors = []
    contexts = []

    def open_page(address, **options):
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        expect(page.locator("body")).to_have_attribute("data-link", "live")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def number(page, field):
    """Decode a field from the lit segments that are drawn, not from any text."""
    drawn, told = page.evaluate(_SEGMENTS, field)
    assert drawn == told
    return "".join(_DIGITS.get(byte & 127, "*") for byte in drawn).strip()


def shows(page, **fields):
    """Wait until the fields show these numbers."""
    for _ in range(100):
        shown = {field: number(page, field) for field in fields}
        if shown == fields:
            return
        page.wait_for_timeout(50)
    assert shown == fields


def click(page, keys):
    for key in keys.split():
        page.locator(f'[data-key="{key}"]').click(delay=40)


def test_a_frame_is_played_by_clicking(new_hall, new_page):
    page = new_page(new_hall("reds: 1", "best-of: 3").address)
    expect(page.locator("#name-a")).to_have_text("Anna")
    shows(page, score_a="0", score_b="0", frames_a="0")
    click(page, "1 7")
    shows(page, score_a="8")
    expect(page.locator("[data-lamp=yellow]")).to_have_class(re.compile(r"\blit\b"))
    click(page, "2 0")
    expect(page.locator("[data-lamp=turn_b]")).to_have_class(re.compile(r"\blit\b"))
    click(page, "3 A 7 #")
    shows(page, score_a="17", score_b="3")
    click(page, "4 5 6 7")
    shows(page, score_a="39", score_b="3", frames_a="1", frames_b="0")
    expect(page.locator("#visits li").first).to_have_text("1 7 2 -1010 – 0")
    expect(page.locator("#visits .rule")).to_have_text("frame 1 to Anna, 1 – 0")
    expect(page.locator("#table-lamp")).to_have_attribute("aria-label", "Table lamp: on")


def test_keys_are_typed_and_held(new_hall, new_page):
    page = new_page(new_hall().address)
    page.keyboard.type("171", delay=60)
    shows(page, score_a="9")
    page.keyboard.press("Backspace", delay=60)
    shows(page, score_a="8")
    page.keyboard.down("d")
    expect(page.locator('[data-key="D"]')).to_have_class(re.compile(r"\bdown\b"))
    shows(page, score_a="9")
    page.keyboard.up("d")
    page.keyboard.type("a5", delay=60)
    page.keyboard.press("Enter", delay=60)
    shows(page, score_b="5")


def test_focused_keys_answer_the_space_bar(new_hall, new_page):
    page = new_page(new_hall().address)
    page.locator('[data-key="1"]').focus()
    page.keyboard.press("Space", delay=60)
    shows(page, score_a="1")


def test_a_finger_plays_on_a_phone(new_hall, new_page):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = new_page(new_hall().address, **phone)
    page.locator('[data-key="1"]').tap()
    shows(page, score_a="1")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_reload_keeps_the_match_and_pages_agree(new_hall, new_page):
    hall = new_hall()
    page, other = new_page(hall.address), new_page(hall.address)
    click(page, "1 7")
    page.reload()
    shows(page, score_a="8")
    shows(other, score_a="8")
    click(other, "1")
    shows(page, score_a="9")


def test_a_lost_connection_is_shown_lets_go_of_keys_and_comes_back(new_hall, new_page):
    hall = new_hall()
    page = new_page(hall.address)
    click(page, "1")
    page.keyboard.down("7")
    shows(page, score_a="8")
    hall.close()
    expect(page.locator("#alarm")).to_contain_text("Connection lost")
    expect(page.locator(".key.down")).to_have_count(0)
    click(page, "1")
    hall.open()
    expect(page.locator("#alarm")).to_be_empty()
    shows(page, score_a="8")
    page.keyboard.up("7")
    click(page, "1")
    shows(page, score_a="9")


def test_the_mute_button_says_what_it_does(new_hall, new_page):
    page = new_page(new_hall().address)
    mute = page.get_by_role("button", name="Sound on")
    mute.press("Enter")
    expect(page.get_by_role("button", name="Sound off")).to_have_attribute("aria-pressed", "true")
    shows(page, score_a="0")


def hand(page, name):
    return page.locator("#hands").get_by_role("button", name=name)


def is_dark(page):
    """Wait until no segment and no lamp is lit."""
    expect(page.locator("#board .lit")).to_have_count(0)


def says(page, segments):
    """Wait until the information field shows these bytes."""
    digits = page.locator("[data-field=info] svg")
    for digit, byte in zip(digits.all(), segments, strict=True):
        expect(digit).to_have_attribute("data-segments", str(byte))


# "rESU", segment a is bit 0
_RESUMED = [0b1010000, 0b1111001, 0b1101101, 0b0111110]


def test_the_plug_is_pulled_and_the_match_is_back(new_hall, new_page):
    hall = new_hall()
    page, other = new_page(hall.address), new_page(hall.address)
    click(page, "1 7 1")
    shows(page, score_a="9")
    expect(page.locator("body")).to_have_class(re.compile("lamp-lit"))
    hand(page, "Pull the plug").click()
    is_dark(page)
    is_dark(other)
    expect(page.locator("body")).not_to_have_class(re.compile("lamp-lit"))
    expect(hand(other, "Pull the plug")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#clock")).to_contain_text("without power")
    expect(page.locator("#note")).to_contain_text("Plug it in")
    click(page, "7")
    hand(page, "Pull the plug").press("Enter")
    says(page, _RESUMED)
    expect(page.locator("#note")).to_contain_text("resumed")
    shows(page, score_a="9", score_b="0")
    expect(page.locator("#visits li")).to_have_text("1 7 199 – 0")  # 1 7 1, 9, 9 – 0
    click(page, "7")
    shows(page, score_a="16")


def test_a_reset_is_no_end(new_hall, new_page):
    page = new_page(new_hall().address)
    click(page, "1")
    expect(page.locator("#clock")).to_contain_text("00:00:01")
    hand(page, "Reset the chip").click()
    says(page, _RESUMED)
    expect(page.locator("#note")).to_contain_text("resumed")
    shows(page, score_a="1")


def test_the_display_is_unplugged_and_plugged_in_again(new_hall, new_page):
    page = new_page(new_hall().address)
    click(page, "1")
    unplug = hand(page, "Unplug the display")
    unplug.click()
    is_dark(page)
    page.keyboard.press("7", delay=60)
    page.reload()
    is_dark(page)
    expect(unplug).to_have_attribute("aria-pressed", "true")
    unplug.press("Space")
    shows(page, score_a="8", score_b="0")


def test_a_noisy_relay_garbles_the_display_and_it_heals(new_hall, new_page):
    page = new_page(new_hall().address)
    click(page, "1")
    shows(page, score_a="1", score_b="0", frames_a="0", frames_b="0")
    page.evaluate(
        "() => { const seen = window.seen = new Set(); new MutationObserver(changes => "
        "changes.forEach(change => seen.add(change.target.dataset.segments)))"
        ".observe(document.getElementById('board'), "
        "{ subtree: true, attributeFilter: ['data-segments'] }); }"
    )
    hand(page, "Noisy relay").click()
    expect(hand(page, "Noisy relay")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("window.seen.size > 0")
    shows(page, score_a="1", score_b="0", frames_a="0", frames_b="0")


def test_a_key_is_jammed_and_freed(new_hall, new_page):
    hall = new_hall()
    page, other = new_page(hall.address), new_page(hall.address)
    click(page, "1")
    hand(page, "Jam a key").click()
    expect(page.locator("#note")).to_contain_text("Which key?")
    click(page, "7")
    for each in page, other:
        shows(each, score_a="8")
        expect(each.locator('[data-key="7"]')).to_have_class(re.compile("jammed"))
        expect(hand(each, "Jam a key")).to_have_attribute("aria-pressed", "true")
    click(page, "1")
    shows(page, score_a="9")
    click(other, "7")
    expect(page.locator(".jammed")).to_have_count(0)
    expect(hand(page, "Jam a key")).to_have_attribute("aria-pressed", "false")
    shows(page, score_a="9")
    click(page, "7")
    shows(page, score_a="16")


def test_who_does_not_want_to_jam_a_key_leaves_it(new_hall, new_page):
    page = new_page(new_hall().address)
    for leave in lambda: hand(page, "Jam a key").click(), lambda: page.keyboard.press("Escape"):
        hand(page, "Jam a key").click()
        expect(page.locator(".choosing")).to_have_count(1)
        leave()
        expect(page.locator(".choosing")).to_have_count(0)
    click(page, "1")
    shows(page, score_a="1")


@pytest.mark.parametrize("width, height", [(1280, 800), (1000, 760), (390, 844)])
def test_nothing_moves_whatever_is_done(new_hall, new_page, width, height):
    page = new_page(new_hall().address, viewport={"width": width, "height": height})
    places = """() => [...document.querySelectorAll("section, main button, #note")].map(made => {
        const { x, y, width, height } = made.getBoundingClientRect();
        return [x + scrollX, y + scrollY, width, height].map(Math.round).join(" ");
    })"""
    before = page.evaluate(places)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for name in "Unplug the display", "Noisy relay", "Pull the plug", "Jam a key":
        note = page.locator("#note").inner_text()
        hand(page, name).click()
        if name != "Noisy relay":  # the darkness is still said
            expect(page.locator("#note")).not_to_have_text(note)
        page.wait_for_timeout(250)  # transitions
        assert page.evaluate(places) == before
