"""Import records as tables of the user.

A record is replayed to verify it, which takes time: a few at once, one per user, with limited CPU
time and no database connection. Only a verified record is stored, in one step.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.kernel import Outcome, UserError, registry, say
from entente.kernel.record import Record, RecordError, parse
from entente.kernel.snapshots import unpack
from entente.server.input_types import is_storable
from entente.server.live.incoming_frames import LONGEST_TEXT
from entente.server.problem import Problem
from entente.server.storage.database import Sessions
from entente.server.storage.digests import digest
from entente.server.storage.models import Snapshot, StudyChapter, Table, User
from entente.server.study.analysis import keep
from entente.server.tables.room_state import AnyMatch
from entente.wire.tables import OVER

LONGEST = 5 * 1024 * 1024  # maximum bytes of a record
LONGEST_SEED = 64
MOST_MOVES = 20_000  # more than any game has, and few enough to replay
AGAIN = 5  # seconds for Retry-After


class VerifiedRecord(NamedTuple):
    """A verified record; `agreed` is an ending its players agreed on."""

    match: AnyMatch
    agreed: Outcome | None


class Imports:
    """The imports of this process."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds  # of CPU time
        self.busy: set[int] = set()  # users with an import in progress

    @contextmanager
    def room_for(self, user_id: int) -> Iterator[None]:
        """Reserve a slot, on the event loop's thread. Raise Problem if there is none."""
        if user_id in self.busy or len(self.busy) >= self.most:
            raise Problem(503, "record.busy", seconds=AGAIN)
        self.busy.add(user_id)
        try:
            yield
        finally:
            self.busy.discard(user_id)

    def read(self, sessions: Sessions, data: bytes, language: str) -> VerifiedRecord:
        """Replay a record. Raise Problem with the reason if it is not valid."""
        until = time.thread_time() + self.seconds

        def in_time() -> None:
            if time.thread_time() > until:
                raise Problem(422, "record.slow")

        try:
            record = parse(data)
            if len(record.moves) > MOST_MOVES:
                raise Problem(422, "record.long", most=MOST_MOVES)
            if any(len(move.action) > LONGEST_TEXT for move in record.moves):
                raise Problem(422, "frame.text", most=LONGEST_TEXT)
            _check_seed(record)
            if record.header.start is not None:
                _check_start(sessions, record)
            match = record.verify(registry.load, in_time)
        except RecordError as error:
            reason = error.text(language)
            raise Problem(422, "record.wrong", reason=reason, line=error.line) from None
        except UserError as mistake:
            raise Problem(422, "record.wrong", reason=mistake.text(language), line=0) from None
        agreed = record.footer.end if record.footer is not None and record.footer.agreed else None
        return VerifiedRecord(match, agreed)


def keep_record(session: Session, user: User, taken: VerifiedRecord) -> Table:
    """Store a verified record as a table."""
    table = keep(session, user, taken.match)
    if taken.agreed is not None:
        table.agreed = table.outcome = msgspec.to_builtins(taken.agreed)
        table.status, table.waiting = OVER, []
        session.flush()
    return table


def _check_seed(record: Record) -> None:
    """Check that a seed can be stored; those made here are shorter."""
    seed = record.header.seed or ""
    if len(seed) > LONGEST_SEED or not is_storable(seed):
        raise RecordError(1, say("mistake.record.bad_seed", most=LONGEST_SEED))


def _check_start(sessions: Sessions, record: Record) -> None:
    """Check the start state: a forged one could be anything, so only our own are accepted."""
    start = msgspec.json.encode(record.header.start).decode()
    ours = select(Table.start).where(Table.seed == record.header.seed, Table.start.is_not(None))
    with sessions() as session:
        chapters = select(StudyChapter.id).where(StudyChapter.start_digest == digest(start))
        is_ours = start in session.scalars(ours).all() or start in _pinned_starts(session, record)
        if not is_ours and session.scalar(chapters.limit(1)) is None:
            raise Problem(422, "record.start")


def _pinned_starts(session: Session, record: Record) -> list[str]:
    """Return the states from which our tables restarted."""
    ours = (
        select(Snapshot.state)
        .join(Table)
        .where(Table.seed == record.header.seed, Table.pinned == Snapshot.number)
    )
    return [bytes(unpack(state).state).decode() for state in session.scalars(ours)]
