"""Send letters to viewers, and from computer players to people."""

from __future__ import annotations

from functools import cache

from entente.kernel import Seat
from entente.players import PlayerMessage, said
from entente.server.live.hub import Connection, Hub
from entente.server.problem import Problem
from entente.server.storage.models import User
from entente.server.tables import press
from entente.server.tables.press import Posted
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from entente.wire.frames import write_frame
from entente.wire.press import LetterFrame


def send_letter(hub: Hub, room: Room, letter: Posted) -> None:
    """Send a letter to exactly the viewers who may read it."""

    @cache
    def frame(seats: tuple[Seat, ...]) -> str | None:
        written = letter.read_by(seats)
        return None if written is None else write_frame(LetterFrame(written))

    def for_reader(connection: Connection) -> str | None:
        return frame(connection.seats(room))

    hub.send(room.table.id, for_reader)


def write_for_computer(
    rooms: Rooms, room: Room, sender: Seat, message: PlayerMessage, viewing: set[int]
) -> Posted | None:
    """Write a computer player's message to a person, in their language, by the usual rules.

    Return None if no one would read it or letters are not allowed now.
    """
    with room.lock:
        reader = room.chairs[message.to].user_id if message.to in room.chairs else None
        if reader is None:
            return None
        with rooms.sessions() as session:
            user = session.get(User, reader)
            language = "en" if user is None else user.language
        try:
            conversation = press.check(room, sender, [message.to], language)
        except Problem:
            return None  # the table has no private letters, or the phase allows none
        text = press.clean(said(room.match.game, message, language))
    away = {reader} - viewing
    return press.post(
        rooms.sessions,
        room,
        lambda session: press.write(session, room, sender, conversation, text, away),
    )
