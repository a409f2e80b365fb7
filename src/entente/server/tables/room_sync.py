"""Bring a cached table up to date after another process changed it.

Usually another process has made a move. It is applied here and the rest is read, so that a long
game need not be replayed for each move. If moves were undone or the table was pinned, the room must
be reloaded.
"""

from __future__ import annotations

from sqlalchemy import BindParameter, bindparam, func, select
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.kernel.match import Move as PlayedMove
from entente.server.storage.models import Move, SeenSeat, Snapshot, Table, TableSeat, User, Vote
from entente.server.tables.room import Person, Room, VoteTerms
from entente.wire.tables import PLAYING

# Columns that determine how the moves are interpreted.
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
_votes = (
    select(Vote.kind, Vote.seat, Vote.yes, Vote.expires, Vote.hours)
    .where(Vote.table_id == _OF)
    .order_by(Vote.number)
)
_seen = select(SeenSeat.user_id, SeenSeat.seat).where(SeenSeat.table_id == _OF)
_snapshots = select(Snapshot.number).where(Snapshot.table_id == _OF).order_by(Snapshot.number)
_how_many = select(func.max(_MOVES.number)).where(_MOVES.table_id == _OF).scalar_subquery()
_how_it_is = select(_TABLE.version, _how_many).where(_TABLE.id == _OF)


def catch_up(session: Session, room: Room) -> bool:
    """Bring a locked room to the state in the database.

    Return False if it must be reloaded; it is then unchanged. After an error the room must not be
    used.
    """
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
    vote_terms: dict[str, VoteTerms] = {}
    for kind, seat, yes, expires, hours in connection.execute(_votes, of):
        votes.setdefault(kind, {})[seat] = yes
        vote_terms[kind] = VoteTerms(expires, hours)
    seen = {(user_id, seat) for user_id, seat in connection.execute(_seen, of)}
    snapshots = list(connection.execute(_snapshots, of).scalars())
    # Nothing was stored during this read, and no move is missing.
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
    room.vote_terms = vote_terms
    room.reset_baseline()
    return True
