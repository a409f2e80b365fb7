"""What is stored. A table is its options, its seats and its moves; positions follow from them, and
are kept now and then, so that a table is opened quickly and survives what changes its rules."""

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

WAIT, COMPUTER, RULE = "wait", "computer", "rule"  # what a missed deadline leads to
NO_QUESTION = 0  # the window of a draft that was written while nothing was asked

Seconds = Annotated[int, "seconds since 1970"]  # which 32 bits hold until 2038 only


class Base(DeclarativeBase):
    type_annotation_map = {dict[str, Any]: JSON, Seconds: BigInteger}


class User(Base):
    """Somebody who plays. A guest has a name and nothing else."""

    __tablename__ = "users"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str | None] = mapped_column(String(40), unique=True)  # of registered names
    called: Mapped[str] = mapped_column(String(120), default="", index=True)  # of any name
    # what any name looks like
    skeleton: Mapped[str] = mapped_column(String(LONGEST_SKELETON), default="", index=True)
    email: Mapped[str | None] = mapped_column(String(200), unique=True)
    password: Mapped[str | None] = mapped_column(String(200))  # argon2
    language: Mapped[str] = mapped_column(String(2), default="en")
    created: Mapped[Seconds]
    preferences: Mapped[dict[str, Any]] = mapped_column(default=dict)

    @validates("name")
    def _fold(self, key: str, name: str) -> str:
        self.called = name.casefold()[:120]
        self.skeleton = skeleton(name)
        return name

    @property
    def guest(self) -> bool:
        return self.password is None

    @property
    def tells_reading(self) -> bool:
        """Whether others learn when he has read their letters, and he when they have his."""
        return bool(self.preferences.get("tells_reading", True))


class Login(Base):
    """A session: the browser holds a secret of which only the digest is stored."""

    __tablename__ = "logins"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    csrf: Mapped[str] = mapped_column(String(64))
    expires: Mapped[Seconds]
    created: Mapped[Seconds] = mapped_column(default=0)
    agent: Mapped[str] = mapped_column(String(200), default="")  # what the browser calls itself


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
    paused: Mapped[Seconds | None]  # since when
    analysis: Mapped[bool] = mapped_column(default=False)  # a sandbox of one person
    origin: Mapped[str | None] = mapped_column(String(16))  # the table it was made from
    exercise: Mapped[str | None] = mapped_column(String(40))  # of the game, which is solved here
    start: Mapped[str | None] = mapped_column(Text)  # a saved state to begin with, not the rules'
    overrides: Mapped[dict[str, Any]] = mapped_column(default=dict)  # of the game's data
    # an end that the players agreed on, or the operator's
    agreed: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    # Where seats are drawn by lot: for each that was taken the one that is played, none before.
    lots: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True))
    title: Mapped[str] = mapped_column(String(60), default="")
    # The last seat to be taken starts the game; otherwise the host does.
    starts_when_full: Mapped[bool] = mapped_column(default=False)
    # users whom the host has removed from a seat: they sit down again by invitation only
    barred: Mapped[list[int]] = mapped_column(JSON, default=list)
    # Whole game years that a computer may stand in for a player before the game is abandoned.
    stand_in_years: Mapped[int | None]
    rematch: Mapped[str | None] = mapped_column(String(16))  # the table where it is played again
    begun: Mapped[Seconds | None]
    made_from: Mapped[str | None] = mapped_column(String(64))  # digest of a guest's network
    # What the lobby tells without playing the moves again, stored with each of them.
    moves: Mapped[int] = mapped_column(default=0)
    moved: Mapped[Seconds | None]  # when the last move was made, or taken back
    waiting: Mapped[list[str]] = mapped_column(JSON, default=list)  # the seats that must decide
    # the turn, round or season that the game has come to: a key of its texts with arguments
    stage: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    outcome: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    series: Mapped[int] = mapped_column(default=0)  # of chance: how often all agreed to take back
    # What it was begun with, and goes on with: the version of the rules, the digest of the data.
    # Tables from before these were noted have neither, until they are first opened.
    rules: Mapped[str | None] = mapped_column(String(40))
    data: Mapped[str | None] = mapped_column(String(64))
    # after how many moves it began anew from its snapshot, under other rules or data
    pinned: Mapped[int | None]
    # why it cannot be opened: a key of our texts, and what fills its gaps
    aside: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class TableSeat(Base):
    """A seat of a table, and who sits in it: a user, a computer player, or nobody yet."""

    __tablename__ = "chairs"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    computer: Mapped[str | None] = mapped_column(String(40))
    stand_in: Mapped[str | None] = mapped_column(String(40))  # plays until the user returns
    stand_in_since: Mapped[int | None]  # the year of the game in which it took over
    stand_in_moves: Mapped[int] = mapped_column(default=0)  # how many it has made for this user
    left: Mapped[float | None]  # seconds on the clock when it last stood still
    due: Mapped[float | None] = mapped_column(index=True)  # when the time to decide is up
    window: Mapped[int | None]  # the question whose time that is
    # what is left for questions that are open and not this seat's to answer now, by window
    set_aside: Mapped[dict[str, Any]] = mapped_column(default=dict)
    remind: Mapped[float | None] = mapped_column(index=True)  # when to remind; None: no more
    missed: Mapped[Seconds | None]  # when the time was up, where the table then waits
    offer: Mapped[str | None] = mapped_column(String(64))  # digest of a link that gives it away
    draft: Mapped[str] = mapped_column(Text, default="")
    draft_window: Mapped[int | None]  # the question that the draft answers; 0: none
    # changes of this seat's plans, which nobody else saw: with each the version of the table that
    # it made, and how many of the moves that the seat knows of it left as they were
    private_changes: Mapped[list[list[int]]] = mapped_column(JSON, default=list)
    notes: Mapped[str] = mapped_column(Text, default="")

    __table_args__ = (Index("chairs_of_user", "user_id"),)


