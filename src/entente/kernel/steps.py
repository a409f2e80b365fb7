"""Steps: the small rules a game's flow is made of.

An automatic step is a function that runs when it reaches the top of the stack. A `DecisionStep`
waits for players: it stays on top until it is answered, or beside the stack, open while the game
goes on. Both kinds can put further steps on the stack with `state.push`. The context `C` is what
the game hands to its rules, usually an object with its board and the state.

A `DecisionStep` holds everything about its decision: whom the game waits for, what others may know
of an answer, what a missed deadline amounts to, and the hints beside each choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, Generic, overload

from entente.kernel.action import Action, parse_action
from entente.kernel.capabilities import CAPABILITIES, HiddenActions, Repeatable
from entente.kernel.compiling import mypyc_attr
from entente.kernel.frame import Frame
from entente.kernel.info import Seat
from entente.kernel.menu import Menu
from entente.kernel.message import Message, Refusal
from entente.kernel.prepared import AutoPass, Preparable
from entente.kernel.state import C

Automatic = Callable[[C, Frame], None]

END = True
STAY = False


class UnknownStep(LookupError):
    """No step of this name is declared, or its module was not imported."""


@mypyc_attr(allow_interpreted_subclasses=True)
class DecisionStep(Generic[C]):
    """A step that waits for players: who decides, what is legal, and what an answer does. Subclass
    it."""

    section: ClassVar[str] = ""
    # Answers stay hidden until all are in: `resolve_sealed` instead of `apply`.
    sealed: ClassVar[bool] = False
    # The legal answers follow from public information: a single one may be given automatically.
    # Never set this where they depend on a hand or anything else that is hidden.
    open_menu: ClassVar[bool] = False
    irreversible: ClassVar[tuple[str, ...]] = ()  # see `Decision.irreversible`
    # How actions are written: `move <tile> <region>`, see grammar.
    grammar: ClassVar[tuple[str, ...]] = ()

    def seats(self, context: C, frame: Frame) -> tuple[Seat, ...]:
        """Return who decides. Several seats decide at the same time, in any order."""
        raise NotImplementedError

    def waits(self, context: C, frame: Frame, seat: Seat) -> bool:
        """Return whether the game waits for this seat; otherwise it may act but need not. In an
        open phase the game waits for those who are not ready."""
        return True

    def irreversible_for(self, context: C, frame: Frame, seat: Seat) -> tuple[str, ...]:
        """Return the irreversible choices on a seat's menu, where not every seat is offered
        them."""
        return self.irreversible

    def needed(self, context: C, frame: Frame) -> bool:
        """Return whether there is anything to ask; if not, the step is skipped."""
        return True

    def prompt(self, context: C, frame: Frame, seat: Seat) -> Message:
        """Return the prompt."""
        return Message(f"prompt.{frame.step}", {})

    def rule(self, context: C, frame: Frame) -> str:
        """Return the section of the rules that the decision comes from."""
        return self.section

    def menu(self, context: C, frame: Frame, seat: Seat) -> Menu:
        """Return the legal actions."""
        raise NotImplementedError

    def parse(self, text: str) -> Action:
        """Return an action, given as text, as the rules read it."""
        return parse_action(text, self.grammar)

    def why_not(self, context: C, frame: Frame, seat: Seat, action: Action) -> Refusal | None:
        """Explain why an action is not on the menu; None leaves it to the kernel. With a `grammar`,
        this is called only for well-formed actions."""
        return None

    # -- hints and explanations

    def hint(self, context: C, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return the cost or odds of an allowed action."""
        return None

    def remark(self, context: C, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return what is unusual about an allowed action, to show beside it in a list."""
        return None

    def cautions(self, context: C, frame: Frame, seat: Seat, action: Action) -> Iterable[Message]:
        """Return likely mistakes in an allowed action: a wasted chance, orders that contradict each
        other. Players who want it are asked to confirm."""
        return ()

    def shown(
        self, context: C, frame: Frame, seat: Seat, action: Action, viewer: Seat | None
    ) -> str | None:
        """Return what another seat may know of an action about to be taken; None: only that it
        happens."""
        return None if self.sealed else action.text

    def default_answer(self, context: C, frame: Frame, seat: Seat) -> str | None:
        """Return what a missed deadline amounts to; None if the rules do not say."""
        return None

    # -- the effect of an answer

    def apply(self, context: C, frame: Frame, seat: Seat, action: Action) -> bool:
        """Apply an action; END when the step is over, STAY to ask again."""
        raise NotImplementedError

    def resolve_sealed(self, context: C, frame: Frame, answers: Mapping[Seat, Action]) -> None:
        """Apply all sealed answers once the game waits for no one. The step is then over. Answers
        are as they were given: an interruption may have changed what is legal."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class StandingDecision(DecisionStep[C]):
    """A decision beside the stack (`state.push_standing`) that can be answered at any time. Its
    `waits` may say that the game waits for a seat after all, its `needed` whether it is open now;
    END removes it for good."""

    def waits(self, context: C, frame: Frame, seat: Seat) -> bool:
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class PrivatePlan(DecisionStep[C], Repeatable[C], HiddenActions[C]):
    """A decision that each seat answers with a plan: small steps that no one else sees. `menu`
    offers the next step after those in `state.plan(frame, seat)`, and `stop` names the action that
    seals the plan once it may be sealed. Until the plans are revealed, a seat can take its steps
    back one by one."""

    sealed = True

    def stop(self) -> str:
        return "seal"

    def is_visible_to(
        self, context: C, frame: Frame, seat: Seat, action: Action, viewer: Seat | None
    ) -> bool:
        """Only sealing a plan is visible."""
        return action == self.stop()

    def resolve_sealed(self, context: C, frame: Frame, answers: Mapping[Seat, Action]) -> None:
        """Carry all plans out once the last is sealed; `context.state.plan` has their steps."""
        raise NotImplementedError


class Steps(Generic[C]):
    """The steps of a game by name."""

    def __init__(self) -> None:
        self.automatic: dict[str, Automatic[C]] = {}
        self.asking: dict[str, DecisionStep[C]] = {}
        self.preparable: dict[str, Preparable[C]] = {}
        self.unwaited: set[str] = set()  # standing decisions that the game never waits for

    @overload
    def auto(self, step: Automatic[C]) -> Automatic[C]: ...

    @overload
    def auto(self, step: str) -> Callable[[Automatic[C]], Automatic[C]]: ...

    def auto(
        self, step: Automatic[C] | str
    ) -> Automatic[C] | Callable[[Automatic[C]], Automatic[C]]:
        """Register an automatic step, named after its function or by `auto("name")`.

        Saved games store step names. A function that is renamed keeps its step name this way.
        """
        if not isinstance(step, str):
            return self._add_automatic(step.__name__, step)
        name = step

        def add(function: Automatic[C]) -> Automatic[C]:
            return self._add_automatic(name, function)

        return add

    def _add_automatic(self, name: str, function: Automatic[C]) -> Automatic[C]:
        self._claim(name)
        self.automatic[name] = function
        return function

    def ask(
        self, name: str, *, prepared: Preparable[C] | None = None
    ) -> Callable[[type[DecisionStep[C]]], type[DecisionStep[C]]]:
        """Register a decision step under this name; `prepared` if answers to it can be prepared."""

        def add(cls: type[DecisionStep[C]]) -> type[DecisionStep[C]]:
            self._claim(name)
            _check_capabilities(cls)
            for part in ("grammar", "irreversible", "marks"):
                if isinstance(getattr(cls, part, ()), str):
                    raise TypeError(f"{name!r}: `{part}` is a text; it must be a tuple of texts")
            if issubclass(cls, StandingDecision) and cls.waits is StandingDecision.waits:
                if cls.sealed:
                    raise ValueError(f"{name!r} is sealed, and does not say whom it waits for")
                self.unwaited.add(name)
            if prepared is not None:
                hidden = cls.sealed or cls.open_menu or isinstance(prepared, AutoPass)
                if not hidden:
                    raise ValueError(
                        f"{name!r} is not sealed: an instant answer could reveal something hidden. "
                        "Only a pass (`AutoPass`) can be prepared"
                    )
                if issubclass(cls, PrivatePlan) and not prepared.lasting:
                    raise ValueError(
                        f"{name!r} is answered step by step: only lasting instructions can be "
                        "prepared, which are asked for each step"
                    )
                self.preparable[name] = prepared
            self.asking[name] = cls()
            return cls

        return add

    def run(self, name: str) -> Automatic[C]:
        """Return an automatic step."""
        if name not in self.automatic:
            raise self.unknown(name)
        return self.automatic[name]

    def unknown(self, name: str) -> UnknownStep:
        """Return the error for a name that no step has."""
        known = ", ".join(sorted([*self.automatic, *self.asking]))
        return UnknownStep(f"no step is called {name!r}; there are: {known}")

    def question(self, name: str) -> DecisionStep[C]:
        """Return a decision step."""
        step = self.asking.get(name)
        if step is None:
            known = ", ".join(sorted(self.asking))
            raise UnknownStep(f"no step asks under the name {name!r}; there are: {known}")
        return step

    def _claim(self, name: str) -> None:
        if name in self.automatic or name in self.asking:
            raise ValueError(f"two steps are called {name!r}")


def _check_capabilities(cls: type) -> None:
    """Raise TypeError if a step has a member of a capability that it does not inherit from: the
    kernel would never use it."""
    for capability in CAPABILITIES:
        if not issubclass(cls, capability):
            for member in vars(capability):
                if not member.startswith("_") and hasattr(cls, member):
                    missing = capability.__name__
                    raise TypeError(f"{cls.__name__} has `{member}` and must inherit {missing}")
