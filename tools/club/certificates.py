"""A certificate authority of one's own and the broker's certificate, made by `openssl`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tools.refusal import Refusal

_KEY = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -sha256".split()
_DAYS = 30  # for the demonstration and the tests


def make_certificates(folder: Path, names: tuple[str, ...] = ("localhost",)) -> None:
    """Write ca.pem, server.pem and server.key; the server's names are `names` and 127.0.0.1."""
    if not shutil.which("openssl"):
        raise Refusal("club: `openssl` makes the certificates for TLS: `apt install openssl`.")
    subject = ",".join([*(f"DNS:{name}" for name in names), "IP:127.0.0.1"])
    (folder / "names").write_text(f"subjectAltName={subject}\n", encoding="utf-8")
    days = f"-days {_DAYS}"
    _openssl(folder, f"req -x509 {days} -subj /CN=Marker -keyout ca.key -out ca.pem", _KEY)
    _openssl(folder, f"req -new -subj /CN={names[0]} -keyout server.key -out server.csr", _KEY)
    sign = f"x509 -req {days} -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial"
    _openssl(folder, f"{sign} -extfile names -out server.pem", [])


def _openssl(folder: Path, command: str, more: list[str]) -> None:
    made = subprocess.run(
        ["openssl", *command.split(), *more], cwd=folder, capture_output=True, text=True
    )
    if made.returncode:
        last = made.stderr.strip().splitlines()[-1:]
        raise Refusal(f"club: openssl made no certificate in {folder}: {' '.join(last)}")
