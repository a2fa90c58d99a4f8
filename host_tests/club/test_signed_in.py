"""Who is not signed in neither reads nor commands, and nobody does more than he may.

Tried with the clients that everybody has, mosquitto_pub and mosquitto_sub, and with aiomqtt over
the WebSocket that the pages use. What a client was refused is seen from the other end: a reader
who may read everything has not got it. A refused publish is acknowledged all the same (MQTT 3.1.1
has no word for it), so the exit status alone says nothing.
"""

import asyncio
import subprocess
from pathlib import Path

import aiomqtt
import pytest

from host_tests.club.conftest import needs
from tools.club.broker import HOST
from tools.club.configuration import CLUB, DESK, SCREEN, printed
from tools.venv import ROOT

SOON_S = 5  # by then what is let through has arrived
NOT_AUTHORISED = 5  # CONNACK of MQTT 3.1.1
END = "marker/table-1/do/end"


def sign_in(broker, user, password=None):
    if user is None:
        return []
    return ["-u", user, "-P", broker.passwords[user] if password is None else password]


def publish(broker, credentials, topic, payload="x"):
    """Publish as somebody; the status of mosquitto_pub."""
    needs("mosquitto_pub")
    command = ["mosquitto_pub", "-h", HOST, "-p", str(broker.port), *credentials]
    command += ["-q", "1", "-t", topic, "-m", payload]
    return subprocess.run(command, capture_output=True, text=True, timeout=SOON_S)


class Reader:
    """mosquitto_sub, subscribed when it is made; `until` gives what came before a payload."""

    def __init__(self, broker, user, topics):
        needs("mosquitto_sub")
        needs("stdbuf")  # or it says that it has subscribed when it ends
        command = ["stdbuf", "-oL", "mosquitto_sub", "-h", HOST, "-p", str(broker.port)]
        command += sign_in(broker, user)
        command += ["-d", "-W", str(SOON_S), "-F", "got %t %p"]
        for topic in topics:
            command += ["-t", topic]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self._expect("Subscribed (mid:")

    def until(self, payload):
        got = self._expect(f" {payload}\n")
        self._process.kill()
        self._process.communicate()
        return [line.split()[1:3] for line in got if line.startswith("got ")][:-1]

    def _expect(self, text):
        lines = []
        for line in self._process.stdout:
            lines.append(line)
            if text in line:
                return lines
        raise AssertionError(f"{text!r} has not come: {lines}")


def seen(broker, user, topic):
    """Whether what `user` publishes there reaches one who may read everything."""
    reader = Reader(broker, CLUB, ["marker/#"])
    assert publish(broker, sign_in(broker, user), topic, "forged").returncode == 0
    assert publish(broker, sign_in(broker, DESK), END, "the-end").returncode == 0
    got = reader.until("the-end")
    assert got in ([], [[topic, "forged"]])
    return bool(got)


def test_who_is_not_signed_in_is_not_let_in(broker):
    for topic in ("marker/table-1/do/lamp", "marker/table-1/state"):
        refused = publish(broker, [], topic)
        assert refused.returncode == NOT_AUTHORISED
        assert "not authorised" in refused.stderr


def test_who_is_not_signed_in_reads_nothing(broker):
    needs("mosquitto_sub")
    assert publish(broker, sign_in(broker, "table-1"), "marker/table-1/state").returncode == 0
    command = ["mosquitto_sub", "-h", HOST, "-p", str(broker.port), "-t", "#", "-W", str(SOON_S)]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=2 * SOON_S)
    assert (refused.returncode, refused.stdout) == (NOT_AUTHORISED, "")


@pytest.mark.parametrize("user", ["table-1", CLUB, DESK, SCREEN])
@pytest.mark.parametrize("password", ["", "wrong"])
def test_a_wrong_password_is_refused(broker, user, password):
    refused = publish(broker, sign_in(broker, user, password), "marker/table-1/state")
    assert refused.returncode == NOT_AUTHORISED


def test_an_unknown_user_is_refused(broker):
    assert publish(broker, ["-u", "table-3", "-P", "x"], "marker/table-3/state").returncode == 5


@pytest.mark.parametrize(
    "user, topic",
    [
        ("table-1", "marker/table-1/state"),
        ("table-1", "marker/table-1/record"),
        (DESK, "marker/table-1/do/lamp"),
        (CLUB, "marker/table-1/kept"),
    ],
)
def test_what_is_everybodys_own_is_let_through(broker, user, topic):
    assert seen(broker, user, topic)


