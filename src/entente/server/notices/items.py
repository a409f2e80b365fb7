"""A notice prepared for its channels: one wording for all of them."""

from __future__ import annotations

from datetime import tzinfo
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.kernel import Message
from entente.kernel.text import catalog_of
from entente.server.notices.kinds import ANSWERS, LETTERS, TEST, NoticeKind, kind_of, path_of
from entente.server.notices.notices import ASKING, is_answered
from entente.server.notices.wording import ending_words, headline, time_left
from entente.server.storage.letters import readable
from entente.server.storage.models import Letter, Notice, TableSeat, User

QUOTED = 500  # characters of a quoted letter
QUOTING = tuple(key for key in LETTERS if key not in ANSWERS)  # an answer has no text


class NoticeItem(NamedTuple):
    """A notice in the reader's words."""

    id: int
    key: str
    kind: NoticeKind
    table_id: str | None
    game: str | None
    title: str
    seat: str | None
    headline: str
    ending: str  # how the game ended
    time_left: str
    quoted: str  # a letter's text, if the reader wants it
    path: str
    link: str  # empty if the server's address is not known
    due: float | None
    is_player: bool = False  # the reader has a seat at the table

    @property
    def text(self) -> str:
        parts = (self.headline, self.ending, self.time_left, self.quoted)
        return " ".join(filter(None, parts))


def prepare_item(
    session: Session, user: User, notice: Notice, now: float, zone: tzinfo, site: str
) -> NoticeItem | None:
    """Return a notice to send, or None if it has become pointless since it was stored.

    It was read or answered, its deadline has passed, or its seat has another player.
    """
    args, quote = notice.args, bool(user.preferences.get("quote", False))
    kind, due = kind_of(notice.key), args.get("due")
    seats = _seats(session, user, notice.table_id)
    asks = notice.key in ASKING
    is_late = asks and due is not None and due <= now
    is_lost = asks and "seat" in args and args["seat"] not in seats
    is_table_notice = notice.table_id is not None
    if notice.read or (is_table_notice and (is_late or is_lost or is_answered(session, notice))):
        return None
    path = path_of(notice.key, notice.table_id, args)
    return NoticeItem(
        id=notice.id,
        key=notice.key,
        kind=kind,
        table_id=notice.table_id,
        game=args.get("game"),
        title=args.get("title", ""),
        seat=args.get("seat"),
        headline=headline(notice, user.language, quote=quote),
        ending=ending_words(notice, user.language),
        time_left=time_left(notice, user.language, now, zone),
        quoted=_letter(session, user, notice, seats) if quote and notice.key in QUOTING else "",
        path=path,
        link=f"{site}{path}" if site else "",
        due=due if due is not None and due > now else None,
        is_player=bool(seats),
    )


def is_test(item: NoticeItem) -> bool:
    return item.key == TEST


def _seats(session: Session, user: User, table_id: str | None) -> list[str]:
    """Return the seats a user has at a table now."""
    mine = select(TableSeat.seat).where(
        TableSeat.table_id == table_id, TableSeat.user_id == user.id
    )
    return list(session.scalars(mine)) if table_id is not None else []


def _letter(session: Session, user: User, notice: Notice, seats: list[str]) -> str:
    """Return the letter of a notice, if the reader still has a seat that may read it."""
    conversation = str(notice.args.get("kind", ""))
    members = set(filter(None, conversation.split(",")))
    if not seats or (members and not members.intersection(seats)):
        return ""
    letters = (
        select(Letter.text)
        .where(readable(notice.table_id or "", seats), Letter.conversation == conversation)
        .where(Letter.sender == notice.args["sender"])
        .order_by(Letter.number.desc())
    )
    shown = " ".join((session.scalar(letters.limit(1)) or "").split())
    if not shown:
        return ""
    shown = shown if len(shown) <= QUOTED else shown[: QUOTED - 1] + "…"
    words = catalog_of("entente.server", user.language)
    return words.say(Message("about.quoted", {"text": shown}))
