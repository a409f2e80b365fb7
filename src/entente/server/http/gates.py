"""Which gate a route passes. Every route that writes declares one, or is listed as needing none.

`PLAY`, `PUBLISH` and `DIRECT` refuse before the body of the request is read. The others depend on
what the body says; the route declares them and calls the gate itself.
"""

from __future__ import annotations

from collections.abc import Callable

from fastapi import Depends, Request
from sqlalchemy.orm import Session

from entente.server.gate import may_direct, may_play, may_publish, may_reach
from entente.server.http.limits import OF_VISITORS, limit_of
from entente.server.http.new_accounts import INVITATIONS, check_new_account
from entente.server.people.accounts import Visitor
from entente.server.storage.models import User

OF_A_PAIR = (6, 86_400)  # how often one person may invite another, in how many seconds


class Gate:
    """A route dependency: the gate of a route; without `check`, the route calls it."""

    def __init__(self, name: str, check: Callable[[User], None] | None = None) -> None:
        self.name = name
        self.at_once = check is not None
        self._check = check

    async def __call__(self, request: Request) -> None:
        visitor: Visitor | None = request.state.visitor
        if visitor is not None and self._check is not None:
            self._check(visitor.user)


setattr(Gate, OF_VISITORS, True)

PLAY = Depends(Gate("play", may_play))
PUBLISH = Depends(Gate("publish", may_publish))
DIRECT = Depends(Gate("direct", may_direct))
PLAY_IF_SEATED = Depends(Gate("play"))  # the request may seat someone
PUBLISH_IF_TEXT = Depends(Gate("publish"))  # the request may bring a text
REACH = Depends(Gate("reach"))  # the request names another person


def check_text(user: User, *texts: str | None) -> None:
    """Raise Problem if a user may not publish and has written something."""
    if any(texts):
        may_publish(user)


def check_reach(request: Request, session: Session, by: User, user: User) -> None:
    """Raise Problem if a person may not ask another to take part in something."""
    may_reach(session, by, user)
    limit_pair(request, by, user)
    check_new_account(request, by, INVITATIONS, session)


def limit_pair(request: Request, by: User, user: User) -> None:
    """Limit how often one person asks another; a person who declines may be asked again, but not at
    will."""
    limit_of(request.app, *OF_A_PAIR, "invitations of a pair").take(f"{by.id} {user.id}")
