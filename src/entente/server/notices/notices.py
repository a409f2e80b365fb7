"""Notices for users, in the pages and by the channels they have turned on.

A notice is a key with arguments, stored in the transaction of what it reports and rendered in the
reader's language. Messages by other channels are stored beside it as deliveries, which the outbox
(outbox.py) sends later, so that no request waits for a mail and a crash loses none.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, tzinfo
from typing import Any

import msgspec
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from entente.kernel.message import Argument
from entente.server.notices.kinds import (
    DEADLINE,
    LAST_CALL,
    LETTERS,
    URGENT,
    YOUR_MOVE,
    NoticeKind,
    kind_of,
    path_of,
)
from entente.server.notices.schedule import HOUR, plan_of, remind_before_quiet, send_time, zone_of
from entente.server.notices.wording import mark_of, notice_text, stage_args, unlinked
from entente.server.storage.models import Delivery, Move, Notice, Table, TableSeat, User
from entente.wire.tables import OVER, PLAYING

CHANNELS = ("push", "mail", "webhook")
PAGE = "page"
KEPT = 200  # notices per user; older ones are deleted
GRACE = 10  # seconds to open the table before a mail is sent
MOST_AN_HOUR = 40  # notices of a user; further ones come together, so that no one floods a mailbox
# Keys in a session's info: something to send after the commit, and the users whose notices changed.
WAITING, CALLED = "notices", "called"
# Arguments that people have written: names of people, tables, events and studies.
WRITTEN = frozenset(("by", "name", "title", "to", "tournament", "study", "club"))
ASKING = (YOUR_MOVE, DEADLINE, LAST_CALL)  # notices that a move answers


class ByChannel(msgspec.Struct):
    """The channels by which a user can be reached, or wants to be."""

    page: bool
    push: bool
    mail: bool
    webhook: bool


def wanted_channels(user: User) -> dict[str, bool]:
    """Return the channels a user has turned on; by default the page, and mail to an address."""
    chosen = user.preferences.get("notify", {})
    usual = {PAGE: True, "mail": user.email is not None}
    return {each: bool(chosen.get(each, usual.get(each))) for each in (PAGE, *CHANNELS)}


def zone_for(user: User) -> tzinfo:
    return zone_of(user.preferences.get("time_zone", ""))


def notify(
    session: Session,
    user_ids: Iterable[int | None],
    key: str,
    table: Table | None = None,
    /,
    *,
    once: bool = False,
    page_only: bool = False,
    stage: dict[str, Any] | None = None,
    **args: Argument,
) -> None:
    """Notify users of something about a table; empty seats are skipped.

    The text of `key` may use `{table}` (game, title and stage), `{seat}` and `{sender}` (names),
    and `{orders}` (in the reader's notation). `stage` is the turn it is about, if not the current
    one. `page_only`: send no mail, push or webhook. `once`: skip if the user has an unread notice
    of this key about this table or event; if the notice has a `kind`, of the same kind.
    """
    ids = {user_id for user_id in user_ids if user_id is not None}
    if not ids:
        return
    shared: dict[str, Any] = {
        name: unlinked(value) if name in WRITTEN and isinstance(value, str) else value
        for name, value in args.items()
    }
    if table is not None:
        named = {"game": table.game, "title": unlinked(table.title or "")}
        shared = {**named, **stage_args(stage or table.stage), **shared}
    now = int(time.time())
    for user in session.scalars(select(User).where(User.id.in_(ids)).order_by(User.id)):
        wanted = wanted_channels(user)
        if page_only:
            wanted = {PAGE: wanted[PAGE], **dict.fromkeys(CHANNELS, False)}
        if not any(wanted.values()) or (once and _unread(session, user.id, key, table, args)):
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
        _deliver(session, user, notice, [each for each in CHANNELS if wanted[each]], now)
        call(session, user.id)
        _forget_old(session, user.id)


def _deliver(
    session: Session, user: User, notice: Notice, channels: Sequence[str], now: int
) -> None:
    """Store the deliveries of a notice, each at the time its channel sends."""
    kind, due = kind_of(notice.key), notice.args.get("due")
    flood = _count_since(session, user.id, now - HOUR) > MOST_AN_HOUR if channels else False
    for channel in channels:
        plan = plan_of(user.preferences, channel)
        if kind not in plan.muted:
            if notice.key in URGENT:
                plan = msgspec.structs.replace(plan, when="now")
            elif flood and plan.when == "now":
                plan = msgspec.structs.replace(plan, when="hourly")
            after = int(send_time(plan, zone_for(user), now + GRACE, due))
            session.add(Delivery(notice_id=notice.id, channel=channel, after=after))
            session.info[WAITING] = True


def _count_since(session: Session, user_id: int, moment: int) -> int:
    """Return how many notices a user got since a moment."""
    mine = select(func.count()).where(Notice.user_id == user_id, Notice.created >= moment)
    return session.scalar(mine) or 0


def deliver_now(session: Session, user: User, channel: str, key: str, **args: Argument) -> None:
    """Send a message that the user has just asked for, by one channel and not in the pages."""
    now = int(time.time())
    notice = Notice(user_id=user.id, key=key, args=args, created=now, page=False)
    session.add(notice)
    session.flush()
    session.add(Delivery(notice_id=notice.id, channel=channel, after=now))
    session.info[WAITING] = True


def call(session: Session, user_id: int) -> None:
    """Show the open pages of a user, after the commit, that their notices have changed."""
    session.info.setdefault(CALLED, set()).add(user_id)


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
    session: Session,
    user_id: int,
    key: str,
    table: Table | None,
    wanted: Mapping[str, Argument],
) -> bool:
    same = select(Notice.args).where(
        Notice.user_id == user_id, Notice.key == key, Notice.read.is_(False)
    )
    if table is not None:
        same = same.where(Notice.table_id == table.id)
    marks = ("kind", "tournament_id")
    unread = session.scalars(same)
    return any(all(args.get(k) == wanted.get(k) for k in marks) for args in unread)


def _forget_old(session: Session, user_id: int) -> None:
    mine = select(Notice.id).where(Notice.user_id == user_id).order_by(Notice.id.desc())
    oldest = session.scalar(mine.offset(KEPT).limit(1))
    if oldest is not None:
        session.execute(delete(Notice).where(Notice.user_id == user_id, Notice.id <= oldest))


# -- reading


class NotificationInfo(msgspec.Struct):
    """A notice as its user gets it; `path` is the page to which it leads."""

    id: int
    table: str | None
    key: str
    kind: NoticeKind
    text: str
    path: str
    time: int
    read: bool


def notice_info(
    notice: Notice,
    language: str,
    now: float | None = None,
    zone: tzinfo = UTC,
    *,
    is_past: bool = False,
) -> NotificationInfo:
    """Return a notice in words; without its deadline if that `is_past`."""
    return NotificationInfo(
        id=notice.id,
        table=notice.table_id,
        key=notice.key,
        kind=kind_of(notice.key),
        text=notice_text(notice, language, now, zone, is_past=is_past),
        path=path_of(notice.key, notice.table_id, notice.args),
        time=notice.created,
        read=notice.read,
    )


def listed(session: Session, user: User, since: int = 0) -> list[Notice]:
    """Return the notices on a user's pages, newest first, after the notice `since`."""
    mark_answered(session, user)
    query = select(Notice).where(Notice.user_id == user.id, Notice.page, Notice.id > since)
    return list(session.scalars(query.order_by(Notice.id.desc()).limit(KEPT)))


def past_deadlines(session: Session, user: User, notices: Iterable[Notice]) -> set[int]:
    """Return the notices whose deadline is no longer the reader's.

    The reader has moved meanwhile, or the deadline was moved, or the clock stopped.
    """
    with_due = [each for each in notices if each.table_id is not None and "due" in each.args]
    if not with_due:
        return set()
    here = {each.table_id for each in with_due}
    seats = select(TableSeat.table_id, TableSeat.due).where(
        TableSeat.table_id.in_(here), TableSeat.user_id == user.id, TableSeat.due.is_not(None)
    )
    roll_calls = select(Table.id, Table.roll_due).where(
        Table.id.in_(here), Table.roll_due.is_not(None)
    )
    current = {
        (table_id, int(due))
        for query in (seats, roll_calls)
        for table_id, due in session.execute(query)
        if due is not None
    }
    return {each.id for each in with_due if (each.table_id, each.args["due"]) not in current}


def mark_answered(session: Session, user: User) -> None:
    """Mark notices that a user has answered by moving as read."""
    unanswered = session.scalars(
        select(Notice).where(
            Notice.user_id == user.id, Notice.key.in_(ASKING), Notice.read.is_(False)
        )
    )
    for notice in unanswered:
        if is_answered(session, notice):
            notice.read = True
            call(session, user.id)


def is_answered(session: Session, notice: Notice) -> bool:
    """Return whether the player has moved since a notice asked for it."""
    args = notice.args
    if notice.key not in ASKING or not args.keys() & {"made", "move"}:
        return False
    mine = select(func.count()).where(Move.table_id == notice.table_id, Move.seat == args["seat"])
    # Before questions had numbers, a notice held the number of moves of all seats.
    if "made" not in args:
        mine = mine.where(Move.number > args["move"])
    return (session.scalar(mine) or 0) > int(args.get("made", 0))


def mark_read(session: Session, user: User, ids: list[int] | None) -> None:
    """Mark these notices as read; None: all of them."""
    marked = update(Notice).where(Notice.user_id == user.id)
    if ids is not None:
        marked = marked.where(Notice.id.in_(ids))
    session.execute(marked.values(read=True))
    call(session, user.id)


def seen(session: Session, user_id: int, table_id: str) -> None:
    """Mark a table's notices as read when the user views it; letters are read one by one."""
    about = (Notice.user_id == user_id, Notice.table_id == table_id)
    others = Notice.key.not_in(LETTERS)
    unread = session.scalars(select(Notice).where(*about, others, Notice.read.is_(False)))
    for notice in unread:  # usually there are none, and nothing is written
        notice.read = True
        call(session, user_id)


def read_letters(session: Session, user: User, table_id: str, conversation: str) -> None:
    """Mark the notices of a conversation's letters as read."""
    unread = session.scalars(
        select(Notice)
        .where(Notice.user_id == user.id, Notice.table_id == table_id, Notice.read.is_(False))
        .where(Notice.key.in_(LETTERS))
    )
    for notice in unread:
        if notice.args.get("kind", conversation) == conversation:  # older ones name none
            notice.read = True
            call(session, user.id)


def supersede(session: Session, user_id: int, table_id: str, seat: str) -> None:
    """Mark earlier reminders to a seat as read: the next one replaces them."""
    earlier = session.scalars(
        select(Notice)
        .where(Notice.user_id == user_id, Notice.table_id == table_id, Notice.read.is_(False))
        .where(Notice.key.in_((DEADLINE, LAST_CALL)))
    )
    for notice in earlier:
        if notice.args.get("seat") == seat:
            notice.read = True


def move_reminders(session: Session, user: User, now: float) -> None:
    """Set reminders earlier where a deadline is now in the user's quiet hours."""
    mine = select(TableSeat).where(TableSeat.user_id == user.id, TableSeat.due > now)
    for chair in session.scalars(mine):
        assert chair.due is not None
        chair.remind = remind_before_quiet(user.preferences, chair.due, chair.remind, now)


# -- figures


class WaitingCounts(msgspec.Struct):
    """What waits for a user: unread notices in the pages, and decisions at tables."""

    unread: int
    decisions: int


def waiting_for(session: Session, user_id: int) -> WaitingCounts:
    unread = select(func.count()).where(
        Notice.user_id == user_id, Notice.page, Notice.read.is_(False)
    )
    return WaitingCounts(session.scalar(unread) or 0, decisions_of(session, user_id))


def decisions_of(session: Session, user_id: int) -> int:
    """Return at how many seats the user is asked to decide."""
    mine = (
        select(TableSeat.seat, Table.waiting)
        .join(Table, Table.id == TableSeat.table_id)
        .where(TableSeat.user_id == user_id, TableSeat.stand_in.is_(None))
        .where(Table.status == PLAYING, Table.analysis.is_(False), Table.exercise.is_(None))
    )
    return sum(seat in waiting for seat, waiting in session.execute(mine))
