"""The log: lines for people or JSON for machines. Never what people write to each other, nor
anything that opens a door: bodies, cookies, tokens, passwords and queries are not written down, and
of a path not the part that is a secret.

What came from outside cannot look like a line of the log: what would end a line is written as an
escape, and the further lines of an error are indented.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from textwrap import indent
from typing import Any

HIDDEN = "…"
_LINK = re.compile(r"(?<![^/])(reset/|confirm/|take/[^/]*/)(?!confirm$)[^/]+", re.IGNORECASE)
_SECRET = re.compile(r"^[^.]{24,}$")
FACTS = "facts"  # the attribute of a log record that holds what is told beside its message

log = logging.getLogger("entente")


def facts(**told: Any) -> dict[str, dict[str, Any]]:
    """For `extra`: what a line tells beside its message."""
    return {FACTS: {name: value for name, value in told.items() if value is not None}}


def without_secrets(path: str) -> str:
    """A path as it may be written down. Links that reset a password, confirm an address or give a
    seat away carry a secret; whatever else is as long as one is taken for one."""
    return "/".join(
        _SECRET.sub(HIDDEN, part) for part in _LINK.sub(rf"\1{HIDDEN}", path).split("/")
    )


def on_one_line(text: str) -> str:
    """A text with everything that cannot be seen, as the end of a line, written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class JsonLines(logging.Formatter):
    """A line is a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
            **getattr(record, FACTS, {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class Lines(logging.Formatter):
    """A line for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's name
        told = " ".join(f"{k}={v}" for k, v in getattr(record, FACTS, {}).items())
        return on_one_line(f"{super().formatMessage(record)} {told}".rstrip())

    def formatException(self, ei: Any) -> str:  # noqa: N802  logging's name
        return indent(super().formatException(ei), "    ")


def set_up(kind: str, level: str) -> None:
    """Write our own lines and those of the libraries to the standard error stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if kind == "json" else Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    log.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        library = logging.getLogger(name)
        library.handlers.clear()
        library.propagate = True
        library.setLevel(logging.WARNING)
