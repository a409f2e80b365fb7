"""What the home page shows: one's own tables, tables of others, and how many people are here."""

from __future__ import annotations

from itertools import islice
from threading import Lock

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from entente.server.storage.models import Table, User
from entente.server.tables.lobby import MINE, OPEN_TABLES, WATCH
from entente.server.tables.lobby_search import LobbyTable, Search, describe, select_tables
from entente.wire.tables import PLAYING

SHOWN = 6  # tables of each kind
ONLINE_SECONDS = 5 * 60  # after the last sign of life
COUNTED_SECONDS = 10.0  # for which counts are reused


class Activity(msgspec.Struct):
    """How many people are online, and how many games are in progress."""

    online: int
    playing: int


class Home(msgspec.Struct):
    """The tables of the home page: the visitor's unfinished ones, open ones, and ones to watch."""

    mine: list[LobbyTable]
    open: list[LobbyTable]
    live: list[LobbyTable]
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
    session: Session, user: User | None, counter: ActivityCounter, language: str, now: float
) -> Home:
    """Return what a visitor sees on the home page."""

    def select_of(scope: str) -> list[Table]:
        wanted = Search(scope=scope, unfinished=True)
        return select_tables(session, user, wanted, SHOWN)

    mine = select_of(MINE) if user is not None else []
    own = {table.id for table in mine}
    others = [table for table in select_of(OPEN_TABLES) if table.id not in own]
    live = [table for table in select_of(WATCH) if table.id not in own]
    # All lists together: the number of queries does not depend on that of the lists.
    shown = iter(describe(session, [*mine, *others, *live], user, language, now))
    return Home(
        mine=list(islice(shown, len(mine))),
        open=list(islice(shown, len(others))),
        live=list(islice(shown, len(live))),
        activity=counter.count(session, now),
    )
