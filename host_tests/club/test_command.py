"""The command `club`: what it refuses, the collector as a process, the demonstration."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.parse
import urllib.request

import pytest

from tools.club.broker import HOST, mosquitto
from tools.club.configuration import CLUB, SCREEN
from tools.refusal import Refusal
from tools.venv import ROOT

SOON_S = 20


def start(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "tools", "club", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def stop(process):
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=SOON_S)


def test_without_a_broker_it_says_how_to_get_one(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(Refusal, match="apt install mosquitto"):
        mosquitto()


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (["--records", "r"], "--records needs the broker"),
        (["--records", "r", "--broker", "h:x"], "behind the colon stands the port"),
        (["--records", "r", "--broker", "h", "--password-file", "no"], "no: No such file"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, sentence):
    process = start(*arguments)
    _, error = process.communicate(timeout=SOON_S)
    assert process.returncode == 2
    assert sentence in error
    assert "Traceback" not in error


def test_a_collector_with_a_wrong_password_ends(broker, tmp_path):
    (tmp_path / "password").write_text("wrong\n")
    where = ["--broker", f"{HOST}:{broker.port}", "--password-file", str(tmp_path / "password")]
    process = start("--records", str(tmp_path / "records"), *where)
    _, error = process.communicate(timeout=SOON_S)
    assert process.returncode == 2
    assert "does not let 'club' in" in error
    assert "wrong" not in error and "Traceback" not in error


def test_a_collector_over_tls_writes_a_record_and_answers(broker, tmp_path):
    (tmp_path / "password").write_text(broker.passwords[CLUB] + "\n")
    where = ["--broker", f"localhost:{broker.tls_port}", "--ca", str(broker.ca)]
    where += ["--password-file", str(tmp_path / "password")]
    process = start("--records", str(tmp_path / "records"), *where)
    login = ["-h", HOST, "-p", str(broker.port), "-u", "table-1", "-P"]
    login.append(broker.passwords["table-1"])
    record = '{"match": 7, "sheet": "game: snooker\\n"}'
    kept = ""
    for _ in range(SOON_S):  # as a board does: until it hears that the record is safe
        subprocess.run(
            ["mosquitto_pub", *login, "-q", "1", "-t", "marker/table-1/record", "-m", record],
            check=True,
        )
        heard = ["mosquitto_sub", *login, "-t", "marker/table-1/kept", "-C", "1", "-W", "1"]
        kept = subprocess.run(heard, capture_output=True, text=True).stdout
        if kept:
            break
    stop(process)
    assert kept == "7\n"
    files = {path.name: path.read_text() for path in (tmp_path / "records").iterdir()}
    assert files == {"table-1-7.txt": "game: snooker\n"}


@pytest.mark.usefixtures("_installed")
def test_the_demonstration_says_where_it_is_and_leaves_nothing_behind():
    process = start("--demo", "2")
    said = process.stdout.readline()
    found = re.match(r"2 tables play at (http://127.0.0.1:\d+/) ", said)
    assert found, said
    with urllib.request.urlopen(found[1] + "settings.json", timeout=SOON_S) as answer:
        settings = json.load(answer)
    assert settings["user"] == SCREEN
    broker = (HOST, urllib.parse.urlsplit(settings["broker"]).port)
    socket.create_connection(broker, timeout=SOON_S).close()
    _, error = stop(process)
    assert process.returncode == 130
    assert "Traceback" not in error
    with pytest.raises(OSError):
        socket.create_connection(broker, timeout=SOON_S)
