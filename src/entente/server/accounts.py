"""Accounts: a guest needs a name; whoever wants to keep his games adds a password."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from entente.kernel.text import LANGUAGES
from entente.server.models import Chair, Login, Table, User
from entente.server.problem import Problem
from entente.server.settings import SESSION_DAYS

LONGEST_NAME = 40
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
DAY = 86_400

_hasher = PasswordHasher()
_NOBODY = _hasher.hash(secrets.token_hex(8))  # so that an unknown name takes as long as a known


class Visitor(NamedTuple):
    """Who is asking: the user, and the token that unsafe requests must repeat."""

    user: User
    csrf: str


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name without needless spaces; Problem if it cannot be one."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Problem(422, "account.name", most=LONGEST_NAME)
    return name


def new_guest(session: Session, name: str, language: str) -> User:
    """A name is enough."""
    language = language if language in LANGUAGES else LANGUAGES[0]
    user = User(name=clean_name(name), language=language, created=int(time.time()))
    session.add(user)
    session.flush()
    return user


def register(session: Session, user: User, name: str, password: str, email: str | None) -> None:
    """A guest keeps his games and gets a name of his own and a password."""
    if not user.guest:
        raise Problem(409, "account.registered")
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Problem(422, "account.password", least=SHORTEST_PASSWORD)
    name = clean_name(name)
    if session.scalar(select(User.id).where(User.folded == name.casefold())) is not None:
        raise Problem(409, "account.taken", name=name)
    if email and session.scalar(select(User.id).where(User.email == email)) is not None:
        raise Problem(409, "account.email_taken")
    user.name, user.folded, user.email = name, name.casefold(), email or None
    user.password = _hasher.hash(password)


def authenticate(session: Session, name: str, password: str) -> User:
    """The user with this name and password; the reason of a failure is not told."""
    found = session.scalar(select(User).where(User.folded == " ".join(name.split()).casefold()))
    known = found.password if found is not None and found.password else _NOBODY
    try:
        _hasher.verify(known, password)
    except (VerificationError, InvalidHashError):
        raise Problem(401, "account.login") from None
    if found is None:
        raise Problem(401, "account.login")
    return found


def log_in(session: Session, user: User) -> tuple[str, Login]:
    """A new session: the secret for the browser, and what is stored of it."""
    secret = secrets.token_urlsafe(32)
    expires = int(time.time()) + SESSION_DAYS * DAY
    login = Login(
        digest=digest(secret), user_id=user.id, csrf=secrets.token_urlsafe(24), expires=expires
    )
    session.add(login)
    return secret, login


def visitor(session: Session, secret: str | None) -> Visitor | None:
    """Who holds a session's secret; None if nobody does, or no longer."""
    if not secret:
        return None
    login = session.get(Login, digest(secret))
    if login is None or login.expires < time.time():
        return None
    user = session.get(User, login.user_id)
    return Visitor(user, login.csrf) if user is not None else None


def log_out(session: Session, secret: str) -> None:
    session.execute(delete(Login).where(Login.digest == digest(secret)))


def erase(session: Session, user: User) -> None:
    """Delete an account. The games stay for the others, without a name."""
    session.delete(user)


def export(session: Session, user: User) -> dict[str, object]:
    """Everything that is stored of a user."""
    seats = session.execute(
        select(Table, Chair.seat).join(Chair).where(Chair.user_id == user.id)
    ).all()
    return {
        "name": user.name,
        "email": user.email,
        "language": user.language,
        "created": user.created,
        "tables": [
            {"id": table.id, "game": table.game, "seat": seat, "created": table.created}
            for table, seat in seats
        ],
    }
