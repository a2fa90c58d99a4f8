"""What may be set on a board, and what becomes of it under another board file."""

import pytest

from tools import settings
from tools.boards import load_board
from tools.refusal import Refusal

WALL = load_board("wall-max7219")


def changed(*wishes, before=()):
    return settings.changed(WALL, dict(before), wishes)


def test_every_name_can_be_found_and_none_is_a_wire():
    names = settings.names(WALL)
    assert {"defaults.game", "defaults.preset", "defaults.best-of", "defaults.reds"} <= set(names)
    assert {"clocks.shot_s", "infos", "self_test.relay", "displays.0.brightness"} <= set(names)
    assert {"table_lamp.after_power_cut", "table_lamp.least_on_s"} <= set(names)
    assert not [name for name in names if name.endswith((".pin", ".active", ".cs", ".spi"))]
    bare = {key: value for key, value in WALL.items() if key not in ("table_lamp", "self_test")}
    assert not [name for name in settings.names(bare) if name.startswith(("table_", "self_"))]


@pytest.mark.parametrize(
    "wish, value",
    [
        ("displays.0.brightness=15", 15),
        ("defaults.preset=wpbsa", "wpbsa"),
        ("defaults.start=10-0", "10-0"),
        ("defaults.best-of=9", 9),
        ("table_lamp.after_power_cut=on", "on"),
        ("clocks.shot_s=0", 0),
        ("infos=break,on", ["break", "on"]),
        ("self_test.relay=true", True),
    ],
)
def test_a_wish_is_a_value_of_its_kind_and_reads_back(wish, value):
    path, _, said = wish.partition("=")
    assert changed(wish) == {path: value}
    assert settings.text(value) == said


@pytest.mark.parametrize(
    "wish, sentence",
    [
        ("displays.0.brightness=16", "displays[0].brightness: 16 is greater than"),
        ("displays.0.brightness=bright", "displays[0].brightness: 'bright' is not of type"),
        ("displays.1.brightness=3", "displays.1.brightness: there is no such setting; there are "),
        ("table_lamp.pin=4", "table_lamp.pin: there is no such setting; there are "),
        ("presset=pl", "presset: there is no such setting; there are defaults.game, "),
        ("defaults.preset=xx", "defaults: 'preset' takes pl, "),
        ("defaults.game=nine-ball", "defaults: 'preset' takes seed or wpa, not 'pl'"),
        ("defaults.game=chess", "defaults: there is no game 'chess'; there are: "),
        ("defaults.target=50", "defaults.target: there is no such setting; there are "),
        ("infos=breaks", "infos[0]: 'breaks' is none of "),
        ("clocks.shot_s=99999999999999999999", "clocks.shot_s: '99999999999999999999' is not"),
        ("brightness", "brightness: say it as KEY=VALUE, or KEY= to take it back."),
        ("infos=", "infos: is not set; what is set: nothing."),
    ],
)
def test_what_cannot_be_set_is_a_sentence(wish, sentence):
    with pytest.raises(Refusal) as refused:
        changed(wish)
    assert str(refused.value).startswith(sentence)


def test_another_game_brings_its_own_keys():
    assert changed("defaults.game=14.1", "defaults.preset=wpa", "defaults.target=50") == {
        "defaults.game": "14.1",
        "defaults.preset": "wpa",
        "defaults.target": 50,
    }


def test_a_setting_is_taken_back():
    before = {"infos": ["on"], "self_test.relay": False}
    assert changed("self_test.relay=", before=before) == {"infos": ["on"]}
    assert before == {"infos": ["on"], "self_test.relay": False}
    stale = {"displays.9.brightness": 3}  # of another board file
    assert changed("displays.9.brightness=", before=stale) == {}


def test_the_board_file_is_not_changed():
    laid = settings.laid_over(WALL, {"displays.0.brightness": 1, "clocks.shot_s": 5})
    assert laid["displays"][0]["brightness"] == 1
    assert laid["clocks"] == {"shot_s": 5}
    assert WALL == load_board("wall-max7219")


def test_another_board_file_keeps_what_fits():
    kept, lost = settings.fitting(
        WALL,
        {
            **{"displays.0.brightness": 9, "displays.1.brightness": 9},
            **{"defaults.game": "14.1", "defaults.preset": "pl", "infos": ["break"]},
        },
    )
    assert kept == {"displays.0.brightness": 9, "infos": ["break"]}
    assert lost == [
        "defaults.game does not fit this board file and was taken back.",
        "defaults.preset does not fit this board file and was taken back.",
        "displays.1.brightness does not fit this board file and was taken back.",
    ]


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"1", b"\xff"])
def test_a_broken_file_sets_nothing(data):
    assert settings.read(data) == {}


def test_what_is_written_is_read():
    found = {"infos": ["on"], "clocks.shot_s": 30}
    assert settings.read(settings.written(found)) == found


def test_a_board_joins_its_club_by_settings_alone():
    assert changed("link.broker=10.0.0.2", "link.table=table-1", "link.commands=lamp,names") == {
        "link.broker": "10.0.0.2",
        "link.table": "table-1",
        "link.commands": ["lamp", "names"],
    }
    for wish in ("link.table=Table 1", "link.commands=stroke", "link.port=70000"):
        with pytest.raises(Refusal):
            changed("link.broker=club", "link.table=table-1", wish)
    with pytest.raises(Refusal):  # a table without a broker
        changed("link.table=table-1")
