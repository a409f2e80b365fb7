"""Catching up: a room in memory that another process has gone on with.

Most often somebody has made a move there. It is played here too, and the rest is read; a table with
hundreds of moves is not opened anew for each of them. Where anything else has happened to its moves
(some were taken back, or it was pinned) the room cannot catch up, and is read as a whole.
"""

from __future__ import annotations

from sqlalchemy import BindParameter, bindparam, func, select
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.kernel.match import Move as PlayedMove
from entente.server.storage.models import Move, SeenSeat, Snapshot, Table, TableSeat, User, Vote
from entente.server.tables.room import Person, Room
from entente.wire.tables import PLAYING

# What of a table decides how its moves are to be understood.
SETTLED = ("rules", "data", "pinned", "aside")

_OF_TABLE = [column.key for column in Table.__table__.columns]
_OF_CHAIR = [column.key for column in TableSeat.__table__.columns]
_OF: BindParameter[str] = bindparam("table")
_TABLE, _CHAIRS, _MOVES = Table.__table__.c, TableSeat.__table__.c, Move.__table__.c
_table = select(Table.__table__).where(_TABLE.id == _OF)
_chairs = (
    select(TableSeat.__table__, User.name, User.preferences)
    .outerjoin(User, User.id == _CHAIRS.user_id)
    .where(_CHAIRS.table_id == _OF)
)
_new_moves = (
    select(_MOVES.number, _MOVES.seat, _MOVES.action, _MOVES.time, _MOVES.window, _MOVES.series)
    .add_columns(_MOVES.version)
    .where(_MOVES.table_id == _OF, _MOVES.version > bindparam("known"))
    .order_by(_MOVES.number)
)
_votes = select(Vote.kind, Vote.seat, Vote.yes).where(Vote.table_id == _OF).order_by(Vote.number)
_seen = select(SeenSeat.user_id, SeenSeat.seat).where(SeenSeat.table_id == _OF)
_snapshots = select(Snapshot.number).where(Snapshot.table_id == _OF).order_by(Snapshot.number)
_how_many = select(func.max(_MOVES.number)).where(_MOVES.table_id == _OF).scalar_subquery()
_how_it_is = select(_TABLE.version, _how_many).where(_TABLE.id == _OF)


def catch_up(session: Session, room: Room) -> bool:
    """Bring a room, whose lock is held, to what the database says; False where it must be read as a
    whole, and is as it was. An error leaves it as it should not be used."""
    if room.table.status != PLAYING or room.changed:
        return False
    of = {"table": room.table.id}
    connection = session.connection()
    table = connection.execute(_table, of).mappings().one_or_none()
    if table is None or any(table[name] != getattr(room.table, name) for name in SETTLED):
        return False
    rows = connection.execute(_new_moves, {**of, "known": room.version}).all()
    known = len(room.match.moves)
    if [row.number for row in rows] != [*range(known + 1, known + 1 + len(rows))]:
        return False
    chairs = connection.execute(_chairs, of).mappings().all()
    votes: dict[str, dict[Seat, bool]] = {}
    for kind, seat, yes in connection.execute(_votes, of):
        votes.setdefault(kind, {})[seat] = yes
    seen = {(user_id, seat) for user_id, seat in connection.execute(_seen, of)}
    snapshots = list(connection.execute(_snapshots, of).scalars())
    # Nobody has stored anything while this was being read, and no move has gone.
    if tuple(connection.execute(_how_it_is, of).one()) != (
        table["version"],
        known + len(rows) or None,
    ):
        return False
    room.match.replay(
        PlayedMove(row.seat, row.action, row.time, row.window, row.series) for row in rows
    )
    room.match.reseed(table["series"] or 0)
    room.versions += [row.version for row in rows]
    for name in _OF_TABLE:
        setattr(room.table, name, table[name])
    people: dict[int, Person] = {}
    for row in chairs:
        chair = room.chairs[row["seat"]]
        for name in _OF_CHAIR:
            setattr(chair, name, row[name])
        if chair.user_id is not None:
            people[chair.user_id] = Person.from_preferences(row["name"], row["preferences"] or {})
    room.people, room.votes, room.seen, room.snapshots = people, votes, seen, snapshots
    room.reset_baseline()
    return True
