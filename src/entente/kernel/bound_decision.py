"""A decision bound to its position: what the rules say about it and about each answer.

A `Decision` is plain data: it can be sent and stored. Everything else about it comes from the step
that asks, which needs the context and the frame. `position.bind(decision)` holds all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Generic

from entente.kernel.capabilities import (
    AnswerInParts,
    ChoicesByThing,
    ClosingCheck,
    HiddenActions,
    NotationReader,
    Repeatable,
    TargetExplainer,
    TypedPart,
)
from entente.kernel.caution import Caution, Severity
from entente.kernel.decision import Decision
from entente.kernel.frame import Frame
from entente.kernel.info import Seat
from entente.kernel.message import ActionPart, Message, Refusal, say
from entente.kernel.state import C, S
from entente.kernel.steps import DecisionStep
from entente.kernel.text import Catalog

if TYPE_CHECKING:  # a position binds its decisions
    from entente.kernel.position import Position

WORLDS = 3  # sampled positions in which an action may end the game


class BoundDecision(Generic[S, C]):
    """An open decision of a position. It holds until the next action is applied."""

    __slots__ = ("context", "decision", "frame", "position", "seat", "step")

    def __init__(
        self, position: Position[S, C], decision: Decision, frame: Frame, step: DecisionStep[C]
    ) -> None:
        self.position = position
        self.decision = decision
        self.frame = frame
        self.step = step
        self.context: C = position.context
        self.seat = decision.seat

    # -- before an answer

    @property
    def is_by_thing(self) -> bool:
        """Whether choices are shown per thing rather than as one list."""
        return isinstance(self.step, ChoicesByThing)

    @property
    def is_only_answer(self) -> bool:
        """Whether the decision has a single answer that everyone can infer."""
        return self.decision.has_one_answer and self.step.open_menu

    def default_answer(self) -> str | None:
        """Return what a missed deadline amounts to; None if the rules do not say."""
        return self.step.default_answer(self.context, self.frame, self.seat)

    def candidates(self, thing: str) -> Iterable[str]:
        """Return what the seat might want to do with a thing, allowed or not."""
        step = self.step
        if not isinstance(step, ChoicesByThing):
            return ()
        return step.candidates(self.context, self.frame, self.seat, thing)

    def read(self, text: str, catalog: Catalog) -> list[str]:
        """Return the actions that a typed line may mean in the game's own notation, if it has
        one."""
        step = self.step
        if not isinstance(step, NotationReader):
            return []
        return step.read(self.context, self.frame, self.seat, text, catalog)

    def read_choices(self, text: str, catalog: Catalog) -> list[TypedPart]:
        """Like `read`, for an action made of several choices: what each part of a text names."""
        step = self.step
        if not isinstance(step, NotationReader):
            return []
        return step.read_choices(self.context, self.frame, self.seat, text, catalog)

    # -- an answer that is not legal

    def explain(self, action: str) -> Refusal | None:
        """Explain why an action does not answer this decision; None if it does."""
        return self.position.explain(self.seat, action, self.decision.window)

    def explain_target(self, things: Sequence[str]) -> Refusal | None:
        """Explain why the seat can do nothing with the last of these things; None if unknown."""
        step = self.step
        if not isinstance(step, TargetExplainer):
            return None
        return step.explain_target(self.context, self.frame, self.seat, things)

    # -- a legal answer

    def hint(self, action: str) -> Message | None:
        """Return the cost or odds of an action."""
        return self.step.hint(self.context, self.frame, self.seat, self.step.parse(action))

    def part_hint(self, part: str) -> Message | None:
        """Return the cost or odds of one part of an action, if each part has its own."""
        step = self.step
        if not isinstance(step, AnswerInParts):
            return None
        return step.part_hint(self.context, self.frame, self.seat, self.step.parse(part))

    def action_parts(self, action: str) -> Sequence[ActionPart]:
        """Return the parts of an action as sentences, if it is written in parts."""
        step = self.step
        if not isinstance(step, AnswerInParts):
            return ()
        return step.action_parts(self.context, self.frame, self.seat, self.step.parse(action))

    def consequences(self, action: str) -> list[Message]:
        """Return what follows from an action besides its cost."""
        step = self.step
        if not isinstance(step, ChoicesByThing):
            return []
        return list(step.consequences(self.context, self.frame, self.seat, self.step.parse(action)))

    def remark(self, action: str) -> Message | None:
        """Return what is unusual about an action, to show beside it in a list."""
        return self.step.remark(self.context, self.frame, self.seat, self.step.parse(action))

    def repeat_limit(self, action: str) -> int:
        """Return how many things an action could be repeated with; 0 if that does not apply."""
        step = self.step
        if not isinstance(step, Repeatable):
            return 0
        return step.repeat_limit(self.context, self.frame, self.seat, self.step.parse(action))

    def warnings(self, action: str) -> list[Message]:
        """Return the cautions of the step alone, cheap enough for many actions."""
        return list(
            self.step.cautions(self.context, self.frame, self.seat, self.step.parse(action))
        )

    def is_closing(self, action: str) -> bool:
        """Return whether an action closes the decision, so that the player is asked about risks."""
        step = self.step
        return isinstance(step, ClosingCheck) and (not step.closing or action in step.closing)

    def risks(self, action: str) -> list[Caution]:
        """Return what the seat would lose if it closes the decision with an action."""
        step = self.step
        if not isinstance(step, ClosingCheck) or not self.is_closing(action):
            return []
        return list(step.risks(self.context, self.frame, self.seat, self.step.parse(action)))

    def cautions(self, action: str) -> list[Caution]:
        """Return likely mistakes in an action, the worst first: those the step names, the risks of
        closing the decision, and an end of the game that the player does not win."""
        cautions = [Caution(message) for message in self.warnings(action)] + self.risks(action)
        if not self.step.sealed and self._may_end(action):
            cautions.append(Caution(say("kernel.may_end"), Severity.GRAVE))
        return sorted(cautions, key=lambda each: -each.severity)

    def _may_end(self, action: str) -> bool:
        """Return whether an action ends the game without a win for the player, in one of some
        sampled positions, so that the warning reveals nothing hidden."""
        seat, rng = self.seat, Random(0)
        for _ in range(WORLDS):
            world = self.position.determinize(seat, rng)
            legal = world.find(seat, action, self.decision.window)
            if legal is None:
                continue
            world.apply_unchecked(*legal)
            if world.outcome is not None and world.outcome.scores.get(seat, 0) < 1:
                return True
        return False

    # -- what others see of an answer

    def shown(self, action: str, viewer: Seat | None) -> str | None:
        """Return what `viewer` may know of an action about to be taken; None: only that it
        happens."""
        if viewer == self.seat:
            return action
        return self.step.shown(self.context, self.frame, self.seat, self.step.parse(action), viewer)

    def is_seen(self, action: str, viewer: Seat | None) -> bool:
        """Return whether `viewer` may know that an action happens at all; never true for steps of a
        private plan of another seat."""
        step = self.step
        if viewer == self.seat or not isinstance(step, HiddenActions):
            return True
        return step.is_visible_to(
            self.context, self.frame, self.seat, self.step.parse(action), viewer
        )
