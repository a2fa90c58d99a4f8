"""The overlay as one file: page, style, scripts, MQTT.js and settings, nothing loaded besides."""

from __future__ import annotations

import json
from string import Template

from tools.club.mqttjs import mqttjs
from tools.club.pages import PAGE, words


def overlay(table: str, broker: str, language: str, user: str = "", password: str = "") -> str:
    """The text of the file; user and password stand in it."""
    text = words(language)
    settings = {
        "table": table,
        "broker": broker,
        "user": user,
        "password": password,
        "text": text,
    }
    return Template(_read("overlay.html")).substitute(
        language=language,
        direction="rtl" if text["right_to_left"] else "ltr",
        table=table,
        style=_read("balls.css") + _read("overlay.css"),
        settings=_for_script(settings),
        library=mqttjs(),
        script="".join(map(_read, ("tables.js", "line.js", "overlay.js"))),
    )


def _read(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


def _for_script(value: object) -> str:
    """JSON that cannot end the script it stands in."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
