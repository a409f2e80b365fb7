"""Public profiles, histories, results and leaderboards."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Response

from entente.kernel import registry
from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    ReadingSession,
    RunningServices,
)
from entente.server.http.limits import limited
from entente.server.http.public_pages import check_watching, is_outsider
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, Storable, Word
from entente.server.people import history, leaderboards, profiles
from entente.server.people.history import GameFilter, GamePage, SeatResult
from entente.server.people.leaderboards import Leaderboard
from entente.server.people.profiles import PublicProfile
from entente.server.problem import Problem
from entente.server.ratings.stored import ALL_TIME
from entente.server.storage.replica import primary
from entente.server.tables import lobby
from entente.server.tables.access import check_view

router = APIRouter(prefix="/api", tags=["people"], route_class=TypedRoute)

READS = (300, 300)  # profiles, histories and leaderboards a network may read in five minutes
EXPORTS = (20, 3600)
Name = Annotated[str, Path(max_length=120), Storable]
Day = Annotated[date | None, Query()]


class GameLines(Response):
    """Finished games: a line of JSON for each."""

    media_type = "application/x-ndjson"


@router.get("/people/{name}", dependencies=[Depends(limited(*READS, "profiles"))])
def get_profile(
    name: Name, who: MaybeVisitor, services: RunningServices, session: ReadingSession
) -> PublicProfile:
    """Return the public profile of a registered user."""
    viewer, now = who.user if who else None, services.rooms.clock()
    with primary(session, services.sessions) as current:
        user = profiles.find(current, name)
        if viewer is not None and viewer.id == user.id:
            return profiles.profile(current, user, viewer, now)
    shown = profiles.profile(session, user, viewer, now)
    if is_outsider(services.settings, viewer):
        shown.tables = []
    return shown


@router.get("/people/{name}/games", dependencies=[Depends(limited(*READS, "profiles"))])
def list_finished_games(
    name: Name,
    who: MaybeVisitor,
    services: RunningServices,
    session: ReadingSession,
    game: Annotated[Id | None, Query()] = None,
    opponent: Annotated[Word | None, Query()] = None,
    result: Literal["win", "draw", "loss", "abandoned"] | None = None,
    since: Day = None,
    until: Day = None,
    after: Annotated[Id | None, Query()] = None,
) -> GamePage:
    """Return a page of a user's finished games, the last one first.

    `after` is the `next` of the page before. Games at private and closed tables are listed only for
    their players.
    """
    viewer = who.user if who else None
    wanted = GameFilter(game, opponent or None, result, since, until)
    with primary(session, services.sessions) as current:
        user = profiles.find_history(current, name, viewer)
        if viewer is not None and viewer.id == user.id:
            return history.games(current, user, viewer, wanted, after)
    return history.games(session, user, viewer, wanted, after)


@router.get(
    "/people/{name}/games.jsonl",
    response_class=GameLines,
    dependencies=[Depends(limited(*EXPORTS, "exported games"))],
)
def export_finished_games(
    name: Name, who: MaybeVisitor, services: RunningServices, session: ReadingSession
) -> Response:
    """Return a user's finished games as lines of JSON, the last one first."""
    viewer = who.user if who else None
    with primary(session, services.sessions) as current:
        user = profiles.find_history(current, name, viewer)
    return GameLines(b"".join(history.export_lines(session, user, viewer)))


@router.get("/leaderboards/{game_id}", dependencies=[Depends(limited(*READS, "profiles"))])
def get_leaderboard(
    game_id: Id,
    who: MaybeVisitor,
    services: RunningServices,
    session: ReadingSession,
    pace: Literal["live", "correspondence"] = "live",
    season: Annotated[str, Query(pattern=r"^([0-9]{4}-[1-4])?$")] = ALL_TIME,
    page: Annotated[int, Query(ge=1, le=leaderboards.MOST_PAGES)] = 1,
) -> Leaderboard:
    """Return a page of the leaderboard of a game.

    With a `season`, a calendar quarter such as `2026-4`, the ratings at the end of that quarter of
    those who played in it.
    """
    if game_id not in registry.available():
        raise Problem(404, "game.unknown", name=game_id[:40])
    viewer = who.user if who else None
    now = services.rooms.clock()
    return leaderboards.leaderboard(session, game_id, pace, season, page, viewer, now)


@router.get("/tables/{table_id}/results")
def list_results(
    table_id: Id, who: MaybeVisitor, session: OneSession, services: RunningServices
) -> list[SeatResult]:
    """Return the results of a finished table and what they did to the ratings.

    Empty while the game runs, and for analysis boards.
    """
    viewer = who.user if who else None
    table = lobby.find(session, table_id)
    chairs = lobby.chairs_of(session, table)
    check_view(table, chairs, viewer)
    mine = tuple(each.seat for each in chairs if viewer and each.user_id == viewer.id)
    check_watching(services.settings, table, viewer, mine)
    return history.table_results(session, table, viewer)
