"""What processes of a server share: used rate limits, watches and secrets."""

from __future__ import annotations

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base


class LimitUse(Base):
    """The used part of a rate limit and when it was used; shared by processes."""

    __tablename__ = "limit_uses"

    # digest of the limit and the user or network
    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    used: Mapped[float]
    since: Mapped[float]
    until: Mapped[float] = mapped_column(index=True)  # when it is fully restored


class Watch(Base):
    """When a server last checked the clocks.

    A gap between two checks is time in which no one could play.
    """

    __tablename__ = "watches"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    seen: Mapped[float]


class Secret(Base):
    """A secret of this server, created once, such as the key of browser push."""

    __tablename__ = "secrets"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
