import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from host_tests.command import run
from tools import play

ROOT = Path(__file__).resolve().parents[3]


def command(*options: str) -> int:
    return run(play, *options)


def test_keys_print_the_final_state_and_every_key(capsys):
    assert command("--keys", "1 7 A 5 #", "--preset", "wpbsa") == 0
    final = json.loads(capsys.readouterr().out)
    steps = final["keys"]
    assert [step["key"] for step in steps] == ["1", "7", "A", "5", "#"]
    assert set(steps[0]) == {"key", "ms", "fields", "lamps", "table_lamp", "sounds"}
    assert [step["fields"]["score_a"] for step in steps] == ["  1"] + ["  8"] * 4
    assert final["fields"]["score_b"] == "  5"
    assert final["sheet"] == ["1", "7", "f5"]


@pytest.mark.parametrize(
    "options, names",
    [
        (["--game", "polo"], "polo"),
        (["--preset", "club"], "club"),
        (["--reds", "16"], "16"),
        (["--best-of", "4"], "best-of"),
        (["--sides", "Anna"], "sides"),
        (["--sides", "Anna\nreds: 3 | Bo"], "sides"),
        (["--board", "attic"], "attic"),
        (["--vm", "jvm"], "jvm"),
        (["--keys", "1 x"], "'x'"),
        (["--port", "70000"], "70000"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(capsys, options, names):
    assert command("--no-browser", "--port", "0", *options) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert names in said.err


def test_a_port_in_use_is_said_with_the_way_out(capsys):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert command("--no-browser", "--port", str(port)) == 2
    said = capsys.readouterr()
    assert f"port {port} cannot be had" in said.err
    assert "--port 0" in said.err
    assert said.err.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal to send for Ctrl-C")
@pytest.mark.parametrize("vm", ["wasm", "cpython"])
def test_ctrl_c_ends_quietly(vm):
    with subprocess.Popen(
        [sys.executable, "-m", "tools", "play", "--no-browser", "--port", "0", "--vm", vm],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as playing:
        try:
            assert playing.stdout is not None
            assert "http://127.0.0.1:" in playing.stdout.readline()
            os.killpg(playing.pid, signal.SIGINT)  # as a terminal does
            rest, _ = playing.communicate(timeout=20)
        finally:
            playing.kill()
    assert (playing.returncode, rest) == (0, "")
