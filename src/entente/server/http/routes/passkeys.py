"""Passkeys over HTTP. What browser and device exchange is passed through as JSON text."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, BackgroundTasks, Depends, Request, Response
from pydantic import Field

from entente.server.http.dependencies import OneSession, RunningServices, SomeVisitor
from entente.server.http.limits import limited, limited_account
from entente.server.http.routes.accounts import (
    GUESSES,
    Me,
    OptionalPassword,
    check_confirmed,
    check_registered,
    start_session,
)
from entente.server.http.routes.two_factor import RequiredPassword
from entente.server.http.site_address import site_of
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody, Storable, Word
from entente.server.people import passkeys
from entente.server.storage.models import Passkey

router = APIRouter(prefix="/api", tags=["accounts"], route_class=TypedRoute)
FEW = [Depends(limited(30, 300, "passkeys")), Depends(limited_account(*GUESSES, "passkeys"))]
Answer = Annotated[str, Field(max_length=20_000), Storable]


class NewPasskey(RequestBody):
    """A passkey made by the user's device, as JSON from the browser."""

    label: Word
    credential: Answer


class PasskeySignature(RequestBody):
    """A passkey's signature, as JSON from the browser."""

    credential: Answer


class PasskeyOptions(msgspec.Struct):
    """Options for the browser's WebAuthn call, as JSON."""

    options: str


class PasskeyInfo(msgspec.Struct):
    id: str
    label: str
    created: int
    used: int | None


def described(passkey: Passkey) -> PasskeyInfo:
    return PasskeyInfo(passkey.id, passkey.label, passkey.created, passkey.used)


@router.get("/me/passkeys")
def list_passkeys(who: SomeVisitor, session: OneSession) -> list[PasskeyInfo]:
    """Return the user's passkeys."""
    return [described(each) for each in passkeys.listed(session, who.user)]


@router.post("/me/passkeys/options", dependencies=FEW)
def start_passkey_registration(
    body: RequiredPassword,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
) -> PasskeyOptions:
    """Return the options for creating a passkey."""
    check_registered(request, who.user, body.password)
    return PasskeyOptions(passkeys.offer(session, who.user, site_of(request, services)))


@router.post("/me/passkeys", status_code=201, dependencies=FEW)
def add_passkey(
    body: NewPasskey,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
) -> PasskeyInfo:
    """Store a passkey made by the user's device."""
    site = site_of(request, services)
    return described(passkeys.keep(session, who.user, site, body.label, body.credential))


@router.delete("/me/passkeys/{passkey_id}", status_code=204)
def delete_passkey(
    passkey_id: Id,
    who: SomeVisitor,
    session: OneSession,
    request: Request,
    body: OptionalPassword | None = None,
) -> None:
    """Delete a passkey; requires the password."""
    check_confirmed(request, who.user, body)
    passkeys.remove(session, who.user, passkey_id)


@router.post("/login/passkey/options", dependencies=[Depends(limited(60, 300, "asked"))])
def start_passkey_login(
    services: RunningServices, session: OneSession, request: Request
) -> PasskeyOptions:
    """Return the options for signing in with a passkey."""
    return PasskeyOptions(passkeys.ask(session, site_of(request, services)))


@router.post("/login/passkey", dependencies=[Depends(limited(20, 300, "passkey"))])
def log_in_with_passkey(
    body: PasskeySignature,
    services: RunningServices,
    session: OneSession,
    request: Request,
    response: Response,
    background: BackgroundTasks,
) -> Me:
    """Sign in with a passkey."""
    user = passkeys.enter(session, site_of(request, services), body.credential)
    return start_session(services, session, request, response, background, user)
