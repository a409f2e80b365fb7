"""Note from which device and network an account signs in and begins games."""

from __future__ import annotations

import time

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from sqlalchemy.orm import Session

from entente.server.http.admission import address_of, is_loopback
from entente.server.http.dependencies import device_mark, services_of
from entente.server.http.limits import OF_VISITORS, network
from entente.server.people.account_marks import DEVICE, NETWORK, note_marks
from entente.server.people.accounts import Visitor
from entente.server.people.devices import number_of


def marks_of(request: Request, device: str = "") -> dict[str, str]:
    """Return the marks of a request; none where the operator keeps none.

    This machine is no mark: it may be a proxy for many.
    """
    services = services_of(request)
    settings = services.settings
    if not settings.moderation or not settings.retention.marks:
        return {}
    found = {DEVICE: number_of(device or device_mark(request))}
    if not is_loopback(address_of(request)):
        found[NETWORK] = network(request)
    digests = services.devices.keyed_digest
    return {kind: digests(kind, value) for kind, value in found.items() if value}


def note_sign_in(session: Session, request: Request, user_id: int, device: str) -> None:
    note_marks(session, user_id, marks_of(request, device), time.time())


async def noting_marks(request: Request) -> None:
    """Note the marks of a visitor who begins or joins a game."""
    visitor: Visitor | None = request.state.visitor
    if visitor is None or visitor.token is not None:
        return
    marks = marks_of(request)
    if not marks:
        return

    def note() -> None:
        with services_of(request).sessions.begin() as session:
            note_marks(session, visitor.user.id, marks, time.time())

    await run_in_threadpool(note)


setattr(noting_marks, OF_VISITORS, True)
