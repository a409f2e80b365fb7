"""Accounts: a guest needs only a name; a password makes it a registered account."""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.kernel.text import LANGUAGES
from entente.server.notices.mail import is_address
from entente.server.notices.notices import notify
from entente.server.people import passwords, two_factor
from entente.server.people.common_passwords import weakness
from entente.server.people.names import LONGEST_NAME, clean_name
from entente.server.problem import Problem
from entente.server.settings import CONFIRM_HOURS, RESET_HOURS, SESSION_DAYS
from entente.server.storage.digests import digest
from entente.server.storage.models import UNUSABLE, Login, Passkey, Reset, Token, User
from entente.server.storage.skeletons import are_alike, folded, skeleton

LONGEST_EMAIL = 200
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
LONGEST_AGENT = 200
FRESH_MINUTES = 10  # since the login, for sensitive changes without a password
HOUR, DAY = 3600, 86_400


class Visitor(NamedTuple):
    """Who is asking: the user, and the CSRF token that unsafe requests must repeat.

    For a program, `token` is its token, and `table` and `seat` are what that is bound to.
    """

    user: User
    csrf: str
    table: str | None = None
    seat: Seat | None = None
    token: str | None = None
    key: str = ""  # id of the session or token; not a secret


def clean_email(address: str) -> str:
    """Return a normalized e-mail address. Raise Problem if it is invalid."""
    address = address.strip()
    if not is_address(address) or len(address.casefold()) > LONGEST_EMAIL:
        raise Problem(422, "account.email")
    return address.casefold()


def new_guest(session: Session, name: str, language: str) -> User:
    """Create a guest, if no one has registered the name."""
    language = language if language in LANGUAGES else LANGUAGES[0]
    name = clean_name(name)
    _check_free(session, name, None)
    user = User(name=name, language=language, created=int(time.time()))
    session.add(user)
    session.flush()
    return user


def register(session: Session, user: User, name: str, password: str) -> list[int]:
    """Register a guest with a name and password; return the guests who had to give up the name."""
    if not user.guest:
        raise Problem(409, "account.registered")
    hashed = _hashed(password, name)
    moved = _take_name(session, user, name)
    user.password = hashed
    return moved


def register_without_password(session: Session, user: User, name: str) -> None:
    """Register a guest who signs in another way, under a name like this that is free."""
    try:
        name = clean_name(name)
        _check_free(session, name, user)
        _check_length(name)
    except Problem as problem:
        wanted = name if problem.status == 409 else user.name
        name = _numbered(session, wanted, user.id)
    _take_name(session, user, name)
    user.password = UNUSABLE


def rename(session: Session, user: User, name: str) -> list[int]:
    """Rename a user; return the guests who had to give up the name.

    Guests may share a name; a registered one is exclusive.
    """
    if not user.guest:
        return _take_name(session, user, name)
    name = clean_name(name)
    _check_free(session, name, user)
    user.name = name
    return []


def _check_free(session: Session, name: str, user: User | None) -> None:
    """Raise Problem if a name, or one that looks alike, is registered by another user."""
    owners = select(User.id, User.name).where(User.skeleton == skeleton(name))
    for owner, taken in session.execute(owners.where(User.folded.is_not(None))):
        if are_alike(taken, name) and (user is None or owner != user.id):
            raise Problem(409, "account.taken", name=name)


def _check_length(name: str) -> None:
    if len(name.casefold()) > LONGEST_NAME:  # case folding may lengthen it: ß becomes ss
        raise Problem(422, "account.folded", most=LONGEST_NAME)


def _take_name(session: Session, user: User, name: str) -> list[int]:
    name = clean_name(name)
    _check_length(name)
    _check_free(session, name, user)
    user.name, user.folded = name, name.casefold()
    try:
        session.flush()
    except IntegrityError:  # another user has taken it since
        raise Problem(409, "account.taken", name=name) from None
    return _move_guests(session, user)


def _move_guests(session: Session, owner: User) -> list[int]:
    """Add numbers to guests' names that look like a newly registered one; return them.

    None can then be taken for its owner. The guests are notified.
    """
    moved: list[int] = []
    guests = select(User).where(User.password.is_(None), User.id != owner.id)
    maybe = guests.where(User.skeleton == owner.skeleton).order_by(User.id)
    for guest in session.scalars(maybe).all():
        if not are_alike(guest.name, owner.name):
            continue
        guest.name = _numbered(session, owner.name, guest.id)
        notify(session, [guest.id], "notice.renamed", name=guest.name)
        moved.append(guest.id)
    return moved


def _numbered(session: Session, name: str, number: int) -> str:
    """Return a name with a number that no one has registered."""
    numbers = (str(number), *(f"{number}-{more}" for more in range(2, 100)))
    start = name[: LONGEST_NAME - 14]
    tried = (f"{start} {each}" for each in numbers)
    taken = select(User.folded).where(User.folded.startswith(start.casefold(), autoescape=True))
    known = set(session.scalars(taken))
    return next(each for each in tried if each.casefold() not in known)


