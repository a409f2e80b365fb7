"""API tokens over HTTP."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, BackgroundTasks, Depends, Request

from entente.kernel import Seat
from entente.server.http.dependencies import OneSession, RunningServices, SomeVisitor
from entente.server.http.limits import limited, limited_account
from entente.server.http.routes.accounts import check_password
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody, Secret, Word
from entente.server.people import tokens
from entente.server.services import close_revoked
from entente.server.storage.models import Token

router = APIRouter(prefix="/api/me/tokens", tags=["tokens"], route_class=TypedRoute)


class NewToken(RequestBody):
    """A token to create, for the whole account or bound to a seat.

    Requires the password, if there is one, because a token outlives the session.
    """

    label: Word
    table: Id | None = None
    seat: Id | None = None
    password: Secret | None = None


class TokenInfo(msgspec.Struct):
    """A token, without its secret."""

    id: str
    label: str
    table: str | None
    seat: Seat | None
    created: int
    used: int | None


class IssuedToken(TokenInfo):
    """A new token. Its `secret` is shown only in this response."""

    secret: str


def described(token: Token) -> TokenInfo:
    return TokenInfo(token.id, token.label, token.table_id, token.seat, token.created, token.used)


@router.get("")
def list_tokens(who: SomeVisitor, session: OneSession) -> list[TokenInfo]:
    """Return the user's tokens, without their secrets."""
    return [described(token) for token in tokens.listed(session, who.user)]


@router.post(
    "",
    status_code=201,
    dependencies=[
        Depends(limited(30, 3600, "tokens")),
        Depends(limited_account(30, 3600, "tokens")),
    ],
)
def create_token(
    body: NewToken, who: SomeVisitor, session: OneSession, request: Request
) -> IssuedToken:
    """Create a token. Its `secret` is shown only in this response."""
    check_password(request, who.user, body.password)
    secret, token = tokens.issue(session, who.user, body.label, body.table, body.seat)
    return IssuedToken(**msgspec.structs.asdict(described(token)), secret=secret)


@router.delete("/{token_id}", status_code=204)
def revoke_token(
    token_id: Id,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    background: BackgroundTasks,
) -> None:
    """Revoke a token."""
    tokens.revoke(session, who.user, token_id)
    background.add_task(close_revoked, services, who.user.id)
