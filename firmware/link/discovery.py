"""What Home Assistant is told, so that it finds the table by itself.

See its documentation, MQTT discovery: homeassistant/COMPONENT/NODE/OBJECT/config. The node is the
name by which the table signs in, since a broker's access file can only compare whole levels.
"""


def entities(base: str, table: str, commands) -> list:
    """Pairs (topic, pairs of the configuration), the lamp's switch only if it may be ordered."""
    state = base + "/state"
    found = [
        _sensor(table, "score", state, "{{ value_json.score | default([]) | join(' : ') }}"),
        _sensor(table, "frames", state, "{{ value_json.frames | join(' : ') }}"),
        _sensor(table, "striker", state, "{{ value_json.striker }}"),
        _sensor(table, "table-time", base + "/clocks", "{{ value_json.table_ends }}"),
    ]
    if "lamp" in commands:
        lamp = (("state_topic", base + "/lamp"), ("command_topic", base + "/do/lamp"))
        found.append(_entity(table, "switch", "lamp", lamp))
    return found


def _sensor(table, name, topic, template):
    pairs = (("state_topic", topic), ("value_template", template))
    return _entity(table, "sensor", name, pairs)


def _entity(table, component, name, pairs):
    node = "marker-" + table
    head = (
        ("name", name),
        ("unique_id", node + "-" + name),
        ("availability_topic", "marker/" + table + "/online"),
        ("payload_available", "online"),
        ("payload_not_available", "offline"),
        ("device", {"identifiers": [node], "name": "Marker " + table}),
    )
    return "homeassistant/%s/%s/%s/config" % (component, table, name), head + pairs
