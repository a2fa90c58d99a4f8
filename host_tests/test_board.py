"""The whole board: from the contact that closes to the digits latched in the display chips."""

import random

import pytest

from host_tests.console.desk import leaves_the_match_by_enter
from host_tests.latched import Latched
from rules.notation import enter_token, sheet, state
from rules.snooker import Snooker
from tools.boards import load_board
from tools.vboard.device import Device

BOARD_FILE = load_board("wall-max7219")
BALLS = ("red", "yellow", "green", "brown", "blue", "pink", "black")


class Board:
    """A virtual board with a referee at it."""

    def __init__(self, **defaults):
        self.device = Device(BOARD_FILE, {"game": "snooker", **defaults})
        self.device.run_ms(1000)
        self.device.reading()

    def tap(self, keys, down_ms=60, apart_ms=120):
        for key in keys.replace(" ", ""):
            self.device.press(key)
            self.device.run_ms(down_ms)
            self.device.release(key)
            self.device.run_ms(apart_ms - down_ms)

    @property
    def match(self):
        return self.device.marker.console.match

    @property
    def sheet(self):
        return " ".join(sheet(self.match))

    def agrees(self):
        """Assert that what is latched in the chips is the state of the match."""
        reading = self.device.reading()
        now = state(self.match)
        fields = {name: text.strip() for name, text in reading["fields"].items()}
        assert [fields["score_a"], fields["score_b"]] == [str(score) for score in now["score"]]
        assert [fields["frames_a"], fields["frames_b"]] == [str(won) for won in now["frames"]]
        lamps = set(reading["lamps"])
        side = now["match_winner"] or now["winner"] or now["striker"]
        assert lamps & {"turn_a", "turn_b"} == {"turn_" + side.lower()}
        on = BALLS[1:] if now["on"] == "colour" else (now["on"],)
        assert lamps & set(BALLS) == set(on) - {None}
        assert ("free" in lamps, "hand" in lamps) == (now["free_ball"], now["in_hand"] == "D")
        return reading


@pytest.fixture
def board():
    return Board()


def test_a_maximum_break_key_by_key(board):
    score = 0
    for key in "17" * 15 + "234567":
        board.tap(key)
        score += int(key)
        reading = board.agrees()
        assert reading["fields"]["score_a"] == f"{score:3}"
        assert len(reading["sounds"]) >= 2
    assert score == 147
    assert reading["fields"]["info"] == "FinA"
    assert board.match.high_break == [147, 0]


def test_a_whole_match_by_keys_alone():
    board = Board(**{"best-of": 3})
    for keys, score in (
        ("1 7 1 5 0", "14:0"),
        ("1 A7#", "21:1"),  # a foul on the black
        ("#", "21:1"),
        ("AC#", "21:5"),  # four away and a miss
        ("C4 AB#", "21:9"),  # put back; then four away and a free ball
        ("B 6 0", "21:16"),  # the free ball counts as a red
        ("D D 5 0", "21:15"),  # it was the blue
        ("CCC C C C", "21:15"),  # refused: there is no third level of set-up
        ("D", "21:15"),
        ("CC4 1 #", "21:15"),  # set up the last red
        ("1 7 2 3 4 5 6", "49:15"),
        ("7", "56:15"),
        ("D", "49:15"),
        ("7", "56:15"),
    ):
        board.tap(keys)
        board.agrees()
        assert ":".join(map(str, board.match.score)) == score, keys
    assert board.match.frames == [1, 0]
    board.tap("#")
    board.agrees()
    assert (board.match.score, board.match.striker()) == ([0, 0], 1)
    board.tap("D 7")  # undone over the end of the frame; the frame is over, so 7 is refused
    board.agrees()
    assert board.match.score == [56, 15]
    board.tap("#")
    board.tap("CC1 30*30# CC57 A#")  # level on the black: seven to the other side, and so a winner
    board.agrees()
    assert board.match.frames == [2, 0]
    board.tap("D CA*7# A#")  # undone; 23 to 30, and seven more make a tie
    board.agrees()
    assert board.device.reading()["fields"]["info"] == "to55"
    board.tap("B A0#")  # Bo plays the re-spotted black and goes in-off
    assert board.match.match_over
    assert board.match.match_winner == 0
    board.agrees()
    replayed(board.match)


def replayed(match):
    """Assert that the match's own sheet leads to its state."""
    again = Snooker(match.options)
    for token in sheet(match):
        assert enter_token(again, token) == 0
    assert state(again) == state(match)


def test_a_new_match_after_the_end(board):
    start = state(board.match)
    board.tap("1 7 C9B")
    assert board.agrees()["fields"]["info"] == "Finb"
    board.tap("1 #")
    assert board.match.match_over
    board.tap("CC0#")
    board.agrees()
    assert state(board.match) == start
    board.tap("1")
    assert board.agrees()["fields"]["score_a"] == "  1"


def test_no_frame_that_is_latched_shows_what_is_neither_old_nor_new(board):
    """Each digit goes from one value to the other, never by a third."""
    watched = Latched(board.device)
    for key in "1 7 A 5 0 # 1 D * * C * * 0 8 #".split():
        before = board.device.reading()["digits"]
        watched.seen.clear()
        board.device.press(key)
        board.device.run_ms(60)
        after = board.device.reading()["digits"]
        assert after != before
        for _, digits in watched.seen:
            assert all(now in (old, new) for old, now, new in zip(before, digits, after))
        board.device.release(key)
        board.device.run_ms(60)


