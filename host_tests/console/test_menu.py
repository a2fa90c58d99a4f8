"""The match is picked by keypad: games, editions, length, openers, handicaps, targets."""

import pytest

from console.face import Face
from console.games import write_label
from console.glyphs import glyph
from console.menu import Menu
from console.parts import DONE, LEAVES, MORE, WRONG
from host_tests.console.desk import Desk
from rules.games import NAMES, load


def typed(keys, game="snooker", options=None):
    """Return the menu and its last answer after these keys."""
    menu = Menu(game, options or {})
    answer = MORE
    for key in keys.replace(" ", ""):
        answer = menu.key(ord(key))
    return menu, answer


@pytest.mark.parametrize(
    ("keys", "game", "options"),
    [
        ("C", "snooker", {}),
        ("2C", "nine-ball", {}),
        ("*C", "nine-ball", {}),
        ("3C", "eight-ball", {}),
        # snooker: game, pairs, edition, best of, race to, opener, reds, starts, …
        ("# # 4 C", "snooker", {"preset": 3}),
        ("# 2 C", "snooker", {"pairs": 1}),
        ("# # # 9 C", "snooker", {"best-of": 9}),
        ("# # # # 1 2 C", "snooker", {"race-to": 12}),
        ("# # # # # 2 C", "snooker", {"breaks": 1}),
        ("# # # # # # 6 C", "snooker", {"reds": 6}),
        ("# # # # # # # 1 0 C", "snooker", {"start": 10}),
        ("# # # # # # # # 2 5 C", "snooker", {"start": 25 << 10}),
    ],
)
def test_keys_pick_the_match(keys, game, options):
    menu, answer = typed(keys)
    assert answer == DONE
    assert (menu.game, menu.options) == (game, options)


def test_a_game_of_points_has_a_target_for_each_side():
    menu, answer = typed("4 # # # # # 1 0 0 # 8 0 C")  # edition, best of, race to, opener
    assert answer == DONE
    assert load(menu.game)(menu.options).target == [100, 80]


def test_a_race_takes_the_place_of_best_of_and_the_other_way():
    menu, _ = typed("# # # 9 # 7")
    assert menu.options == {"race-to": 7}
    menu, _ = typed("# # # 9", options={"race-to": 7})
    assert menu.options == {"best-of": 9}


def test_the_last_choice_is_offered_first():
    menu, answer = typed("C", "snooker", {"preset": 1, "best-of": 5})
    assert (answer, menu.options) == (DONE, {"preset": 1, "best-of": 5})


def test_another_game_keeps_the_length_and_who_opens_and_nothing_of_its_own():
    menu, _ = typed("2", "snooker", {"preset": 1, "best-of": 5, "breaks": 1, "reds": 6})
    assert menu.options == {"best-of": 5, "breaks": 1}


@pytest.mark.parametrize("keys", ["# 3", "# # 5", "# # # 1 0 0", "A", "0"])
def test_what_an_item_does_not_take_is_wrong_and_changes_nothing(keys):
    before, _ = typed(keys.rpartition(" ")[0])
    menu, answer = typed(keys)
    assert answer == WRONG
    assert menu.options == before.options


def test_options_that_do_not_go_together_are_pointed_out():
    menu, answer = typed("# # # 4 C")  # an even number of frames
    assert answer == WRONG
    assert typed("# # # 4 C 5 C")[0].options == {"best-of": 5}


def test_enter_leads_through_all_items_and_begins():
    for game in NAMES:
        menu = Menu(game, {})
        answers = [menu.key(ord("#")) for _ in range(len(menu._items))]
        assert answers == [MORE] * (len(answers) - 1) + [DONE], game


def test_leaving_changes_nothing():
    desk = Desk(best_of=5)
    desk.tap("# 2 # 2 D")
    assert desk.match.GAME == "snooker"
    assert desk.match.frames_needed == 3
    assert typed("2 D")[1] == LEAVES


def test_the_board_names_the_offer_and_each_item():
    desk = Desk()
    assert desk.line == "5NOO"
    lines = []
    for key in "# # # # # # # # #".split():
        desk.tap(key)
        lines.append(desk.line)
    assert lines == ["5NOO", "PRNO", "EDPL", "BO 1", "RA 0", "BRA ", "RE15", "5  0", "5  0"]
    assert "turn_b" in desk.lamps  # the second start is B's


def test_the_menu_is_closed_once_a_match_has_begun():
    desk = Desk()
    desk.tap("1 #")
    assert desk.sheet == "1"
    desk.tap("D #")
    assert desk.line == "5NOO"


def test_every_name_can_be_read():
    face = Face(bytearray(4), {}, {})
    labels = set()
    for name in NAMES:
        write_label(face, name)
        assert all(glyph(char) for char in face.line), name
        labels.add(bytes(face.line))
    assert len(labels) == len(NAMES)
