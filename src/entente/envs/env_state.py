"""A game by numbers: whose turn it is, which numbers may be chosen, and what a choice does.

A choice is a piece of an answer: an order of a set of orders, a thing that is picked, a word of a
long action. When the last piece is chosen the answer is given. Whoever may do more than the game
waits for can turn aside to it, once before each answer that the game waits for.
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

MOST_CHOICES = 20_000

AnyPosition = Position[Any, Any]


class IllegalActionId(ValueError):
    """A number was chosen that is not one of those that may be."""


class EnvSpec:
    """What stays the same in all plays: the game, its options, its seats, its numbers.

    `seldom`: whether also what a player seldom uses is asked (to vote for a draw, to give up); it
    is answered as usual otherwise. `asides`: whether a seat may turn aside to what the game does
    not wait for. A play is broken off after `most` choices.
    """

    def __init__(
        self,
        game: str | Game[Any, Any],
        options: Mapping[str, OptionValue] | None = None,
        *,
        seldom: bool = False,
        asides: bool = True,
        most: int = MOST_CHOICES,
    ) -> None:
        self.game: Game[Any, Any] = registry.load(game) if isinstance(game, str) else game
        self.options: Options = self.game.info.complete(options)
        self.seldom = seldom
        self.asides = asides
        self.most = most
        self.seats: tuple[Seat, ...] = self.game.seats(self.options)
        self.numbers = ActionSpace(self.game)

    def begin(self, seed: str) -> EnvState:
        """A new play."""
        return EnvState(self, self.game.begin(self.options, seed))

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process loads the game again, by its name and its owner's corrections."""
        overrides = msgspec.json.encode(self.game.overrides())
        options = msgspec.json.encode(self.options)
        name, most = self.game.info.id, self.most
        return _loaded, (name, overrides, options, self.seldom, self.asides, most)


@lru_cache(maxsize=16)
def _loaded(
    name: str, overrides: bytes, options: bytes, seldom: bool, asides: bool, most: int
) -> EnvSpec:
    game = registry.load(name, msgspec.json.decode(overrides))
    given = msgspec.json.decode(options)
    return EnvSpec(game, given, seldom=seldom, asides=asides, most=most)


class Slotwise(NamedTuple):
    """Slots of which any choices go together, filled in one after the other; a list is one slot."""

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

    def choose(self, choice: str) -> Slotwise:
        return self._replace(chosen=(*self.chosen, choice))


def _pieces(menu: Menu) -> Slotwise | ActionBuilder:
    if isinstance(menu, Slots) and not menu.once:
        return Slotwise(menu, tuple(menu.slots.items()))
    if isinstance(menu, Choose):
        return Slotwise(menu, (("", menu.actions),))
    return ActionBuilder(menu)


