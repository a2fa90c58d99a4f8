"""Chromium, and tables whose retained messages are told by a real client."""

import json
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
QUIET = """--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync
    --disable-background-networking --disable-component-update""".split()


def tell(broker, table, **parts):
    """Publish the parts of a table, retained, as the table itself does."""
    for part, value in parts.items():
        payload = value if isinstance(value, str) else json.dumps(value)
        subprocess.run(
            ["mosquitto_pub", "-h", "127.0.0.1", "-p", str(broker.port), "-u", table]
            + ["-P", broker.passwords[table], "-t", f"marker/{table}/{part}", "-r"]
            + ["-m", payload],
            check=True,
            timeout=10,
        )


def snooker(**changes):
    """The state of a snooker match."""
    state = {"game": "snooker", "score": [57, 8], "frames": [3, 2], "striker": "A", "break": 49}
    return {**state, "on": "red", "frame_over": False, "match_over": False} | changes