class SeenSeat(Base):
    """Somebody has held a seat while the game went on, and knows what it knew."""

    __tablename__ = "seen_seats"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)


class Move(Base):
    """An accepted action. The key makes it impossible to store two with one number."""

    __tablename__ = "moves"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[str] = mapped_column(String(40))
    action: Mapped[str]
    time: Mapped[Seconds]
    version: Mapped[int] = mapped_column(default=0)  # of the table, with this move
    window: Mapped[int | None]  # the question it answers, where the action alone does not tell
    private: Mapped[bool] = mapped_column(default=False)  # nobody else may know that there was one
    series: Mapped[int | None]  # of chance from here on, where another one begins


class Snapshot(Base):
    """A table's match after so many of its moves, to be opened from (entente.kernel.snapshots)."""

    __tablename__ = "snapshots"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    state: Mapped[bytes] = mapped_column(LargeBinary)
    digest: Mapped[str] = mapped_column(String(64))  # of the state
    rules: Mapped[str] = mapped_column(String(40))
    data: Mapped[str] = mapped_column(String(64))
    created: Mapped[Seconds]


class GameData(Base):
    """The data of a game as a release had them: tables that were begun with them go on with them,
    whatever is corrected later."""

    __tablename__ = "game_data"

    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    tables: Mapped[bytes] = mapped_column(LargeBinary)  # JSON, compressed
    created: Mapped[Seconds]


class Vote(Base):
    """What a seat answered to a proposal; the first answer is that of the seat that made it."""

    __tablename__ = "votes"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    yes: Mapped[bool]
    number: Mapped[int]  # the how manieth answer
    time: Mapped[Seconds]


class Letter(Base):
    """Something said at a table. A conversation is the sorted seats that hear it; empty: all."""

    __tablename__ = "letters"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    sender: Mapped[str] = mapped_column(String(40))  # a seat
    conversation: Mapped[str] = mapped_column(String(400), default="")
    text: Mapped[str] = mapped_column(Text)
    move: Mapped[int]  # how many moves had been made
    time: Mapped[Seconds]
    proposal: Mapped[list[str]] = mapped_column(JSON, default=list)  # orders that it proposes


class LetterDraft(Base):
    """A letter that has been begun and not sent; only who writes it reads it."""

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


class AnswerForLater(Base):
    """What a player has prepared for a question that may come: choices, the dearest first. Only he
    reads it."""

    __tablename__ = "answers_for_later"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    step: Mapped[str] = mapped_column(String(40), primary_key=True)  # that would ask
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    occasion: Mapped[str] = mapped_column(String(40))  # at which it would ask
    wishes: Mapped[list[str]] = mapped_column(JSON)


