"""Steps: the small rules a game's flow is made of.

An automatic step is a function that runs when it reaches the top of the stack. A `DecisionStep`
waits for players: it stays on top until it is answered, or beside the stack, open while the game
goes on. Both kinds can put further steps on the stack with `state.push`. The context `C` is what
the game hands to its rules, usually an object with its board and the state.

A `DecisionStep` holds everything about its decision: whom the game waits for, what others may know
of an answer, what a missed deadline amounts to, and the hints beside each choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from entente.kernel.compiling import mypyc_attr
from entente.kernel.frame import Frame
from entente.kernel.grammar import ParseError
from entente.kernel.info import Seat
from entente.kernel.menu import Menu
from entente.kernel.message import ActionPart, Message, Refusal
from entente.kernel.text import Catalog

C = TypeVar("C")
Automatic = Callable[[C, Frame], None]

END = True
STAY = False


class UnknownStep(LookupError):
    """A step was named that nobody has declared, or whose module was not imported."""


class ConditionalChoices(NamedTuple):
    """What may be prepared for a question that may come: the `occasion` at which it would come, and
    the choices, by the things they are about. What was prepared for one occasion is not for
    another."""

    key: str
    choices: Mapping[str, tuple[str, ...]]


class FutureDecision(NamedTuple):
    """A coming occasion at which a question would be asked, if all goes as a seat has planned: what
    would stand where, by whose it is, and the seat's choices, by the things they are about."""

    key: str
    stands: Mapping[str, tuple[str, ...]]
    choices: Mapping[str, tuple[str, ...]]


class PremoveMatch(NamedTuple):
    """What becomes of choices that were written ahead, now that the question is asked: the `answer`
    that those make which `fit`, what is `dropped` and why, and whether the whole answer was written
    (`whole`), so that nothing in it goes by itself."""

    answer: str
    fit: tuple[str, ...]
    dropped: tuple[tuple[str, Message], ...]
    whole: bool


