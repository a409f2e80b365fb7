"""The second factor over HTTP: authenticator codes and recovery codes."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel

from entente.server.http.dependencies import OneSession, SomeVisitor
from entente.server.http.limits import limited, limited_account
from entente.server.http.routes.accounts import GUESSES, check_password
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Secret, Word
from entente.server.people import second_factor
from entente.server.problem import Problem
from entente.server.storage.models import User

router = APIRouter(prefix="/api/me/second", tags=["accounts"], route_class=TypedRoute)
FEW = [Depends(limited(*GUESSES, "second")), Depends(limited_account(*GUESSES, "second"))]


class Sure(BaseModel):
    """The password again."""

    password: Secret


class Code(BaseModel):
    """A code from the authenticator app."""

    code: Word


class SecondFactor(msgspec.Struct):
    """Whether a code is required, and how many recovery codes are left."""

    on: bool
    codes_left: int


class Offered(msgspec.Struct):
    """The secret for the authenticator app, as text and as a URI; shown once."""

    secret: str
    address: str


class OnPaper(msgspec.Struct):
    """Recovery codes, each valid once; shown once."""

    codes: list[str]


@router.get("")
def state(who: SomeVisitor, session: OneSession) -> SecondFactor:
    """Return whether the account requires a code."""
    on = second_factor.is_on(session, who.user)
    return SecondFactor(on, second_factor.codes_left(session, who.user))


@router.post("", dependencies=FEW)
def offer(body: Sure, who: SomeVisitor, session: OneSession, request: Request) -> Offered:
    """Return a new secret; codes are required once one has been confirmed."""
    _check(request, who.user, body)
    secret = second_factor.offer(session, who.user)
    return Offered(secret, second_factor.address(secret, who.user.name))


@router.post("/confirm", dependencies=FEW)
def confirm(body: Code, who: SomeVisitor, session: OneSession) -> OnPaper:
    """Require a code at every login from now on."""
    return OnPaper(second_factor.confirm(session, who.user, body.code))


@router.post("/codes", dependencies=FEW)
def renew(body: Sure, who: SomeVisitor, session: OneSession, request: Request) -> OnPaper:
    """Replace the recovery codes."""
    _check(request, who.user, body)
    return OnPaper(second_factor.new_recovery_codes(session, who.user))


@router.post("/remove", status_code=204, dependencies=FEW)
def remove(body: Sure, who: SomeVisitor, session: OneSession, request: Request) -> None:
    """Turn the second factor off."""
    _check(request, who.user, body)
    second_factor.remove(session, who.user)


def _check(request: Request, user: User, body: Sure) -> None:
    if user.guest:
        raise Problem(409, "account.guest")
    check_password(request, user, body.password)
