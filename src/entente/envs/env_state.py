"""A game driven by action ids: the seat to move, its legal ids, and the effect of a choice.

A choice is one part of an action: an order of a set, a picked item, a word of a long action. The
action is applied once its last part is chosen. A seat with optional decisions can switch to them
(`ASIDE`), once before each required action.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from entente.envs.action_space import ASIDE, ActionSpace, Path
from entente.kernel import (
    Choose,
    Decision,
    Game,
    Options,
    OptionValue,
    Outcome,
    Position,
    Seat,
    Slots,
    View,
    registry,
)
from entente.kernel.action_builder import ActionBuilder
from entente.kernel.menu import Menu

__all__ = ["EnvSpec", "EnvState", "IllegalActionId", "PartialAction"]

MAX_CHOICES = 20_000

AnyPosition = Position[Any, Any]


class IllegalActionId(ValueError):
    """The chosen action id is not legal now."""


class EnvSpec:
    """A game with its options, seats and action space: what all episodes share.

    `rare_choices`: also ask for rarely used choices, such as voting for a draw or conceding; by
    default they keep their usual answer. `optional_decisions`: whether a seat may switch to
    decisions the game does not wait for. An episode is truncated after `max_choices` choices.
    """

    def __init__(
        self,
        game: str | Game[Any, Any],
        options: Mapping[str, OptionValue] | None = None,
        *,
        rare_choices: bool = False,
        optional_decisions: bool = True,
        max_choices: int = MAX_CHOICES,
    ) -> None:
        self.game: Game[Any, Any] = registry.load(game) if isinstance(game, str) else game
        self.options: Options = self.game.info.complete(options)
        self.rare_choices = rare_choices
        self.optional_decisions = optional_decisions
        self.max_choices = max_choices
        self.seats: tuple[Seat, ...] = self.game.seats(self.options)
        self.action_space = ActionSpace(self.game)

    def __repr__(self) -> str:
        usual = self.game.info.complete(None)
        given = [f"{k}={v!r}" for k, v in self.options.items() if v != usual.get(k)]
        return f"<EnvSpec of {', '.join([self.game.info.id, *given])}>"

    def begin(self, seed: str) -> EnvState:
        """Start an episode."""
        return EnvState(self, self.game.begin(self.options, seed))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by name: the other process loads the game with the same data corrections."""
        overrides = msgspec.json.encode(self.game.overrides())
        options = msgspec.json.encode(self.options)
        limits = (self.rare_choices, self.optional_decisions, self.max_choices)
        return _loaded, (self.game.info.id, overrides, options, *limits)


@lru_cache(maxsize=16)
def _loaded(
    name: str,
    overrides: bytes,
    options: bytes,
    rare_choices: bool,
    optional_decisions: bool,
    max_choices: int,
) -> EnvSpec:
    game = registry.load(name, msgspec.json.decode(overrides))
    chosen_options = msgspec.json.decode(options)
    return EnvSpec(
        game,
        chosen_options,
        rare_choices=rare_choices,
        optional_decisions=optional_decisions,
        max_choices=max_choices,
    )


class SlotBuilder(NamedTuple):
    """Fills independent slots one after the other; a plain list counts as one slot."""

    menu: Slots | Choose
    slots: tuple[tuple[str, tuple[str, ...]], ...]
    chosen: tuple[str, ...] = ()

    @property
    def slot(self) -> str:
        return "" if self.done else self.slots[len(self.chosen)][0]

    @property
    def done(self) -> bool:
        return len(self.chosen) == len(self.slots)

    @property
    def action(self) -> str:
        return "; ".join(self.chosen)

    def choices(self) -> tuple[str, ...]:
        return () if self.done else self.slots[len(self.chosen)][1]

    def choose(self, choice: str) -> SlotBuilder:
        return self._replace(chosen=(*self.chosen, choice))


def _builder(menu: Menu) -> SlotBuilder | ActionBuilder:
    if isinstance(menu, Slots) and not menu.once:
        return SlotBuilder(menu, tuple(menu.slots.items()))
    if isinstance(menu, Choose):
        return SlotBuilder(menu, (("", menu.actions),))
    return ActionBuilder(menu)


