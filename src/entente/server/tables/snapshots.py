"""Snapshots of matches, and archived data of each release, so that tables survive an upgrade."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.kernel import registry
from entente.kernel.data import Data, canonical
from entente.kernel.match import Move as PlayedMove
from entente.kernel.snapshots import pack, take
from entente.server.storage.database import Sessions
from entente.server.storage.models import GameData, Move, Snapshot, Table
from entente.server.tables.opening import AnyMatch, KeptSnapshot, Stored

EVERY = 50  # moves between snapshots

_SNAPSHOTS, _TABLES = Snapshot.__table__, Table.__table__
NEW_SNAPSHOT = insert(_SNAPSHOTS)  # type: ignore[arg-type]
NO_SNAPSHOTS = delete(_SNAPSHOTS).where(  # type: ignore[arg-type]
    _SNAPSHOTS.c.table_id == bindparam("table"), _SNAPSHOTS.c.number > bindparam("kept")
)
_LOCKED_VERSION = (
    select(_TABLES.c.version).where(_TABLES.c.id == bindparam("table_id")).with_for_update()
)

_KEPT_DATA = select(GameData.game, GameData.digest)

Row = dict[str, Any]


def row_of(table_id: str, match: AnyMatch, after: int, now: float) -> Row:
    """Return a snapshot row of a match; the previous one was taken `after` this many moves."""
    snapshot = take(match, after)
    return {
        "table_id": table_id,
        "number": snapshot.moves,
        "state": pack(snapshot),
        "digest": snapshot.digest,
        "rules": match.rules,
        "data": match.game.data_digest,
        "created": int(now),
    }


class Taken(NamedTuple):
    """A snapshot to store, with its table's version and the snapshot it follows."""

    version: int
    after: int
    row: Row


def store_rows(connection: Connection, taken: Iterable[Taken]) -> None:
    """Store snapshots that are still valid: the table has the version they were taken at."""
    for version, after, row in taken:
        table = row["table_id"]
        if connection.scalar(_LOCKED_VERSION, {"table_id": table}) == version:
            connection.execute(NO_SNAPSHOTS, {"table": table, "kept": after})
            connection.execute(NEW_SNAPSHOT, row)


def stored_match(session: Session, table: Table, moves: Iterable[Move]) -> Stored:
    """Load everything stored about a table's match."""
    snapshots = session.execute(
        select(Snapshot.number, Snapshot.state, Snapshot.digest)
        .where(Snapshot.table_id == table.id)
        .order_by(Snapshot.number)
    )
    return Stored(
        table,
        [PlayedMove(m.seat, m.action, m.time, m.window, m.series) for m in moves],
        [KeptSnapshot(*row) for row in snapshots],
        None if table.data is None else kept_data(session, table.game, table.data),
    )


# -- the data of each release


def kept_data(session: Session, game: str, digest: str) -> Data | None:
    """Return archived data by digest, if the installed game has other data."""
    if game in registry.available() and registry.load(game).data_digest == digest:
        return None
    packed = session.scalar(
        select(GameData.tables).where(GameData.game == game, GameData.digest == digest)
    )
    return None if packed is None else unpacked(packed)


def unpacked(stored: bytes) -> Data | None:
    """Return archived data, or None if damaged."""
    try:
        data: Data = msgspec.json.decode(zlib.decompress(stored), type=dict[str, dict[str, Any]])
    except (zlib.error, msgspec.DecodeError):
        return None
    return data


def keep_data(sessions: Sessions, now: float) -> None:
    """Archive the data of the installed games, for tables that outlive them."""
    with sessions() as session:
        kept = {(game, digest) for game, digest in session.execute(_KEPT_DATA)}
        for name in registry.available():
            game = registry.load(name)
            digest = game.data_digest
            if not digest or (name, digest) in kept:
                continue
            packed = zlib.compress(canonical(game.data))
            row = GameData(game=name, digest=digest, tables=packed, created=int(now))
            session.add(row)
            try:
                session.commit()
            except IntegrityError:  # another process was faster
                session.rollback()
