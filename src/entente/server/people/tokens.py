"""API tokens: a program's login instead of a browser session.

A token belongs to a user, or is bound to one seat of one table; then it may view that table and act
in that seat, and nothing else. No token may change the account itself: that takes a session. What a
token may do is decided here for all routes, before they run.
"""

from __future__ import annotations

import json
import re
import secrets
import time

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.people.accounts import Visitor, visitor
from entente.server.problem import Problem
from entente.server.storage.digests import digest
from entente.server.storage.ids import new_id
from entente.server.storage.models import TableSeat, Token, User

MARK = "entente_"  # prefix that makes leaked tokens recognisable
MOST = 50  # tokens per user
LONGEST_LABEL = 60
NOTED = 300  # seconds between two records of its use

# Requests allowed with a bound token: method and rest of the path. Requests with a body name the
# seat there.
_OF_THE_TABLE = {
    ("GET", ""),
    ("GET", "/chat"),
    ("GET", "/chat/proposals"),
    ("POST", "/chat"),
    ("POST", "/chat/answer"),
    ("POST", "/chat/read"),
    ("PUT", "/chat/draft"),
    ("POST", "/vote"),
    ("POST", "/concede"),
    ("POST", "/return"),
    ("PUT", "/draft"),
    ("PUT", "/notes"),
    ("GET", "/prepared"),
    ("PUT", "/prepared"),
    ("DELETE", "/prepared"),
}
# Account requests allowed with any token.
_OF_THE_ACCOUNT = {
    ("GET", "/api/me"),
    ("GET", "/api/me/notifications"),
    ("GET", "/api/me/waiting"),
    ("POST", "/api/me/notifications/read"),
}
_ACCOUNT = re.compile(r"/api/(me|guest|register|login|logout|reset)(/|$)")


def issue(
    session: Session, user: User, label: str, table_id: str | None, seat: Seat | None
) -> tuple[str, Token]:
    """Create a token; return the secret, shown once, and the stored row."""
    label = " ".join(label.split())
    if not label or len(label) > LONGEST_LABEL or not label.isprintable():
        raise Problem(422, "token.label", most=LONGEST_LABEL)
    if (table_id is None) != (seat is None):
        raise Problem(422, "token.half")
    if table_id is not None:
        held = select(TableSeat.seat).where(
            TableSeat.table_id == table_id, TableSeat.user_id == user.id
        )
        if seat not in session.scalars(held).all():
            raise Problem(403, "table.not_yours")
    if (session.scalar(select(func.count()).where(Token.user_id == user.id)) or 0) >= MOST:
        raise Problem(409, "token.most", most=MOST)
    secret = MARK + secrets.token_urlsafe(32)
    token = Token(
        digest=digest(secret),
        id=new_id(),
        user_id=user.id,
        label=label,
        table_id=table_id,
        seat=seat,
        created=int(time.time()),
    )
    session.add(token)
    session.flush()
    return secret, token


def listed(session: Session, user: User) -> list[Token]:
    query = select(Token).where(Token.user_id == user.id).order_by(Token.created, Token.id)
    return list(session.scalars(query))


def revoke(session: Session, user: User, token_id: str) -> None:
    mine = {token.id: token for token in listed(session, user)}
    if token_id not in mine:
        raise Problem(404, "token.gone")
    session.delete(mine[token_id])


def bearer(authorization: str | None) -> str | None:
    """Return the secret of an Authorization header, or None."""
    if authorization is None:
        return None
    kind, _, secret = authorization.partition(" ")
    if kind.lower() != "bearer":
        raise Problem(401, "token.unknown")
    return secret.strip()


def holder(session: Session, secret: str) -> Visitor:
    """Return the user and bounds of a token. Raise Problem 401 if it is invalid."""
    token = session.get(Token, digest(secret))
    user = session.get(User, token.user_id) if token is not None else None
    if token is None or user is None:
        raise Problem(401, "token.unknown")
    now = int(time.time())
    if token.used is None or token.used < now - NOTED:
        token.used = now
    return Visitor(user, "", token.table_id, token.seat, token.id, key=token.digest)


def known(session: Session, cookie: str | None, authorization: str | None) -> Visitor | None:
    """Return the visitor, by token or session."""
    secret = bearer(authorization)
    return visitor(session, cookie) if secret is None else holder(session, secret)


def check_bounds(method: str, path: str, who: Visitor) -> None:
    """Raise Problem 403 if a token may not make a request."""
    if who.table is None:
        if _ACCOUNT.match(path) and (method, path) not in _OF_THE_ACCOUNT:
            raise Problem(403, "token.account")
        return
    start = f"/api/tables/{who.table}"
    if not path.startswith(start) or (method, path.removeprefix(start)) not in _OF_THE_TABLE:
        raise Problem(403, "token.bound")


def check_seat(body: bytes, who: Visitor) -> None:
    """Check that the body of a request names the seat the token is bound to."""
    try:
        content = json.loads(body)
    except ValueError:
        content = None
    except RecursionError:  # thousands of nested brackets
        raise Problem(400, "unknown_request") from None
    if not isinstance(content, dict) or content.get("seat") != who.seat:
        raise Problem(403, "token.bound")