class PartialAction:
    """An answer that is being made: the question, the pieces so far, the numbers of the next one.

    It is never changed: each choice makes another.
    """

    def __init__(
        self,
        setting: EnvSpec,
        decision: Decision,
        pieces: Slotwise | ActionBuilder,
        chosen: Path = (),
        begun: Path = (),
        aside: tuple[Decision, ...] = (),
    ) -> None:
        self.setting = setting
        self.decision = decision
        self.pieces = pieces
        self.chosen = chosen  # all numbers so far
        self.begun = begun  # those of them that belong to the next piece
        self.aside = aside  # what the seat may turn to

    @classmethod
    def of(
        cls,
        setting: EnvSpec,
        decision: Decision,
        aside: tuple[Decision, ...] = (),
        chosen: Path = (),
    ) -> PartialAction:
        """A question of which nothing is answered yet."""
        pieces = _usual(setting, _pieces(decision.menu))
        return cls(setting, decision, pieces, chosen, (), aside)

    @cached_property
    def _paths(self) -> dict[Path, str]:
        return self.setting.numbers.legal_actions(self.pieces)

    @cached_property
    def legal_actions(self) -> dict[int, str]:
        """The numbers that may be chosen, each with what it says."""
        place, found = len(self.begun), dict[int, str]()
        for path, choice in self._paths.items():
            if path[:place] == self.begun:
                last = len(path) == place + 1
                number = path[place]
                found[number] = choice if last else self.setting.numbers.words(number)
        if self.aside and not self.begun:
            found[ASIDE] = "aside"
        return dict(sorted(found.items()))

    @property
    def said(self) -> tuple[str, ...]:
        """The pieces so far, in words."""
        words = self.setting.numbers.words
        return (*self.pieces.chosen, *(words(number).removesuffix(" …") for number in self.begun))

    def choose(self, number: int) -> PartialAction:
        """With one more number."""
        if number not in self.legal_actions:
            raise IllegalActionId(self._not_offered(number))
        setting, chosen = self.setting, (*self.chosen, number)
        if number == ASIDE:
            first, *rest = self.aside
            return PartialAction.of(setting, first, tuple(rest), chosen)
        path = (*self.begun, number)
        choice = self._paths.get(path)
        if choice is None:
            return PartialAction(setting, self.decision, self.pieces, chosen, path)
        return PartialAction(
            setting, self.decision, _usual(setting, self.pieces.choose(choice)), chosen
        )

    def _not_offered(self, number: int) -> str:
        some = ", ".join(f"{n} ({said})" for n, said in list(self.legal_actions.items())[:3])
        more = f" and {len(self.legal_actions) - 3} more" if len(self.legal_actions) > 3 else ""
        return f"{self.decision.seat} cannot choose {number} now; offered are {some}{more}"


def _usual(setting: EnvSpec, pieces: Slotwise | ActionBuilder) -> Slotwise | ActionBuilder:
    """With the usual choice in slots that are seldom used, unless these are asked too."""
    if setting.seldom or not isinstance(pieces.menu, Slots):
        return pieces
    while not pieces.done and pieces.slot in pieces.menu.seldom:
        pieces = pieces.choose(pieces.choices()[0])
    return pieces