@pytest.mark.parametrize(
    "user, topic",
    [
        ("table-1", "marker/table-2/state"),
        ("table-1", "marker/table-2/do/lamp"),
        ("table-1", "marker/table-2/kept"),
        (SCREEN, "marker/table-1/do/lamp"),
        (SCREEN, "marker/table-1/state"),
        (SCREEN, "marker/table-1/kept"),
        (SCREEN, "marker/screen/state"),
        (CLUB, "marker/table-1/do/lamp"),
        (CLUB, "marker/table-1/state"),
        (CLUB, "marker/club/state"),
        (DESK, "marker/table-1/state"),
        (DESK, "marker/desk/record"),
    ],
)
def test_what_is_somebody_elses_is_not(broker, user, topic):
    assert not seen(broker, user, topic)


@pytest.mark.parametrize(
    "user, hears",
    [
        (SCREEN, ["state", "online"]),
        ("table-2", []),
        ("table-1", ["kept", "do/lamp"]),
        (DESK, ["state", "online", "record", "kept", "do/lamp"]),
    ],
)
def test_everybody_hears_what_is_for_him(broker, user, hears):
    """All subscribe to everything, and the broker picks; each knows the end by a word for him."""
    last = {"table-1": "kept", "table-2": "kept"}.get(user, "state")
    own = user if user.startswith("table") else "table-1"
    listener = Reader(broker, user, ["marker/#"])
    says = {"state": "table-1", "online": "table-1", "record": "table-1", "kept": CLUB}
    for what, by in [*says.items(), ("do/lamp", DESK)]:
        publish(broker, sign_in(broker, by), f"marker/table-1/{what}", "x")
    by = CLUB if last == "kept" else "table-1"
    publish(broker, sign_in(broker, by), f"marker/{own}/{last}", "the-end")
    assert listener.until("the-end") == [[f"marker/table-1/{what}", "x"] for what in hears]


# -- over the WebSocket, and over TLS ---------------------------------------------------------


def over_websocket(broker, user, password):
    return aiomqtt.Client(
        HOST, broker.web_port, username=user, password=password, transport="websockets"
    )


@pytest.mark.parametrize("user, password", [(None, None), (SCREEN, "wrong")])
def test_a_page_that_is_not_signed_in_is_not_let_in(broker, user, password):
    async def enter():
        async with over_websocket(broker, user, password):
            pass

    with pytest.raises(aiomqtt.MqttError, match="[Nn]ot authori"):
        asyncio.run(enter())


def test_a_page_sees_a_state_and_cannot_command(broker):
    async def look():
        async with over_websocket(broker, SCREEN, broker.passwords[SCREEN]) as page:
            await page.subscribe("marker/#")
            await page.publish("marker/table-1/do/lamp", "ON", qos=1)
            await asyncio.to_thread(
                publish, broker, sign_in(broker, "table-1"), "marker/table-1/state", "{}"
            )
            async for message in page.messages:
                return str(message.topic), message.payload

    table = Reader(broker, "table-1", ["marker/table-1/#"])
    assert asyncio.run(asyncio.wait_for(look(), SOON_S)) == ("marker/table-1/state", b"{}")
    publish(broker, sign_in(broker, CLUB), "marker/table-1/kept", "the-end")
    assert table.until("the-end") == []


def over_tls(broker, ca):
    needs("mosquitto_pub")
    command = ["mosquitto_pub", "-h", "localhost", "-p", str(broker.tls_port), "--cafile", str(ca)]
    command += [*sign_in(broker, "table-1"), "-q", "1", "-t", "marker/table-1/state", "-m", "x"]
    return subprocess.run(command, capture_output=True, text=True, timeout=SOON_S)


def test_tls_with_the_right_authority(broker):
    assert over_tls(broker, broker.ca).returncode == 0


def test_tls_with_another_authority_is_refused_by_the_client(broker, tmp_path):
    from tools.club.certificates import make_certificates

    make_certificates(tmp_path)
    refused = over_tls(broker, tmp_path / "ca.pem")
    assert refused.returncode != 0
    assert "TLS error" in refused.stderr


@pytest.mark.parametrize("name", printed())
def test_the_files_for_a_club_are_what_these_tests_were_run_with(name):
    assert Path(ROOT / "docs" / name).read_text(encoding="utf-8") == printed()[name]
