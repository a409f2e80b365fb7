"""Notices for users, in the pages and by the channels they have turned on.

A notice is a key with arguments, stored in the transaction of what it reports and rendered in the
reader's language. Messages by other channels are stored beside it as deliveries, which the outbox
(outbox.py) sends later, so that no request waits for a mail and a crash loses none.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from entente.kernel.message import Argument
from entente.server.notices.wording import mark_of, notice_text, stage_args
from entente.server.storage.models import Delivery, Move, Notice, Table, TableSeat, User
from entente.wire.tables import OVER

CHANNELS = ("push", "mail", "webhook")
PAGE = "page"
KEPT = 200  # notices per user; older ones are deleted
GRACE = 10  # seconds to open the table before a mail is sent
YOUR_MOVE, BEGAN, GAME_OVER = "notice.your_move", "notice.began", "notice.over"
FULL_TABLE, REMOVED = "notice.full", "notice.removed"
PAIRED, UNPAIRED = "notice.paired", "notice.unpaired"
ROLL_CALL, ROLL_CALL_MISSED = "notice.roll_call", "notice.roll_call_missed"
ROLL_CALL_OFF, WAITED_LONG = "notice.roll_call_off", "notice.waited_long"
LETTER, PROPOSAL = "notice.letter", "notice.proposal"
WAITING = "notices"  # key in a session's info: something to send after the commit


class ByChannel(msgspec.Struct):
    """The channels by which a user can be reached, or wants to be."""

    page: bool
    push: bool
    mail: bool
    webhook: bool


def wanted_channels(user: User) -> dict[str, bool]:
    """Return the channels a user has turned on; by default only the page."""
    chosen = user.preferences.get("notify", {})
    return {each: bool(chosen.get(each, each == PAGE)) for each in (PAGE, *CHANNELS)}


def notify(
    session: Session,
    user_ids: Iterable[int | None],
    key: str,
    table: Table | None = None,
    /,
    *,
    once: bool = False,
    stage: dict[str, Any] | None = None,
    **args: Argument,
) -> None:
    """Notify users of something about a table; empty seats are skipped.

    The text of `key` may use `{table}` (game, title and stage), `{seat}` and `{sender}` (names),
    and `{orders}` (in the reader's notation). `stage` is the turn it is about, if not the current
    one. `once`: skip if the user has an unread notice of this key about this table; if the notice
    has a `kind`, of the same kind.
    """
    ids = {user_id for user_id in user_ids if user_id is not None}
    if not ids:
        return
    shared: dict[str, Any] = dict(args)
    if table is not None:
        named = {"game": table.game, "title": table.title or ""}
        shared = {**named, **stage_args(stage or table.stage), **shared}
    now = int(time.time())
    for user in session.scalars(select(User).where(User.id.in_(ids)).order_by(User.id)):
        wanted = wanted_channels(user)
        if not any(wanted.values()) or (
            once and _unread(session, user.id, key, table, args.get("kind"))
        ):
            continue
        notice = Notice(
            user_id=user.id,
            table_id=table.id if table is not None else None,
            key=key,
            args=shared if table is None else shared | _of_table(session, user, table, args),
            created=now,
            page=wanted[PAGE],
        )
        session.add(notice)
        session.flush()
        for channel in CHANNELS:
            if wanted[channel]:
                session.add(Delivery(notice_id=notice.id, channel=channel, after=now + GRACE))
                session.info[WAITING] = True
        _forget_old(session, user.id)


def _of_table(
    session: Session, user: User, table: Table, args: Mapping[str, Argument]
) -> dict[str, Any]:
    """Return the reader's arguments about a table.

    Their deadline, and how to tell it from their other tables of the same title.
    """
    details: dict[str, Any] = {}
    mine = select(TableSeat.seat, TableSeat.due).where(
        TableSeat.table_id == table.id, TableSeat.user_id == user.id, TableSeat.due.is_not(None)
    )
    dues = {row.seat: row.due for row in session.execute(mine)}
    if dues:
        details["due"] = int(dues.get(args.get("seat"), min(dues.values())))
    twins = (
        select(Table.id)
        .join(TableSeat, TableSeat.table_id == Table.id)
        .where(TableSeat.user_id == user.id, Table.id != table.id, Table.status != OVER)
        .where(Table.game == table.game, Table.title == table.title)
    )
    if not table.title or session.scalar(twins.limit(1)) is not None:
        details["mark"] = mark_of(table.id)
    return details


def _unread(
    session: Session, user_id: int, key: str, table: Table | None, kind: Argument | None
) -> bool:
    same = select(Notice.args).where(
        Notice.user_id == user_id, Notice.key == key, Notice.read.is_(False)
    )
    if table is not None:
        same = same.where(Notice.table_id == table.id)
    return any(args.get("kind") == kind for args in session.scalars(same))


def _forget_old(session: Session, user_id: int) -> None:
    mine = select(Notice.id).where(Notice.user_id == user_id).order_by(Notice.id.desc())
    oldest = session.scalar(mine.offset(KEPT).limit(1))
    if oldest is not None:
        session.execute(delete(Notice).where(Notice.user_id == user_id, Notice.id <= oldest))


# -- reading


class NotificationInfo(msgspec.Struct):
    """A notice as its user gets it."""

    id: int
    table: str | None
    key: str
    text: str
    time: int
    read: bool


def notice_info(notice: Notice, language: str, now: float | None = None) -> NotificationInfo:
    return NotificationInfo(
        id=notice.id,
        table=notice.table_id,
        key=notice.key,
        text=notice_text(notice, language, now),
        time=notice.created,
        read=notice.read,
    )


def listed(session: Session, user: User, since: int = 0) -> list[Notice]:
    """Return the notices on a user's pages, newest first, after the notice `since`."""
    mark_answered(session, user)
    query = select(Notice).where(Notice.user_id == user.id, Notice.page, Notice.id > since)
    return list(session.scalars(query.order_by(Notice.id.desc()).limit(KEPT)))


def mark_answered(session: Session, user: User) -> None:
    """Mark notices that a user has answered by moving as read."""
    open_moves = session.scalars(
        select(Notice).where(
            Notice.user_id == user.id, Notice.key == YOUR_MOVE, Notice.read.is_(False)
        )
    )
    for notice in open_moves:
        mine = select(func.count()).where(
            Move.table_id == notice.table_id, Move.seat == notice.args["seat"]
        )
        # Before questions had numbers, a notice held the number of moves of all seats.
        before = notice.args.get("made", 0)
        if "made" not in notice.args:
            mine = mine.where(Move.number > notice.args["move"])
        if (session.scalar(mine) or 0) > before:
            notice.read = True


def mark_read(session: Session, user: User, ids: list[int] | None) -> None:
    """Mark these notices as read; None: all of them."""
    marked = update(Notice).where(Notice.user_id == user.id)
    if ids is not None:
        marked = marked.where(Notice.id.in_(ids))
    session.execute(marked.values(read=True))


def seen(session: Session, user_id: int, table_id: str) -> None:
    """Mark a table's notices as read when the user views it; letters are read one by one."""
    about = (Notice.user_id == user_id, Notice.table_id == table_id)
    others = Notice.key.not_in((LETTER, PROPOSAL))
    unread = session.scalars(select(Notice).where(*about, others, Notice.read.is_(False)))
    for notice in unread:  # usually there are none, and nothing is written
        notice.read = True


def read_letters(session: Session, user: User, table_id: str) -> None:
    """Mark the notices of a table's letters as read."""
    session.execute(
        update(Notice)
        .where(Notice.user_id == user.id, Notice.table_id == table_id)
        .where(Notice.key.in_((LETTER, PROPOSAL)))
        .values(read=True)
    )
