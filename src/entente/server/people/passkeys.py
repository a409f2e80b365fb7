"""Passkeys: keys on a user's device (WebAuthn) for logging in without a password.

The device signs our challenge, for our address only, so a passkey cannot be phished. It proves
possession and the unlocking of the device, so no code is required.

The WebAuthn package is imported on use: that takes a third of a second, and a server starts without
it.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from entente.server.notices.push import decode, encode
from entente.server.problem import Problem
from entente.server.storage.digests import digest
from entente.server.storage.ids import new_id
from entente.server.storage.models import Challenge, Passkey, User

MOST = 10  # passkeys per user
LONGEST_LABEL = 60
PATIENCE = 300  # seconds for the device to answer
NAME = "Entente"
log = logging.getLogger("entente.passkeys")


class Site(NamedTuple):
    """The addresses a device signs for: our host, and the pages on it."""

    host: str
    origins: tuple[str, ...]


# -- challenges


def offer(session: Session, user: User, site: Site) -> str:
    """Return the options for creating a passkey, as JSON."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    mine = listed(session, user)
    if len(mine) >= MOST:
        raise Problem(409, "passkey.most", most=MOST)
    options = generate_registration_options(
        rp_id=site.host,
        rp_name=NAME,
        user_id=str(user.id).encode(),
        user_name=user.name,
        challenge=_challenge(session, user),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(decode(each.credential)) for each in mine
        ],
    )
    return options_to_json(options)


def ask(session: Session, site: Site) -> str:
    """Return the options for signing in with a passkey, as JSON; the device knows the user."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=site.host,
        challenge=_challenge(session, None),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json(options)


def _challenge(session: Session, user: User | None) -> bytes:
    """Create a challenge to be signed once by this user's device; None: any user's."""
    challenge, now = secrets.token_bytes(32), int(time.time())
    session.execute(delete(Challenge).where(Challenge.expires < now))
    session.add(
        Challenge(
            digest=digest(encode(challenge)),
            user_id=user.id if user is not None else None,
            expires=now + PATIENCE,
        )
    )
    return challenge


def _take_challenge(session: Session, credential: str, user: User | None) -> bytes:
    """Return the challenge that the device says it has signed; it is used up."""
    try:
        data = json.loads(credential)["response"]["clientDataJSON"]
        challenge = str(json.loads(decode(data))["challenge"])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Problem(422, "passkey.wrong") from None
    mine = Challenge.user_id.is_(None) if user is None else Challenge.user_id == user.id
    known = delete(Challenge).where(Challenge.digest == digest(challenge), mine)
    used = session.execute(known.where(Challenge.expires >= time.time()))
    if used.rowcount != 1:  # type: ignore[attr-defined]
        raise Problem(422, "passkey.wrong")
    return decode(challenge)


# -- responses


def keep(session: Session, user: User, site: Site, label: str, credential: str) -> Passkey:
    """Store a new passkey."""
    from webauthn import verify_registration_response

    label = " ".join(label.split())
    if not label or len(label) > LONGEST_LABEL or not label.isprintable():
        raise Problem(422, "token.label", most=LONGEST_LABEL)
    challenge = _take_challenge(session, credential, user)
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=list(site.origins),
            require_user_verification=True,
        )
        _check_key(made.credential_public_key)
    except Exception:  # any error of the package comes from invalid input
        log.info("a passkey cannot be used", exc_info=True)
        raise Problem(422, "passkey.wrong") from None
    name = encode(made.credential_id)
    if session.scalar(select(func.count()).where(Passkey.credential == name)):
        raise Problem(409, "passkey.known")
    passkey = Passkey(
        id=new_id(),
        user_id=user.id,
        credential=name,
        public_key=encode(made.credential_public_key),
        uses=made.sign_count,
        label=label,
        created=int(time.time()),
    )
    session.add(passkey)
    session.flush()
    return passkey


def _check_key(key: bytes) -> None:
    """Check that a key can verify signatures; any error if not.

    The package checks only its type before the first use.
    """
    from cryptography.exceptions import InvalidSignature
    from webauthn.helpers import decode_credential_public_key, decoded_public_key_to_cryptography
    from webauthn.helpers.verify_signature import verify_signature

    decoded = decode_credential_public_key(key)
    public = decoded_public_key_to_cryptography(decoded)
    with suppress(InvalidSignature):
        verify_signature(public_key=public, signature_alg=decoded.alg, signature=b"", data=b"")


def enter(session: Session, site: Site, credential: str) -> User:
    """Return the user whose passkey has signed. Raise Problem 401 if it is unknown."""
    from webauthn import verify_authentication_response

    challenge = _take_challenge(session, credential, None)
    known = select(Passkey).where(Passkey.credential == str(json.loads(credential).get("id")))
    passkey = session.scalar(known)
    if passkey is None:
        raise Problem(401, "passkey.unknown")
    try:
        signed = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=list(site.origins),
            credential_public_key=decode(passkey.public_key),
            credential_current_sign_count=passkey.uses,
            require_user_verification=True,
        )
    except Exception:  # as above
        log.info("a passkey's signature is invalid", exc_info=True)
        raise Problem(401, "passkey.unknown") from None
    passkey.uses, passkey.used = signed.new_sign_count, int(time.time())
    return session.get_one(User, passkey.user_id)


# -- management


def listed(session: Session, user: User) -> list[Passkey]:
    mine = select(Passkey).where(Passkey.user_id == user.id)
    return list(session.scalars(mine.order_by(Passkey.created, Passkey.id)))


def remove(session: Session, user: User, passkey_id: str) -> None:
    mine = delete(Passkey).where(Passkey.user_id == user.id, Passkey.id == passkey_id)
    if session.execute(mine).rowcount != 1:  # type: ignore[attr-defined]
        raise Problem(404, "passkey.gone")
