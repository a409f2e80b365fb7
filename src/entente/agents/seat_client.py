"""The interface of a seat for an agent, local or on a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from entente.kernel import Decision, Game, Recap, Seat, View
from entente.wire.frames import ActionOptions, Allowed
from entente.wire.prompts import Choice, Prompt

AnyGame = Game[Any, Any]

OPEN, PLAYING, OVER = "open", "playing", "over"


class Refused(Exception):
    """A refusal: a sentence in the agent's language, and the section of the rules if they are the
    reason."""

    def __init__(self, text: str, section: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.section = "" if section == "0" else section


class SeatSnapshot(NamedTuple):
    """The game as a seat sees it at one moment, in the agent's language.

    `prompts` are the decisions of the view in words, in the same order; `submitted` is its sealed
    answer; `recap` is what a page shows beside the view. The `log` is complete.
    """

    status: str
    view: View
    prompts: Sequence[Prompt]
    submitted: Sequence[Choice]
    recap: Recap | None
    log: Sequence[str]
    ending: str = ""

    def question(self, window: int | None) -> tuple[Decision, Prompt] | None:
        """Return a decision of the seat: the one with this id, or the first."""
        for decision, prompt in zip(self.view.decisions, self.prompts, strict=True):
            if window in (None, decision.window):
                return decision, prompt
        return None

    @property
    def must_act(self) -> bool:
        """Whether the game waits for this seat."""
        return any(each.must for each in self.view.decisions)


class ChatMessage(NamedTuple):
    """A chat message that the seat may read; without recipients it is for all."""

    sender: Seat
    to: tuple[Seat, ...]
    text: str


class SeatClient(Protocol):
    """The actions and information available to an agent in a seat. An impossible call raises
    `Refused`."""

    game: AnyGame
    seat: Seat
    seats: tuple[Seat, ...]
    language: str
    is_shared: bool  # others may act at any time: one waits for them, and can write to them

    def snapshot(self) -> SeatSnapshot:
        """Return the game as the seat sees it now."""
        ...

    def preview(self, action: str, things: Sequence[str], window: int | None) -> Allowed:
        """Return the expected result of an action, or of actions with some things."""
        ...

    def options_for(self, thing: str, window: int | None) -> ActionOptions:
        """Return the allowed and the blocked actions with a thing."""
        ...

    def act(self, action: str, window: int | None) -> None:
        """Answer a decision."""
        ...

    def undo(self) -> None:
        """Take the last answer back."""
        ...

    def messages(self) -> Sequence[ChatMessage]:
        """Return the messages to and from the seat."""
        ...

    def unread(self) -> int:
        """Return the number of unread messages and mark them as announced, so that they do not wake
        a waiting caller again."""
        ...

    def send_message(self, to: Sequence[Seat], text: str) -> None:
        """Send a chat message; without recipients it goes to all."""
        ...

    def wait(self, seconds: float) -> None:
        """Wait until this seat is to move, the game is over or a message arrives, but at most
        `seconds`."""
        ...

    def close(self) -> None:
        """Leave; the game stays as it is."""
        ...
