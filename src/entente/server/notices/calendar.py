"""A calendar of a user's deadlines (iCalendar, RFC 5545).

Its address is secret and can be renewed. What the calendar has been given is stored, so that a
moved deadline is an update of the same event, and one that has been met is cancelled.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from entente.kernel import Message, registry, say
from entente.kernel.text import catalog_of
from entente.server.notices.kinds import DEADLINE, path_of
from entente.server.notices.schedule import MINUTE
from entente.server.notices.wording import mark_of, stage_args, table_words
from entente.server.storage.models import CalendarEvent, CalendarFeed, Table, TableSeat, User
from entente.wire.tables import PLAYING

SHOWN = 30 * MINUTE  # an event begins this long before the deadline
KEPT = 7 * 86_400  # seconds for which a cancelled event is still listed
MOST = 500  # events
OCTETS = 75  # the longest line
REFRESH = "PT15M"


def feed_of(session: Session, user: User) -> CalendarFeed | None:
    return session.get(CalendarFeed, user.id)


def renew(session: Session, user: User, now: float) -> CalendarFeed:
    """Create the calendar's address; an earlier one stops working."""
    feed = session.get(CalendarFeed, user.id)
    if feed is None:
        feed = CalendarFeed(user_id=user.id)
        session.add(feed)
    feed.nonce, feed.created = secrets.token_urlsafe(24), int(now)
    return feed


def remove(session: Session, user: User) -> None:
    """Remove the address and what the calendar was given."""
    for model in (CalendarFeed, CalendarEvent):
        session.execute(delete(model).where(model.user_id == user.id))


def publish(session: Session, user: User, now: float, site: str) -> str:
    """Return the calendar, and remember what it contains."""
    tables = _update(session, user, int(now))
    mine = (
        select(CalendarEvent)
        .where(CalendarEvent.user_id == user.id)
        .order_by(CalendarEvent.due.desc(), CalendarEvent.table_id, CalendarEvent.seat)
        .limit(MOST)
    )
    events = list(session.scalars(mine))
    known = {each.table_id for each in events} - tables.keys()
    for table in session.scalars(select(Table).where(Table.id.in_(known))):
        tables[table.id] = table
    ours = catalog_of("entente.server", user.language)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Entente//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{escaped(ours.get('calendar.name'))}",
        f"X-WR-CALNAME:{escaped(ours.get('calendar.name'))}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
        f"X-PUBLISHED-TTL:{REFRESH}",
    ]
    for each in reversed(events):
        lines += _event(each, tables[each.table_id], user.language, now, site)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _update(session: Session, user: User, now: int) -> dict[str, Table]:
    """Bring the stored events up to date; return the tables of current deadlines."""
    deadlines = session.execute(
        select(TableSeat, Table)
        .join(Table, Table.id == TableSeat.table_id)
        .where(TableSeat.user_id == user.id, TableSeat.due.is_not(None))
        .where(TableSeat.stand_in.is_(None), Table.status == PLAYING, Table.aside.is_(None))
    ).all()
    mine = session.scalars(select(CalendarEvent).where(CalendarEvent.user_id == user.id))
    known = {(each.table_id, each.seat, each.window): each for each in mine}
    tables: dict[str, Table] = {}
    for chair, table in deadlines:
        tables[table.id] = table
        assert chair.due is not None
        event = known.pop((table.id, chair.seat, chair.window or 0), None)
        if event is None:
            session.add(
                CalendarEvent(
                    user_id=user.id,
                    table_id=table.id,
                    seat=chair.seat,
                    window=chair.window or 0,
                    due=int(chair.due),
                    stage=table.stage,
                    changed=now,
                )
            )
        elif event.due != int(chair.due) or event.cancelled:
            event.due, event.stage, event.cancelled = int(chair.due), table.stage, False
            event.sequence, event.changed = event.sequence + 1, now
    for event in known.values():  # answered, or the seat has another player
        if not event.cancelled:
            event.cancelled, event.sequence, event.changed = True, event.sequence + 1, now
        elif event.changed < now - KEPT:
            session.delete(event)
    session.flush()
    return tables


def _event(
    event: CalendarEvent, table: Table, language: str, now: float, site: str
) -> Iterator[str]:
    ours, game = catalog_of("entente.server", language), registry.load(table.game)
    words = game.catalog(language)
    args: dict[str, Any] = {"title": table.title, **stage_args(event.stage)}
    if not table.title:
        args["mark"] = mark_of(table.id)
    named = table_words(ours, words, args)
    seat = words.say(Message("names.seat." + event.seat)) if _has_name(words, event.seat) else ""
    summary = ours.say(say("calendar.deadline", table=named, seat=seat or event.seat))
    which = {"seat": event.seat, "window": event.window or None}
    link = site + path_of(DEADLINE, table.id, which) if site else ""
    host = urlsplit(site).hostname or "entente.invalid"
    yield "BEGIN:VEVENT"
    yield f"UID:{table.id}-{event.seat}-{event.window}@{host}"
    yield f"DTSTAMP:{_moment(now)}"
    yield f"LAST-MODIFIED:{_moment(event.changed)}"
    yield f"SEQUENCE:{event.sequence}"
    yield f"STATUS:{'CANCELLED' if event.cancelled else 'CONFIRMED'}"
    yield f"DTSTART:{_moment(event.due - SHOWN)}"
    yield f"DTEND:{_moment(event.due)}"
    yield f"SUMMARY:{escaped(summary)}"
    if link:
        yield f"DESCRIPTION:{escaped(link)}"
        yield f"URL:{link}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _has_name(words: Any, seat: str) -> bool:
    return f"names.seat.{seat}" in words.texts


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """Return a text as a value (RFC 5545, 3.3.11); control characters are dropped."""
    plain = "".join(c if c.isprintable() or c == "\n" else " " for c in text)
    for character in "\\;,":
        plain = plain.replace(character, "\\" + character)
    return plain.replace("\n", "\\n")


def folded(line: str) -> Iterable[str]:
    """Split a line into parts of at most 75 octets, never inside a character (3.1)."""
    parts, part, length = [], "", 0
    for character in line:
        size = len(character.encode())
        if length + size > OCTETS:
            parts.append(part)
            part, length = " ", 1
        part, length = part + character, length + size
    return [*parts, part]
