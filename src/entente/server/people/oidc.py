"""Sign in with an OpenID Connect provider that the operator has chosen.

The authorization code flow with PKCE. An attempt is stored until its answer comes, and belongs to
one browser: its cookie has the secret whose digest is the `state`. Requests to the provider never
run inside a transaction.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
import urllib.request
from collections.abc import Mapping
from hmac import compare_digest
from http.client import HTTPException
from threading import BoundedSemaphore, Lock
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

import jwt
import msgspec
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.server.people import accounts
from entente.server.people.names import LONGEST_NAME
from entente.server.problem import Problem
from entente.server.settings import OpenIdProvider
from entente.server.storage.digests import digest
from entente.server.storage.ids import new_id
from entente.server.storage.models import Identity, Passkey, SignInAttempt, User

MINUTES = 10  # to come back from the provider
PATIENCE = 8.0  # seconds for a request to the provider
CONCURRENT = 4  # requests to the provider, so that a slow one cannot stop the server
LARGEST = 1 << 20  # bytes of an answer
KEPT = 3600.0  # seconds for which the provider's configuration is used
PAUSE = 30.0  # seconds without another attempt to fetch it after a failure
LEEWAY = 60  # seconds by which clocks may differ
LONGEST_SUBJECT = 255
MOST_IDENTITIES = 5  # per account
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA")
DEFAULT_NAME = "Player"


class Configuration(msgspec.Struct):
    """The part of the provider's discovery document that is used."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)


class Claims(NamedTuple):
    """What the provider says about a person."""

    subject: str
    name: str
    email: str | None  # only if the provider has verified it


