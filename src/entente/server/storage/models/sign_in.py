"""How users sign in: sessions, tokens, second factors and identities elsewhere."""

from __future__ import annotations

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base, Seconds


class Login(Base):
    """A session. The browser holds the secret; only its digest is stored."""

    __tablename__ = "logins"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    csrf: Mapped[str] = mapped_column(String(64))
    expires: Mapped[Seconds]
    created: Mapped[Seconds] = mapped_column(default=0)
    agent: Mapped[str] = mapped_column(String(200), default="")  # the browser's user agent


class Token(Base):
    """An API token of a user; with a table and seat it is limited to them."""

    __tablename__ = "tokens"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    id: Mapped[str] = mapped_column(String(16), unique=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    label: Mapped[str] = mapped_column(String(60))
    table_id: Mapped[str | None] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
    seat: Mapped[str | None] = mapped_column(String(40))
    created: Mapped[Seconds]
    used: Mapped[Seconds | None]


class Reset(Base):
    """A link sent by mail to reset a password; with an e-mail address, to confirm it."""

    __tablename__ = "resets"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    expires: Mapped[Seconds]
    email: Mapped[str | None] = mapped_column(String(200))


class Authenticator(Base):
    """A second factor: the secret of the user's authenticator app (RFC 6238)."""

    __tablename__ = "authenticators"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    secret: Mapped[str] = mapped_column(String(64))  # base32
    confirmed: Mapped[bool] = mapped_column(default=False)  # a code has been verified
    last_step: Mapped[Seconds] = mapped_column(default=0)  # last time step whose code was used
    created: Mapped[Seconds]


class RecoveryCode(Base):
    """A recovery code, valid once instead of the app's; only its digest is stored."""

    __tablename__ = "recovery_codes"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)


class Passkey(Base):
    """A passkey on a user's device, for logging in without a password."""

    __tablename__ = "passkeys"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    credential: Mapped[str] = mapped_column(String(1400), unique=True)  # id given by the device
    public_key: Mapped[str] = mapped_column(Text)
    # the device's signature counter, if it has one
    uses: Mapped[Seconds] = mapped_column(default=0)
    label: Mapped[str] = mapped_column(String(60))
    created: Mapped[Seconds]
    used: Mapped[Seconds | None]


class Challenge(Base):
    """A challenge that a passkey has not signed yet."""

    __tablename__ = "challenges"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    expires: Mapped[Seconds]


class Identity(Base):
    """An identity at an OpenID Connect provider, with which a user signs in."""

    __tablename__ = "identities"
    __table_args__ = (UniqueConstraint("issuer", "subject"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    issuer: Mapped[str] = mapped_column(String(255))
    subject: Mapped[str] = mapped_column(String(255))  # the provider's id of the person
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created: Mapped[Seconds]
    used: Mapped[Seconds]


class SignInAttempt(Base):
    """A browser has gone to the OpenID Connect provider and is expected back."""

    __tablename__ = "sign_in_attempts"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)  # of the browser's secret
    nonce: Mapped[str] = mapped_column(String(64))
    verifier: Mapped[str] = mapped_column(String(128))  # PKCE
    # the account to which the identity is to be added
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    expires: Mapped[Seconds] = mapped_column(index=True)