# -- passwords


def _hashed(password: str, name: str = "") -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Problem(422, "account.password", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
    if (reason := weakness(password, name)) is not None:
        raise Problem(422, reason)
    return passwords.hashed(password)


def named(session: Session, name: str) -> User | None:
    """Return the user registered under a name."""
    # older names are not normalized
    spellings = {folded(name), folded(unicodedata.normalize("NFKC", name))}
    return session.scalar(select(User).where(User.folded.in_(spellings)))


def authenticate(session: Session, name: str, password: str, code: str = "") -> User:
    """Return the user with this name and password.

    The reason of a failure is not revealed: with a second factor, no one learns without a code
    whether the password was right, nor that a code is required.
    """
    user = named(session, name)
    if not passwords.fits(user.password if user is not None else None, password) or user is None:
        raise Problem(401, "account.login")
    try:
        two_factor.check(session, user, code)
    except Problem:
        raise Problem(401, "account.login") from None
    if user.password is not None and passwords.is_dated(user.password):
        user.password = passwords.hashed(password)
    return user


def check_password(session: Session, user: User, password: str | None, secret: str | None) -> None:
    """Check the password again for sensitive changes; a guest has none.

    Without a password, the session with this secret must have begun a few minutes ago.
    """
    if user.guest:
        return
    if not user.has_password:
        login = session.get(Login, digest(secret)) if secret else None
        if login is None or login.created < time.time() - FRESH_MINUTES * 60:
            raise Problem(403, "account.fresh_login", minutes=FRESH_MINUTES)
        return
    if password is None:
        raise Problem(403, "account.password_needed")
    if not passwords.fits(user.password, password):
        raise Problem(403, "account.old_password")


def change_password(
    session: Session, user: User, old: str, new: str, secret: str, *, end_passkeys: bool = False
) -> None:
    """Change the password. Other sessions and all tokens end, and passkeys if requested."""
    if user.guest:
        raise Problem(409, "account.guest")
    if not user.has_password:
        check_password(session, user, None, secret)
    elif not passwords.fits(user.password, old):
        raise Problem(403, "account.old_password")
    user.password = _hashed(new, user.name)
    end_others(session, user, secret)
    _revoke_credentials(session, user, end_passkeys)


# -- links sent by mail


def offer_reset(session: Session, address: str) -> tuple[User, str] | None:
    """Return the user with this address and the secret of a reset link."""
    user = session.scalar(select(User).where(User.email == address.strip().casefold()))
    if user is None or user.guest:
        return None
    before = user.email
    hold(session, user)
    if user.email != before:  # changed since the lookup: send no link to the old mailbox
        return None
    return user, reset_secret(session, user)


def reset_secret(session: Session, user: User) -> str:
    """Return the secret of a password reset link."""
    return _link(session, user, None, RESET_HOURS)


def offer_confirmation(session: Session, user: User, address: str) -> str:
    """Return the secret with which the owner of an address confirms it."""
    return _link(session, user, clean_email(address), CONFIRM_HOURS)


def _link(session: Session, user: User, address: str | None, hours: int) -> str:
    secret = secrets.token_urlsafe(32)
    same = Reset.email.is_(None) if address is None else Reset.email.is_not(None)
    session.execute(delete(Reset).where(Reset.user_id == user.id, same))
    expires = int(time.time()) + hours * HOUR
    session.add(Reset(digest=digest(secret), user_id=user.id, expires=expires, email=address))
    return secret


def hold(session: Session, user: User) -> None:
    """Lock this account until the transaction ends, and reload it.

    Call it before a change of what is stored as a whole, such as the preferences: two requests at
    once then change them one after the other.

    Links are created, used and deleted under their account's lock, always in this order: account,
    link.
    """
    held = update(User).where(User.id == user.id).values(created=User.created)
    result = session.execute(held, execution_options={"synchronize_session": False})
    if result.rowcount != 1:  # type: ignore[attr-defined]
        raise Problem(401, "account.needed")  # deleted meanwhile
    session.refresh(user)


def _link_of(session: Session, secret: str, *, confirming: bool) -> tuple[User, Reset]:
    """Return the unused link with this secret, and its user."""
    link = session.get(Reset, digest(secret))
    if link is None or link.expires < time.time() or (link.email is not None) != confirming:
        raise Problem(410, "account.link")
    return session.get_one(User, link.user_id), link


def _use(session: Session, user: User, link: Reset) -> None:
    """Use up a link. Raise Problem 410 if another request was faster."""
    hold(session, user)
    session.expunge(link)
    used = session.execute(delete(Reset).where(Reset.digest == link.digest))
    if used.rowcount != 1:  # type: ignore[attr-defined]
        raise Problem(410, "account.link")


def reset(
    session: Session,
    secret: str,
    password: str,
    code: str = "",
    try_code: Callable[[User], None] = lambda user: None,
    *,
    end_passkeys: bool = False,
) -> User:
    """Set a new password by link; sessions and tokens end, and passkeys if requested.

    A mailbox alone does not replace a second factor: `try_code` limits attempts before a code is
    checked.
    """
    user, link = _link_of(session, secret, confirming=False)
    hashed = _hashed(password, user.name)
    if code.strip():
        try_code(user)
    _use(session, user, link)
    two_factor.check(session, user, code)
    user.password = hashed
    session.execute(delete(Login).where(Login.user_id == user.id))
    _revoke_credentials(session, user, end_passkeys)
    return user


def end_link(session: Session, secret: str) -> None:
    """Delete a link."""
    session.execute(delete(Reset).where(Reset.digest == digest(secret)))


def _revoke_credentials(session: Session, user: User, passkeys: bool) -> None:
    """Delete tokens and mail links with the old password.

    Passkeys do not depend on the password: they stay unless the owner wants them revoked.
    """
    if passkeys:
        session.execute(delete(Passkey).where(Passkey.user_id == user.id))
    session.execute(delete(Token).where(Token.user_id == user.id))
    _end_links(session, user)


def _end_links(session: Session, user: User) -> None:
    """Delete links that were sent: the mailbox may have another reader now."""
    session.flush()  # lock order, see hold
    session.execute(delete(Reset).where(Reset.user_id == user.id))


def remove_address(session: Session, user: User) -> str | None:
    """Remove the account's address, confirmed or not, and its links; return the old one."""
    hold(session, user)
    before, user.email = user.email, None
    _end_links(session, user)
    return before


def confirm(session: Session, secret: str) -> tuple[User, str | None]:
    """Set the account's address to the one the link was sent to; return the old one."""
    user, link = _link_of(session, secret, confirming=True)
    _use(session, user, link)
    owner = session.scalar(select(User.id).where(User.email == link.email))
    if owner not in (None, user.id):
        raise Problem(409, "account.email_taken")
    before, user.email = user.email, link.email
    try:
        _end_links(session, user)
    except IntegrityError:  # another account has confirmed it since
        raise Problem(409, "account.email_taken") from None
    return user, before if before != link.email else None


def awaited(session: Session, user: User) -> str | None:
    """Return the address that is not confirmed yet."""
    links = select(Reset.email).where(Reset.user_id == user.id, Reset.expires > time.time())
    return session.scalar(links.where(Reset.email.is_not(None)))


# -- sessions


def log_in(session: Session, user: User, agent: str = "") -> tuple[str, Login]:
    """Create a session; return the browser's secret and the stored row."""
    secret, now = secrets.token_urlsafe(32), int(time.time())
    login = Login(
        digest=digest(secret),
        user_id=user.id,
        csrf=secrets.token_urlsafe(24),
        expires=now + SESSION_DAYS * DAY,
        created=now,
        agent="".join(filter(str.isprintable, agent))[:LONGEST_AGENT],
    )
    session.add(login)
    session.execute(delete(Login).where(Login.user_id == user.id, Login.expires < now))
    return secret, login


# Runs for nearly every request.
_WHO_HOLDS = (
    select(User, Login.csrf, Login.expires)
    .join(Login, Login.user_id == User.id)
    .where(Login.digest == bindparam("key"))
)


def visitor(session: Session, secret: str | None) -> Visitor | None:
    """Return the visitor of a session secret, or None if it is invalid or expired."""
    if not secret:
        return None
    key = digest(secret)
    row = session.execute(_WHO_HOLDS, {"key": key}).first()
    if row is None or row.expires < time.time():
        return None
    return Visitor(row.User, row.csrf, key=key)


def logins(session: Session, user: User) -> list[Login]:
    """Return a user's sessions, newest first."""
    mine = select(Login).where(Login.user_id == user.id, Login.expires >= time.time())
    return list(session.scalars(mine.order_by(Login.created.desc(), Login.digest)))


def name_of(login: Login) -> str:
    """Return a session's public id, which grants no access."""
    return login.digest[:16]


def end(session: Session, user: User, name: str) -> None:
    """End one of a user's sessions."""
    ended = [login for login in logins(session, user) if name_of(login) == name]
    if not ended:
        raise Problem(404, "account.no_session")
    for login in ended:
        session.delete(login)


def end_others(session: Session, user: User, secret: str) -> None:
    """End all sessions of a user except the one with this secret."""
    others = delete(Login).where(Login.user_id == user.id, Login.digest != digest(secret))
    session.execute(others)


def log_out(session: Session, secret: str) -> int | None:
    """End the session with this secret; return its user."""
    login = session.get(Login, digest(secret))
    if login is None:
        return None
    session.delete(login)
    session.flush()
    return login.user_id
