"""Looking back at a table, and at single things on its board."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from entente.kernel import Seat, View
from entente.kernel.story_text import StoryText
from entente.server import library
from entente.server.http.admission import asker_of
from entente.server.http.answering import TypedRoute
from entente.server.http.dependencies import MaybeVisitor, RunningServices
from entente.server.http.routes.library import Language, answer
from entente.server.http.routes.records import room_to_look_at
from entente.server.input_texts import Id
from entente.server.live.asking import Asker
from entente.server.live.showing import present_view
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.models import User
from entente.server.study.moments import Moment, Timeline, viewers
from entente.server.tables.room import Room

router = APIRouter(tags=["tables"], route_class=TypedRoute)

MOST = 1_000_000
MoveNumber = Annotated[int, Path(ge=0, le=MOST)]
Since = Annotated[int, Query(ge=0, le=MOST)]
At = Annotated[int | None, Query(ge=0, le=MOST)]


class Look(NamedTuple):
    """A table, and with the eyes of which seats somebody looks at it; none: a spectator's."""

    room: Room
    seats: tuple[Seat, ...]

    def view(self, services: Services, move: int | None) -> View:
        """What is seen now, or was seen after so many moves."""
        viewer = self.seats[0] if self.seats else None
        if move is not None:
            return services.moments.position(self.room, self.seats, move).view(viewer)
        with self.room.lock:
            return present_view(self.room, viewer)


class Wish(NamedTuple):
    """Who wants to look at which table, and with which eyes."""

    services: Services
    table_id: str
    user: User | None
    seat: str | None
    asker: Asker

    def look(self) -> Look:
        """Have the look; the table may have to be read and played again for it."""
        room = room_to_look_at(self.services, self.table_id, self.user)
        return Look(room, viewers(room, self.user.id if self.user else None, self.seat))


async def wish(
    table_id: Id,
    who: MaybeVisitor,
    services: RunningServices,
    request: Request,
    seat: Annotated[str | None, Query(max_length=40)] = None,
) -> Wish:
    """`seat`: one of one's own, empty for what spectators see; after the end any."""
    user = who.user if who else None
    return Wish(services, table_id, user, seat, asker_of(request, user.id if user else None))


OneLook = Annotated[Wish, Depends(wish)]


class Description(msgspec.Struct):
    """A thing on the board in words."""

    element: str
    text: str


@router.get("/api/tables/{table_id}/moments/{number}")
def moment(
    number: MoveNumber,
    wish: OneLook,
    services: RunningServices,
    language: Language,
    since: Since = 0,
) -> Moment:
    """The table as one saw it after so many moves, with the log from `since` up to there."""
    with services.asking.reading(wish.asker):
        at = wish.look()
        return services.moments.moment(at.room, at.seats, language, number, since)


@router.get("/api/tables/{table_id}/timeline")
def timeline(wish: OneLook, services: RunningServices, language: Language) -> Timeline:
    """Every move in short, as far as one may know it, and where turns and seasons begin."""
    with services.asking.reading(wish.asker):
        at = wish.look()
        return services.moments.timeline(at.room, at.seats, language)


@router.get("/api/tables/{table_id}/story")
def story(wish: OneLook, services: RunningServices, language: Language) -> StoryText:
    """A game that is over, told: its result, graphs, turning points, dice and statistics."""
    with services.asking.reading(wish.asker):
        room = room_to_look_at(services, wish.table_id, wish.user)
        return services.stories.told(room, language)


@router.get("/api/tables/{table_id}/describe")
def describe(
    element: Annotated[str, Query(max_length=60)],
    wish: OneLook,
    services: RunningServices,
    language: Language,
    move: At = None,
) -> Description:
    """A thing on the board in words, now or after so many moves."""
    with services.asking.reading(wish.asker):
        at = wish.look()
        game = at.room.match.game
        text = game.presentation.describe(at.view(services, move), element, game.catalog(language))
    if text is None:
        raise Problem(404, "moment.no_element", element=element)
    return Description(element, text)


@router.get("/api/tables/{table_id}/picture", response_class=PlainTextResponse)
def picture(wish: OneLook, services: RunningServices, language: Language, move: At = None) -> str:
    """The whole position in plain text, now or after so many moves."""
    with services.asking.reading(wish.asker):
        at = wish.look()
        game = at.room.match.game
        return game.presentation.render_text(at.view(services, move), game.catalog(language))


@router.get("/api/tables/{table_id}/board", response_model=library.Board)
def board(request: Request, wish: OneLook, language: Language) -> Response:
    """The empty board with the data of this table, which may be other ones than the server's."""
    with wish.services.asking.reading(wish.asker):
        return answer(request, library.page_of("board", language, wish.look().room.match.game))
