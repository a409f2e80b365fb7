"""Tables, their seats and votes, and how players come to them.

A table is its options, seats and moves. Positions follow from them; snapshots are stored now and
then, so that a table opens quickly and survives changes of its rules.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base, Seconds
from entente.wire.tables import FULL, OPEN

# after a missed deadline
WAIT, COMPUTER, RULE, ABANDON, FORFEIT = "wait", "computer", "rule", "abandon", "forfeit"
NO_QUESTION = 0  # window of a draft written while nothing was asked


class Table(Base):
    """A table. `version` counts every change; a change names the version it was made on."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, Any]]
    seed: Mapped[str] = mapped_column(String(64))
    host_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    private: Mapped[bool] = mapped_column(default=False)
    spectators: Mapped[bool] = mapped_column(default=True)
    status: Mapped[str] = mapped_column(String(10), default=OPEN, index=True)
    version: Mapped[int] = mapped_column(default=0)
    created: Mapped[Seconds]
    touched: Mapped[Seconds]
    language: Mapped[str] = mapped_column(String(2), default="en")
    pace: Mapped[dict[str, Any]] = mapped_column(default=dict)
    absence: Mapped[str] = mapped_column(String(10), default=WAIT)
    press: Mapped[str] = mapped_column(String(10), default=FULL)
    anonymous: Mapped[bool] = mapped_column(default=False)
    paused: Mapped[Seconds | None]  # since when it is paused
    pause_ends: Mapped[Seconds | None] = mapped_column(index=True)  # when it goes on by itself
    # Missed phases in a row after which a computer stands in, or the game is abandoned.
    missed_phases: Mapped[int] = mapped_column(default=1)
    replacements: Mapped[bool] = mapped_column(default=True)  # absent players can be replaced
    leave_days: Mapped[int | None]  # days away that count for each player; None: all
    extended: Mapped[int] = mapped_column(default=0)  # hours by which votes have put deadlines off
    min_reliability: Mapped[int | None]  # percent that a player needs to sit down
    # kinds of phases in which players may chat although the rules forbid it
    chat_phases: Mapped[list[str]] = mapped_column(JSON, default=list)
    # what happened at the table outside the game, the last of it: keys with arguments and times
    events: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    analysis: Mapped[bool] = mapped_column(default=False)  # an analysis board
    origin: Mapped[str | None] = mapped_column(String(16))  # the table it was forked from
    exercise: Mapped[str | None] = mapped_column(String(40))  # id of the exercise
    start: Mapped[str | None] = mapped_column(Text)  # a saved state to start from
    overrides: Mapped[dict[str, Any]] = mapped_column(default=dict)  # overrides of the game's data
    # an ending agreed by the players or set by the operator
    agreed: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    # With drawn seats: the seat played for each seat taken; null before the draw.
    lots: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True))
    title: Mapped[str] = mapped_column(String(60), default="")
    # Filling the last seat starts the game; otherwise the host does.
    starts_when_full: Mapped[bool] = mapped_column(default=False)
    # users removed by the host, who need an invitation to return
    barred: Mapped[list[int]] = mapped_column(JSON, default=list)
    # Whole game years a computer may stand in before the game is abandoned.
    stand_in_years: Mapped[int | None]
    rematch: Mapped[str | None] = mapped_column(String(16))  # the table of the rematch
    begun: Mapped[Seconds | None]
    made_from: Mapped[str | None] = mapped_column(String(64))  # digest of a guest's network
    # Columns for the lobby, stored with each move.
    moves: Mapped[int] = mapped_column(default=0)
    moved: Mapped[Seconds | None]  # when the last move was made or undone
    waiting: Mapped[list[str]] = mapped_column(JSON, default=list)  # the seats to move
    # the turn, round or season: a text key of the game with arguments
    stage: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    outcome: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    series: Mapped[int] = mapped_column(default=0)  # random series: the number of undos by consent
    # The rules version and data digest the table uses. Tables from before they were recorded have
    # neither until first opened.
    rules: Mapped[str | None] = mapped_column(String(40))
    data: Mapped[str | None] = mapped_column(String(64))
    # the number of moves at which it restarted from a snapshot under other rules or data
    pinned: Mapped[int | None]
    # why it is unavailable: a text key and its arguments
    aside: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    # the queue of quick pairing that made the table
    queue: Mapped[str | None] = mapped_column(String(80))
    calls_roll: Mapped[bool] = mapped_column(default=False)  # before the start
    # until when the players must answer the roll call, if one is under way
    roll_due: Mapped[float | None] = mapped_column(index=True)
    # Columns for the filters of the lobby; None: a table from before they were recorded.
    free_seats: Mapped[int] = mapped_column(default=0)
    pace_class: Mapped[str | None] = mapped_column(String(16))
    standard: Mapped[bool | None]  # the game's default rules
    rated: Mapped[bool] = mapped_column(default=False)  # its result changes ratings
    # How far spectators are behind, a `SpectatorDelay`; None: not at all.
    spectator_delay: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    spectator_chat: Mapped[bool] = mapped_column(default=True)  # spectators may write to each other
    refereed: Mapped[bool] = mapped_column(default=False)  # the host enters the orders of all seats
    # The referee's clock: `ends`, or `left` seconds while it is stopped.
    timer: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    class_id: Mapped[str | None] = mapped_column(String(16), index=True)  # the class it belongs to
    club_id: Mapped[str | None] = mapped_column(String(16), index=True)  # the club it belongs to

    __table_args__ = (Index("tables_in_lobby", "status", "private", "touched", "id"),)