def test_an_untouched_board_shows_a_match_that_may_begin():
    board = Board()
    reading = board.agrees()
    assert reading["fields"] == {
        "score_a": "  0",
        "frames_a": " 0",
        "info": "5noo",
        "frames_b": " 0",
        "score_b": "  0",
    }
    assert not reading["table_lamp"]


def test_the_board_file_says_what_is_played_and_what_is_told():
    board = Board(**{"best-of": 5, "start": "10-0", "breaks": "B"})
    reading = board.agrees()
    assert reading["fields"]["score_a"] == " 10"
    assert board.match.frames_needed == 3
    secretive = Device({**BOARD_FILE, "infos": ["remaining"]})
    secretive.run_ms(100)
    secretive.play("*")
    reading = secretive.reading()
    assert reading["fields"]["info"] == "r147"
    assert reading["lamps"] == ["hand", "turn_a"]


def test_the_lamp_over_the_table_follows_the_match(board):
    relay = board.device.relay
    assert relay.edges == 0
    board.tap("1 7 C#")
    board.device.run_ms(5000)
    board.tap("D D C#")  # nothing has happened any more: now the key switches it
    board.device.run_ms(5000)
    assert not board.device.reading()["table_lamp"]
    board.tap("1")
    assert relay.on
    board.tap("C9A")
    board.device.run_ms(5000)
    assert board.device.reading()["table_lamp"]
    times_ms = relay.edge_times_ms()
    assert len(times_ms) == 3
    assert all(after - before >= 3000 for before, after in zip(times_ms, times_ms[1:]))


def test_what_the_relay_may_have_disturbed_is_sent_again(board):
    """All registers, once the contacts have stopped arcing."""
    watched = Latched(board.device)
    board.device.run_ms(700)  # into the middle between two of the regular refreshes
    watched.seen.clear()
    board.tap("1")
    edge_ms = board.device.relay.edge_times_ms()[0]
    after_ms = [us // 1000 - edge_ms for us, _ in watched.seen if us > 1000 * (edge_ms + 10)]
    assert len(after_ms) >= 13  # eight digits and five other registers
    assert 50 <= after_ms[0] <= after_ms[-1] <= 100


def test_memory_is_made_ready_when_the_keys_are_quiet(board, monkeypatch):
    device = board.device
    rested_ms = []
    monkeypatch.setattr(device.marker.console, "rest", lambda: rested_ms.append(device.clock.ms))
    board.tap("1717")
    last_ms = device.clock.ms
    assert rested_ms == []
    device.run_ms(5000)
    assert len(rested_ms) == 1
    assert rested_ms[0] - last_ms <= 100


def test_fast_fingers_lose_nothing(board):
    """The next key goes down while the one before is still down."""
    down = None
    for key in "171717":
        board.device.press(key)
        board.device.run_ms(35)
        if down:
            board.device.release(down)
            board.device.run_ms(35)
        down = key
    board.device.release(down)
    board.device.run_ms(200)
    assert board.sheet == "1 7 1 7 1 7"
    board.agrees()


def test_a_key_held_counts_once_and_the_others_go_on(board):
    board.device.press("1")
    board.device.run_ms(29_000)
    assert "fault" not in board.agrees()["lamps"]
    board.device.run_ms(2_000)
    board.tap("7")
    assert "fault" in board.agrees()["lamps"]
    board.device.release("1")
    board.device.run_ms(200)
    assert "fault" not in board.agrees()["lamps"]
    board.tap("1")
    assert board.sheet == "1 7 1"


@pytest.mark.parametrize(("bounce_us", "median_ms", "worst_ms"), [(1600, 8, 16), (6000, 16, 16)])
def test_latency_from_contact_to_latched_digits(board, bounce_us, median_ms, worst_ms):
    """In virtual time, over many phases of the loop against the contact."""
    device = board.device
    device.contacts.bounce_us = bounce_us
    chance = random.Random(bounce_us)
    watched = Latched(device)
    waits_ms = []
    for key in "17" * 15 + "234567":
        device.clock.sleep_us(chance.randrange(2000))
        closed_ms = device.clock.ms
        watched.seen.clear()
        device.press(key)
        device.run_ms(60)
        waits_ms.append(watched.since_us() // 1000 - closed_ms)
        heard_ms = device.buzzer.news()[0][0] - closed_ms
        assert heard_ms <= waits_ms[-1]
        device.release(key)
        device.run_ms(60)
    assert board.match.match_over
    waits_ms.sort()
    assert waits_ms[0] >= 4  # a shorter pulse is noise
    assert waits_ms[len(waits_ms) // 2] <= median_ms, waits_ms
    assert waits_ms[-1] <= worst_ms, waits_ms


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_board_and_match_agree(seed):
    chance = random.Random(seed)
    board = Board(**{"best-of": 9, "reds": 3})
    for _ in range(150):
        key = chance.choice("0123456789ABCD*#12345670#")
        if key == "#" and leaves_the_match_by_enter(board.device.marker.console):
            continue
        board.tap(key)
        if chance.random() < 0.1:
            board.device.run_ms(8100)
            board.agrees()
    board.device.run_ms(8100)
    board.agrees()
    replayed(board.match)
