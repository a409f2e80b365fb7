"""Route dependencies that refuse sanctioned users."""

from __future__ import annotations

from fastapi import Request

from entente.server.http.limits import OF_VISITORS
from entente.server.moderation.restrictions import check_seat, check_voice
from entente.server.people.accounts import Visitor


async def not_suspended(request: Request) -> None:
    """Refuse a suspended user, before the body of the request is read."""
    visitor: Visitor | None = request.state.visitor
    if visitor is not None:
        check_seat(visitor.user)


setattr(not_suspended, OF_VISITORS, True)


async def not_muted(request: Request) -> None:
    """Refuse a muted user, before the body of the request is read."""
    visitor: Visitor | None = request.state.visitor
    if visitor is not None:
        check_voice(visitor.user)


setattr(not_muted, OF_VISITORS, True)