class AnswerAhead(Base):
    """What a player has written ahead for one of the next occasions at which a question is asked:
    one choice for each thing. Only he reads it."""

    __tablename__ = "answers_ahead"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    occasion: Mapped[str] = mapped_column(String(40), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    orders: Mapped[list[str]] = mapped_column(JSON)
    hand_in: Mapped[bool]  # if all of it fits
    came: Mapped[bool]  # the occasion is there, and its question has been begun with this


class ReadMark(Base):
    """Up to which letter a seat has read a conversation."""

    __tablename__ = "read_marks"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    conversation: Mapped[str] = mapped_column(String(400), primary_key=True)
    number: Mapped[int]


class MutedConversation(Base):
    """A conversation of whose letters somebody does not want to be told."""

    __tablename__ = "muted_conversations"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    conversation: Mapped[str] = mapped_column(String(400), primary_key=True)


class Report(Base):
    """A letter that one of its readers wants the operator to see, and why. Who reported it and who
    sat in the writer's seat then may have deleted their accounts since."""

    __tablename__ = "reports"
    __table_args__ = (UniqueConstraint("table_id", "number", "reporter_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
    number: Mapped[int]  # of the letter
    reporter_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    writer_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    reason: Mapped[str] = mapped_column(Text)
    time: Mapped[Seconds]
    closed: Mapped[Seconds | None]  # when the operator was done with it


class Notice(Base):
    """Something a user should know; `page` says whether his pages show it."""

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
    """A notice that is still to go out by a channel; sent ones are not kept."""

    __tablename__ = "deliveries"

    id: Mapped[int] = mapped_column(primary_key=True)
    notice_id: Mapped[int] = mapped_column(ForeignKey("notices.id", ondelete="CASCADE"), index=True)
    channel: Mapped[str] = mapped_column(String(10))
    tries: Mapped[int] = mapped_column(default=0)
    after: Mapped[Seconds] = mapped_column(index=True)  # not to be tried before


class Subscription(Base):
    """A browser that wants to be pushed."""

    __tablename__ = "subscriptions"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    endpoint: Mapped[str] = mapped_column(String(1000), unique=True)
    keys: Mapped[dict[str, Any]]
    created: Mapped[Seconds]


class Token(Base):
    """What a program of a user's logs in with; with a table and seat it may do only that."""

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
    """A link, sent by mail, with which a forgotten password is replaced; with an e-mail address,
    the link with which its owner confirms that it is his."""

    __tablename__ = "resets"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    expires: Mapped[Seconds]
    email: Mapped[str | None] = mapped_column(String(200))


class Authenticator(Base):
    """A second factor: the secret that a user's device makes codes of (RFC 6238)."""

    __tablename__ = "authenticators"

    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    secret: Mapped[str] = mapped_column(String(64))  # base32
    confirmed: Mapped[bool] = mapped_column(default=False)  # a code of it has been given
    last_step: Mapped[Seconds] = mapped_column(default=0)  # up to which its codes are used up
    created: Mapped[Seconds]


class RecoveryCode(Base):
    """A code on paper, good once instead of the device's; only its digest is stored."""

    __tablename__ = "recovery_codes"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)


class Passkey(Base):
    """A key that a user's device keeps, and with which he comes in without a password."""

    __tablename__ = "passkeys"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    credential: Mapped[str] = mapped_column(String(1400), unique=True)  # as the device calls it
    public_key: Mapped[str] = mapped_column(Text)
    uses: Mapped[Seconds] = mapped_column(default=0)  # as the device counts them, if it does
    label: Mapped[str] = mapped_column(String(60))
    created: Mapped[Seconds]
    used: Mapped[Seconds | None]


class Challenge(Base):
    """What a device with a passkey has been asked to sign, and not yet has."""

    __tablename__ = "challenges"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    expires: Mapped[Seconds]


class LimitUse(Base):
    """How much of a limit somebody has used, and when that was; processes share it."""

    __tablename__ = "limit_uses"

    name: Mapped[str] = mapped_column(String(64), primary_key=True)  # digest of limit and who
    used: Mapped[float]
    since: Mapped[float]
    until: Mapped[float] = mapped_column(index=True)  # when all of it has come back


class Watch(Base):
    """When a server last looked at the clocks: what lies between two looks that are far apart is
    time in which nobody could play."""

    __tablename__ = "watches"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    seen: Mapped[float]


class Secret(Base):
    """What this server signs with, made once: the key of browser push."""

    __tablename__ = "secrets"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
