"""Preview an upgrade: what each table will do, checked with the new version on the old database.

Nothing is written, and the schema need not be upgraded: missing columns count as empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, Engine, Select, func, inspect, select
from sqlalchemy.exc import NoSuchTableError

from entente.kernel import Message, registry
from entente.kernel.match import Move as PlayedMove
from entente.kernel.snapshots import Snapshot as SavedMatch
from entente.kernel.state_migrations import is_fingerprint_of
from entente.server.problem import Problem
from entente.server.storage.models import Base, GameData, Move, Snapshot, Table
from entente.server.tables.opening import (
    AnyMatch,
    CannotOpen,
    KeptSnapshot,
    Stored,
    good_snapshots,
    opened,
    why_aside,
)
from entente.server.tables.snapshots import unpacked

Fate = Literal["equal", "kept_data", "earlier_rules", "pinned", "aside"]
FATES: tuple[Fate, ...] = ("equal", "kept_data", "earlier_rules", "pinned", "aside")
HARMLESS: tuple[Fate, ...] = ("equal", "kept_data", "earlier_rules")


class UpgradeVerdict(msgspec.Struct, frozen=True):
    """What a table will do when it is next opened.

    `equal`: it continues with the current rules and data. `kept_data`, `earlier_rules`: it
    continues with those it began with. `pinned`: it continues from its snapshot after `move` moves;
    the `lost` moves since are dropped. `aside`: it becomes unavailable, for a `reason`. `replays`:
    replaying its moves leads to every stored position.
    """

    table: str
    game: str
    status: str
    moves: int
    fate: Fate
    move: int | None = None
    lost: int = 0
    reason: Message | None = None
    replays: bool = True

    @property
    def harmless(self) -> bool:
        return self.fate in HARMLESS and self.replays


def count_tables(engine: Engine) -> int:
    """Return how many tables there are; zero if no server has ever run."""
    with engine.connect() as connection:
        if not inspect(connection).has_table(Table.__tablename__):
            return 0
        return connection.scalar(select(func.count()).select_from(Table.__table__)) or 0


def can_roll(engine: Engine) -> bool:
    """Return whether servers of the present version can run beside this one during the upgrade."""
    if engine.dialect.name != "postgresql":
        return False  # SQLite allows one process
    from entente.server.storage.schema_upgrade import can_roll  # slow: loads Alembic

    with engine.connect() as connection:
        return can_roll(connection)


def upgrade_preview(engine: Engine) -> Iterator[UpgradeVerdict]:
    """Yield what each table will do, oldest first."""
    if not count_tables(engine):
        return
    with engine.connect() as connection:
        reader = _Reader(connection)
        ids = connection.scalars(select(Table.id).order_by(Table.created, Table.id)).all()
        for table_id in ids:
            stored = reader.stored(table_id)
            if stored is not None:  # it may have been deleted
                yield verdict(stored)


def verdict(stored: Stored) -> UpgradeVerdict:
    """Return what a table will do."""
    table = stored.table
    result = UpgradeVerdict(table.id, table.game, table.status, len(stored.moves), "equal")
    if table.aside is not None:
        return _aside(result, why_aside(table.aside))
    try:
        opening = opened(stored)
    except CannotOpen as error:
        return _aside(result, why_aside(error.stored))
    except Problem as problem:
        return _aside(result, problem.message)
    move = opening.pinned if opening.how == "pinned" else None
    replays = opening.how == "pinned" or _leads_there(opening.match, good_snapshots(stored))
    return msgspec.structs.replace(
        result, fate=opening.how, move=move, lost=opening.lost, replays=replays
    )


def _leads_there(match: AnyMatch, chain: list[SavedMatch]) -> bool:
    """Return whether replaying a match leads to the stored states."""
    kept = {each.moves: each for each in chain}
    try:
        again = match.from_start()
        for number in range(match.first, len(match.moves)):
            again.replay(match.moves[number : number + 1])
            known = kept.get(number + 1)
            if known is None or known.series != again.series:
                continue  # a new random series begins there, which the next move records
            if not is_fingerprint_of(known.digest, again.state):
                return False
    except Exception:  # noqa: BLE001  any error means that they do not
        return False
    return True


def _aside(verdict: UpgradeVerdict, reason: Message) -> UpgradeVerdict:
    return msgspec.structs.replace(verdict, fate="aside", reason=reason)


def _move(row: Mapping[str, Any]) -> PlayedMove:
    window, series = row.get("window"), row.get("series")
    return PlayedMove(row["seat"], row["action"], row["time"], window, series)


class _Reader:
    """Reads tables from a database of any schema version."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._columns: dict[str, set[str]] = {}

    def stored(self, table_id: str) -> Stored | None:
        rows = self._rows(Table, "id", table_id)
        if not rows:
            return None
        table = Table(**rows[0])
        moves = sorted(self._rows(Move, "table_id", table_id), key=lambda row: row["number"])
        snapshots = self._rows(Snapshot, "table_id", table_id)
        return Stored(
            table,
            [_move(row) for row in moves],
            [KeptSnapshot(each["number"], each["state"], each["digest"]) for each in snapshots],
            self._kept_data(table),
        )

    def _kept_data(self, table: Table) -> Any:
        if table.data is None or table.game not in registry.available():
            return None
        rows = self._rows(GameData, "digest", table.data)
        return next((unpacked(row["tables"]) for row in rows if row["game"] == table.game), None)

    def _rows(self, model: type[Base], column: str, value: str) -> list[dict[str, Any]]:
        """Return the rows with a value, with the columns the database has."""
        known = self._known(model)
        wanted = [each for each in model.__table__.columns if each.name in known]
        if not wanted:
            return []
        query: Select[Any] = select(*wanted).where(model.__table__.c[column] == value)
        return [dict(row) for row in self.connection.execute(query).mappings()]

    def _known(self, model: type[Base]) -> set[str]:
        name = model.__tablename__
        if name not in self._columns:
            try:
                columns = inspect(self.connection).get_columns(name)
            except NoSuchTableError:
                columns = []
            self._columns[name] = {each["name"] for each in columns}
        return self._columns[name]
