"""Send messages to viewers, and from computer players to people."""

from __future__ import annotations

from functools import cache

from entente.kernel import Seat
from entente.players import PlayerMessage, message_text
from entente.server.live.hub import Connection, Hub
from entente.server.problem import Problem
from entente.server.storage.models import User
from entente.server.tables import chat
from entente.server.tables.chat import Posted
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from entente.server.tables.spectator_chat import may_read
from entente.wire.chat import MessageFrame, SpectatorChatMessage, SpectatorMessageFrame
from entente.wire.frames import write_frame


def send_message(hub: Hub, room: Room, message: Posted) -> None:
    """Send a message to exactly the viewers who may read it."""

    @cache
    def frame(seats: tuple[Seat, ...]) -> str | None:
        written = message.read_by(seats)
        return None if written is None else write_frame(MessageFrame(written))

    def for_reader(connection: Connection) -> str | None:
        return frame(connection.seats(room))

    hub.send_now(room, for_reader)


def send_to_spectators(hub: Hub, room: Room, message: SpectatorChatMessage) -> None:
    """Send a spectator's message to the viewers who may read it."""
    text = write_frame(SpectatorMessageFrame(message))

    def for_reader(connection: Connection) -> str | None:
        return text if may_read(room, connection.user_id) else None

    hub.send(room.table.id, for_reader)


def write_for_computer(
    rooms: Rooms, room: Room, sender: Seat, message: PlayerMessage, viewing: set[int]
) -> Posted | None:
    """Write a computer player's message to a person, in their language, by the usual rules.

    Return None if no one would read it or messages are not allowed now.
    """
    with room.lock:
        reader = room.chairs[message.to].user_id if message.to in room.chairs else None
        if reader is None:
            return None
        with rooms.sessions() as session:
            user = session.get(User, reader)
            language = "en" if user is None else user.language
        try:
            conversation = chat.check(room, sender, [message.to], language)
        except Problem:
            return None  # the table has no private messages, or the phase allows none
        text = chat.clean(message_text(room.match.game, message, language))
    away = {reader} - viewing
    return chat.post(
        rooms.sessions,
        room,
        lambda session: chat.write(session, room, sender, conversation, text, away),
    )
