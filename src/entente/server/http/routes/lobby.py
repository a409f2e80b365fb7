"""The lobby over HTTP: search for tables."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query

from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    ReadingSession,
    RunningServices,
)
from entente.server.http.limits import limited
from entente.server.http.public_pages import is_outsider
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id
from entente.server.storage.replica import primary
from entente.server.tables import lobby_search
from entente.server.tables.home import Home, home
from entente.server.tables.lobby import IN_PROGRESS
from entente.server.tables.lobby_search import LobbyPage, Search

router = APIRouter(prefix="/api", tags=["tables"], route_class=TypedRoute)
SEARCHES = (300, 60)  # searches per network: how many in how many seconds
Points = Annotated[int | None, Query(ge=-10_000, le=10_000)]


@router.get("/home", dependencies=[Depends(limited(*SEARCHES, "home"))])
def get_home(
    who: MaybeVisitor, session: OneSession, services: RunningServices, language: Language
) -> Home:
    """Return what the home page shows: own, open and running tables, and how many are online."""
    user = who.user if who else None
    watching = services.audience.watching()
    shown = home(session, user, services.activity, language, services.clock(), watching)
    if is_outsider(services.settings, user):
        shown.live = []
    return shown


@router.get("/lobby", dependencies=[Depends(limited(*SEARCHES, "lobby"))])
def search_lobby(
    who: MaybeVisitor,
    session: ReadingSession,
    services: RunningServices,
    language: Language,
    scope: Literal["open", "mine", "watch", "takeover"] = "open",
    game: Annotated[Id | None, Query()] = None,
    pace: Literal["live", "correspondence", "free"] | None = None,
    chat: Literal["full", "public", "none"] | None = None,
    free: Annotated[int, Query(ge=1, le=20)] = 1,
    least_rating: Points = None,
    most_rating: Points = None,
    spoken: Literal["en", "fr"] | None = None,
    standard: bool = False,
    rated: bool | None = None,
    after: Annotated[Id | None, Query()] = None,
) -> LobbyPage:
    """Return a page of tables that match all filters, last changed first.

    `free` is the least number of free seats; `least_rating` and `most_rating` bound the ratings of
    all people at the table; `spoken` is the table's language; `standard`: the default rules only;
    `after` is the last page's `next`.
    """
    wanted = Search(
        scope=scope,
        game=game,
        pace=pace,
        chat=chat,
        free=free,
        least_rating=least_rating,
        most_rating=most_rating,
        language=spoken,
        standard=standard,
        rated=rated,
        after=after,
    )
    user = who.user if who else None
    if scope in IN_PROGRESS and is_outsider(services.settings, user):
        return LobbyPage([], None)
    if scope != "mine":
        return lobby_search.search(session, user, wanted, language, services.clock())
    with primary(session, services.sessions) as current:
        return lobby_search.search(current, user, wanted, language, services.clock())
