"""The client against a real Mosquitto: field notes, rows 90 to 94 and 97.

Time is virtual, the sockets are real: what the tests say of ms is the client's own count. Each
pass is timed for real as well, for a call that waits shows there and nowhere else.
"""

import socket
import time

import pytest

from host_tests.link.mosquitto import SLOWEST_PASS_S, Bench, Mosquitto, Proxy, free_port


@pytest.fixture
def broker(tmp_path):
    broker = Mosquitto(tmp_path)
    yield broker
    broker.kill()


def test_a_message_is_acknowledged_and_heard(broker):
    desk, board = Bench(broker.port), Bench(broker.port)
    desk.client._name = b"desk"
    desk.client.subscribe(b"marker/#")
    assert desk.comes_up() and board.comes_up()
    assert desk.run(lambda: desk.client._to_subscribe == 1)
    payload = bytes(range(256)) * 2
    assert board.tell(b"marker/table-1/state", payload)
    heard = []
    assert desk.run(lambda: heard.append(desk.client.take()) or heard[-1])
    assert heard[-1] == (b"marker/table-1/state", payload)


def test_a_message_too_long_is_dropped_and_the_next_one_heard(broker):
    desk, board = Bench(broker.port), Bench(broker.port)
    desk.client._name = b"desk"
    desk.client.subscribe(b"marker/#")
    assert desk.comes_up() and board.comes_up()
    assert desk.run(lambda: desk.client._to_subscribe == 1)
    assert board.tell(b"marker/table-1/state", bytes(2000))
    assert board.tell(b"marker/table-1/lamp", b"ON")
    heard = []
    assert desk.run(lambda: heard.append(desk.client.take()) or heard[-1])
    assert heard[-1] == (b"marker/table-1/lamp", b"ON")


def test_a_silent_hour_is_pinged_through(broker):
    board = Bench(broker.port)
    assert board.comes_up()
    assert not board.run(lambda: not board.client.up, 120_000)
    assert board.client.ups == 1


def test_nobody_listens_then_somebody_does(tmp_path):
    port = free_port()
    board = Bench(port)
    assert not board.comes_up(20_000)
    assert "refused" in board.troubles[0].lower()
    broker = Mosquitto(tmp_path, "allow_anonymous true\n")
    try:
        board.client._resolver._port = broker.port
        board.client._resolver.forget()
        assert board.comes_up(80_000)
    finally:
        broker.kill()
    assert board.slowest_s < SLOWEST_PASS_S


def test_a_broker_that_accepts_and_is_silent_is_left():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        board = Bench(silent.getsockname()[1])
        assert board.run(lambda: board.client.trouble, 5200)
        assert board.ms >= 5000
        assert board.client.trouble == "no answer"
        assert board.slowest_s < SLOWEST_PASS_S


def test_half_open_is_noticed_and_left(broker):
    proxy = Proxy(broker.port)
    board = Bench(proxy.port)
    assert board.comes_up()
    proxy.cut = True
    start_ms = board.ms
    assert board.run(lambda: not board.client.up)
    assert 28_000 <= board.ms - start_ms <= 31_000  # 20 s of silence, 10 s for the answer
    proxy.cut = False
    assert board.comes_up()
    assert board.client.ups == 2
    assert board.slowest_s < SLOWEST_PASS_S
    proxy.close()


def test_a_message_that_nobody_acknowledges_ends_the_connection(broker):
    proxy = Proxy(broker.port)
    board = Bench(proxy.port)
    assert board.comes_up()
    proxy.cut = True
    start_ms = board.ms
    assert not board.tell(b"marker/table-1/record", b"{}")
    assert board.client.acked == 0
    proxy.cut = False
    assert board.comes_up()
    assert board.ms - start_ms <= 80_000
    assert board.tell(b"marker/table-1/record", b"{}")
    proxy.close()


def test_a_broker_killed_and_restarted_is_found_again(broker):
    board = Bench(broker.port)
    for round in range(3):
        assert board.comes_up()
        assert board.client.ups == round + 1
        assert board.tell(b"marker/table-1/record", b"{}")
        broker.kill()
        assert board.run(lambda: not board.client.up)
        broker.start()
    assert board.comes_up()
    assert board.slowest_s < SLOWEST_PASS_S


def test_a_wrong_password_is_refused_and_tried_ever_more_slowly(tmp_path):
    broker = Mosquitto(tmp_path, "allow_anonymous false\n")
    try:
        board = Bench(broker.port, user=b"table-1", password=b"wrong")
        assert not board.comes_up(20_000)
        # CONNACK 5 is "not authorized" (3.2.2.3).
        assert board.troubles == ["refused 5"]
        assert board.client.unanswered == 0
        # Tries after 0, 1, 3, 7 and 15 s, a quarter more at most: the fifth is the last in 20 s.
        assert 4 <= board.client._failures <= 5
    finally:
        broker.kill()


def test_slow_dns_holds_nobody_up(broker):
    board = Bench(broker.port, host="localhost")
    board.network.dns_s = 0.6
    assert not board.comes_up(100)
    assert board.network.lookups == 1
    assert board.comes_up()
    assert board.slowest_s < SLOWEST_PASS_S
    assert board.network.lookups == 1


def test_an_address_is_kept(broker):
    board = Bench(broker.port, host="localhost")
    assert board.comes_up()
    broker.kill()
    assert board.run(lambda: not board.client.up)
    broker.start()
    assert board.comes_up()
    assert board.network.lookups == 1


def test_an_access_point_that_hears_nothing_is_noticed(broker):
    board = Bench(broker.port)
    assert board.comes_up()
    board.network.air.dead = True
    assert board.run(lambda: board.client.unanswered == 3, 90_000)
    board.network.air.dead = False
    assert board.comes_up()
    assert board.client.unanswered == 0


def test_no_try_begins_in_a_moment_that_is_not_quiet(broker):
    board = Bench(broker.port)
    board.client.may_connect = False
    assert not board.comes_up(3000)
    board.client.may_connect = True
    assert board.comes_up(3000)


def test_leaving_does_not_tell_the_last_will(broker):
    desk, board = Bench(broker.port), Bench(broker.port)
    desk.client._name = b"desk"
    desk.client.subscribe(b"marker/+/online")
    assert desk.comes_up() and board.comes_up()
    assert desk.run(lambda: desk.client._to_subscribe == 1)
    board.client.close()
    assert not desk.run(desk.client.take, 2000)
    assert board.comes_up()
    board.client._stream.close()  # gone without a word
    assert desk.run(lambda: desk.client.take() == (b"marker/table-1/online", b"offline"))


def test_noise_is_no_mqtt():
    with socket.create_server(("127.0.0.1", 0)) as noisy:
        board = Bench(noisy.getsockname()[1])
        assert not board.comes_up(100)
        peer, _ = noisy.accept()
        with peer:
            peer.sendall(b"\xff" * 3000)
            time.sleep(0.05)
            assert board.run(lambda: board.client.trouble == "no MQTT")
