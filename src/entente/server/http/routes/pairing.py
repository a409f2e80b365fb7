"""Quick pairing over HTTP and a websocket."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress
from typing import Annotated

from fastapi import APIRouter, Depends, WebSocket, WebSocketDisconnect
from pydantic import Field, StrictBool, StrictInt

from entente.server.http.account_marks import noting_marks
from entente.server.http.dependencies import OneSession, RunningServices, SomeVisitor
from entente.server.http.gates import PLAY
from entente.server.http.limits import limited_account
from entente.server.http.socket_opening import RESTART, account_of, open_socket
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody
from entente.server.pairing import requests
from entente.server.pairing.requests import PairingInfo, QueueInfo
from entente.server.pairing.waiting_sockets import WaitingSocket
from entente.server.people.class_data import check_class_table
from entente.server.problem import Problem
from entente.server.services import Services

router = APIRouter(tags=["pairing"], route_class=TypedRoute)
REQUESTS = (60, 600)  # requests per account: how many in how many seconds
LOOKS = (120, 60)  # questions about one's request
ENDED = 4401  # like the HTTP status "unauthorized"

Points = Annotated[StrictInt, Field(ge=0, le=100_000)]


class NewPairingRequest(RequestBody):
    """A game to be paired for.

    `pace` is the id of a standard pace of the game. `side` is a seat; null: any. `rating_range` is
    how many points other ratings may differ from one's own; null: any number. Players below
    `min_reliability`, in per cent, are left out; new players have no figure yet and fit. Computers
    take the missing seats after `computers_after` minutes; null: never.
    """

    game: Id
    pace: Id
    rated: StrictBool = False
    side: Id | None = None
    rating_range: Points | None = None
    min_reliability: Points = 0
    computers_after: Points | None = None


@router.get("/api/pairing/queues")
def list_queues(session: OneSession) -> list[QueueInfo]:
    """Return the standard paces of each game, and how many people wait."""
    return requests.queues(session)


@router.get("/api/pairing", dependencies=[Depends(limited_account(*LOOKS, "pairing looks"))])
async def get_pairing(who: SomeVisitor, services: RunningServices) -> PairingInfo:
    """Return the state of one's request.

    Ask at least once a minute while waiting for a live game: silence ends waiting.
    """
    return await services.pairer.state(who.user.id, here=True)


@router.post(
    "/api/pairing",
    dependencies=[
        Depends(limited_account(*REQUESTS, "pairing")),
        PLAY,
        Depends(noting_marks),
    ],
)
async def request_pairing(
    body: NewPairingRequest, who: SomeVisitor, services: RunningServices
) -> PairingInfo:
    """Wait for a game, instead of an earlier request. One request per person."""
    if body.rated and who.user.guest:
        raise Problem(403, "pairing.rated_guest")
    return await services.pairer.request(who.user, requests.wanted(**body.model_dump()))


@router.delete(
    "/api/pairing",
    status_code=204,
    dependencies=[Depends(limited_account(*REQUESTS, "pairing cancellations"))],
)
async def cancel_pairing(who: SomeVisitor, services: RunningServices) -> None:
    """Stop waiting. During the roll call, give up the seat; the others wait again."""
    await services.pairer.cancel(who.user.id)


@router.websocket("/ws/pairing")
async def watch_pairing(socket: WebSocket, api: int | None = None) -> None:
    """Send the state of one's request at once and after every change.

    An open socket counts as waiting. Nothing is expected from the client.
    """
    services: Services = socket.app.state.services

    def enter() -> WaitingSocket:
        visitor = account_of(socket)
        check_class_table(None, visitor.user)
        return WaitingSocket(visitor.user.id, visitor.key)

    with ExitStack() as counted:
        waiting = await open_socket(socket, counted, enter, api)
        if waiting is not None:
            await _attend(socket, services, waiting)


async def _attend(socket: WebSocket, services: Services, waiting: WaitingSocket) -> None:
    """Send states until the client is gone or sends anything, or its session has ended."""
    sockets = services.pairer.sockets
    sockets.add(waiting)
    gone = asyncio.create_task(socket.receive())
    writer = asyncio.create_task(_write(socket, waiting))
    try:
        waiting.send(await services.pairer.state(waiting.user_id, here=True))
        await asyncio.wait({gone, writer}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        sockets.discard(waiting)
        gone.cancel()
        writer.cancel()


async def _write(socket: WebSocket, waiting: WaitingSocket) -> None:
    with suppress(WebSocketDisconnect):
        while (text := await waiting.frames.get()) is not None:
            await socket.send_text(text)
        await socket.close(RESTART if waiting.is_handed_over else ENDED)
