"""A Client that is no client: keeps what is published, and hands out what a test receives."""


class FakeClient:
    """`up`, `ups`, `acked` and `inbox` are the test's to set."""

    def __init__(self, *_):
        self.up = False
        self.ups = 0
        self.acked = 0
        self.inbox = []
        self.published = []  # [topic, retain, qos, payload]
        self.subscribed = []
        self.stepped_ms = 0
        self._missing = 0

    def connect(self):
        self.up = True
        self.ups += 1
        self._missing = 0

    def step(self, elapsed_ms):
        self.stepped_ms += elapsed_ms

    def ready(self):
        return self.up and not self._missing

    def publish(self, topic, length, retain, qos):
        self.published.append([topic.decode(), retain, qos, b""])
        self._missing = length
        return len(self.published) if qos else 0

    def put(self, data):
        assert 0 < len(data) <= 256
        self.published[-1][3] += bytes(data)
        self._missing -= len(data)
        return True

    def subscribe(self, topic):
        self.subscribed.append(topic.decode())

    def take(self):
        return self.inbox.pop(0) if self.inbox else None

    def newest(self, name):
        """The payload published last under marker/table-1/NAME."""
        return [row[3] for row in self.published if row[0] == "marker/table-1/" + name][-1]
