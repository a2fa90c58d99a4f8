"""TLS against a real Mosquitto: the certificate and the host's name are checked, else no link."""

import shutil
import subprocess

import pytest

from host_tests.link.mosquitto import SLOWEST_PASS_S, Bench, Mosquitto, Proxy
from link.client import Client
from tools.vboard.network import Network


def openssl(folder, *words):
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


def authority(folder, name):
    """A certificate authority; its own certificate, as ca.pem on a board."""
    openssl(
        folder,
        *"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(),
        *f"-subj /CN={name} -keyout {name}.key -out {name}.pem".split(),
    )
    return (folder / f"{name}.pem").read_bytes()


def sign(folder, by, host):
    """A certificate for `host`, host.pem, with host.key."""
    (folder / "extension").write_text(f"subjectAltName=DNS:{host}\n")
    openssl(
        folder,
        *f"req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN={host}".split(),
        *"-keyout host.key -out host.csr".split(),
    )
    openssl(
        folder,
        *f"x509 -req -in host.csr -CA {by}.pem -CAkey {by}.key -CAcreateserial".split(),
        *"-days 2 -extfile extension -out host.pem".split(),
    )
    (folder / "host.key").chmod(0o644)


@pytest.fixture
def start(tmp_path):
    """Starts a broker whose certificate is for a host, signed by the club; the club's CA."""
    tmp_path.chmod(0o755)
    started = []

    def start(host):
        ca = authority(tmp_path, "club")
        sign(tmp_path, "club", host)
        lines = f"certfile {tmp_path}/host.pem\nkeyfile {tmp_path}/host.key\n"
        started.append(Mosquitto(tmp_path, lines + "allow_anonymous true\nuser root\n"))
        return started[-1], ca

    yield start
    for broker in started:
        broker.kill()


def test_the_right_certificate_is_let_in(start):
    broker, ca = start("localhost")
    board = Bench(broker.port, ca=ca, host="localhost")
    assert board.comes_up()
    assert board.tell(b"marker/table-1/record", bytes(500))
    broker.kill()
    assert board.run(lambda: not board.client.up)
    broker.start()
    assert board.comes_up()
    assert board.slowest_s < SLOWEST_PASS_S


def test_another_authority_is_not_believed(start, tmp_path):
    broker, _ = start("localhost")
    board = Bench(broker.port, ca=authority(tmp_path, "other"), host="localhost")
    assert not board.comes_up(10_000)
    assert "CERT_VERIFY_FAILED" in board.troubles[0]
    assert board.slowest_s < SLOWEST_PASS_S


def test_a_certificate_for_another_host_is_not_believed(start):
    broker, ca = start("elsewhere")
    board = Bench(broker.port, ca=ca, host="localhost")
    assert not board.comes_up(10_000)
    assert "CERT_VERIFY_FAILED" in board.troubles[0]


def test_a_broken_certificate_on_the_board_is_told_and_nothing_else_happens(start):
    broker, _ = start("localhost")
    board = Bench(broker.port, ca=b"-----BEGIN CERTIFICATE-----\nrubbish\n", host="localhost")
    assert not board.comes_up(5000)
    assert board.client.trouble == "ca.pem has no certificate"
    rubbish = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    board = Bench(broker.port, ca=rubbish, host="localhost")
    assert not board.comes_up(5000)
    assert board.client.trouble == "invalid cert"


def test_no_certificate_no_client():
    settings = {"broker": "localhost", "table": "table-1", "tls": True}
    with pytest.raises(ValueError, match="ca.pem"):
        Client(settings, None, None, b"marker/table-1/online", Network())


def test_a_broker_without_tls_is_left(tmp_path):
    broker = Mosquitto(tmp_path)
    try:
        board = Bench(broker.port, ca=authority(tmp_path, "club"), host="localhost")
        assert not board.comes_up(30_000)
        assert board.slowest_s < SLOWEST_PASS_S
    finally:
        broker.kill()


def test_a_handshake_that_nobody_answers_is_left(start):
    broker, ca = start("localhost")
    proxy = Proxy(broker.port)
    proxy.cut = True
    board = Bench(proxy.port, ca=ca, host="localhost")
    # The limit with TLS: 15 s for the handshake and 5 s for CONNACK.
    assert board.run(lambda: board.client.trouble == "no answer", 21_000)
    assert board.ms >= 20_000
    proxy.cut = False
    assert board.comes_up()
    proxy.close()