@mypyc_attr(allow_interpreted_subclasses=True)
class DecisionStep(Generic[C]):
    """A waiting step: who decides, what may be done, and what it does. Subclass it for each."""

    section: ClassVar[str] = ""
    is_plan: ClassVar[bool] = False  # answered by a plan: see `PrivatePlan`
    # Answers stay hidden until all are in: `unseal` in place of `take`.
    sealed: ClassVar[bool] = False
    # What may be answered follows from what everybody sees: where there is one answer, all know it,
    # and it may be given by itself. Never where it hangs on a hand or anything else that is hidden.
    open_menu: ClassVar[bool] = False
    irreversible: ClassVar[
        tuple[str, ...]
    ] = ()  # choices that cannot be taken back: `Decision.grave`
    # Actions that only say that one is done, in a question asked of several in the open: each seat
    # takes its own back until the last seat has said so, whatever other marks were set since.
    marks: ClassVar[tuple[str, ...]] = ()
    # How actions are written: `move <tile> <region>`, see grammar.
    grammar: ClassVar[tuple[str, ...]] = ()
    # So much may be done that nobody reads it as one list: a table tells what may be done with a
    # thing when somebody asks about that thing (ways.py).
    by_thing: ClassVar[bool] = False
    # An answer has several parts, and `hint` tells the odds of each part by itself.
    part_hints: ClassVar[bool] = False

    def seats(self, context: C, frame: Frame) -> tuple[Seat, ...]:
        """Who is asked. Several seats decide at the same time, in any order."""
        raise NotImplementedError

    def waits(self, context: C, frame: Frame, seat: Seat) -> bool:
        """Whether the game waits for this seat; otherwise it may act, and need not.

        In an open phase it waits for those who have not said that they are ready.
        """
        return True

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

        Where `grammar` says how actions are written, this is asked only of those written so.
        """
        return None

    def explain_parse_error(
        self, context: C, frame: Frame, seat: Seat, action: str, problem: ParseError
    ) -> Refusal | None:
        """A better reason why a line makes no sense as an answer; None leaves it to the kernel."""
        return None

    def explain_target(
        self, context: C, frame: Frame, seat: Seat, things: Sequence[str]
    ) -> Refusal | None:
        """Why nothing can be done with the last of these things, after the others were chosen.

        What a player points at may be anything on the table; a thing may be several words, such as
        a tile and its region. None leaves the reason to be found by trying actions.
        """
        return None

    def stop(self) -> str:
        """Where one is asked until nothing is left to choose: the action that ends it earlier."""
        return ""

    # -- what people and tables ask about a question

    def hint(self, context: C, frame: Frame, seat: Seat, action: str) -> Message | None:
        """What a player would work out before taking an allowed action: its cost, its odds."""
        return None

    def action_parts(
        self, context: C, frame: Frame, seat: Seat, action: str
    ) -> Sequence[ActionPart]:
        """An allowed action that is written in parts, such as the clauses of a treaty: each as a
        sentence, with what is to be doubted about it as things stand."""
        return ()

    def consequences(self, context: C, frame: Frame, seat: Seat, action: str) -> Iterable[Message]:
        """What follows from an allowed action beside its cost, each in a few words: whom it
        offends, what it will need."""
        return ()

    def candidates(self, context: C, frame: Frame, seat: Seat, thing: str) -> Iterable[str]:
        """What one might want to do with a thing, allowed or not, beside the choices of a list that
        name it: so that one is told what may not be done, and why."""
        return ()

    def remark(self, context: C, frame: Frame, seat: Seat, action: str) -> Message | None:
        """What is out of the ordinary about an allowed action, to stand beside it in a list."""
        return None

    def cautions(self, context: C, frame: Frame, seat: Seat, action: str) -> Iterable[Message]:
        """What a player is likely to regret about an allowed action: a chance thrown away, orders
        of his own that do not fit together. Whoever wants it so is asked again first."""
        return ()

    def repeat_limit(self, context: C, frame: Frame, seat: Seat, action: str) -> int:
        """How many things an action could be done with, one after the other; 0: does not apply."""
        return 0

    def shown(
        self, context: C, frame: Frame, seat: Seat, action: str, viewer: Seat | None
    ) -> str | None:
        """What somebody else may know of an action about to be taken; None: only that it is."""
        return None if self.sealed else action

    def is_visible_to(
        self, context: C, frame: Frame, seat: Seat, action: str, viewer: Seat | None
    ) -> bool:
        """Whether somebody else may even know that an action is taken."""
        return True

    def read(self, context: C, frame: Frame, seat: Seat, text: str, catalog: Catalog) -> list[str]:
        """The actions a typed line may mean in the game's own notation, where it has one."""
        return []

    def read_choices(
        self, context: C, frame: Frame, seat: Seat, text: str, catalog: Catalog
    ) -> list[str] | Refusal:
        """As `read`, where several choices make an action: those that a text names, or why not."""
        return self.read(context, frame, seat, text, catalog)

    def default_answer(self, context: C, frame: Frame, seat: Seat) -> str | None:
        """What handing in nothing in time amounts to; None: the rules do not say."""
        return None

    def chat_restriction(self, context: C, frame: Frame) -> Refusal | None:
        """Why the rules forbid the players to talk while this is asked; None: they may."""
        return None

    def proposals(self, context: C, frame: Frame) -> Mapping[str, tuple[str, ...]]:
        """What players may propose to each other while this is asked: of everything that could be
        told what to do, whoever's it is, the choices, as everybody knows them. Empty: nothing."""
        return {}

    # -- answers for later: of sealed questions, where it tells nobody anything that an answer is
    # there at once, and of open ones that can be passed (passing.py)

    # An open question for which a pass, and nothing else, can be prepared.
    auto_passes: ClassVar[bool] = False

    def conditional_choices(self, context: C, seat: Seat) -> ConditionalChoices | None:
        """What a seat may prepare now, by what it knows, for the time when this is asked; None:
        nothing."""
        return None

    def conditional_key(self, context: C) -> str:
        """Now that it is asked: which occasion this is, as `for_later` named it."""
        return ""

    def resolve_preferences(
        self, context: C, frame: Frame, seat: Seat, wishes: Sequence[str]
    ) -> str | None:
        """The answer that follows from prepared choices, the dearest first; None: they do not tell
        all that is asked."""
        return None

    # -- answers written ahead, for the next occasions at which this is asked

    # Whoever is asked this has not come to stand where he thought.
    invalidates_premoves: ClassVar[bool] = False

    def future_decisions(
        self, context: C, seat: Seat, answer: Sequence[str], written: Mapping[str, Sequence[str]]
    ) -> Iterable[FutureDecision]:
        """The next occasions, as far as a seat may write ahead: by what it knows, by its `answer`
        to the question of now, and by what it has written for the occasions before each."""
        return ()

    def premove_key(self, context: C) -> str:
        """Now that it is asked: which occasion this is, as `ahead` named it; empty: one for which
        nothing is written ahead."""
        return ""

    def match_premoves(
        self, context: C, frame: Frame, seat: Seat, written: Sequence[str]
    ) -> PremoveMatch:
        """What was written ahead for this occasion, and what of it can be answered."""
        raise NotImplementedError

    # -- what an answer does

    def apply(self, context: C, frame: Frame, seat: Seat, action: str) -> bool:
        """Carry an action out; END when the step is over, STAY to ask again."""
        raise NotImplementedError

    def resolve_sealed(self, context: C, frame: Frame, answers: Mapping[Seat, str]) -> None:
        """Carry all sealed answers out, once nobody is waited for any more. The step is then over.

        They are as they were given: what interrupted the question may have changed what is allowed.
        """
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class StandingDecision(DecisionStep[C]):
    """A question that stands beside the stack (`state.stand`): one may answer it at any time.

    With `waits` it may say that the game waits for somebody after all. Its `needed` says whether
    it is open now; END takes it away for good.
    """

    def waits(self, context: C, frame: Frame, seat: Seat) -> bool:
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class PrivatePlan(DecisionStep[C]):
    """A question that each seat answers by a plan: small steps that nobody else sees.

    `menu` offers the next step after those that `state.plan(frame, seat)` has already, and `stop`
    names the action that seals the plan, once it may be sealed. As long as it is not unsealed, a
    seat takes back what it likes, one step after the other.
    """

    sealed = True
    is_plan = True

    def stop(self) -> str:
        return "seal"

    def is_visible_to(
        self, context: C, frame: Frame, seat: Seat, action: str, viewer: Seat | None
    ) -> bool:
        """That a plan is sealed, and nothing before."""
        return action == self.stop()

    def resolve_sealed(self, context: C, frame: Frame, answers: Mapping[Seat, str]) -> None:
        """Carry all plans out, once the last is sealed: `context.state.plan` has their steps."""
        raise NotImplementedError


