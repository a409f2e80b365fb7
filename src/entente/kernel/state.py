"""The part of a state that the kernel keeps for every game. A state is plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Protocol, TypeVar

import msgspec

from entente.kernel.chance import Chance
from entente.kernel.decision import Outcome
from entente.kernel.frame import Frame, FrameValue, Window
from entente.kernel.info import Options, OptionValue, Seat
from entente.kernel.message import Entry, Message
from entente.kernel.stack import ask_again, number_top, numbered, push, remove


class _Unheard(list[Entry]):
    """News that nobody listens to: whatever is told, there is none."""

    def append(self, entry: Entry, /) -> None:
        """It is told to nobody."""

    def __reduce__(self) -> str:
        return "UNHEARD"


# The news of a state that is played quietly. Nothing is ever written into it, so all share it.
UNHEARD: list[Entry] = _Unheard()


class State(msgspec.Struct, kw_only=True):
    """What all games have. `stack` is the flow, `standing` are the questions that stand beside it.

    `answers` and `plans` belong to open questions, by window: sealed answers that wait for the
    others, and the private steps a seat has planned so far. They are replaced, never changed in
    place, so copies share them. `news` is what the last action did, unless it is played quietly.
    `reveals` counts the moments at which something hidden was shown: undo stops there. `windows`
    counts the questions asked. `rules` is the version of the rules it is played under (see
    `GameInfo.earlier`).
    `added` names fields that a game has had since a later release: as long as they hold nothing,
    the fingerprint of a state is what it was without them. `added_options` does the same for
    options that came later, each with the value that leaves the rules as they were.
    """

    added: ClassVar[tuple[str, ...]] = ()
    added_options: ClassVar[Mapping[str, OptionValue]] = {}

    options: Options
    chance: Chance
    stack: list[Frame] = []
    standing: list[Frame] = []
    answers: dict[Window, dict[Seat, str]] = {}
    plans: dict[Window, dict[Seat, tuple[str, ...]]] = {}
    windows: int = 0
    news: list[Entry] = []
    reveals: int = 0
    outcome: Outcome | None = None
    rules: str = ""

    # -- the flow

    def push(self, *frames: Frame | str) -> None:
        """Put steps on the stack so that the first one named runs first."""
        push(self.stack, frames)

    def push_standing(self, frame: Frame | str) -> None:
        """Put a question beside the stack. It is asked, whatever else goes on, until it is over."""
        frame = Frame(frame) if isinstance(frame, str) else frame
        self.standing = [*self.standing, numbered(self, frame)]

    def ask_again(self, frame: Frame, **changes: FrameValue) -> None:
        """The same question once more, with other particulars."""
        ask_again(self, frame, changes)

    def drop_to(self, step: str) -> None:
        """Break off what is under way, down to a step that then comes next."""
        while self.stack[-1].step != step:
            self.close(self.stack.pop().window)

    def remove(self, frame: Frame, place: int) -> None:
        """A question has been answered for good; on the stack it was at this place, or stands."""
        remove(self, frame, place)

    # -- open questions

    @property
    def top(self) -> Frame | None:
        """What happens now, beside the standing questions; None when the game is over."""
        return self.stack[-1] if self.stack else None

    @property
    def step(self) -> str:
        """The name of what happens now; empty when the game is over."""
        return self.stack[-1].step if self.stack else ""

    def open_frames(self) -> Iterator[Frame]:
        """The questions that may be answered now, where their steps ask at all."""
        if self.stack:
            yield self.stack[-1]
        yield from self.standing

    def has_open(self, window: Window) -> bool:
        """Whether a question is not answered for good: it is asked, interrupted, or stands."""
        for frame in self.stack:
            if frame.window == window:
                return True
        return any(frame.window == window for frame in self.standing) if self.standing else False

    def number_top(self) -> Frame:
        """The frame on top is asked: its question has a number from now on."""
        return number_top(self)

    def close(self, window: Window) -> None:
        """A question is over: what was answered to it and planned for it is gone."""
        if window in self.answers:
            self.answers = {each: a for each, a in self.answers.items() if each != window}
        if window in self.plans:
            self.plans = {each: p for each, p in self.plans.items() if each != window}

    def plan(self, frame: Frame, seat: Seat) -> tuple[str, ...]:
        """What a seat has planned so far at a question."""
        return self.plans.get(frame.window, {}).get(seat, ())

    def hides(self, seat: Seat) -> bool:
        """Whether a seat has answered or planned something that nobody else has seen yet."""
        answered = any(seat in each for each in self.answers.values())
        return answered or any(seat in each for each in self.plans.values())

    @property
    def sealed(self) -> dict[Seat, str]:
        """The sealed answers to the questions that are asked now; of suspended ones, nothing."""
        if not self.answers:
            return {}
        return {
            seat: answer
            for frame in self.open_frames()
            for seat, answer in self.answers.get(frame.window, {}).items()
        }

    # -- the log

    def log(
        self, message: Message, to: list[Seat] | None = None, public: Message | None = None
    ) -> None:
        """Write a line of the log; with `to`, only for those seats, the others read `public`."""
        if self.news is not UNHEARD:
            self.news.append(Entry(message, to, public))

    @property
    def logs(self) -> bool:
        """Whether log entries are kept; if not, rules need not compose them."""
        return self.news is not UNHEARD

    def reveal(self) -> None:
        """Something hidden has just been shown to somebody."""
        self.reveals += 1


def step(name: str, **args: FrameValue) -> Frame:
    """A frame for the stack, with its particulars."""
    return Frame(name, args)


_S = TypeVar("_S", bound=State)


class _Shallow(Protocol):
    def __call__(self, state: _S, /) -> _S: ...


# A copy that shares everything with the state. copy.copy looks for this method anew each time, and
# that takes longer than the copy.
shallow: _Shallow = msgspec.Struct.__copy__  # type: ignore[attr-defined]
