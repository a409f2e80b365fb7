"""Letters and read receipts on the wire."""

from __future__ import annotations

import msgspec

from entente.kernel import Seat

Conversation = tuple[Seat, ...]


class ChatMessage(msgspec.Struct):
    """A message as its reader gets it.

    `number` counts the messages this reader may read, so it does not reveal how many others have
    written to each other in private. `proposal` are the orders it proposes.
    """

    number: int
    sender: Seat
    conversation: Conversation
    text: str
    move: int
    time: int
    proposal: list[str]


class MessageFrame(msgspec.Struct, tag="message"):
    """A new message."""

    message: ChatMessage


class ReadFrame(msgspec.Struct, tag="read"):
    """A seat has read a conversation up to a message, in the recipient's numbers."""

    seat: Seat
    conversation: Conversation
    number: int
