"""Earlier positions of a table, and descriptions of things on its board."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from entente.kernel import Seat, View
from entente.kernel.story_text import StoryText
from entente.server import library
from entente.server.http.admission import requester_of
from entente.server.http.dependencies import MaybeVisitor, RunningServices
from entente.server.http.routes.library import Language, answer
from entente.server.http.routes.records import visible_room
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id
from entente.server.live.queries import Requester
from entente.server.live.table_state import current_view
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.models import User
from entente.server.study.past_positions import PastState, Timeline, viewers
from entente.server.tables.room import Room

router = APIRouter(tags=["tables"], route_class=TypedRoute)

MOST = 1_000_000
MoveNumber = Annotated[int, Path(ge=0, le=MOST)]
Since = Annotated[int, Query(ge=0, le=MOST)]
At = Annotated[int | None, Query(ge=0, le=MOST)]


class Viewpoint(NamedTuple):
    """A table, and the seats through whose eyes it is viewed; none for a spectator."""

    room: Room
    seats: tuple[Seat, ...]

    def view(self, services: Services, move: int | None) -> View:
        """Return the view now, or after `move` moves."""
        viewer = self.seats[0] if self.seats else None
        if move is not None:
            return services.moments.position(self.room, self.seats, move).view(viewer)
        with self.room.lock:
            return current_view(self.room, viewer)


class ViewRequest(NamedTuple):
    """Who wants to view which table, and from which seat."""

    services: Services
    table_id: str
    user: User | None
    seat: str | None
    requester: Requester

    def viewpoint(self) -> Viewpoint:
        """Resolve the viewpoint; the table may have to be loaded."""
        room = visible_room(self.services, self.table_id, self.user)
        return Viewpoint(room, viewers(room, self.user.id if self.user else None, self.seat))


async def view_request(
    table_id: Id,
    who: MaybeVisitor,
    services: RunningServices,
    request: Request,
    seat: Annotated[str | None, Query(max_length=40)] = None,
) -> ViewRequest:
    """Parse the query.

    `seat`: one of the user's, empty for a spectator's view; after the end, any.
    """
    user = who.user if who else None
    return ViewRequest(
        services, table_id, user, seat, requester_of(request, user.id if user else None)
    )


CurrentQuery = Annotated[ViewRequest, Depends(view_request)]


class Description(msgspec.Struct):
    """A thing on the board in words."""

    element: str
    text: str


@router.get("/api/tables/{table_id}/positions/{number}")
def get_position(
    number: MoveNumber,
    query: CurrentQuery,
    services: RunningServices,
    language: Language,
    since: Since = 0,
) -> PastState:
    """Return the table as the user saw it after `number` moves, with the log from `since` on."""
    with services.queries.reading(query.requester):
        at = query.viewpoint()
        return services.moments.moment(at.room, at.seats, language, number, since)


@router.get("/api/tables/{table_id}/timeline")
def get_timeline(query: CurrentQuery, services: RunningServices, language: Language) -> Timeline:
    """Return every move in short, as far as visible, and where turns and seasons begin."""
    with services.queries.reading(query.requester):
        at = query.viewpoint()
        return services.moments.timeline(at.room, at.seats, language)


@router.get("/api/tables/{table_id}/report")
def get_report(query: CurrentQuery, services: RunningServices, language: Language) -> StoryText:
    """Return the story of a finished game: result, graphs, turning points, dice and statistics."""
    with services.queries.reading(query.requester):
        room = visible_room(services, query.table_id, query.user)
        return services.stories.story_of(room, language)


@router.get("/api/tables/{table_id}/describe")
def describe_table(
    element: Annotated[str, Query(max_length=60)],
    query: CurrentQuery,
    services: RunningServices,
    language: Language,
    move: At = None,
) -> Description:
    """Return a thing on the board in words, now or after `move` moves."""
    with services.queries.reading(query.requester):
        at = query.viewpoint()
        game = at.room.match.game
        text = game.presentation.describe(at.view(services, move), element, game.catalog(language))
    if text is None:
        raise Problem(404, "moment.no_element", element=element)
    return Description(element, text)


@router.get("/api/tables/{table_id}/picture", response_class=PlainTextResponse)
def get_picture(
    query: CurrentQuery, services: RunningServices, language: Language, move: At = None
) -> str:
    """Return the whole position in plain text, now or after `move` moves."""
    with services.queries.reading(query.requester):
        at = query.viewpoint()
        game = at.room.match.game
        return game.presentation.render_text(at.view(services, move), game.catalog(language))


@router.get("/api/tables/{table_id}/board", response_model=library.Board)
def get_board(request: Request, query: CurrentQuery, language: Language) -> Response:
    """Return the empty board with this table's data, which may differ from the server's."""
    with query.services.queries.reading(query.requester):
        return answer(
            request, library.page_of("board", language, query.viewpoint().room.match.game)
        )
