"""The limits of new accounts over HTTP."""

from __future__ import annotations

import time
from contextlib import nullcontext

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from sqlalchemy.orm import Session

from entente.server.http.dependencies import services_of
from entente.server.http.limits import OF_VISITORS, Check, limit_of
from entente.server.moderation.new_accounts import new_until, refusal
from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.storage.models import User

HOUR = 3600
TABLES, MESSAGES, REPORTS, INVITATIONS = "tables", "messages", "reports", "invitations"


def check_new_account(
    request: Request, user: User, kind: str, session: Session | None = None
) -> None:
    """Use one of the things that a new account may do in an hour. Call it in a thread."""
    services = services_of(request)
    limits = services.settings.new_accounts
    now = time.time()
    if user.created + limits.days * HOUR * 24 <= now:
        return
    with nullcontext(session) if session is not None else services.sessions() as own:
        until = new_until(own, limits, user, now)
    if until is None:
        return
    limit = limit_of(request.app, getattr(limits, kind), HOUR, f"{kind} of a new account")
    try:
        limit.take(str(user.id))
    except Problem as problem:
        seconds = float(str(problem.message.args["seconds"]))
        raise refusal(limits, kind, until, seconds) from None


def limited_if_new(kind: str) -> Check:
    """Return a route dependency that limits new accounts."""

    async def check(request: Request) -> None:
        visitor: Visitor | None = request.state.visitor
        if visitor is not None:
            await run_in_threadpool(check_new_account, request, visitor.user, kind)

    setattr(check, OF_VISITORS, True)
    return check
