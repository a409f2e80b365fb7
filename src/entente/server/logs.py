"""The log: lines for people or JSON for machines. Never what people write to each other, nor
anything that opens a door: bodies, cookies, tokens, passwords and queries are not written down."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

FACTS = "facts"  # the attribute of a log record that holds what is told beside its message

log = logging.getLogger("entente")


def facts(**told: Any) -> dict[str, dict[str, Any]]:
    """For `extra`: what a line tells beside its message."""
    return {FACTS: {name: value for name, value in told.items() if value is not None}}


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
        return f"{super().formatMessage(record)} {told}".rstrip()


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
