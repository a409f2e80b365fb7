"""Sign in with an OpenID Connect provider, over HTTP."""

from __future__ import annotations

import logging
from typing import Annotated

import msgspec
from fastapi import APIRouter, BackgroundTasks, Depends, Query, Request, Response
from fastapi.responses import RedirectResponse

from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    RunningServices,
    SomeVisitor,
    is_secure,
)
from entente.server.http.error_responses import reader_language
from entente.server.http.limits import limited, limited_account
from entente.server.http.routes.accounts import (
    OptionalPassword,
    check_confirmed,
    check_registered,
    start_session,
)
from entente.server.http.site_address import site_of
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id
from entente.server.people import oidc, user_data
from entente.server.people.oidc import Provider
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.models import Identity, User

router = APIRouter(prefix="/api", tags=["accounts"], route_class=TypedRoute)
CALLBACK = "/api/login/oidc/callback"
COOKIE = "entente_sign_in"
SOME = Depends(limited(30, 300, "openid connect"))
log = logging.getLogger("entente.oidc")
Returned = Annotated[str, Query(max_length=4000)]


class SignInWays(msgspec.Struct):
    """How people can sign in here, beside passwords and passkeys.

    `provider` is the name of the OpenID Connect provider; null if there is none. `mail`: the server
    sends mail, so that a forgotten password can be reset.
    """

    provider: str | None
    mail: bool


class ProviderAddress(msgspec.Struct):
    """The provider's page to go to."""

    url: str


class IdentityInfo(msgspec.Struct):
    """An identity at a provider with which the user signs in."""

    id: str
    provider: str
    created: int
    used: int


def provider_of(services: Services) -> Provider:
    if services.oidc is None:
        raise Problem(404, "oidc.none")
    return services.oidc


def _callback(request: Request, services: Services) -> str:
    return f"{site_of(request, services).origins[0]}{CALLBACK}"


@router.get("/login")
def get_sign_in_ways(services: RunningServices) -> SignInWays:
    """Return the ways to sign in that this server offers."""
    provider = services.oidc.settings.name if services.oidc is not None else None
    return SignInWays(provider, services.outbox.writes_mail)


@router.post("/login/oidc", dependencies=[SOME])
def start_oidc_login(
    services: RunningServices, request: Request, response: Response
) -> ProviderAddress:
    """Return the provider's page at which to sign in or sign up."""
    return _start(services, request, response, None)


@router.post(
    "/me/identities",
    dependencies=[SOME, Depends(limited_account(30, 300, "openid connect"))],
)
def link_identity(
    body: OptionalPassword,
    who: SomeVisitor,
    services: RunningServices,
    request: Request,
    response: Response,
) -> ProviderAddress:
    """Return the provider's page at which to add an identity to the account."""
    check_registered(request, who.user, body.password)
    return _start(services, request, response, who.user)


def _start(
    services: Services, request: Request, response: Response, linking: User | None
) -> ProviderAddress:
    provider = provider_of(services)
    with services.sessions.begin() as session:
        secret, attempt = oidc.begin(session, linking)
    address = provider.address(attempt, _callback(request, services))
    # "lax": the cookie comes back when the provider's page leads here.
    response.set_cookie(
        COOKIE,
        secret,
        max_age=oidc.MINUTES * 60,
        httponly=True,
        samesite="lax",
        secure=is_secure(request),
        path=CALLBACK,
    )
    return ProviderAddress(address)


@router.get("/login/oidc/callback", include_in_schema=False, dependencies=[SOME])
def finish_oidc_login(
    who: MaybeVisitor,
    services: RunningServices,
    request: Request,
    background: BackgroundTasks,
    code: Returned = "",
    state: Returned = "",
    error: Returned = "",
) -> RedirectResponse:
    """Continue after the provider's page: sign in, sign up, or add the identity."""
    visitor = who.user if who else None
    try:
        response = _finish(services, request, background, visitor, "" if error else code, state)
    except Problem as problem:
        if problem.message.key == "problem.oidc.provider":
            log.warning("the OpenID Connect provider failed: %s", problem.__cause__)
        key = problem.message.key.removeprefix("problem.")
        response = RedirectResponse(f"/login?problem={key}", 303)
    response.delete_cookie(COOKIE, path=CALLBACK)
    return response


def _finish(
    services: Services,
    request: Request,
    background: BackgroundTasks,
    visitor: User | None,
    code: str,
    state: str,
) -> RedirectResponse:
    provider = provider_of(services)
    with services.sessions.begin() as session:
        attempt = oidc.used_attempt(session, request.cookies.get(COOKIE, ""), state)
    if not code:
        raise Problem(403, "oidc.denied")
    back = _callback(request, services)
    claims = provider.claims(code, attempt.verifier, attempt.nonce, back)
    issuer = provider.settings.issuer
    with services.sessions.begin() as session:
        here = session.get(User, visitor.id) if visitor is not None else None
        if attempt.user_id is not None:
            if here is None or here.id != attempt.user_id:
                raise Problem(410, "oidc.expired")
            oidc.link(session, here, issuer, claims)
            return RedirectResponse("/profile?linked=1", 303)
        user = oidc.signed_in(session, issuer, claims, here, reader_language(request))
        response = RedirectResponse("/", 303)
        start_session(services, session, request, response, background, user)
        background.add_task(user_data.refresh_person, services.rooms, user.id)
    response.background = background
    return response


@router.get("/me/identities")
def list_identities(
    who: SomeVisitor, services: RunningServices, session: OneSession
) -> list[IdentityInfo]:
    """Return the identities with which the user signs in."""
    return [_described(services, each) for each in oidc.identities(session, who.user)]


@router.delete("/me/identities/{identity_id}", status_code=204)
def unlink_identity(
    identity_id: Id,
    who: SomeVisitor,
    session: OneSession,
    request: Request,
    body: OptionalPassword | None = None,
) -> None:
    """Remove an identity; requires the password if there is one."""
    check_confirmed(request, who.user, body)
    oidc.unlink(session, who.user, identity_id)


def _described(services: Services, identity: Identity) -> IdentityInfo:
    ours = services.oidc is not None and identity.issuer == services.oidc.settings.issuer
    name = services.oidc.settings.name if ours and services.oidc is not None else identity.issuer
    return IdentityInfo(identity.id, name, identity.created, identity.used)