class TableSeat(Base):
    """A seat of a table, and its user, computer player, or neither."""

    __tablename__ = "chairs"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    computer: Mapped[str | None] = mapped_column(String(40))
    # computer that plays until the user returns
    stand_in: Mapped[str | None] = mapped_column(String(40))
    stand_in_since: Mapped[int | None]  # the game year in which it took over
    # moves it has made for this user; in a seat that was left, moves of the caretaker
    stand_in_moves: Mapped[int] = mapped_column(default=0)
    left: Mapped[float | None]  # seconds on the stopped clock
    due: Mapped[float | None] = mapped_column(index=True)  # when time is up
    window: Mapped[int | None]  # the question this time belongs to
    # remaining time of other open questions, by window
    set_aside: Mapped[dict[str, Any]] = mapped_column(default=dict)
    remind: Mapped[float | None] = mapped_column(index=True)  # when to remind; None: not again
    missed: Mapped[Seconds | None]  # when time ran out, if the table waits
    missed_run: Mapped[int] = mapped_column(default=0)  # phases missed in a row
    missed_window: Mapped[int | None]  # the last question counted among them
    grace_used: Mapped[bool] = mapped_column(default=False)
    leave_used: Mapped[int] = mapped_column(default=0)  # days of leave taken automatically
    seated: Mapped[Seconds | None]  # when the user took over the seat of a running game
    # since when it is open for takeover
    takeover_since: Mapped[Seconds | None] = mapped_column(index=True)
    offer: Mapped[str | None] = mapped_column(String(64))  # digest of the offer link
    draft: Mapped[str] = mapped_column(Text, default="")
    draft_window: Mapped[int | None]  # the question of the draft; 0: none
    # Private changes of this seat's plan: the table version of each, and how many visible moves it
    # left unchanged
    private_changes: Mapped[list[list[int]]] = mapped_column(JSON, default=list)
    notes: Mapped[str] = mapped_column(Text, default="")
    ready: Mapped[bool] = mapped_column(default=False)  # the player has answered the roll call
    # Deadlines set for the user of this seat, how many of them passed without an answer, and the
    # last question that was counted.
    phases: Mapped[int] = mapped_column(default=0)
    phases_missed: Mapped[int] = mapped_column(default=0)
    phase_window: Mapped[int | None]
    # The user reads the seat's private letters after this number: they took it over then.
    letters_from: Mapped[int] = mapped_column(default=0)
    # How a computer kept its word, counted when the game ends.
    promises_kept: Mapped[int] = mapped_column(default=0)
    promises_broken: Mapped[int] = mapped_column(default=0)
    # The rating of the player who had the seat when the game began, if their account is deleted.
    deleted_mean: Mapped[float | None]
    deleted_deviation: Mapped[float | None]

    __table_args__ = (Index("chairs_of_user", "user_id"),)


class SeenSeat(Base):
    """A user has held a seat during the game and knows its secrets.

    `phases` and `phases_missed` are the deadlines of a user who no longer holds it.
    """

    __tablename__ = "seen_seats"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    first: Mapped[bool] = mapped_column(default=False)  # held it when the game began
    phases: Mapped[int] = mapped_column(default=0)
    phases_missed: Mapped[int] = mapped_column(default=0)


class Vote(Base):
    """A seat's answer to a proposal; the first one is the proposer's."""

    __tablename__ = "votes"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    yes: Mapped[bool]
    number: Mapped[int]  # order of the answer
    time: Mapped[Seconds]
    expires: Mapped[Seconds | None] = mapped_column(index=True)  # when the proposal lapses
    hours: Mapped[int | None]  # by how much a proposal puts deadlines off


class PairingRequest(Base):
    """A person in a queue of quick pairing, one request each.

    With a table, they are paired and the roll call is under way; if that fails, the request waits
    again with its old place.
    """

    __tablename__ = "pairing_requests"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    queue: Mapped[str] = mapped_column(String(80))  # game, pace, rated or casual
    side: Mapped[str | None] = mapped_column(String(40))  # None: any
    rating_range: Mapped[int | None]  # how far other ratings may be from one's own
    min_reliability: Mapped[int] = mapped_column(default=0)  # per cent
    computers_after: Mapped[int | None]  # minutes; None: no computers
    language: Mapped[str] = mapped_column(String(2), default="en")
    since: Mapped[float]
    seen: Mapped[float]  # when the person's page or program last answered
    table_id: Mapped[str | None] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), index=True
    )

    __table_args__ = (Index("pairing_requests_of_queue", "queue", "since"),)


class MissedRollCall(Base):
    """How often a user has lately missed a roll call, and until when no queue admits them."""

    __tablename__ = "missed_roll_calls"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    count: Mapped[int]
    last: Mapped[float]
    until: Mapped[float]


class Invitation(Base):
    """A person invited to a table by another; a challenge is an invitation to a table made for it.

    It is deleted once it is answered or has expired.
    """

    __tablename__ = "invitations"
    __table_args__ = (UniqueConstraint("table_id", "user_id"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    by_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    challenge: Mapped[bool] = mapped_column(default=False)
    created: Mapped[Seconds]
    expires: Mapped[Seconds] = mapped_column(index=True)
