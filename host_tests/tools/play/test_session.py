import pytest

MAXIMUM = "1 7 " * 15 + "2 3 4 5 6 7"


def tap(session, key):
    session.press(key)
    session.advance(60)
    session.release(key)
    return session.advance(60)


@pytest.mark.parametrize("vm", ["wasm", "cpython"])
def test_a_key_reaches_the_digits_and_the_sheet(new_session, vm):
    session = new_session(vm=vm)
    tap(session, "1")
    assert session.state["fields"]["score_a"] == "  1"
    assert session.tokens == ["1"]
    assert [list(row.values()) for row in session.state["visits"]] == [["A", "1", 1, "1 – 0"]]


def test_the_first_news_are_everything_and_later_ones_what_has_changed(new_session):
    session = new_session()
    everything = {"ms", "digits", "fields", "lamps", "table_lamp", "visits"}
    assert set(session.state) == everything
    session.advance(3000)
    assert session.advance(20) == {"ms": 3020}
    session.press("1")
    news = session.advance(20)
    assert set(news) == everything | {"sounds"}


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
    assert last["ms"] == 1000 + 120 + 1000


def test_a_word_that_is_no_key_is_named(new_session):
    with pytest.raises(ValueError, match="word 2: .*'x'"):
        list(new_session().type("1 x"))
