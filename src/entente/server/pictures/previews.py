"""What a link shows before it is opened: a title, a description and a picture.

A preview is for everyone who gets the link, so it shows what a stranger may see: nothing of a
private table, no names at an anonymous one, and the position as a spectator sees it.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.kernel import Message, registry
from entente.kernel.text import Catalog, catalog_of
from entente.server import library
from entente.server.live.table_state import current_view
from entente.server.pictures.card import CardText, card_svg, players_of
from entente.server.problem import Problem
from entente.server.storage.models import Table, TableSeat, User
from entente.server.tables.access import may_watch
from entente.server.tables.rooms import Rooms
from entente.server.tables.spectator_room import prepare, shown_room
from entente.server.tables.table_info import ending_of, name_at
from entente.wire.tables import OPEN, OVER


class Preview(NamedTuple):
    """The preview of a page; `picture` is the path of its picture, if it has one."""

    title: str
    description: str
    language: str
    picture: str | None = None


def is_secret(table: Table) -> bool:
    """Return whether strangers learn nothing of a table: private ones and analysis boards."""
    return table.private or table.analysis or table.exercise is not None


def table_preview(
    session: Session, table_id: str, *, offer: bool = False, public: bool = True
) -> Preview | None:
    """Return the preview of a table, or of an offered seat; None if there is none.

    Without `public` pages it says nothing of any table.
    """
    table = session.get(Table, table_id)
    if table is None:
        return None
    language = table.language
    ours = catalog_of("entente.server", language)
    kind = "offer" if offer and table.status != OVER else table.status
    if not public or is_secret(table) or table.game not in registry.available():
        title = ours.get("preview.private")
        return Preview(title, ours.get(f"preview.{kind}_private"), language)
    words = registry.load(table.game).catalog(language)
    named = Message(
        "preview.titled" if table.title else "preview.untitled",
        {"game": words.get("info.title"), "title": table.title},
    )
    lines = [ours.get(f"preview.{kind}")]
    lines += _result(session, table, language)
    if players := _players(session, table, words):
        listed = [f"{seat}: {name}" if name else seat for seat, name in players]
        lines.append(", ".join(listed) + ".")
    return Preview(ours.say(named), " ".join(lines), language, picture_path(table_id))


def _result(session: Session, table: Table, language: str) -> list[str]:
    """Return how a finished game ended, in words."""
    if table.status != OVER or not may_watch(table):
        return []
    ending = ending_of(table, _chairs(session, table), language)
    return [ending.reason] if ending is not None and ending.reason else []


def picture_path(table_id: str) -> str:
    return f"/api/tables/{table_id}/preview.png"


def game_preview(game_id: str, language: str) -> Preview | None:
    """Return the preview of a game's pages."""
    if game_id not in registry.available():
        return None
    words = registry.load(game_id).catalog(language)
    ours = catalog_of("entente.server", language)
    description = words.texts.get("info.summary") or ours.get("preview.site")
    return Preview(
        words.get("info.title"), description, language, f"/api/games/{game_id}/preview.png"
    )


def site_preview(language: str) -> Preview:
    ours = catalog_of("entente.server", language)
    return Preview("Entente", ours.get("preview.site"), language)


def person_preview(user: User | None, language: str) -> Preview | None:
    """Return the preview of a person's page: no more than the name, which is in its address."""
    if user is None or user.guest:
        return None
    ours = catalog_of("entente.server", language)
    return Preview(user.name, ours.say(Message("preview.person", {"name": user.name})), language)


# -- pictures


def table_svg(rooms: Rooms, table_id: str, *, for_player: bool = False) -> str:
    """Draw the picture of a table. Raise Problem if it has none.

    A player may see the picture of a private table too; it has nothing that only a seat sees.
    """
    with rooms.sessions() as session:
        table = session.get(Table, table_id)
        if table is None or (is_secret(table) and not for_player):
            raise Problem(404, "table.unknown")
        words = library.find(table.game).catalog(table.language)
        players = _players(session, table, words)
    whole = rooms.get(table_id)
    prepare(whole)
    with whole.lock:
        room = whole if for_player else shown_room(whole, ())
        game, stage = room.match.game, None
        shown = room.table.status != OPEN and (for_player or may_watch(room.table))
        view = current_view(room, None) if shown else None
        if shown and room.table.stage is not None:
            stage = Message(room.table.stage["key"], room.table.stage["args"])
        card = CardText(
            game=words.get("info.title"),
            title=room.table.title,
            stage=words.say(stage) if stage is not None else "",
            players=players_of(players),
        )
    return card_svg(game, view, card, words)


def game_svg(game_id: str, language: str) -> str:
    """Draw the picture of a game: its empty board."""
    game = library.find(game_id)
    words = game.catalog(language)
    return card_svg(game, None, CardText(words.get("info.title")), words)


def _players(session: Session, table: Table, words: Catalog) -> list[tuple[str, str | None]]:
    """Return the seats and the names of their players, as a stranger may know them."""
    chairs = {chair.seat: chair for chair in _chairs(session, table)}
    ids = {chair.user_id for chair in chairs.values() if chair.user_id is not None}
    names = {user.id: user.name for user in session.scalars(select(User).where(User.id.in_(ids)))}
    ours = catalog_of("entente.server", table.language)
    lines: list[tuple[str, str | None]] = []
    game = registry.load(table.game)
    for seat in game.seats(table.options):
        if seat not in chairs:
            continue
        chair = chairs[seat]
        name = name_at(table, chair, names, None)
        if chair.computer is not None:
            name = ours.get("preview.computer")
        elif chair.user_id is None:
            name = ours.get("preview.free") if table.status == OPEN else None
        lines.append((game.presentation.seat_title(seat, table.options, words), name))
    return lines


def _chairs(session: Session, table: Table) -> list[TableSeat]:
    return list(session.scalars(select(TableSeat).where(TableSeat.table_id == table.id)))
