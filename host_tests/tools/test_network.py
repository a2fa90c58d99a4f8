"""The credentials of a board are put there, and shown by nothing."""

import io
import json

import pytest

from host_tests.command import run
from tools import doctor, log, network, pull
from tools.link import Link
from tools.refusal import Refusal

LINES = "Club Wi-Fi\nwifi-s3cret\ntable-1\nbroker-s3cret\n"
SECRETS = {"wifi": ["Club Wi-Fi", "wifi-s3cret"], "user": "table-1", "password": "broker-s3cret"}
CERTIFICATE = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"


def test_a_wifi_has_a_name_and_a_user_may_be_missing():
    answers = iter(["Club", "", "", ""])
    assert network.asked(lambda _: next(answers)) == {
        "wifi": ["Club", ""],
        "user": None,
        "password": None,
    }
    with pytest.raises(Refusal, match="the Wi-Fi has no name"):
        network.asked(lambda _: "")


def test_input_that_ends_and_a_file_that_is_no_certificate(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("sys.stdin", io.StringIO("Club\n"))
    assert run(network) == 2
    assert capsys.readouterr().err.startswith("standard input ended: it needs four lines")
    other = tmp_path / "key.pem"
    other.write_text("broker-s3cret")
    assert run(network, "--ca", str(other)) == 2
    assert "is no certificate in PEM" in capsys.readouterr().err


def test_they_lie_on_the_board_and_no_command_shows_them(pty_board, monkeypatch, capfd, tmp_path):
    board = pty_board("wall-max7219")
    ca = tmp_path / "ca.pem"
    ca.write_bytes(CERTIFICATE)
    monkeypatch.setattr("sys.stdin", io.StringIO(LINES))
    assert run(network, "--ca", str(ca), "--port", board.port) == 0
    with Link(board.port) as link:
        assert json.loads(link.read("secrets.json")) == SECRETS
        assert link.read("ca.pem") == CERTIFICATE
    run(pull, "--port", board.port, "--out", str(tmp_path / "out"))
    run(doctor, "--port", board.port)
    run(log, "--port", board.port)
    said = "".join(capfd.readouterr())
    written = [path.read_text() for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert "s3cret" not in said + "".join(written)
