"""Logging: lines for people, or JSON for machines.

Never logs letters or secrets: no bodies, cookies, tokens, passwords or queries, and no secret parts
of paths. External input cannot forge a log line: control characters are escaped, and further lines
of an error are indented.
"""

from __future__ import annotations

import json
import logging
import re
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from textwrap import indent
from typing import Any

HIDDEN = "…"
_LINK = re.compile(
    r"(?<![^/])(reset/|confirm/|unsubscribe/|calendar/|take/[^/]*/)(?!confirm$)[^/]+", re.IGNORECASE
)
_SECRET = re.compile(r"^[^.]{24,}$")
_FRAME = re.compile(r'^ +File "([^"]+)", line (\d+), in (\S+)$', re.MULTILINE)
FRAMES = 12  # shown of an error without its message
AGAIN = 600.0  # seconds after which the traceback of a repeated error is shown again
MOST_SHOWN = 200  # errors that are remembered
LONGEST_REASON = 200
FACTS = "facts"  # attribute of a log record with extra fields

log = logging.getLogger("entente")


def facts(**fields: Any) -> dict[str, dict[str, Any]]:
    """Return `extra` fields for a log call."""
    return {FACTS: {name: value for name, value in fields.items() if value is not None}}


def without_secrets(path: str) -> str:
    """Return a path without secrets.

    Links that reset a password, confirm an address or offer a seat carry one; anything as long as a
    secret counts as one.
    """
    return "/".join(
        _SECRET.sub(HIDDEN, part) for part in _LINK.sub(rf"\1{HIDDEN}", path).split("/")
    )


def on_one_line(text: str) -> str:
    """Escape everything unprintable, such as line breaks."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def origin(error: BaseException) -> str:
    """Return the type of an error and where it was raised, without its message.

    For errors of computer players: their messages may contain secret orders. Of an error in another
    process, the lines of its traceback there come last.
    """
    here = [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    there = [
        f"{Path(file).name}:{line} {function}"
        for file, line, function in _FRAME.findall(str(error.__cause__ or ""))
    ]
    return " > ".join([type(error).__name__, *[*here, *there][-FRAMES:]])


class JsonLines(logging.Formatter):
    """Formats a record as a JSON object."""

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
    """Formats a record as a line for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's name
        extra = " ".join(f"{k}={v}" for k, v in getattr(record, FACTS, {}).items())
        return on_one_line(f"{super().formatMessage(record)} {extra}".rstrip())

    def formatException(self, ei: Any) -> str:  # noqa: N802  logging's name
        return indent(super().formatException(ei), "    ")


class Repeated(logging.Filter):
    """Drops the traceback of an error that was logged a short while ago.

    A full disk fails every request: a traceback for each would fill the log on the same disk.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._shown: dict[tuple[str, str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        which, now = (record.name, str(record.msg), origin(error)), self._clock()
        shown = self._shown.get(which)
        if shown is None or now - shown >= AGAIN:
            if len(self._shown) >= MOST_SHOWN:
                self._shown.clear()
            self._shown[which] = now
        else:
            reason = on_one_line(str(error).split("\n", 1)[0])[:LONGEST_REASON]
            record.msg = f"{record.getMessage()} ({type(error).__name__}: {reason}; as before)"
            record.args, record.exc_info, record.exc_text = (), None, None
        return True


def set_up(kind: str, level: str) -> None:
    """Write our log and the libraries' to standard error."""
    handler = logging.StreamHandler()
    handler.addFilter(Repeated())
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
