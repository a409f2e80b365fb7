"""The database models.

A table is its options, seats and moves. Positions follow from them; snapshots are stored now and
then, so that a table opens quickly and survives changes of its rules.
"""

from __future__ import annotations

from typing import Annotated, Any

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, validates

from entente.server.storage.skeletons import LONGEST_SKELETON, skeleton
from entente.wire.tables import FULL, OPEN

# after a missed deadline
WAIT, COMPUTER, RULE, ABANDON = "wait", "computer", "rule", "abandon"
ANYONE, FOLLOWED, NO_ONE = "anyone", "followed", "no_one"  # who may invite a user
STORED_READ_RECEIPTS = "tells_reading"  # the key of `read_receipts` in stored preferences
UNUSABLE = "!"  # instead of the hash of a password: no password fits
NO_QUESTION = 0  # window of a draft written while nothing was asked

Seconds = Annotated[int, "seconds since 1970"]  # 32 bits overflow in 2038


class Base(DeclarativeBase):
    type_annotation_map = {dict[str, Any]: JSON, Seconds: BigInteger}


class User(Base):
    """A user. A guest has a name and nothing else."""

    __tablename__ = "users"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    # folded name, if registered
    folded: Mapped[str | None] = mapped_column(String(40), unique=True)
    called: Mapped[str] = mapped_column(String(120), default="", index=True)  # folded name
    # what the name looks like
    skeleton: Mapped[str] = mapped_column(String(LONGEST_SKELETON), default="", index=True)
    email: Mapped[str | None] = mapped_column(String(200), unique=True)
    # argon2; UNUSABLE: registered without a password
    password: Mapped[str | None] = mapped_column(String(200))
    language: Mapped[str] = mapped_column(String(2), default="en")
    created: Mapped[Seconds]
    preferences: Mapped[dict[str, Any]] = mapped_column(default=dict)
    # when the user last used the server, to the minute
    seen: Mapped[Seconds | None] = mapped_column(index=True)

    @validates("name")
    def _fold(self, key: str, name: str) -> str:
        self.called = name.casefold()[:120]
        self.skeleton = skeleton(name)
        return name

    @property
    def guest(self) -> bool:
        return self.password is None

    @property
    def has_password(self) -> bool:
        """Whether the user can log in with a password."""
        return self.password not in (None, UNUSABLE)

    @property
    def in_leaderboards(self) -> bool:
        """Whether the user wants to be listed there."""
        return bool(self.preferences.get("profile", {}).get("leaderboards", True))

    @property
    def read_receipts(self) -> bool:
        """Whether the user sends and gets read receipts."""
        return bool(self.preferences.get(STORED_READ_RECEIPTS, True))

    @property
    def shows_online(self) -> bool:
        """Whether others see when the user is online."""
        return bool(self.preferences.get("shows_online", True))

    @property
    def can_be_followed(self) -> bool:
        return bool(self.preferences.get("can_be_followed", True))

    @property
    def invited_by(self) -> str:
        """Who may invite the user to tables, and challenge them."""
        return str(self.preferences.get("invited_by", ANYONE))


class Relation(Base):
    """What a user has decided about another one: to follow, to block or not to be matched with."""

    __tablename__ = "relations"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    other_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    created: Mapped[Seconds]


class Login(Base):
    """A session. The browser holds the secret; only its digest is stored."""

    __tablename__ = "logins"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    csrf: Mapped[str] = mapped_column(String(64))
    expires: Mapped[Seconds]
    created: Mapped[Seconds] = mapped_column(default=0)
    agent: Mapped[str] = mapped_column(String(200), default="")  # the browser's user agent


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
    # The rating of the player who had the seat when the game began, if their account is deleted.
    deleted_mean: Mapped[float | None]
    deleted_deviation: Mapped[float | None]

    __table_args__ = (Index("chairs_of_user", "user_id"),)


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


class Move(Base):
    """An accepted action. The key prevents two with one number."""

    __tablename__ = "moves"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[str] = mapped_column(String(40))
    action: Mapped[str]
    time: Mapped[Seconds]
    version: Mapped[int] = mapped_column(default=0)  # table version with this move
    window: Mapped[int | None]  # the question it answers, if the action alone does not tell
    private: Mapped[bool] = mapped_column(default=False)  # hidden from other seats
    series: Mapped[int | None]  # random series from here on, if a new one begins


