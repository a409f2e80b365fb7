"""Typed orders: text in a game's own notation, parsed before it is submitted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request
from pydantic import Field

from entente.kernel import Catalog, Refusal
from entente.kernel.capabilities import TypedPart
from entente.kernel.text import LANGUAGES
from entente.server.http.admission import requester_of
from entente.server.http.dependencies import RunningServices, SomeVisitor
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import DecisionId, Id, RequestBody
from entente.server.live.incoming_frames import LONGEST_TEXT
from entente.server.services import Services
from entente.server.tables.access import SeatAccess, check_started

router = APIRouter(tags=["tables"], route_class=TypedRoute)


class ParseRequest(RequestBody):
    """Text typed for a seat, in a language."""

    seat: Annotated[str, Field(max_length=40)]
    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    language: Annotated[str, Field(max_length=40)] = LANGUAGES[0]
    decision: DecisionId | None = None


class ParseRefusal(msgspec.Struct):
    """Why the text, or a part of it, does not name a choice."""

    section: str
    key: str
    text: str


class ParsedText(msgspec.Struct):
    """The choices that the text names, the parts of it that name none, and why the first of them
    does not."""

    choices: list[str]
    wrong: list[str]
    refusal: ParseRefusal | None


@router.post("/api/tables/{table_id}/parse")
async def parse_text(
    table_id: Id, body: ParseRequest, who: SomeVisitor, services: RunningServices, request: Request
) -> ParsedText:
    """Parse typed orders: the choices in their exact spelling, and what is not understood.

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
    parts = max(answers, key=lambda answer: (len(_choices(answer)), len(answer)), default=[])
    wrong = [part for part in parts if isinstance(part.choice, Refusal)]
    refusal = wrong[0].choice if wrong else None
    if not parts:
        refusal = position.explain(typed.seat, typed.text, window)
    return ParsedText(
        _choices(parts),
        [part.text for part in wrong],
        _described(refusal, catalog) if isinstance(refusal, Refusal) else None,
    )


def _choices(parts: Sequence[TypedPart]) -> list[str]:
    """Return the choices that the parts of a text name."""
    return [part.choice for part in parts if not isinstance(part.choice, Refusal)]


def _described(refusal: Refusal, catalog: Catalog) -> ParseRefusal:
    return ParseRefusal(refusal.section, refusal.message.key, catalog.line(refusal.message))