class PartialAction:
    """An action under construction: the decision, the parts chosen, the legal ids of the next part.

    Immutable: `choose` returns a new one.
    """

    def __init__(
        self,
        spec: EnvSpec,
        decision: Decision,
        builder: SlotBuilder | ActionBuilder,
        action_ids: Path = (),
        prefix: Path = (),
        optional: tuple[Decision, ...] = (),
    ) -> None:
        self.spec = spec
        self.decision = decision
        self.builder = builder
        self.action_ids = action_ids  # all chosen so far
        self.prefix = prefix  # those that belong to the next part
        self.optional = optional  # decisions the seat may switch to

    @classmethod
    def of(
        cls,
        spec: EnvSpec,
        decision: Decision,
        optional: tuple[Decision, ...] = (),
        action_ids: Path = (),
    ) -> PartialAction:
        """Start an action for a decision."""
        builder = _fill_rare_slots(spec, _builder(decision.menu))
        return cls(spec, decision, builder, action_ids, (), optional)

    @cached_property
    def _paths(self) -> dict[Path, str]:
        return self.spec.action_space.legal_actions(self.builder)

    @cached_property
    def legal_actions(self) -> dict[int, str]:
        """The legal action ids with their labels."""
        place, labels = len(self.prefix), dict[int, str]()
        prefix, label = self.prefix, self.spec.action_space.label
        for path, choice in self._paths.items():
            if not place and len(path) == 1:
                labels[path[0]] = choice
            elif path[:place] == prefix:
                last = len(path) == place + 1
                number = path[place]
                labels[number] = choice if last else label(number)
        if self.optional and not self.prefix:
            labels[ASIDE] = "aside"
        return dict(sorted(labels.items()))

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the parts chosen so far."""
        words = self.spec.action_space.label
        return (*self.builder.chosen, *(words(number).removesuffix(" …") for number in self.prefix))

    def choose(self, number: int) -> PartialAction:
        """Add one action id."""
        if number not in self.legal_actions:
            raise IllegalActionId(self._describe_illegal(number))
        spec, chosen = self.spec, (*self.action_ids, number)
        if number == ASIDE:
            first, *rest = self.optional
            return PartialAction.of(spec, first, tuple(rest), chosen)
        path = (*self.prefix, number)
        choice = self._paths.get(path)
        if choice is None:
            partial = PartialAction(spec, self.decision, self.builder, chosen, path)
            partial.__dict__["_paths"] = self._paths  # of the same choices
            return partial
        return PartialAction(
            spec, self.decision, _fill_rare_slots(spec, self.builder.choose(choice)), chosen
        )

    def _describe_illegal(self, number: int) -> str:
        some = ", ".join(f"{n} ({label})" for n, label in list(self.legal_actions.items())[:3])
        more = f" and {len(self.legal_actions) - 3} more" if len(self.legal_actions) > 3 else ""
        return f"{self.decision.seat} cannot choose {number} now; legal ids: {some}{more}"


def _fill_rare_slots(
    spec: EnvSpec, builder: SlotBuilder | ActionBuilder
) -> SlotBuilder | ActionBuilder:
    """Fill rarely used slots with their default unless the spec asks for them."""
    if spec.rare_choices or not isinstance(builder.menu, Slots):
        return builder
    while not builder.done and builder.slot in builder.menu.seldom:
        builder = builder.choose(builder.choices()[0])
    return builder


class EnvState:
    """A position with the partial actions of its seats."""

    __slots__ = ("_partial", "_used_optional", "choices", "position", "spec")

    def __init__(self, spec: EnvSpec, position: AnyPosition) -> None:
        self.spec = spec
        self.position = position
        self.choices = 0  # in this episode
        self._partial: dict[Seat, PartialAction] = {}
        self._used_optional: set[Seat] = set()  # since their last action
        self._settle(self.turn)

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game; None while it goes on, and if the episode was truncated."""
        return self.position.outcome

    @property
    def truncated(self) -> bool:
        """Whether the episode reached `max_choices`."""
        return self.position.outcome is None and self.choices >= self.spec.max_choices

    @property
    def over(self) -> bool:
        """Whether the game has ended or the episode was truncated."""
        return self.position.outcome is not None or self.choices >= self.spec.max_choices

    @property
    def scores(self) -> dict[Seat, float]:
        """The score of each seat; winners share 1. A truncated episode is shared by all seats."""
        outcome, seats = self.position.outcome, self.spec.seats
        if outcome is not None:
            return {seat: float(outcome.scores.get(seat, 0.0)) for seat in seats}
        return dict.fromkeys(seats, 1 / len(seats) if self.truncated else 0.0)

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that must act."""
        return () if self.over else self.position.to_move

    @property
    def turn(self) -> Seat | None:
        """The seat to choose next when seats act in turn."""
        return None if self.over else self.position.to_move[0]

    def partial_action(self, seat: Seat) -> PartialAction | None:
        """Return the partial action of a seat; None if it has no decision."""
        if self.over:
            return None
        known = self._partial.get(seat)
        if known is not None:
            return known
        decisions = self.position.decisions_for(seat)
        if not decisions or not decisions[0].must:
            return None
        may: tuple[Decision, ...] = ()
        if self.spec.optional_decisions and seat not in self._used_optional:
            may = tuple(each for each in decisions if not each.must and each.menu.size())
        partial = self._partial[seat] = PartialAction.of(self.spec, decisions[0], may)
        return partial

    def legal_actions(self, seat: Seat) -> dict[int, str]:
        """Return the legal action ids of a seat with their labels; empty if it has no decision."""
        partial = self.partial_action(seat)
        return {} if partial is None else partial.legal_actions

    def choose(self, seat: Seat, number: int) -> None:
        """Choose an action id for a seat."""
        partial = self.partial_action(seat)
        if partial is None:
            raise IllegalActionId(f"{seat} has no decision now")
        self._partial[seat] = partial.choose(number)
        if number == ASIDE:
            self._used_optional.add(seat)
        self.choices += 1
        self._settle(seat)

    def record_choice(self) -> None:
        """Count a choice that changed nothing, so that an episode of them ends too."""
        self.choices += 1

    def answer(self, seat: Seat, action: str) -> None:
        """Apply a whole action in text form, as players send it; it counts as one choice."""
        legal = self.position.find(seat, action)
        if legal is None:
            self.position.apply(seat, action)  # raises with the reason
            raise AssertionError("unreachable")
        decision, exact = legal
        self._partial.pop(seat, None)
        self.choices += 1
        self._apply(decision, exact)
        self._settle(self.turn)

    def _settle(self, seat: Seat | None = None) -> None:
        """Apply complete actions, including those without a choice."""
        partial = None if seat is None else self.partial_action(seat)
        while partial is not None and partial.builder.done:
            self._answer(partial)
            turn = self.turn
            partial = None if turn is None else self.partial_action(turn)

    def _answer(self, partial: PartialAction) -> None:
        del self._partial[partial.decision.seat]
        self._apply(partial.decision, partial.builder.action)

    def _apply(self, decision: Decision, action: str) -> None:
        self.position.apply_unchecked(decision, action)
        if decision.must:
            self._used_optional.discard(decision.seat)
        for seat, other in list(self._partial.items()):
            if not self._is_open(other.decision):
                del self._partial[seat]

    def _is_open(self, decision: Decision) -> bool:
        """Return whether a decision is still open and unchanged."""
        return any(
            each is decision or (each.window == decision.window and each == decision)
            for each in self.position.decisions_for(decision.seat)
        )

    def view(self, seat: Seat | None) -> View:
        """Return what a seat (None: a spectator) may know."""
        return self.position.view(seat)

    def copy(self) -> EnvState:
        """Copy the state; the copies share no mutable data."""
        return self._with(self.position.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the saved state and the ids of the partial actions."""
        chosen = {
            seat: partial.action_ids
            for seat, partial in self._partial.items()
            if partial.action_ids
        }
        saved = self.spec.game.save(self.position.state)
        return _restored, (self.spec, saved, self.choices, chosen, frozenset(self._used_optional))

    def __deepcopy__(self, memo: dict[int, Any]) -> EnvState:
        return self.copy()

    def determinize(self, seat: Seat, rng: Random) -> EnvState:
        """Sample a state that the seat cannot tell from this one.

        The partial actions of other seats are hidden, so they start over.
        """
        twin = self._with(self.position.determinize(seat, rng))
        mine = self._partial.get(seat)
        twin._partial = {} if mine is None else {seat: mine}
        twin._used_optional = self._used_optional & {seat}
        return twin

    def _with(self, position: AnyPosition) -> EnvState:
        twin = object.__new__(EnvState)
        twin.spec, twin.position, twin.choices = self.spec, position, self.choices
        twin._partial, twin._used_optional = self._partial.copy(), self._used_optional.copy()
        return twin


def _restored(
    spec: EnvSpec,
    saved: bytes,
    choices: int,
    chosen: Mapping[Seat, Path],
    turned: frozenset[Seat],
) -> EnvState:
    """Unpickle a state."""
    state = object.__new__(EnvState)
    state.spec, state.choices = spec, choices
    state.position = spec.game.position(spec.game.load(saved))
    state._partial, state._used_optional = {}, set(turned)
    for seat, numbers in chosen.items():
        if ASIDE in numbers:
            state._used_optional.discard(seat)  # so that ASIDE is legal again
        partial = state.partial_action(seat)
        for number in numbers:
            assert partial is not None
            partial = partial.choose(number)
        if partial is not None:
            state._partial[seat] = partial
    state._used_optional = set(turned)
    return state
