"""Wi-Fi on the virtual board's radio: field notes, rows 94 and 95."""

from link.wifi import Wifi
from tools.vboard.network import Network

PASS_MS = 100


def joined(password="secret"):
    network = Network()
    network.air.password = "secret"
    wifi = Wifi(network, "club", password)
    return network, wifi, network.wlans[0]


def run(wifi, most_ms, until=lambda: False, unanswered=lambda: 0):
    for ms in range(0, most_ms, PASS_MS):
        if until():
            return ms
        wifi.step(PASS_MS, unanswered())
    return most_ms


def test_each_connect_has_a_disconnect_before_it_and_a_second_between():
    network, wifi, wlan = joined()
    assert 1000 <= run(wifi, 5000, lambda: wifi.up) <= 1300
    assert wlan.calls == ["active 1", "disconnect", "connect"]


def test_an_access_point_away_is_found_when_it_comes_back():
    network, wifi, wlan = joined()
    run(wifi, 5000, lambda: wifi.up)
    network.air.away = True
    run(wifi, 300_000)
    assert not wifi.up
    for before, call in zip(wlan.calls, wlan.calls[1:]):
        assert call != "connect" or before == "disconnect"
    network.air.away = False
    assert run(wifi, 100_000, lambda: wifi.up) < 100_000


def test_after_five_failures_the_radio_is_switched_off_and_on():
    network, wifi, wlan = joined("wrong")
    run(wifi, 250_000)
    at = wlan.calls.index("active 0")
    assert wlan.calls[:at].count("connect") == 5
    assert wlan.calls[at : at + 4] == ["active 0", "active 1", "disconnect", "connect"]


def test_internal_error_is_a_failure_like_others():
    network, wifi, wlan = joined()
    wlan._active = True
    wlan.connect("somebody", "else")
    wlan.disconnect = lambda: None  # does not let go, so that connect raises
    run(wifi, 10_000)
    assert not wifi.up
    del wlan.disconnect
    assert run(wifi, 60_000, lambda: wifi.up) < 60_000


def test_connected_and_nobody_answers_is_not_connected():
    network, wifi, wlan = joined()
    run(wifi, 5000, lambda: wifi.up)
    run(wifi, 60_000, unanswered=lambda: 2)
    assert wifi.up and wlan.calls.count("connect") == 1
    run(wifi, 1000, lambda: not wifi.up, unanswered=lambda: 3)
    assert not wifi.up
    # Once for three tries in vain, not in every pass that still says three.
    run(wifi, 60_000, unanswered=lambda: 3)
    assert wifi.up and wlan.calls.count("connect") == 2
