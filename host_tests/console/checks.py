"""What holds for the keys and the face of every game; the tests of each game call it."""

import random

from console import sounds
from console.face import Face
from console.glyphs import glyph
from host_tests.console.desk import KEYS
from rules.match import OWN
from rules.notation import enter_token, sheet, state


def enters_exactly(desk, before, keys, token):
    """The keys enter this event and no other, and it is heard."""
    desk.happen(before)
    was_over = desk.match.frame_over
    desk.tap(keys)
    assert desk.sheet == f"{before} {token}".strip()
    ended = desk.match.frame_over and not was_over
    assert desk.sounds[-1] == (sounds.FRAME if ended else sounds.ACCEPTED)


def names(keymap):
    """What each kind of event is called in the line; of different kinds never the same."""
    face = Face(bytearray(4), {"info": [0, 1, 2, 3]}, {})
    called = []
    match = keymap.match
    for kind in range(OWN + len(match.OWN_KINDS)):
        if match.kind_row(kind) and kind not in match.LACKS:
            face.clear_line()
            keymap.write_event(face, kind, 1, 1)
            called.append(face.line.decode())
            assert all(char == 32 or glyph(char) for char in face.line), face.line
    assert len(set(called)) == len(called), called
    return called


def survives_anything(desk, seed, presses=1500, often=""):
    """Whatever is pressed, each key is heard, the line is readable and the match is its sheet."""
    chance = random.Random(seed)
    for _ in range(presses):
        heard = len(desk.sounds)
        key = chance.choice(KEYS + often)
        if key == "#" and desk.leaves_the_match_by_enter:
            continue
        desk.tap(key, chance.choice([100, 300, 900]))
        assert len(desk.sounds) > heard
        assert desk.line.strip()
        assert all(char == 32 or glyph(char) for char in desk.face.line), desk.face.line
        if chance.random() < 0.02:
            desk.wait(9000)
        if desk.match.match_over:
            desk.tap("CC0#")
    again = type(desk.match)(desk.match.options)
    for token in sheet(desk.match):
        assert enter_token(again, token) == 0
    assert state(again) == desk.state
