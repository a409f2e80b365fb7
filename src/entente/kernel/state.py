"""The part of a state that the kernel keeps for every game. A state is plain data."""

from __future__ import annotations

import msgspec

from entente.kernel.chance import Chance
from entente.kernel.decision import Outcome
from entente.kernel.info import Options, Seat
from entente.kernel.message import Entry, Message

FrameValue = str | int


class Frame(msgspec.Struct, frozen=True, array_like=True):
    """A step that is under way or still to come, with what it needs to know."""

    step: str
    args: dict[str, FrameValue] = {}

    def text(self, name: str) -> str:
        value = self.args[name]
        assert isinstance(value, str)
        return value

    def number(self, name: str) -> int:
        value = self.args[name]
        assert isinstance(value, int)
        return value


class State(msgspec.Struct, kw_only=True, dict=True):
    """What all games have. `stack` is the flow, `news` what the last action did.

    `reveals` counts the moments at which something hidden was shown: undo stops there.
    """

    options: Options
    chance: Chance
    stack: list[Frame] = []
    sealed: dict[Seat, str] = {}
    news: list[Entry] = []
    reveals: int = 0
    outcome: Outcome | None = None

    # -- the flow

    def call(self, *frames: Frame | str) -> None:
        """Put steps on the stack so that the first one named runs first."""
        for frame in reversed(frames):
            self.stack.append(Frame(frame) if isinstance(frame, str) else frame)

    # -- the log

    def tell(
        self, message: Message, to: list[Seat] | None = None, public: Message | None = None
    ) -> None:
        """Write a line of the log; with `to`, only for those seats, the others read `public`."""
        self.news.append(Entry(message, to, public))

    def reveal(self) -> None:
        """Something hidden has just been shown to somebody."""
        self.reveals += 1


def forget(state: State) -> None:
    """Drop what the kernel keeps beside a state; after a change it would no longer be true."""
    state.__dict__.pop("decisions", None)
    state.__dict__.pop("context", None)


def step(name: str, **args: FrameValue) -> Frame:
    """A frame for the stack, with its particulars."""
    return Frame(name, args)
