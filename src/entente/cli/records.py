"""Opening a record that a person named, and saying what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from entente.cli.mistake import mistake
from entente.kernel import Mistake
from entente.kernel.record import Record, RecordError, parse


def read_record(name: str) -> Record:
    """A record out of its file; RecordError where it cannot be trusted."""
    try:
        content = Path(name).read_bytes()
    except FileNotFoundError:
        raise mistake("mistake.no_file", file=name) from None
    except OSError as error:
        raise mistake("mistake.unreadable", file=name, error=error.strerror or str(error)) from None
    return parse(content)


def record_mistake(name: str, error: RecordError) -> Mistake:
    return mistake("mistake.record", file=name, because=error)