class Result(Base):
    """What a player of a seat got from a finished game.

    `holder` 0 is the player of the seat at the end; players who left it before follow. Neither
    `user_id` nor `computer`: a player whose account is deleted. The four columns of the rating are
    empty if the game did not change it; `unrated` says why.
    """

    __tablename__ = "results"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    holder: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    computer: Mapped[str | None] = mapped_column(String(40))
    game: Mapped[str] = mapped_column(String(40))
    pace: Mapped[str] = mapped_column(String(16))  # the class of the time control
    rated: Mapped[bool]
    players: Mapped[int]  # seats of the game
    opponents: Mapped[str] = mapped_column(String(10))  # people, computers, both or none
    result: Mapped[str] = mapped_column(String(10))  # win, draw, loss or abandoned
    place: Mapped[int | None]  # 1 is the first; equal players share a place
    score: Mapped[float | None]
    departure: Mapped[str] = mapped_column(String(10))  # "", stand_in or left
    took_over: Mapped[bool]  # sat down after the game had begun
    begun: Mapped[Seconds]
    finished: Mapped[Seconds]
    moves: Mapped[int]  # of all seats
    phases: Mapped[int]
    phases_missed: Mapped[int]
    unrated: Mapped[str | None] = mapped_column(String(20))
    mean_before: Mapped[float | None]
    deviation_before: Mapped[float | None]
    mean: Mapped[float | None]
    deviation: Mapped[float | None]

    __table_args__ = (
        Index("results_of_user", "user_id", "finished"),
        Index("results_of_user_in_game", "user_id", "game", "finished"),
    )


class Rating(Base):
    """A user's rating in a game and pace class.

    `season` is empty, or a calendar quarter such as `2026-4`: the rating after the last rated game
    of that quarter, and the games of that quarter. `listed` ratings are in the leaderboard: they
    are settled, and the user wants to be there.
    """

    __tablename__ = "ratings"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    pace: Mapped[str] = mapped_column(String(16), primary_key=True)
    season: Mapped[str] = mapped_column(String(6), primary_key=True)
    mean: Mapped[float]
    deviation: Mapped[float]
    listed: Mapped[bool]
    games: Mapped[int]
    wins: Mapped[int]
    changed: Mapped[Seconds]

    __table_args__ = (
        Index("ratings_by_strength", "game", "pace", "season", "listed", "mean", "user_id"),
    )


class Snapshot(Base):
    """A table's match after `number` moves (entente.kernel.snapshots)."""

    __tablename__ = "snapshots"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    state: Mapped[bytes] = mapped_column(LargeBinary)
    digest: Mapped[str] = mapped_column(String(64))  # digest of the state
    rules: Mapped[str] = mapped_column(String(40))
    data: Mapped[str] = mapped_column(String(64))
    created: Mapped[Seconds]


class GameData(Base):
    """The data of a game in a release, for tables that began with them."""

    __tablename__ = "game_data"

    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    tables: Mapped[bytes] = mapped_column(LargeBinary)  # JSON, compressed
    created: Mapped[Seconds]


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


class Letter(Base):
    """A letter at a table. A conversation is its sorted seats; empty: public."""

    __tablename__ = "letters"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    sender: Mapped[str] = mapped_column(String(40))  # a seat
    conversation: Mapped[str] = mapped_column(String(400), default="")
    text: Mapped[str] = mapped_column(Text)
    move: Mapped[int]  # number of moves made before
    time: Mapped[Seconds]
    proposal: Mapped[list[str]] = mapped_column(JSON, default=list)  # proposed orders


class LetterDraft(Base):
    """An unsent letter; only its writer can read it."""

    __tablename__ = "letter_drafts"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    conversation: Mapped[str] = mapped_column(String(400), primary_key=True)
    text: Mapped[str] = mapped_column(Text)


class PreparedAnswer(Base):
    """What a player answers to a decision that may come.

    Only the player can read it.
    """

    __tablename__ = "prepared_answers"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    step: Mapped[str] = mapped_column(String(40), primary_key=True)  # that asks
    occasion: Mapped[str] = mapped_column(String(40), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    choices: Mapped[list[str]] = mapped_column(JSON)
    submit: Mapped[bool]  # give a complete answer; otherwise it becomes the draft
    used: Mapped[bool]  # the occasion has come, and the draft was filled


class ReadMark(Base):
    """The last letter of a conversation that a seat has read."""

    __tablename__ = "read_marks"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    conversation: Mapped[str] = mapped_column(String(400), primary_key=True)
    number: Mapped[int]


class MutedConversation(Base):
    """A conversation whose notices a user has muted."""

    __tablename__ = "muted_conversations"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    conversation: Mapped[str] = mapped_column(String(400), primary_key=True)


class MutedPlayer(Base):
    """A player whose letters at a table a user has hidden.

    The mute belongs to the person in the seat: a player who takes over the seat is heard.
    """

    __tablename__ = "muted_players"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    muted_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)


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


class Report(Base):
    """A letter reported to the operator, and why.

    The reporter and the writer may have deleted their accounts since.
    """

    __tablename__ = "reports"
    __table_args__ = (UniqueConstraint("table_id", "number", "reporter_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
    number: Mapped[int]  # number of the letter
    reporter_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    writer_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    reason: Mapped[str] = mapped_column(Text)
    time: Mapped[Seconds]
    closed: Mapped[Seconds | None]  # when the operator closed it


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
