import pytest

from tools.vm import available

MAXIMUM = "1 7 " * 15 + "2 3 4 5 6 7"


def tap(session, key):
    session.press(key)
    session.advance(60)
    session.release(key)
    return session.advance(250)  # it is on the flash by then


@pytest.fixture(params=["wasm", "unix", "cpython"])
def vm(request):
    if not available(request.param):
        pytest.skip(f"the VM {request.param} is not to be had on this system")
    return request.param


def test_a_key_reaches_the_digits_and_the_sheet(new_session, vm):
    session = new_session(vm=vm)
    tap(session, "1")
    assert session.state["fields"]["score_a"] == "  1"
    assert session.tokens == ["1"]
    assert [list(row.values()) for row in session.state["visits"]] == [["A", "1", 1, "1 – 0"]]


def test_the_first_news_are_everything_and_later_ones_what_has_changed(new_session):
    session = new_session()
    everything = {"ms", "digits", "fields", "lamps", "table_lamp", "visits", "hands"}
    assert set(session.state) == everything
    session.advance(3000)
    assert session.advance(20) == {"ms": 3020}
    session.press("1")
    news = session.advance(20)
    assert set(news) == everything - {"hands", "table_lamp"} | {"sounds"}
    session.release("1")
    assert "table_lamp" in session.advance(300)  # behind the saving


def test_digits_are_what_the_chips_have_latched(new_session):
    session = new_session()
    tap(session, "1")
    assert session.state["digits"][:3] == [0, 0, 0b0000110]


def test_edges_that_come_in_one_go_are_all_felt(new_session):
    session = new_session()
    for key in "0", "0", "0":
        session.press(key)
        session.release(key)
    for _ in range(20):
        session.advance(20)
    assert session.tokens == ["-", "-", "-"]


@pytest.mark.parametrize("slice_ms", [5, 16, 33, 120, 250])
def test_and_in_the_order_in_which_they_came(new_session, slice_ms):
    session = new_session()
    for _ in range(4):
        for key in "17":
            session.press(key)
            session.release(key)
    for _ in range(0, 2000, min(slice_ms, 100)):
        session.advance(slice_ms)
    assert session.tokens == ["1", "7"] * 4


def test_a_held_key_is_held(new_session):
    session = new_session()
    tap(session, "1")
    tap(session, "D")
    assert session.tokens == []
    session.press("D")
    session.advance(1000)
    session.release("D")
    session.advance(100)
    assert session.tokens == ["1"]


def test_typing_shows_every_ball_of_a_maximum(new_session):
    session = new_session("best-of: 3")
    shown = list(session.type(MAXIMUM))
    scores = [int(step["fields"]["score_a"]) for step in shown]
    assert scores[:4] == [1, 8, 9, 16]
    assert scores[-1] == 147
    assert [step["key"] for step in shown] == MAXIMUM.split()
    assert all(step["sounds"] for step in shown)
    assert shown[-1]["fields"]["frames_a"] == " 1"
    assert shown[-1]["table_lamp"] is True


def test_typing_takes_virtual_time_only(new_session):
    *_, last = new_session().type("D~ .")
    assert last["ms"] == 1000 + 250 + 1000


def test_a_word_that_is_no_key_is_named(new_session):
    with pytest.raises(ValueError, match="word 2: .*'x'"):
        list(new_session().type("1 x"))


def test_the_match_is_back_after_the_plug_was_pulled(new_session, vm):
    session = new_session(vm=vm)
    *_, before = session.type("1 7 1 .")
    *_, dark = session.type("power=off")
    assert set(session.state["digits"]) == {0}
    assert "".join(dark["fields"].values()).strip() == ""
    assert dark["lamps"] == [] and dark["table_lamp"] is False
    session.act("power on")
    session.advance(20)
    fields = {**before["fields"], "info": "rE5U"}  # a 5 and an S are the same segments
    assert session.state["fields"] == fields
    assert session.tokens == ["1", "7", "1"]
    assert session.state["ms"] == 20


def test_keys_without_power_are_dead_and_live_again_with_it(new_session):
    session = new_session()
    *_, last = session.type("1 . power=off 7 1 power=on 7")
    assert session.tokens == ["1", "7"]
    assert last["fields"]["score_a"] == "  8"


def test_a_finger_that_lifts_while_there_is_no_power_has_lifted(new_session):
    session = new_session()
    session.press("1")
    session.advance(500)
    session.act("power off")
    session.advance(100)
    session.release("1")
    session.advance(100)
    session.act("power on")
    session.advance(500)
    assert session.tokens == ["1"]


def test_a_reset_brings_even_what_was_not_on_the_flash_yet(new_session):
    session = new_session()
    session.press("1")
    session.advance(40)  # the key is believed; the flash waits until it has been quiet
    session.release("1")
    session.act("reset")
    session.advance(100)
    assert session.tokens == ["1"]
    assert session.state["fields"]["info"] == "rE5U"


def test_acts_of_a_script_are_words_of_their_own(new_session):
    steps = list(new_session().type("7~ jam=7 free=7"))
    assert [step["key"] for step in steps] == ["7~", "jam=7", "free=7"]
    with pytest.raises(ValueError, match="word 2: .*'jam=x'"):
        list(new_session().type("1 jam=x"))
