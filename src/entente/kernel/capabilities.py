"""Capabilities: what a step can do beyond the contract of `DecisionStep`. Few games need each.

A step inherits from the capabilities it has, after its step class:

    class Movement(DecisionStep[Context], Repeatable[Context], NotationReader[Context]):

Their members get the same arguments as those of `DecisionStep`. Prepared answers, which have a life
of their own, are in prepared.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Generic, NamedTuple

from entente.kernel.action import Action
from entente.kernel.caution import Caution
from entente.kernel.compiling import mypyc_attr, trait
from entente.kernel.frame import Frame
from entente.kernel.grammar import ParseError
from entente.kernel.info import Seat
from entente.kernel.message import ActionPart, Message, Refusal
from entente.kernel.state import C
from entente.kernel.text import Catalog


class TypedPart(NamedTuple):
    """A part of a typed line, and the choice that it names, or why it names none."""

    text: str
    choice: str | Refusal


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class NotationReader(Generic[C]):
    """A step that understands a notation of the game's own."""

    def read(self, context: C, frame: Frame, seat: Seat, text: str, catalog: Catalog) -> list[str]:
        """Return the actions a typed line may mean."""
        raise NotImplementedError

    def read_choices(
        self, context: C, frame: Frame, seat: Seat, text: str, catalog: Catalog
    ) -> list[TypedPart]:
        """Like `read`, for an action made of several choices: what each part of a text names."""
        return [TypedPart(text, each) for each in self.read(context, frame, seat, text, catalog)]


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class TargetExplainer(Generic[C]):
    """A step that can say more than `why_not`: about a thing by itself, and about a line that is
    not an action."""

    def explain_target(
        self, context: C, frame: Frame, seat: Seat, things: Sequence[str]
    ) -> Refusal | None:
        """Explain why nothing can be done with the last of these things, after the others were
        chosen. A player can point at anything on the table; a thing may be several words, such as a
        tile and its region. With None, the kernel finds the reason by trying actions."""
        return None

    def explain_parse_error(
        self, context: C, frame: Frame, seat: Seat, action: Action, problem: ParseError
    ) -> Refusal | None:
        """Give a better reason why a line is not well formed; None leaves it to the kernel."""
        return None


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class Repeatable(Generic[C]):
    """A decision that is asked again until the player stops."""

    def stop(self) -> str:
        """Return the action that ends the decision early; empty if there is none."""
        return ""

    def repeat_limit(self, context: C, frame: Frame, seat: Seat, action: Action) -> int:
        """Return how many things an action could be repeated with; 0 if that does not apply."""
        return 0


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class ChoicesByThing(Generic[C]):
    """A decision with too many choices for one list: clients ask for the choices of one thing
    (action_options.py)."""

    def candidates(self, context: C, frame: Frame, seat: Seat, thing: str) -> Iterable[str]:
        """Return what a player might want to do with a thing, allowed or not, besides the listed
        choices that name it, so that the page can explain what is not allowed."""
        return ()

    def consequences(
        self, context: C, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Message]:
        """Return what follows from an allowed action besides its cost, in a few words each: whom it
        offends, what it will need."""
        return ()


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class AnswerInParts(Generic[C]):
    """A decision whose answers have parts that mean something by themselves."""

    def action_parts(
        self, context: C, frame: Frame, seat: Seat, action: Action
    ) -> Sequence[ActionPart]:
        """Return an action such as a treaty as a sentence for each part, with warnings."""
        return ()

    def part_hint(self, context: C, frame: Frame, seat: Seat, part: Action) -> Message | None:
        """Return the cost or odds of one part."""
        return None


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class HiddenActions(Generic[C]):
    """A decision some of whose answers others do not even notice."""

    def is_visible_to(
        self, context: C, frame: Frame, seat: Seat, action: Action, viewer: Seat | None
    ) -> bool:
        """Return whether another seat may know that an action is taken."""
        raise NotImplementedError


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class ReadyMarks(Generic[C]):
    """An open decision of several seats. Each seat says when it is done, and can take that mark
    back until the last seat has set one, even if others have set theirs since."""

    marks: ClassVar[tuple[str, ...]] = ()  # the actions that only say "I am done"


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class ClosingCheck(Generic[C]):
    """A decision that a seat closes: it is ready, seals a plan, submits orders, ends a part of its
    turn. `closing` lists the actions that do so; empty: every answer does."""

    closing: ClassVar[tuple[str, ...]] = ()

    def risks(self, context: C, frame: Frame, seat: Seat, action: Action) -> Iterable[Caution]:
        """Return what the seat would lose by closing the decision now, and could still prevent,
        from what it knows. Name a risk only if it comes true four times out of five
        (`benchmarks.alarms` measures it)."""
        return ()


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class ChatRules(Generic[C]):
    """A step with rules about talking while it is on top of the stack (chat_rules.py)."""

    def chat_restriction(self, context: C, frame: Frame) -> Refusal | None:
        """Explain why the rules forbid chat during this decision; None if players may chat."""
        return None

    def proposals(self, context: C, frame: Frame) -> Mapping[str, tuple[str, ...]]:
        """Return what players may propose to each other during this decision: the publicly known
        choices of every unit that can be given an order. Empty if nothing."""
        return {}


CAPABILITIES = (
    NotationReader,
    TargetExplainer,
    Repeatable,
    ChoicesByThing,
    AnswerInParts,
    HiddenActions,
    ReadyMarks,
    ClosingCheck,
    ChatRules,
)
