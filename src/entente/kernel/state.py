"""The part of a state that the kernel keeps for every game. A state is plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Protocol, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from entente.kernel.chance import Chance
from entente.kernel.decision import Outcome
from entente.kernel.frame import Frame, FrameValue, Window
from entente.kernel.info import Options, OptionValue, Seat
from entente.kernel.message import Entry, Message
from entente.kernel.stack import ask_again, number_top, numbered, push, remove


class _Unheard(list[Entry]):
    """A log that drops every entry."""

    def append(self, entry: Entry, /) -> None:
        """Drop the entry."""

    def __reduce__(self) -> str:
        return "UNHEARD"


# The log of a state that keeps none. It stays empty, so all such states share it.
UNHEARD: list[Entry] = _Unheard()


class Heard(msgspec.Struct, frozen=True):
    """The log entries of the last action that others noticed, and who has added to a private plan
    or taken a step of it back since then. Views of the others still show these entries, since they
    must not learn of those steps."""

    news: tuple[Entry, ...]
    planners: tuple[Seat, ...]

    def planned_by(self, seat: Seat) -> Heard:
        """Return the same after a hidden step of this seat."""
        return self if seat in self.planners else Heard(self.news, (*self.planners, seat))

    def known_to(self, seat: Seat) -> Heard:
        """Return the same without what this seat may not know."""
        known = [entry.known_to(seat) for entry in self.news]
        news = tuple([entry for entry in known if entry is not None])
        return Heard(news, (seat,) if seat in self.planners else ())


class State(msgspec.Struct, kw_only=True):
    """The state that all games share. `stack` is the flow, `standing` holds the decisions beside
    it. `answers` and `plans` belong to open decisions, by number: sealed answers that wait for the
    others, and the private steps a seat has planned so far. They are replaced, never changed in
    place, so copies share them. `news` holds the log entries of the last action, `heard` those that
    others still read after hidden steps of a plan; it is saved only if there are such. `reveals`
    counts the moments at which something hidden was shown: undo stops there. `windows` counts the
    decisions asked. `rules` is the version of the rules in force (see `GameInfo.earlier`).

    `added` names fields added in a later release: while they are empty, the fingerprint of a state
    is the same as without them. `added_options` does the same for options added later, each with
    the value that leaves the rules unchanged. `notes` names fields that no rule reads, such as what
    failed last season: no fingerprint includes them.
    """

    added: ClassVar[tuple[str, ...]] = ()
    notes: ClassVar[tuple[str, ...]] = ()
    added_options: ClassVar[Mapping[str, OptionValue]] = {}

    options: Options
    chance: Chance
    stack: list[Frame] = []
    standing: list[Frame] = []
    answers: dict[Window, dict[Seat, str]] = {}
    plans: dict[Window, dict[Seat, tuple[str, ...]]] = {}
    windows: int = 0
    news: list[Entry] = []
    heard: Heard | UnsetType = UNSET
    reveals: int = 0
    outcome: Outcome | None = None
    rules: str = ""

    # -- the flow

    def push(self, *frames: Frame | str) -> None:
        """Put steps on the stack so that the first one named runs first."""
        push(self.stack, frames)

    def push_standing(self, frame: Frame | str) -> None:
        """Put a decision beside the stack, where it stays open until its step ends."""
        frame = Frame(frame) if isinstance(frame, str) else frame
        self.standing = [*self.standing, numbered(self, frame)]

    def ask_again(self, frame: Frame, **changes: FrameValue) -> None:
        """Ask the same decision again with changed arguments."""
        ask_again(self, frame, changes)

    def drop_to(self, step: str) -> None:
        """Drop everything above a step, which runs next."""
        while self.stack[-1].step != step:
            self.close(self.stack.pop().window)

    def remove(self, frame: Frame, place: int) -> None:
        """Remove a decision that is answered for good, from this place on the stack or from beside
        it."""
        remove(self, frame, place)

    # -- open decisions

    @property
    def top(self) -> Frame | None:
        """The frame on top of the stack; None when the game is over."""
        return self.stack[-1] if self.stack else None

    @property
    def step(self) -> str:
        """The name of the step on top; empty when the game is over."""
        return self.stack[-1].step if self.stack else ""

    def open_frames(self) -> Iterator[Frame]:
        """Yield the frames that may be answered now, if their steps ask at all."""
        if self.stack:
            yield self.stack[-1]
        yield from self.standing

    def has_open(self, window: Window) -> bool:
        """Return whether a decision is still pending: asked, interrupted or standing."""
        for frame in self.stack:
            if frame.window == window:
                return True
        return any(frame.window == window for frame in self.standing) if self.standing else False

    def number_top(self) -> Frame:
        """Assign a number to the decision on top, which is now asked."""
        return number_top(self)

    def close(self, window: Window) -> None:
        """Forget the answers and plans of a decision that is over."""
        if window in self.answers:
            self.answers = {each: a for each, a in self.answers.items() if each != window}
        if window in self.plans:
            self.plans = {each: p for each, p in self.plans.items() if each != window}

    def plan(self, frame: Frame, seat: Seat) -> tuple[str, ...]:
        """Return what a seat has planned so far at a decision."""
        return self.plans.get(frame.window, {}).get(seat, ())

    def hides(self, seat: Seat) -> bool:
        """Return whether a seat has answered or planned something that no one else has seen yet."""
        answered = any(seat in each for each in self.answers.values())
        return answered or any(seat in each for each in self.plans.values())

    @property
    def sealed(self) -> dict[Seat, str]:
        """Return the sealed answers to the decisions that are open now; nothing of interrupted
        ones."""
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
        """Write a log entry; with `to`, only for those seats, while the others read `public`."""
        if self.news is not UNHEARD:
            self.news.append(Entry(message, to, public))

    @property
    def logs(self) -> bool:
        """Whether log entries are kept; if not, rules need not compose them."""
        return self.news is not UNHEARD

    def reveal(self) -> None:
        """Note that something hidden has just been shown to a seat."""
        self.reveals += 1


def step(name: str, **args: FrameValue) -> Frame:
    """Return a frame for the stack."""
    return Frame(name, args)


S = TypeVar("S", bound=State)  # the state of a game
C = TypeVar("C")  # the context of a game


class _Shallow(Protocol):
    def __call__(self, state: S, /) -> S: ...


# A shallow copy. copy.copy looks this method up each time, which takes longer than the copy.
shallow: _Shallow = msgspec.Struct.__copy__  # type: ignore[attr-defined]
