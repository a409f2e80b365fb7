"""The second factor over HTTP: codes of a device, and codes on paper."""

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
    """One's password once more."""

    password: Secret


class Code(BaseModel):
    """What one's device shows."""

    code: Word


class SecondFactor(msgspec.Struct):
    """Whether a code is asked for, and how many codes on paper are left."""

    on: bool
    codes_left: int


class Offered(msgspec.Struct):
    """The secret for one's device, as it is typed and as a device reads it; shown this once."""

    secret: str
    address: str


class OnPaper(msgspec.Struct):
    """Codes for the day one's device is lost, each good once; shown this once."""

    codes: list[str]


@router.get("")
def state(who: SomeVisitor, session: OneSession) -> SecondFactor:
    """Whether one's account asks for a code."""
    on = second_factor.is_on(session, who.user)
    return SecondFactor(on, second_factor.codes_left(session, who.user))


@router.post("", dependencies=FEW)
def offer(body: Sure, who: SomeVisitor, session: OneSession, request: Request) -> Offered:
    """A secret for one's device; codes are asked for once one of its codes has been given."""
    _check(request, who.user, body)
    secret = second_factor.offer(session, who.user)
    return Offered(secret, second_factor.address(secret, who.user.name))


@router.post("/confirm", dependencies=FEW)
def confirm(body: Code, who: SomeVisitor, session: OneSession) -> OnPaper:
    """From now on a code is asked for at every login."""
    return OnPaper(second_factor.confirm(session, who.user, body.code))


@router.post("/codes", dependencies=FEW)
def renew(body: Sure, who: SomeVisitor, session: OneSession, request: Request) -> OnPaper:
    """New codes on paper instead of the ones of before."""
    _check(request, who.user, body)
    return OnPaper(second_factor.new_recovery_codes(session, who.user))


@router.post("/remove", status_code=204, dependencies=FEW)
def remove(body: Sure, who: SomeVisitor, session: OneSession, request: Request) -> None:
    """No code is asked for any more."""
    _check(request, who.user, body)
    second_factor.remove(session, who.user)


def _check(request: Request, user: User, body: Sure) -> None:
    if user.guest:
        raise Problem(409, "account.guest")
    check_password(request, user, body.password)
