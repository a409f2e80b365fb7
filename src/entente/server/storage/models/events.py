"""Clubs and events: who belongs to them, and what was paired, played and corrected.

Names are only in `users`: a deleted account leaves its entries and results without a name.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base, Seconds

# Who sees a club or an event: everyone, everyone with its address, its people.
LISTED, UNLISTED, MEMBERS = "public", "unlisted", "private"
OWNER, DIRECTOR, MEMBER = "owner", "director", "member"
# Events.
ANNOUNCED, UNDERWAY, ENDED, CANCELLED = "open", "playing", "over", "cancelled"
# Boards. `unclear`: the game ended without a result, and the director decides.
BOARD_PLAYING, BOARD_OVER, ADJOURNED, UNCLEAR = "playing", "over", "adjourned", "unclear"
GAME, BYE, HALF_BYE, THIRD_PLACE = "game", "bye", "half_bye", "third_place"
# `invited`: the place of a season before, kept until its player accepts or the season starts.
ACTIVE, WITHDRAWN, INVITED = "active", "withdrawn", "invited"
# Challenges.
WAITING, ACCEPTED, DECLINED, EXPIRED, TAKEN_BACK = (
    "open",
    "accepted",
    "declined",
    "expired",
    "withdrawn",
)


class Club(Base):
    """A group of people with events of their own."""

    __tablename__ = "clubs"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    about: Mapped[str] = mapped_column(Text, default="")
    privacy: Mapped[str] = mapped_column(String(10))
    open: Mapped[bool]  # anyone may join; otherwise by the invitation link
    colour: Mapped[str] = mapped_column(String(7), default="")
    # finished games with other people that one needs to join without an invitation
    least_games: Mapped[int] = mapped_column(default=0)
    invitation: Mapped[str | None] = mapped_column(String(64))  # digest of the link's secret
    created: Mapped[Seconds]


class ClubMember(Base):
    """A member of a club."""

    __tablename__ = "club_members"

    club_id: Mapped[str] = mapped_column(
        ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    role: Mapped[str] = mapped_column(String(10))
    since: Mapped[Seconds]


class ClubBarred(Base):
    """A person who was removed from a club, and may not join again until an owner lifts it."""

    __tablename__ = "club_barred"

    club_id: Mapped[str] = mapped_column(
        ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    since: Mapped[Seconds]


class Event(Base):
    """A tournament. `version` counts its changes; `settings` are an `EventSettings`."""

    __tablename__ = "events"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    club_id: Mapped[str | None] = mapped_column(
        ForeignKey("clubs.id", ondelete="CASCADE"), index=True
    )
    owner_id: Mapped[int | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    name: Mapped[str] = mapped_column(String(60))
    about: Mapped[str] = mapped_column(Text, default="")
    game: Mapped[str] = mapped_column(String(40))
    format: Mapped[str] = mapped_column(String(16))
    privacy: Mapped[str] = mapped_column(String(10))
    status: Mapped[str] = mapped_column(String(10))
    settings: Mapped[dict[str, Any]]
    starts: Mapped[Seconds | None]
    ends: Mapped[Seconds | None]  # of an arena
    created: Mapped[Seconds]
    round: Mapped[int] = mapped_column(default=0)
    version: Mapped[int] = mapped_column(default=1)
    season: Mapped[int] = mapped_column(default=1)
    # the season before, whose standings seated this one
    previous_id: Mapped[str | None] = mapped_column(String(16))

    __table_args__ = (
        Index("events_by_status", "status", "privacy", "starts"),
        Index("events_by_previous", "previous_id", unique=True),
    )


class EventEntry(Base):
    """An entry: a user, a computer player, or neither after the account was deleted."""

    __tablename__ = "event_entries"

    event_id: Mapped[str] = mapped_column(
        ForeignKey("events.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[int | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    computer: Mapped[str | None] = mapped_column(String(40))
    team: Mapped[str] = mapped_column(String(40), default="")
    status: Mapped[str] = mapped_column(String(10))
    seed: Mapped[int]  # the rank at the start, 1 is the best
    from_round: Mapped[int] = mapped_column(default=1)  # later for a late entry
    byes: Mapped[list[int]] = mapped_column(JSON, default=list)  # rounds the player skips
    adjustment: Mapped[float] = mapped_column(default=0.0)  # points by the director
    ready: Mapped[Seconds | None]  # since when the player waits for a game of an arena
    entered: Mapped[Seconds]

    __table_args__ = (UniqueConstraint("event_id", "user_id"),)


class EventRound(Base):
    """A paired round, with a report of its balance."""

    __tablename__ = "event_rounds"

    event_id: Mapped[str] = mapped_column(
        ForeignKey("events.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    started: Mapped[Seconds]
    finished: Mapped[Seconds | None]
    balance: Mapped[dict[str, Any]]


class EventBoard(Base):
    """A board of a round, or a bye. `seats` maps seats to entries, 0 for a computer that fills one.

    `facts` are the result by seat; `corrected` the director's points by seat, instead of the
    scoring system's.
    """

    __tablename__ = "event_boards"

    event_id: Mapped[str] = mapped_column(
        ForeignKey("events.id", ondelete="CASCADE"), primary_key=True
    )
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(12))
    status: Mapped[str] = mapped_column(String(10), index=True)
    table_id: Mapped[str | None] = mapped_column(
        ForeignKey("tables.id", ondelete="SET NULL"), index=True
    )
    seats: Mapped[dict[str, Any]]
    facts: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    year: Mapped[int] = mapped_column(default=0)
    corrected: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    finished: Mapped[Seconds | None]


class EventAct(Base):
    """A line of an event's log: what a director did, with the values before and after."""

    __tablename__ = "event_acts"

    event_id: Mapped[str] = mapped_column(
        ForeignKey("events.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[int | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    time: Mapped[Seconds]
    act: Mapped[str] = mapped_column(String(20))
    args: Mapped[dict[str, Any]]


class EventChallenge(Base):
    """A challenge in a ladder. `board` is the game it led to, in round 1.

    `status` is open, accepted, declined, expired or withdrawn; `forfeit`: the places are swapped as
    if the challenger had won.
    """

    __tablename__ = "event_challenges"

    event_id: Mapped[str] = mapped_column(
        ForeignKey("events.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    challenger: Mapped[int]  # an entry
    challenged: Mapped[int]
    status: Mapped[str] = mapped_column(String(10))
    created: Mapped[Seconds]
    expires: Mapped[Seconds]
    answered: Mapped[Seconds | None]
    board: Mapped[int | None]
    forfeit: Mapped[bool] = mapped_column(default=False)

    __table_args__ = (Index("event_challenges_due", "status", "expires"),)
