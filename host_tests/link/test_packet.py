"""Packets byte by byte, as chapter 3 of the standard has them; and readers of anything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from link.packet import CONNACK, MOST_BYTES, PUBLISH, Reader, Writer


def written(act):
    writer = Writer(1024)
    act(writer)
    return bytes(writer.buffer[: writer.end])


def test_connect():
    # Flags: user, password, will retained and of quality 1, clean session: 1110 1110.
    assert written(lambda out: out.connect(b"m", 30, b"w", b"u", b"p")) == (
        b"\x10\x1f\x00\x04MQTT\x04\xee\x00\x1e\x00\x01m\x00\x01w\x00\x07offline\x00\x01u\x00\x01p"
    )


def test_connect_of_nobody():
    assert written(lambda out: out.connect(b"m", 300, b"w", None, b"")) == (
        b"\x10\x19\x00\x04MQTT\x04\x2e\x01\x2c\x00\x01m\x00\x01w\x00\x07offline"
    )


def test_the_others():
    assert written(lambda out: out.publish(b"a/b", 3, True, 1, 258)) == (
        b"\x33\x0a\x00\x03a/b\x01\x02"
    )
    assert written(lambda out: out.publish(b"a/b", 200, False, 0, 0)) == b"\x30\xcd\x01\x00\x03a/b"
    assert written(lambda out: out.subscribe(1, b"a/+")) == b"\x82\x08\x00\x01\x00\x03a/+\x01"
    assert written(lambda out: out.puback(258)) == b"\x40\x02\x01\x02"
    assert written(lambda out: out.pingreq()) == b"\xc0\x00"
    assert written(lambda out: out.disconnect()) == b"\xe0\x00"


def test_a_packet_is_never_cut():
    writer = Writer(8)
    writer.put(b"12345678")
    with pytest.raises(ValueError):
        writer.pingreq()
    writer.sent(6)
    assert bytes(writer.buffer[: writer.end]) == b"78"


def read(data, most):
    """The packets in `data` as (kind, packet id, message), read `most` bytes at a time."""
    reader, packets = Reader(), []
    while data:
        want = reader.want(most)
        count = min(len(want), len(data))
        assert 0 < len(want) <= most
        want[:count] = data[:count]
        data = data[count:]
        if reader.got(count):
            packet_id = reader.packet_id() if reader.kind == PUBLISH else None
            message = reader.message() if reader.kind == PUBLISH else None
            packets.append((reader.kind, packet_id, message))
            reader.clear()
    return packets


def a_message(topic, payload, qos):
    head = written(lambda out: out.publish(topic, len(payload), False, qos, 7))
    return head + payload


@given(
    st.lists(st.tuples(st.binary(max_size=140), st.integers(0, 1500), st.integers(0, 1))),
    st.integers(1, 256),
)
def test_messages_are_read_in_pieces_of_any_size(messages, most):
    data = b"\x20\x02\x00\x00"
    expected = [(CONNACK, None, None)]
    for topic, length, qos in messages:
        payload = bytes(length)
        data += a_message(topic, payload, qos)
        kept = len(topic) <= 128 and length <= MOST_BYTES
        packet_id = 7 if qos and len(topic) <= 128 else 0
        expected.append((PUBLISH, packet_id, (topic, payload) if kept else None))
    assert read(data, most) == expected


@given(st.binary(max_size=2000), st.integers(1, 256))
def test_anything_is_read_or_is_no_mqtt(data, most):
    try:
        read(data, most)
    except OSError as error:
        assert error.args == ("no MQTT",)