class Provider:
    """An OpenID Connect provider."""

    def __init__(self, settings: OpenIdProvider) -> None:
        self.settings = settings
        self._turns = BoundedSemaphore(CONCURRENT)
        self._lock = Lock()
        self._known: tuple[float, Configuration, jwt.PyJWKClient] | None = None
        self._pause_ends = 0.0

    def address(self, attempt: SignInAttempt, redirect_uri: str) -> str:
        """Return the provider's page at which a person signs in."""
        configuration, _ = self._configuration()
        challenge = hashlib.sha256(attempt.verifier.encode()).digest()
        query = {
            "response_type": "code",
            "client_id": self.settings.client_id,
            "redirect_uri": redirect_uri,
            "scope": "openid profile email",
            "state": attempt.digest,
            "nonce": attempt.nonce,
            "code_challenge": base64.urlsafe_b64encode(challenge).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        endpoint = configuration.authorization_endpoint
        return f"{endpoint}{'&' if urlsplit(endpoint).query else '?'}{urlencode(query)}"

    def claims(self, code: str, verifier: str, nonce: str, redirect_uri: str) -> Claims:
        """Exchange a code for an ID token, check it, and return what it says."""
        configuration, keys = self._configuration()
        body = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_uri,
            "code_verifier": verifier,
        }
        headers = {}
        if "client_secret_basic" in configuration.token_endpoint_auth_methods_supported:
            pair = f"{quote(self.settings.client_id)}:{quote(self.settings.client_secret)}"
            headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        else:
            body |= {
                "client_id": self.settings.client_id,
                "client_secret": self.settings.client_secret,
            }
        answer = self._fetch(configuration.token_endpoint, urlencode(body).encode(), headers)
        token = answer.get("id_token") if isinstance(answer, dict) else None
        if not isinstance(token, str):
            raise Problem(503, "oidc.provider")
        return self._checked(token, keys, nonce)

    def _checked(self, token: str, keys: jwt.PyJWKClient, nonce: str) -> Claims:
        try:
            with self._turns:
                key = keys.get_signing_key_from_jwt(token)
            payload: Mapping[str, Any] = jwt.decode(
                token,
                key,
                algorithms=list(ALGORITHMS),
                audience=self.settings.client_id,
                issuer=self.settings.issuer,
                leeway=LEEWAY,
                options={"require": ["exp", "iat", "iss", "aud", "sub"]},
            )
        except jwt.PyJWTError as error:
            raise Problem(503, "oidc.provider") from error
        subject, party = str(payload["sub"]), payload.get("azp", self.settings.client_id)
        is_ours = compare_digest(str(payload.get("nonce", "")).encode(), nonce.encode())
        is_named = 0 < len(subject) <= LONGEST_SUBJECT
        if not (is_ours and is_named and party == self.settings.client_id):
            raise Problem(503, "oidc.provider")
        names = (payload.get(each) for each in ("preferred_username", "nickname", "name"))
        name = next((each for each in names if isinstance(each, str) and each.strip()), "")
        email = payload.get("email") if payload.get("email_verified") is True else None
        return Claims(subject, name, email if isinstance(email, str) else None)

    def _configuration(self) -> tuple[Configuration, jwt.PyJWKClient]:
        """Return the provider's configuration, fetched at most once an hour.

        Requests wait for one another here, so that a provider that does not answer is left alone
        for a while; the last configuration is used meanwhile.
        """
        with self._lock:
            now = time.monotonic()
            if (self._known is None or self._known[0] < now) and self._pause_ends <= now:
                try:
                    configuration = self._discovered()
                except Problem:
                    self._pause_ends = time.monotonic() + PAUSE
                    if self._known is None:
                        raise
                else:
                    keys = jwt.PyJWKClient(configuration.jwks_uri, timeout=PATIENCE)
                    self._known = (time.monotonic() + KEPT, configuration, keys)
            if self._known is None:
                raise Problem(503, "oidc.provider")
            return self._known[1:]

    def _discovered(self) -> Configuration:
        address = f"{self.settings.issuer.rstrip('/')}/.well-known/openid-configuration"
        try:
            configuration = msgspec.convert(self._fetch(address), Configuration)
        except msgspec.ValidationError as error:
            raise Problem(503, "oidc.provider") from error
        if configuration.issuer != self.settings.issuer:
            raise Problem(503, "oidc.provider")
        return configuration

    def _fetch(
        self, address: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Any:
        """Return the JSON at an address of the provider."""
        request = urllib.request.Request(
            address, body, {"Accept": "application/json", **(headers or {})}
        )
        try:
            with self._turns, urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return json.loads(response.read(LARGEST))
        except (OSError, ValueError, HTTPException) as error:  # URLError is an OSError
            raise Problem(503, "oidc.provider") from error


# -- attempts


def begin(session: Session, linking: User | None) -> tuple[str, SignInAttempt]:
    """Store an attempt; return the secret for the browser's cookie, and the attempt.

    With `linking`, the identity is added to this account.
    """
    now = int(time.time())
    session.execute(delete(SignInAttempt).where(SignInAttempt.expires < now))
    secret = secrets.token_urlsafe(32)
    attempt = SignInAttempt(
        digest=digest(secret),
        nonce=secrets.token_urlsafe(24),
        verifier=secrets.token_urlsafe(48),
        user_id=linking.id if linking is not None else None,
        expires=now + MINUTES * 60,
    )
    session.add(attempt)
    session.flush()
    session.expunge(attempt)
    return secret, attempt


def used_attempt(session: Session, secret: str, state: str) -> SignInAttempt:
    """Use up the attempt of this browser. Raise Problem if there is none, or it has expired."""
    attempt = session.get(SignInAttempt, digest(secret)) if secret else None
    if attempt is None or not compare_digest(attempt.digest.encode(), state.encode()):
        raise Problem(410, "oidc.expired")
    session.expunge(attempt)
    used = session.connection().execute(
        delete(SignInAttempt).where(SignInAttempt.digest == attempt.digest)
    )
    if used.rowcount != 1 or attempt.expires < time.time():
        raise Problem(410, "oidc.expired")
    return attempt


# -- identities


def signed_in(
    session: Session, issuer: str, claims: Claims, visitor: User | None, language: str
) -> User:
    """Return the account of an identity.

    A new identity registers the guest who is here, or creates an account.
    """
    known = _of_subject(session, issuer, claims.subject)
    if known is not None:
        known.used = int(time.time())
        return session.get_one(User, known.user_id)
    guest = visitor if visitor is not None and visitor.guest else None
    user = guest or accounts.new_guest(session, _free_start(), language)
    accounts.register_without_password(session, user, claims.name[:LONGEST_NAME] or DEFAULT_NAME)
    _adopt_address(session, user, claims.email)
    _add(session, user, issuer, claims.subject)
    return user


def _free_start() -> str:
    """Return a name for a moment, until the account gets its own."""
    return f"{DEFAULT_NAME} {secrets.token_hex(4)}"


def _adopt_address(session: Session, user: User, email: str | None) -> None:
    """Use an address that the provider has verified, if it is valid and no one else has it."""
    if email is None or user.email is not None:
        return
    try:
        address = accounts.clean_email(email)
    except Problem:
        return
    if session.scalar(select(User.id).where(User.email == address)) is None:
        user.email = address


def link(session: Session, user: User, issuer: str, claims: Claims) -> None:
    """Add an identity to an account. Raise Problem if it belongs to another one."""
    known = _of_subject(session, issuer, claims.subject)
    if known is not None and known.user_id != user.id:
        raise Problem(409, "oidc.other_account")
    if known is None:
        if len(identities(session, user)) >= MOST_IDENTITIES:
            raise Problem(409, "oidc.most", most=MOST_IDENTITIES)
        _add(session, user, issuer, claims.subject)


def unlink(session: Session, user: User, identity_id: str) -> None:
    """Remove an identity, unless it is the only way into the account."""
    identity = session.get(Identity, identity_id)
    if identity is None or identity.user_id != user.id:
        raise Problem(404, "oidc.unknown")
    passkey = session.scalar(select(Passkey.id).where(Passkey.user_id == user.id).limit(1))
    if not user.has_password and passkey is None and len(identities(session, user)) == 1:
        raise Problem(409, "oidc.last_way")
    session.delete(identity)


def identities(session: Session, user: User) -> list[Identity]:
    mine = select(Identity).where(Identity.user_id == user.id).order_by(Identity.created)
    return list(session.scalars(mine))


def _of_subject(session: Session, issuer: str, subject: str) -> Identity | None:
    same = select(Identity).where(Identity.issuer == issuer, Identity.subject == subject)
    return session.scalar(same)


def _add(session: Session, user: User, issuer: str, subject: str) -> None:
    now = int(time.time())
    session.add(
        Identity(
            id=new_id(), issuer=issuer, subject=subject, user_id=user.id, created=now, used=now
        )
    )
    try:
        session.flush()
    except IntegrityError:  # a second answer of the provider was faster
        raise Problem(409, "oidc.other_account") from None
