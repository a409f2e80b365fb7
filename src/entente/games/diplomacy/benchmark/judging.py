"""Judge an answer: adjudicate it against fixed orders of the others, and count what it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from entente.games.diplomacy.answers.slots import DISBAND, ORDERS, VOTE
from entente.games.diplomacy.benchmark.positions import (
    MIXED,
    WORST,
    AnyPosition,
    CriticalPosition,
    PointsRow,
)
from entente.games.diplomacy.board import Board
from entente.games.diplomacy.exercises.positions import put, split, written
from entente.games.diplomacy.game import Diplomacy
from entente.games.diplomacy.rules.adjustments import WAIVE
from entente.games.diplomacy.state import WINTER, DiplomacyState
from entente.kernel import Decision, Slots

Values = tuple[float, ...]  # of an answer, against each set of orders


class Judge:
    """Judges the answers to one position; an answer that was judged before is remembered."""

    def __init__(self, game: Diplomacy, position: CriticalPosition) -> None:
        self.game = game
        self.position = position
        self.start = position.place(game)
        self._known: dict[str, Values] = {}

    @property
    def decision(self) -> Decision:
        """What the seat is asked."""
        decision = self.start.decision(self.position.seat)
        assert decision is not None, f"{self.position.name}: nothing to decide"
        return decision

    def values(self, answer: str) -> Values:
        """Return the points of an answer against each set of orders. A vote does not matter."""
        answer = without_vote(self.decision, answer)
        known = self._known.get(answer)
        if known is None:
            known = self._known[answer] = self._judge(answer)
        return known

    def value(self, answers: Sequence[str]) -> float:
        """Return the value of repeated answers: in a mixed position that of their mixture against
        the reply that punishes it most, else their mean."""
        rows = [self.values(answer) for answer in answers]
        if self.position.judge == MIXED:
            replies = range(len(self.position.against))
            return min(sum(row[reply] for row in rows) / len(rows) for reply in replies)
        return sum(self._single(row) for row in rows) / len(rows)

    def score(self, answers: Sequence[str]) -> float:
        """Return the score from 0, what holding everywhere is worth, to 1, the best."""
        floor = self.value([holding(self.decision)])
        reached = (self.value(answers) - floor) / (self.position.best - floor)
        return min(1.0, max(0.0, reached))

    def _single(self, row: Values) -> float:
        if self.position.judge == WORST:
            return min(row)
        return expected(row, [each.weight for each in self.position.against])

    def _judge(self, answer: str) -> Values:
        if self.position.season == WINTER:
            return self._after_winter(answer)
        return tuple(
            worth_of(
                self.game.board, self.position.worth, self._after(self.start, each.orders, answer)
            )
            for each in self.position.against
        )

    def _after(self, before: AnyPosition, orders: Mapping[str, str], answer: str) -> DiplomacyState:
        seats = [decision.seat for decision in before.decisions]
        return put(before, self.position.seat, {**dict.fromkeys(seats, ""), **orders}, answer)

    def _after_winter(self, answer: str) -> Values:
        """Return the points after the next spring, with the best plan that the units allow."""
        spring = self.game.position(self._after(self.start, {}, answer))
        decision = spring.decision(self.position.seat)
        found = [tuple(0.0 for _ in self.position.against)]
        for plan in self.position.plans if decision else ():
            assert decision is not None
            if can_be_written(decision, plan):
                orders = written(decision, plan)
                row = [
                    worth_of(
                        self.game.board,
                        self.position.worth,
                        self._after(spring, each.orders, orders),
                    )
                    for each in self.position.against
                ]
                found.append(tuple(row))
        return max(found, key=self._single)


def expected(row: Values, weights: Sequence[float]) -> float:
    """Return the mean of values with these weights."""
    pairs = zip(row, weights, strict=True)
    return sum(value * weight for value, weight in pairs) / sum(weights)


def holding(decision: Decision) -> str:
    """Return the answer that does nothing: units hold, disband, or are not built."""
    assert isinstance(decision.menu, Slots)
    parts = list[str]()
    for choices in decision.menu.slots.values():
        idle = [each for each in choices if each == WAIVE or each.endswith(f" {DISBAND}")]
        free = [each for each in choices if each not in parts]
        parts.append((idle or free or choices)[0])
    return "; ".join(parts)


def all_answers(decision: Decision) -> Iterator[str]:
    """Yield every legal answer, with the vote to play on."""
    menu = decision.menu
    assert isinstance(menu, Slots)
    slots = [(ORDERS,) if slot == VOTE else each for slot, each in menu.slots.items()]
    for parts in product(*slots):
        answer = menu.canonical("; ".join(parts))
        if answer is not None:
            yield answer


def without_vote(decision: Decision, answer: str) -> str:
    """Return an answer with the vote to play on."""
    menu = decision.menu
    assert isinstance(menu, Slots)
    if VOTE not in menu.slots:
        return answer
    *orders, _ = (part.strip() for part in answer.split(";"))
    return "; ".join([*orders, ORDERS])


def can_be_written(decision: Decision, orders: str) -> bool:
    """Return whether a seat has the units for orders."""
    menu = decision.menu
    assert isinstance(menu, Slots)
    known = {choice for choices in menu.slots.values() for choice in choices}
    return all(order in known for order in split(orders))


def worth_of(board: Board, rows: Sequence[PointsRow], state: DiplomacyState) -> float:
    """Return the points of a position."""
    return sum(row.points for row in rows if _is_met(board, row, state))


def _is_met(board: Board, row: PointsRow, state: DiplomacyState) -> bool:
    at = {
        unit.split()[1].partition("/")[0]: power
        for power, units in state.units.items()
        for unit in units
    }
    owners = {centre: power for power, centres in state.centres.items() for centre in centres}
    owned = Counter(at.get(centre, owners.get(centre, "")) for centre in board.centre_names)
    return (
        all(unit in state.units[power] for power in row.units for unit in split(row.units[power]))
        and not any(
            at.get(province) == power
            for power in row.no_units
            for province in split(row.no_units[power])
        )
        and not any(province in at for province in split(row.empty))
        and all(len(state.units[power]) >= n for power, n in row.units_at_least.items())
        and all(owned[power] >= n for power, n in row.centres_at_least.items())
        and all(owned[power] <= n for power, n in row.centres_at_most.items())
    )
