"""Notices, and the channels by which they are delivered."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base, Seconds


class Notice(Base):
    """A notice for a user; `page` says whether the pages show it."""

    __tablename__ = "notices"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
    key: Mapped[str] = mapped_column(String(60))
    args: Mapped[dict[str, Any]]
    created: Mapped[Seconds]
    read: Mapped[bool] = mapped_column(default=False)
    page: Mapped[bool] = mapped_column(default=True)


class Delivery(Base):
    """A notice to send by a channel; deleted once sent."""

    __tablename__ = "deliveries"

    id: Mapped[int] = mapped_column(primary_key=True)
    notice_id: Mapped[int] = mapped_column(ForeignKey("notices.id", ondelete="CASCADE"), index=True)
    channel: Mapped[str] = mapped_column(String(10))
    tries: Mapped[int] = mapped_column(default=0)
    after: Mapped[Seconds] = mapped_column(index=True)  # earliest time of the next attempt


class Subscription(Base):
    """A browser subscribed to push."""

    __tablename__ = "subscriptions"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    endpoint: Mapped[str] = mapped_column(String(1000), unique=True)
    keys: Mapped[dict[str, Any]]
    created: Mapped[Seconds]


class ChannelState(Base):
    """How the last deliveries to a user by a channel went."""

    __tablename__ = "channel_states"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    channel: Mapped[str] = mapped_column(String(10), primary_key=True)
    sent: Mapped[Seconds | None]  # when the last one succeeded
    failed: Mapped[Seconds | None]  # when the last one failed, if none has succeeded since
    reason: Mapped[str] = mapped_column(String(20), default="")
    detail: Mapped[str] = mapped_column(String(200), default="")  # the answer of the other side
    off: Mapped[bool] = mapped_column(default=False)  # turned off because the failure is permanent


class CalendarFeed(Base):
    """A user's calendar of deadlines. Another nonce makes another secret address."""

    __tablename__ = "calendar_feeds"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    nonce: Mapped[str] = mapped_column(String(40))
    created: Mapped[Seconds]


class CalendarEvent(Base):
    """A deadline as a user's calendar has last been given it."""

    __tablename__ = "calendar_events"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    # the question; 0 if it has no number
    window: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    due: Mapped[Seconds]
    stage: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    sequence: Mapped[int] = mapped_column(default=0)  # how often it was changed
    changed: Mapped[Seconds]
    cancelled: Mapped[bool] = mapped_column(default=False)