class EnvState:
    """A position with the answers that are being made in it."""

    __slots__ = ("_making", "_turned", "choices", "position", "setting")

    def __init__(self, setting: EnvSpec, position: AnyPosition) -> None:
        self.setting = setting
        self.position = position
        self.choices = 0  # made so far
        self._making: dict[Seat, PartialAction] = {}
        self._turned: set[Seat] = set()  # who has turned aside since the last answer
        self._settle(self.turn)

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    @property
    def truncated(self) -> bool:
        """Whether it was ended by its length."""
        return self.position.outcome is None and self.choices >= self.setting.most

    @property
    def over(self) -> bool:
        return self.position.outcome is not None or self.choices >= self.setting.most

    @property
    def scores(self) -> dict[Seat, float]:
        """What each has got: 1 is shared among the winners. Of a play that was broken off, by all
        alike."""
        outcome, seats = self.position.outcome, self.setting.seats
        if outcome is not None:
            return {seat: float(outcome.scores.get(seat, 0.0)) for seat in seats}
        return dict.fromkeys(seats, 1 / len(seats) if self.truncated else 0.0)

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """Whom the game waits for."""
        return () if self.over else self.position.to_move

    @property
    def turn(self) -> Seat | None:
        """Who chooses next where one chooses after the other."""
        return None if self.over else self.position.to_move[0]

    def making(self, seat: Seat) -> PartialAction | None:
        """What a seat is choosing; None: it is not asked."""
        if self.over:
            return None
        known = self._making.get(seat)
        if known is not None:
            return known
        asked = self.position.decisions_for(seat)
        if not asked or not asked[0].must:
            return None
        may: tuple[Decision, ...] = ()
        if self.setting.asides and seat not in self._turned:
            may = tuple(each for each in asked if not each.must and each.menu.size())
        made = self._making[seat] = PartialAction.of(self.setting, asked[0], may)
        return made

    def legal_actions(self, seat: Seat) -> dict[int, str]:
        """The numbers a seat may choose, each with what it says; none if it is not asked."""
        made = self.making(seat)
        return {} if made is None else made.legal_actions

    def choose(self, seat: Seat, number: int) -> None:
        """One more choice of a seat that is asked."""
        made = self.making(seat)
        if made is None:
            raise IllegalActionId(f"{seat} is not asked anything now")
        self._making[seat] = made.choose(number)
        if number == ASIDE:
            self._turned.add(seat)
        self.choices += 1
        self._settle(seat)

    def answer(self, seat: Seat, action: str) -> None:
        """A whole answer in words, as players give it; it counts as one choice."""
        found = self.position.find(seat, action)
        if found is None:
            self.position.apply(seat, action)  # says why not
            raise AssertionError("unreachable")
        decision, exact = found
        self._making.pop(seat, None)
        self.choices += 1
        self._carry_out(decision, exact)
        self._settle(self.turn)

    def _settle(self, seat: Seat | None = None) -> None:
        """Give an answer that is complete, and those in which there is nothing to choose."""
        made = None if seat is None else self.making(seat)
        while made is not None and made.pieces.done:
            self._answer(made)
            turn = self.turn
            made = None if turn is None else self.making(turn)

    def _answer(self, made: PartialAction) -> None:
        del self._making[made.decision.seat]
        self._carry_out(made.decision, made.pieces.action)

    def _carry_out(self, decision: Decision, action: str) -> None:
        self.position.apply_unchecked(decision, action)
        if decision.must:
            self._turned.discard(decision.seat)
        for seat, other in list(self._making.items()):
            if not self._is_asked(other.decision):
                del self._making[seat]

    def _is_asked(self, decision: Decision) -> bool:
        """Whether a question is put as it was when somebody began to answer it."""
        return any(
            each is decision or (each.window == decision.window and each == decision)
            for each in self.position.decisions_for(decision.seat)
        )

    def view(self, seat: Seat | None) -> View:
        """All that a seat (None: a spectator) may know."""
        return self.position.view(seat)

    def copy(self) -> EnvState:
        """A play that shares nothing that can change."""
        return self._with(self.position.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        """The state as it is saved, and the numbers of the answers that are being made."""
        chosen = {seat: made.chosen for seat, made in self._making.items() if made.chosen}
        saved = self.setting.game.save(self.position.state)
        return _restored, (self.setting, saved, self.choices, chosen, frozenset(self._turned))

    def __deepcopy__(self, memo: dict[int, Any]) -> EnvState:
        return self.copy()

    def determinize(self, seat: Seat, rng: Random) -> EnvState:
        """A play that a seat cannot tell from this one, the unknown drawn at random.

        What others are in the middle of choosing is not known, and begins anew.
        """
        twin = self._with(self.position.determinize(seat, rng))
        mine = self._making.get(seat)
        twin._making = {} if mine is None else {seat: mine}
        twin._turned = self._turned & {seat}
        return twin

    def _with(self, position: AnyPosition) -> EnvState:
        twin = object.__new__(EnvState)
        twin.setting, twin.position, twin.choices = self.setting, position, self.choices
        twin._making, twin._turned = self._making.copy(), self._turned.copy()
        return twin


def _restored(
    setting: EnvSpec,
    saved: bytes,
    choices: int,
    chosen: Mapping[Seat, Path],
    turned: frozenset[Seat],
) -> EnvState:
    """A play out of what was kept of it."""
    play = object.__new__(EnvState)
    play.setting, play.choices = setting, choices
    play.position = setting.game.position(setting.game.load(saved))
    play._making, play._turned = {}, set(turned)
    for seat, numbers in chosen.items():
        if ASIDE in numbers:
            play._turned.discard(seat)  # to be offered it again
        made = play.making(seat)
        for number in numbers:
            assert made is not None
            made = made.choose(number)
        if made is not None:
            play._making[seat] = made
    play._turned = set(turned)
    return play