class Steps(Generic[C]):
    """The steps of a game by name."""

    def __init__(self) -> None:
        self.automatic: dict[str, Automatic[C]] = {}
        self.asking: dict[str, DecisionStep[C]] = {}

    def auto(self, function: Automatic[C]) -> Automatic[C]:
        """Decorator: an automatic step, named like its function."""
        self._claim(function.__name__)
        self.automatic[function.__name__] = function
        return function

    def ask(self, name: str) -> Callable[[type[DecisionStep[C]]], type[DecisionStep[C]]]:
        """Decorator: a waiting step under this name."""

        def add(cls: type[DecisionStep[C]]) -> type[DecisionStep[C]]:
            self._claim(name)
            for part in ("grammar", "irreversible", "marks"):
                if isinstance(getattr(cls, part), str):
                    raise TypeError(f"{name!r}: `{part}` is a text; it must be a tuple of texts")
            if (
                issubclass(cls, StandingDecision)
                and cls.sealed
                and cls.waits is StandingDecision.waits
            ):
                raise ValueError(f"{name!r} is sealed, and does not say whom it waits for")
            self.asking[name] = cls()
            return cls

        return add

    def run(self, name: str) -> Automatic[C]:
        """An automatic step."""
        if name not in self.automatic:
            raise self.unknown(name)
        return self.automatic[name]

    def unknown(self, name: str) -> UnknownStep:
        """What is wrong with a name that no step has."""
        known = ", ".join(sorted([*self.automatic, *self.asking]))
        return UnknownStep(f"no step is called {name!r}; there are: {known}")

    def question(self, name: str) -> DecisionStep[C]:
        """A waiting step."""
        found = self.asking.get(name)
        if found is None:
            known = ", ".join(sorted(self.asking))
            raise UnknownStep(f"no step asks under the name {name!r}; there are: {known}")
        return found

    def _claim(self, name: str) -> None:
        if name in self.automatic or name in self.asking:
            raise ValueError(f"two steps are called {name!r}")
