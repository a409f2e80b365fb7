"""Letters and read receipts on the wire."""

from __future__ import annotations

from typing import Literal

import msgspec

from entente.kernel import Seat

Conversation = tuple[Seat, ...]
ProposalAnswer = Literal["accept", "decline", "counter"]


class ChatMessage(msgspec.Struct):
    """A message as its reader gets it.

    `number` counts the messages this reader may read, so it does not reveal how many others have
    written to each other in private. `proposal` are the orders and terms it proposes, `answers` the
    answers to them by seat. After the game, `reasons` says by seat why a computer proposed or
    answered, and why it broke its word. `outcomes` says who kept and who broke an accepted
    proposal, by the reader's letters and public orders. A moderator has `removed` the text.
    """

    number: int
    sender: Seat
    conversation: Conversation
    text: str
    move: int
    time: int
    proposal: list[str]
    answers: dict[Seat, ProposalAnswer] = {}
    reasons: dict[Seat, str] = {}
    outcomes: list[str] = []
    removed: bool = False


class SpectatorChatMessage(msgspec.Struct):
    """A message of a spectator to the others. A moderator has `removed` the text."""

    number: int
    user: int
    name: str
    guest: bool
    text: str
    time: int
    removed: bool = False


class SpectatorMessageFrame(msgspec.Struct, tag="spectator_message"):
    """A new message of a spectator, for the other ones."""

    message: SpectatorChatMessage


class MessageFrame(msgspec.Struct, tag="message"):
    """A new message."""

    message: ChatMessage


class ReadFrame(msgspec.Struct, tag="read"):
    """A seat has read a conversation up to a message, in the recipient's numbers."""

    seat: Seat
    conversation: Conversation
    number: int
