"""Two-factor authentication over HTTP: authenticator codes and recovery codes."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Depends, Request

from entente.server.http.dependencies import OneSession, SomeVisitor
from entente.server.http.limits import limited, limited_account
from entente.server.http.routes.accounts import GUESSES, check_password
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import RequestBody, Secret, Word
from entente.server.people import two_factor
from entente.server.problem import Problem
from entente.server.storage.models import User

router = APIRouter(prefix="/api/me/two-factor", tags=["accounts"], route_class=TypedRoute)
FEW = [Depends(limited(*GUESSES, "second")), Depends(limited_account(*GUESSES, "second"))]


class RequiredPassword(RequestBody):
    """The password again."""

    password: Secret


class AuthenticatorCode(RequestBody):
    """A code from the authenticator app."""

    code: Word


class TwoFactorStatus(msgspec.Struct):
    """Whether a code is required, and how many recovery codes are left."""

    enabled: bool
    recovery_codes_left: int


class AuthenticatorSecret(msgspec.Struct):
    """The secret for the authenticator app, as text, URI and QR code (SVG); shown once."""

    secret: str
    uri: str
    qr: str


class RecoveryCodes(msgspec.Struct):
    """Recovery codes, each valid once; shown once."""

    codes: list[str]


@router.get("")
def get_two_factor(who: SomeVisitor, session: OneSession) -> TwoFactorStatus:
    """Return whether the account requires a code."""
    on = two_factor.is_on(session, who.user)
    return TwoFactorStatus(on, two_factor.codes_left(session, who.user))


@router.post("", dependencies=FEW)
def set_up_two_factor(
    body: RequiredPassword, who: SomeVisitor, session: OneSession, request: Request
) -> AuthenticatorSecret:
    """Return a new secret; codes are required once one has been confirmed."""
    _check(request, who.user, body)
    secret = two_factor.offer(session, who.user)
    uri = two_factor.address(secret, who.user.name)
    return AuthenticatorSecret(secret, uri, two_factor.qr_code(uri))


@router.post("/confirm", dependencies=FEW)
def confirm_two_factor(
    body: AuthenticatorCode, who: SomeVisitor, session: OneSession
) -> RecoveryCodes:
    """Require a code at every login from now on."""
    return RecoveryCodes(two_factor.confirm(session, who.user, body.code))


@router.post("/recovery-codes", dependencies=FEW)
def renew_recovery_codes(
    body: RequiredPassword, who: SomeVisitor, session: OneSession, request: Request
) -> RecoveryCodes:
    """Replace the recovery codes."""
    _check(request, who.user, body)
    return RecoveryCodes(two_factor.new_recovery_codes(session, who.user))


@router.post("/remove", status_code=204, dependencies=FEW)
def remove_two_factor(
    body: RequiredPassword, who: SomeVisitor, session: OneSession, request: Request
) -> None:
    """Turn two-factor authentication off."""
    _check(request, who.user, body)
    two_factor.remove(session, who.user)


def _check(request: Request, user: User, body: RequiredPassword) -> None:
    if user.guest:
        raise Problem(409, "account.guest")
    check_password(request, user, body.password)
