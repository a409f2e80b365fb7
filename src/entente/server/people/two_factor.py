"""A second factor: time-based codes from an authenticator app (RFC 6238), and recovery codes."""

from __future__ import annotations

import base64
import hmac
import secrets
import struct
import time
from urllib.parse import quote, urlencode

import segno
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from entente.server.problem import Problem
from entente.server.storage.digests import digest
from entente.server.storage.models import Authenticator, RecoveryCode, User

STEP = 30  # seconds a code is valid
DIGITS = 6
APART = 1  # steps by which the clocks may differ
SECRET_BYTES = 20
CODES = 10  # recovery codes per user
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no characters that look alike
ISSUER = "Entente"


def code_at(secret: str, step: int) -> str:
    """Return the code at a time step (RFC 4226, 5.3)."""
    key = base64.b32decode(secret)
    mac = hmac.digest(key, struct.pack(">Q", step), "sha1")
    place = mac[-1] & 0x0F
    number = struct.unpack(">I", mac[place : place + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}d}"


def address(secret: str, name: str) -> str:
    """Return the URI for an authenticator app, usually shown as a QR code."""
    label = quote(f"{ISSUER}:{name}")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': ISSUER})}"


# -- setup


def offer(session: Session, user: User) -> str:
    """Create a secret; it counts once a code has been verified."""
    authenticator = session.get(Authenticator, user.id)
    if authenticator is not None and authenticator.confirmed:
        raise Problem(409, "second.on")
    secret = base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()
    if authenticator is None:
        authenticator = Authenticator(user_id=user.id, last_step=0, confirmed=False)
        session.add(authenticator)
    authenticator.secret, authenticator.created = secret, int(time.time())
    session.flush()
    return secret


def qr_code(uri: str) -> str:
    """Return the URI of a secret as an SVG, for the camera of an authenticator app."""
    return segno.make_qr(uri).svg_inline(border=4, omitsize=True, light="#fff")


def confirm(session: Session, user: User, code: str) -> list[str]:
    """Turn the second factor on; return the recovery codes, shown once."""
    authenticator = session.get(Authenticator, user.id)
    if authenticator is None or authenticator.confirmed:
        raise Problem(409, "second.not_offered")
    if not _fits(session, authenticator, code):
        raise Problem(403, "second.code")
    authenticator.confirmed = True
    return new_recovery_codes(session, user)


def new_recovery_codes(session: Session, user: User) -> list[str]:
    """Replace the recovery codes."""
    if not is_on(session, user):
        raise Problem(409, "second.off")
    session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user.id))
    codes = [_on_paper() for _ in range(CODES)]
    session.add_all(RecoveryCode(digest=_recovery_digest(c, user), user_id=user.id) for c in codes)
    return codes


def remove(session: Session, user: User) -> None:
    """Turn the second factor off."""
    session.execute(delete(Authenticator).where(Authenticator.user_id == user.id))
    session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user.id))


def is_on(session: Session, user: User) -> bool:
    authenticator = session.get(Authenticator, user.id)
    return authenticator is not None and authenticator.confirmed


def codes_left(session: Session, user: User) -> int:
    """Return how many recovery codes are unused."""
    mine = select(func.count()).where(RecoveryCode.user_id == user.id)
    return session.scalar(mine) or 0


# -- verification


def check(session: Session, user: User, code: str) -> None:
    """Check a user's code. Raise Problem 401 if it is missing or wrong."""
    authenticator = session.get(Authenticator, user.id)
    if authenticator is None or not authenticator.confirmed:
        return
    if not code.strip():
        raise Problem(401, "second.needed")
    if not _fits(session, authenticator, code) and not _is_on_paper(session, user, code):
        raise Problem(401, "second.code")


def _fits(session: Session, authenticator: Authenticator, code: str) -> bool:
    """Return whether a code is currently valid; each is valid once."""
    digits = "".join(code.split())
    now = int(time.time()) // STEP
    for step in range(now - APART, now + APART + 1):
        if hmac.compare_digest(code_at(authenticator.secret, step).encode(), digits.encode()):
            mine = update(Authenticator).where(Authenticator.user_id == authenticator.user_id)
            used = session.execute(
                mine.where(Authenticator.last_step < step).values(last_step=step)
            )
            return used.rowcount == 1  # type: ignore[attr-defined,no-any-return]
    return False


def _is_on_paper(session: Session, user: User, code: str) -> bool:
    """Return whether a code is an unused recovery code, and use it up."""
    mine = delete(RecoveryCode).where(RecoveryCode.user_id == user.id)
    struck = session.execute(mine.where(RecoveryCode.digest == _recovery_digest(code, user)))
    return struck.rowcount == 1  # type: ignore[attr-defined,no-any-return]


def _on_paper() -> str:
    parts = ("".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(3))
    return "-".join(parts)


def _recovery_digest(code: str, user: User) -> str:
    return digest(f"{user.id} {''.join(code.casefold().split())}")
