"""What the home page shows: one's own tables, tables of others, and how many people are here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from threading import Lock

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from entente.server.ratings.stored import ALL_TIME
from entente.server.storage.models import Rating, Table, TableSeat, User
from entente.server.tables.access import hides_names
from entente.server.tables.lobby import MINE, OPEN_TABLES, WATCH
from entente.server.tables.lobby_search import LobbyTable, Search, describe, select_tables
from entente.wire.tables import PLAYING

SHOWN = 6  # tables of each kind
CANDIDATES = 40  # last changed games among which those to watch are chosen
ONLINE_SECONDS = 5 * 60  # after the last sign of life
COUNTED_SECONDS = 10.0  # for which counts are reused


class Activity(msgspec.Struct):
    """How many people are online, and how many games are in progress."""

    online: int
    playing: int


class Home(msgspec.Struct):
    """The tables of the home page: the visitor's unfinished games, open ones, and ones to watch.

    Those to watch are the most watched ones, then those of the highest rated players. `watching` is
    the number of people at each of them.
    """

    mine: list[LobbyTable]
    open: list[LobbyTable]
    live: list[LobbyTable]
    watching: dict[str, int]
    activity: Activity


class ActivityCounter:
    """Counts people and games, at most every few seconds for all visitors together."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counted: tuple[float, Activity] | None = None

    def count(self, session: Session, now: float) -> Activity:
        with self._lock:
            if self._counted is None or not 0 <= now - self._counted[0] < COUNTED_SECONDS:
                self._counted = (now, _activity(session, now))
            return self._counted[1]


def _activity(session: Session, now: float) -> Activity:
    online = select(func.count()).where(User.seen >= int(now) - ONLINE_SECONDS)
    playing = select(func.count()).where(
        Table.status == PLAYING, Table.analysis.is_(False), Table.exercise.is_(None)
    )
    # The visitor is here, though perhaps not stored yet.
    return Activity(max(1, session.scalar(online) or 0), session.scalar(playing) or 0)


def home(
    session: Session,
    user: User | None,
    counter: ActivityCounter,
    language: str,
    now: float,
    watching: Mapping[str, int],
) -> Home:
    """Return what a visitor sees on the home page; `watching` counts the viewers of each table."""

    def select_of(
        scope: str, most: int = SHOWN, tables: Collection[str] | None = None
    ) -> list[Table]:
        wanted = Search(scope=scope, unfinished=True, games=True, tables=tables)
        return select_tables(session, user, wanted, most)

    mine = select_of(MINE) if user is not None else []
    own = {table.id for table in mine}
    others = [table for table in select_of(OPEN_TABLES) if table.id not in own]
    busiest = sorted(watching, key=lambda table_id: -watching[table_id])[:CANDIDATES]
    found = {table.id: table for table in select_of(WATCH, CANDIDATES)}
    if busy := [table_id for table_id in busiest if table_id not in found]:
        found |= {table.id: table for table in select_of(WATCH, CANDIDATES, busy)}
    ratings = mean_ratings(session, [each for each in found.values() if not hides_names(each)])
    live = [table for table in found.values() if table.id not in own]
    # A stable sort: among equals, those that changed last.
    live.sort(key=lambda each: (-watching.get(each.id, 0), -ratings.get(each.id, 0.0)))
    del live[SHOWN:]
    # All lists together: the number of queries does not depend on that of the lists.
    shown = iter(describe(session, [*mine, *others, *live], user, language, now))
    return Home(
        mine=list(islice(shown, len(mine))),
        open=list(islice(shown, len(others))),
        live=list(islice(shown, len(live))),
        watching={table.id: watching[table.id] for table in live if watching.get(table.id)},
        activity=counter.count(session, now),
    )


def mean_ratings(session: Session, tables: Sequence[Table]) -> dict[str, float]:
    """Return the mean rating of the people at each table, of those who have one."""
    query = (
        select(TableSeat.table_id, func.avg(Rating.mean))
        .join(Table, Table.id == TableSeat.table_id)
        .join(
            Rating,
            (Rating.user_id == TableSeat.user_id)
            & (Rating.game == Table.game)
            & (Rating.pace == Table.pace_class)
            & (Rating.season == ALL_TIME),
        )
        .where(TableSeat.table_id.in_([table.id for table in tables]))
        .group_by(TableSeat.table_id)
    )
    return {table_id: float(mean) for table_id, mean in session.execute(query)}
