"""Text files named by the user, in the encoding of any editor."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path

from entente.cli.user_error import user_error

_OTHERS = {
    codecs.BOM_UTF32_LE: "UTF-32",  # before UTF-16, whose mark it begins with
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


def read_text(name: str) -> str:
    """Return the text of a file; `-` is standard input."""
    data = read_bytes(name)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise user_error("mistake.not_utf8", file=name, line=line) from None


def read_bytes(name: str) -> bytes:
    """Return the content of a file that should be UTF-8, without its mark; `-` is standard
    input."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except FileNotFoundError:
        raise user_error("mistake.no_file", file=name) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unreadable", file=name, error=reason) from None
    return without_mark(data, name)


def without_mark(data: bytes, name: str) -> bytes:
    """Strip a UTF-8 byte order mark; refuse that of another encoding."""
    for mark, encoding in _OTHERS.items():
        if data.startswith(mark):
            raise user_error("mistake.encoding", file=name, encoding=encoding)
    return data.removeprefix(codecs.BOM_UTF8)


def can_be_written(place: Path) -> None:
    """Refuse a file that cannot be written, before the work for it begins."""
    was_there = place.exists()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("ab"):
            pass
        if not was_there:
            place.unlink()
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unwritable", file=str(place), error=reason) from None
