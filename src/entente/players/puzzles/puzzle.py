"""A puzzle: a position, whose move it is, and which answers are right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from entente.kernel import Game, Message, Seat, say
from entente.kernel.message import Argument
from entente.players.engines import module_of
from entente.players.player import AnyPosition
from entente.players.search_result import Reason

# How a puzzle is judged: by the list of right answers, or by the game's own check, of one answer
# against the replies of others, or of a few orders by what they reach.
LISTED, PROVED, REACHED = "listed", "proved", "reached"
_AND = " + "
ENDS = ("ready", "done")  # actions that end an answer before it has as many as it may


def in_one(actions: Iterable[str]) -> str:
    """Return several actions as one answer."""
    return _AND.join(actions)


def one_by_one(answer: str) -> tuple[str, ...]:
    """Return the actions of an answer."""
    return tuple(answer.split(_AND)) if answer else ()


class PuzzleVerdict(msgspec.Struct, frozen=True):
    """Whether an answer is right. A wrong one to a proved puzzle comes with the orders that refute
    it; where something is to be reached, `reached` says what the answer reaches."""

    right: bool
    refutation: tuple[str, ...] = ()
    reached: Message | None = None


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position in which a seat has one clearly best answer.

    `start` is the saved state; `rules` the version of the rules it was made with. `solution` are
    the right answers, the best first; with `how` PROVED others may be right as well, which the
    game's engine checks with `replies`. With REACHED an answer is up to `most` actions, and right
    if they reach the `target`; of the right answers only some are listed. `values` are the win
    chances of answers in per cent; `margin` is the distance to the best wrong answer, in per cent,
    centres, pounds or points. `rating` is where the puzzle's rating begins.
    """

    id: str
    game: str
    rules: str
    seat: Seat
    step: str
    start: str
    solution: tuple[str, ...]
    theme: str
    rating: int
    margin: float
    how: str = LISTED
    values: tuple[tuple[str, float], ...] = ()
    target: str = ""  # PROVED: the place that the best answers guarantee; REACHED: what is reached
    most: int = 1  # REACHED: actions in an answer
    replies: tuple[dict[str, str], ...] = ()  # PROVED: orders of the others, unit by unit
    reasons: tuple[Reason, ...] = ()  # the engine's, for the best answer
    source: str = ""  # the levels and the seed of the game it comes from

    def place(self, game: Game[Any, Any]) -> AnyPosition:
        """Return the position."""
        return game.position(game.load(self.start.encode()))

    def answer(self, actions: Sequence[str]) -> str | None:
        """Return the answer that a seat's actions are; None: it is not complete yet."""
        if self.how != REACHED:
            return actions[0] if actions else None
        given = list[str]()
        for action in actions[: self.most]:
            if action in ENDS:
                return in_one(given)
            given.append(action)
        return in_one(given) if len(given) == self.most else None

    def question(self, game: Game[Any, Any]) -> Message | None:
        """Return what is asked in the words of the game; None: the best answer. `now` is what is
        reached without doing anything."""
        if self.how != REACHED:
            return None
        idle = self.judge(game, "").reached
        *place, number = self.target.split()
        known: dict[str, Argument] = {"n": int(number), "most": self.most}
        if place:
            known["place"] = place[0]
        if idle is not None and "n" in idle.args:
            known["now"] = idle.args["n"]
        return say(f"puzzle.{self.theme}", **known)

    def judge(self, game: Game[Any, Any], action: str) -> PuzzleVerdict:
        """Judge an answer. ValueError if it is not legal in the position."""
        position = self.place(game)
        if self.how == REACHED:
            orders = one_by_one(action)
            if len(orders) > self.most:
                raise ValueError(f"puzzle {self.id} takes {self.most} actions")
            reaches: ChecksOrders = module_of(self.game).check_orders
            return reaches(position, self.seat, orders, self.theme, self.target)
        found = position.find(self.seat, action)
        if found is None:
            raise ValueError(f"{action!r} is no answer to puzzle {self.id}")
        if self.how == LISTED:
            return PuzzleVerdict(found[1] in self.solution)
        checks: ChecksAnswers = module_of(self.game).check_answer
        return checks(position, self.seat, found[1], self.target, self.replies)

    def worth(self, action: str) -> float | None:
        """Return the value of an answer; None if it was not among the compared ones."""
        return next((value for text, value in self.values if text == action), None)


class ChecksAnswers(Protocol):
    """What an engine module offers that proves its puzzles: `check_answer`."""

    def __call__(
        self,
        position: AnyPosition,
        seat: Seat,
        action: str,
        target: str,
        replies: Sequence[Mapping[str, str]],
    ) -> PuzzleVerdict: ...


class ChecksOrders(Protocol):
    """What an engine module offers whose puzzles ask for a few actions: `check_orders`."""

    def __call__(
        self, position: AnyPosition, seat: Seat, actions: Sequence[str], theme: str, target: str
    ) -> PuzzleVerdict: ...
