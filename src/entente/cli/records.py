"""Opening a record that a person named, and saying what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from entente.cli.mistake import Mistake
from entente.kernel import registry
from entente.kernel.data import DataError
from entente.kernel.record import AnyMatch, Record, RecordError, parse
from entente.kernel.registry import UnknownGame


def read_record(name: str) -> Record:
    """A record out of its file; RecordError where it cannot be trusted."""
    try:
        content = Path(name).read_bytes()
    except FileNotFoundError:
        raise Mistake("mistake.no_file", file=name) from None
    except OSError as error:
        raise Mistake("mistake.unreadable", file=name, error=error.strerror or str(error)) from None
    return parse(content)


def replay_record(record: Record, upto: int | None = None, *, verify: bool = False) -> AnyMatch:
    """Play a record again. Whatever stands in the way is a RecordError that says where."""
    try:
        return record.verify(registry.load) if verify else record.match(registry.load, upto)
    except (UnknownGame, DataError) as error:
        raise RecordError(1, str(error)) from None


def record_mistake(name: str, error: RecordError) -> Mistake:
    return Mistake("mistake.record", file=name, error=str(error))
