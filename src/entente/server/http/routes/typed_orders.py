"""Typed orders: text in a game's own notation, parsed before it is submitted."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from entente.kernel import Refusal
from entente.kernel.text import LANGUAGES
from entente.server.http.admission import requester_of
from entente.server.http.dependencies import RunningServices, SomeVisitor
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import DecisionId, Id
from entente.server.live.incoming_frames import LONGEST_TEXT
from entente.server.services import Services
from entente.server.tables.access import SeatAccess, check_started

router = APIRouter(tags=["tables"], route_class=TypedRoute)


class ParseRequest(BaseModel):
    """Text typed for a seat, in a language."""

    seat: Annotated[str, Field(max_length=40)]
    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    language: Annotated[str, Field(max_length=40)] = LANGUAGES[0]
    decision: DecisionId | None = None


class ParseRefusal(msgspec.Struct):
    """Why the text does not name a choice."""

    section: str
    key: str
    text: str


class ParsedText(msgspec.Struct):
    """The choices the text names, or why it names none."""

    choices: list[str]
    refusal: ParseRefusal | None


@router.post("/api/tables/{table_id}/parse")
async def parse_text(
    table_id: Id, body: ParseRequest, who: SomeVisitor, services: RunningServices, request: Request
) -> ParsedText:
    """Parse typed orders: the choices in their exact spelling, or why there are none.

    Nothing is submitted or stored.
    """
    requester = requester_of(request, who.user.id)
    read = partial(parse, services, table_id, body, who.user.id)
    return await services.queries.run(requester, read)


def parse(services: Services, table_id: str, typed: ParseRequest, user_id: int) -> ParsedText:
    """Return the choices a text names for a seat of this user."""
    room = services.rooms.get(table_id)
    with room.lock:
        SeatAccess.of(room, user_id).check_seat(typed.seat)
        check_started(room)
        position = room.position.copy()
    window = typed.decision
    language = typed.language if typed.language in LANGUAGES else LANGUAGES[0]
    catalog = position.game.catalog(language)
    decisions = [
        each for each in position.decisions_for(typed.seat) if window in (None, each.window)
    ]
    answers = [position.bind(each).read_choices(typed.text, catalog) for each in decisions]
    read = [each for each in answers if each and not isinstance(each, Refusal)]
    result: list[str] | Refusal | None = next(iter(read), None)
    result = result or next((each for each in answers if each), None)
    if not result:
        result = position.explain(typed.seat, typed.text, window) or []
    if not isinstance(result, Refusal):
        return ParsedText(result, None)
    message = result.message
    return ParsedText([], ParseRefusal(result.section, message.key, catalog.line(message)))
