"""The same client on MicroPython of 64 bits, over its own sockets and mbedTLS."""

import pytest

from host_tests.link.mosquitto import Mosquitto
from host_tests.link.test_tls import authority, sign
from tools.vm import available, open_vm

CONNECT = """
import socket, select, ssl, _thread, time
from link.client import Client
class modules: pass
modules.socket, modules.select, modules.ssl, modules._thread = socket, select, ssl, _thread
client = Client(settings, None, None, b"marker/table-1/online", modules, ca)
slowest = 0
def run(until):
    global slowest
    for _ in range(3000):
        before = time.ticks_ms()
        client.step(2)
        slowest = max(slowest, time.ticks_diff(time.ticks_ms(), before))
        if until():
            return True
        time.sleep_ms(1)
    return False
"""
TELL = """
print(run(lambda: client.up), client.trouble)
number = client.publish(b"marker/table-1/record", 600, False, 1)
for _ in range(3):
    while not client.put(b"x" * 200):
        client.step(2)
print(run(lambda: client.acked == number), number > 0, slowest < 250)
"""


@pytest.fixture
def micropython():
    if not available("unix"):
        pytest.skip("the VM unix is not to be had on this system")
    with open_vm("unix") as vm:
        yield vm


def start(vm, port, host, tls, ca):
    vm.put("settings", {"broker": host, "port": port, "table": "table-1", "tls": tls})
    vm.call(f"ca = {ca!r}\n{CONNECT}")


def test_a_message_is_acknowledged(micropython, tmp_path):
    broker = Mosquitto(tmp_path)
    try:
        start(micropython, broker.port, "127.0.0.1", False, None)
        assert micropython.call(TELL).split() == ["True", "True", "True", "True"]
    finally:
        broker.kill()


def test_tls_checks_the_certificate(micropython, tmp_path):
    tmp_path.chmod(0o755)
    ca = authority(tmp_path, "club")
    other = authority(tmp_path, "other")
    sign(tmp_path, "club", "localhost")
    lines = f"certfile {tmp_path}/host.pem\nkeyfile {tmp_path}/host.key\nuser root\n"
    broker = Mosquitto(tmp_path, lines + "allow_anonymous true\n")
    try:
        start(micropython, broker.port, "localhost", True, ca)
        assert micropython.call(TELL).split() == ["True", "True", "True", "True"]
        start(micropython, broker.port, "localhost", True, other)
        said = micropython.call("print(run(lambda: client.trouble), client.up, client.trouble)")
        assert said.startswith("True False") and "CERT" in said.upper()
    finally:
        broker.kill()
