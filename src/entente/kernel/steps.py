"""Steps: the small rules a game's flow is made of.

An automatic step is a function; it runs when it comes to the top of the stack. A waiting step is an
`Ask`: it stays on top until a seat has answered. Both may put further steps on the stack with
`state.call`. The context `C` is whatever the game hands to its rules, usually an object with its
board and the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from entente.kernel.info import Seat
from entente.kernel.menu import Menu
from entente.kernel.message import Message, Refusal
from entente.kernel.state import Frame

C = TypeVar("C")
Automatic = Callable[[C, Frame], None]

END = True
STAY = False


class Ask(Generic[C]):
    """A waiting step: who decides, what may be done, and what it does. Subclass it for each."""

    section = ""
    sealed = False
    grave: tuple[str, ...] = ()  # choices that cannot be taken back: `Decision.grave`

    def seats(self, context: C, frame: Frame) -> tuple[Seat, ...]:
        """Who must decide. Several seats decide at the same time."""
        raise NotImplementedError

    def needed(self, context: C, frame: Frame) -> bool:
        """Whether there is anything to ask; if not, the step is passed over."""
        return True

    def prompt(self, context: C, frame: Frame, seat: Seat) -> Message:
        """The question."""
        return Message(f"prompt.{frame.step}", {})

    def rule(self, context: C, frame: Frame) -> str:
        """The section of the rule the question comes from."""
        return self.section

    def menu(self, context: C, frame: Frame, seat: Seat) -> Menu:
        """What may be done."""
        raise NotImplementedError

    def why_not(self, context: C, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        """The reason why an action is not on the menu; None leaves it to the kernel.

        Keys such as `refusal.unknown_region` are for words that are no name of what is wanted.
        """
        return None

    def no_use(self, context: C, frame: Frame, seat: Seat, things: Sequence[str]) -> Refusal | None:
        """Why nothing can be done with the last of these things, after the others were chosen.

        What a player points at may be anything on the table; a thing may be several words, such as
        a tile and its region. None leaves the reason to be found by trying actions.
        """
        return None

    def stop(self) -> str:
        """Where one is asked until nothing is left to choose: the action that ends it earlier."""
        return ""

    def take(self, context: C, frame: Frame, seat: Seat, action: str) -> bool:
        """Carry an action out; END when the step is over, STAY to ask again."""
        raise NotImplementedError

    def unseal(self, context: C, frame: Frame, answers: Mapping[Seat, str]) -> None:
        """Carry all sealed answers out, once the last is in. The step is then over."""
        raise NotImplementedError


class Steps(Generic[C]):
    """The steps of a game by name."""

    def __init__(self) -> None:
        self.automatic: dict[str, Automatic[C]] = {}
        self.asking: dict[str, Ask[C]] = {}

    def auto(self, function: Automatic[C]) -> Automatic[C]:
        """Decorator: an automatic step, named like its function."""
        self._claim(function.__name__)
        self.automatic[function.__name__] = function
        return function

    def ask(self, name: str) -> Callable[[type[Ask[C]]], type[Ask[C]]]:
        """Decorator: a waiting step under this name."""

        def add(cls: type[Ask[C]]) -> type[Ask[C]]:
            self._claim(name)
            self.asking[name] = cls()
            return cls

        return add

    def _claim(self, name: str) -> None:
        if name in self.automatic or name in self.asking:
            raise ValueError(f"two steps are called {name!r}")
