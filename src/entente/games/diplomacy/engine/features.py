"""The evaluation of the levels: features of a position and a weight for each.

Most features are numbers of centres. Whether a centre can be won or lost depends on how many units
each side can bring to it in one move: a side with more than the strongest other power takes or
keeps it. Everything is counted in centres.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from operator import mul

import msgspec

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.chart import Chart
from entente.games.diplomacy.state import AUTUMN, DiplomacyState
from entente.kernel import Position, Seat


class DiplomacyWeights(msgspec.Struct, frozen=True):
    """The value of each feature, in centres."""

    centres: float = 1.0  # owned
    standing: float = 0.6  # spring: foreign centres under own units
    lodged: float = -0.6  # spring: own centres under foreign units
    units: float = 0.3
    free: float = 0.3  # empty foreign centres that no one else can reach
    won_free: float = 0.2  # empty ones to which the seat brings more units than any other power
    even_free: float = 0.08  # the same with equal numbers
    won_held: float = 0.25  # foreign units on centres against which the seat brings more units
    even_held: float = 0.05
    bare: float = -0.3  # own empty centres to which another power brings more units
    even_bare: float = -0.1
    beset: float = -0.35  # held ones to which another power brings more units
    even_beset: float = -0.03
    near: float = 0.35  # nearness of the units to goals
    builds: float = 0.25  # autumn: units that can be built
    rivals: float = -0.08  # centres of others
    leader: float = -0.25  # centres of the strongest of them beyond ten
    strongest: float = 0.1  # centres of the strongest power of a camp, which wins alone
    gone: float = 1.5  # in the last years: other powers that are out of the draw
    decided: float = 25.0  # autumn: won, or lost


WEIGHTS = DiplomacyWeights()
BEGINNER = DiplomacyWeights(  # greedy, and blind to what the others could take
    free=0.1,
    won_free=0.0,
    even_free=0.0,
    won_held=0.0,
    even_held=0.0,
    bare=-0.05,
    even_bare=0.0,
    beset=0.0,
    even_beset=0.0,
    near=0.6,
    leader=0.0,
)
NAMES = DiplomacyWeights.__struct_fields__
DANGEROUS = 10  # centres of a rival
SCALE = 0.75  # of the centres needed to win: a value of 0
LAST_YEARS = 1  # before the last year, in which it counts how many share

DiplomacyPosition = Position[DiplomacyState, DiplomacyContext]


def evaluate(position: DiplomacyPosition, seat: Seat) -> float:
    """Score a position for a seat, from -1 (lost) to 1 (won)."""
    outcome = position.state.outcome
    if outcome is not None:
        return 2.0 * outcome.scores[seat] - 1.0
    evaluator = CentreEvaluator(position.context, seat)
    units = position.context.position.units
    return evaluator.scaled(evaluator.worth(units, autumn=is_after_autumn_moves(position.state)))


def features(position: DiplomacyPosition, seat: Seat) -> dict[str, float]:
    """Return the features of a position, by the names of the weights."""
    units = position.context.position.units
    values = CentreEvaluator(position.context, seat).features(
        units, autumn=is_after_autumn_moves(position.state)
    )
    return dict(zip(NAMES, values, strict=True))


def is_after_autumn_moves(state: DiplomacyState) -> bool:
    """Whether the moves of autumn are over, but centres have not changed hands."""
    return state.season == AUTUMN and state.top is not None and state.top.step == "retreat"


class CentreEvaluator:
    """Evaluates the positions that a season may lead to, for a seat."""

    def __init__(
        self, europe: DiplomacyContext, seat: Seat, weights: DiplomacyWeights = WEIGHTS
    ) -> None:
        self.board: Board = europe.board
        self.chart = Chart.of(europe, seat)
        self.camp = self.chart.camp
        self.mine = [power in self.camp for power in range(len(self.board.powers))]
        self.owned = self.chart.owned
        options = europe.state.options
        self.needed = int(options["victory_centres"])
        self.two = europe.two
        last = int(options["end_year"])
        self.shared_soon = bool(last) and europe.state.year >= last - LAST_YEARS
        self.weights = [float(getattr(weights, name)) for name in NAMES]

    def worth(self, units: Sequence[Unit], *, autumn: bool) -> float:
        """Return the value of a position, in centres."""
        return fsum(map(mul, self.weights, self.features(units, autumn=autumn)))

    def scaled(self, worth: float) -> float:
        """Return a value in centres as one between -1 and 1."""
        return max(-0.99, min(0.99, worth / (self.needed * SCALE) - 1.0))

    def features(self, units: Sequence[Unit], *, autumn: bool) -> list[float]:
        """Return the features in the order of `DiplomacyWeights`. `autumn`: occupied centres change
        hands now."""
        sides = Sides(self, units)
        centres = self._centres(sides.standing) if autumn else self.owned
        own, their = sides.own, sides.their
        have = rivals = most = strongest = gone = 0
        for power, ours in enumerate(self.mine):
            count = centres[power].bit_count()
            if ours:
                have |= centres[power]
                strongest = max(strongest, count)
            else:
                rivals += count
                most = max(most, count)
                gone += not (count or sides.standing[power])
        one, two, three = sides.one, sides.two, sides.three
        more = (one & ~sides.one_) | (two & ~sides.two_) | (three & ~sides.three_)
        less = (sides.one_ & ~one) | (sides.two_ & ~two) | (sides.three_ & ~three)
        even = one & sides.one_ & ~more & ~less
        foreign = self.board.centres & ~have & ~own
        empty, closed, kept = foreign & ~their, foreign & their, have & ~their
        bare, held = kept & ~own, kept & own
        number, count = own.bit_count(), have.bit_count()
        return [
            count,
            (own & self.board.centres & ~have).bit_count(),
            (have & their).bit_count(),
            number,
            (empty & one & ~sides.one_).bit_count(),
            (empty & more & sides.one_).bit_count(),
            (empty & even).bit_count(),
            (closed & more).bit_count(),
            (closed & even).bit_count(),
            (bare & less).bit_count(),
            (bare & even).bit_count(),
            (held & less).bit_count(),
            (held & even).bit_count(),
            sides.near / self.chart.highest,
            self._builds(centres, own, count - number) if autumn else 0.0,
            rivals,
            max(0, most - DANGEROUS),
            strongest if len(self.camp) > 1 else 0.0,
            gone if autumn and self.shared_soon else 0.0,
            self._decided(strongest, most) if autumn else 0.0,
        ]

    def _centres(self, standing: Sequence[int]) -> list[int]:
        """IX.1: the owners of the centres after autumn."""
        taken = 0
        for places in standing:
            taken |= places
        centres = self.board.centres
        pairs = zip(self.owned, standing, strict=True)
        return [owned & ~taken | places & centres for owned, places in pairs]

    def _builds(self, centres: Sequence[int], standing: int, surplus: int) -> int:
        """How many units can be built in winter."""
        if surplus <= 0:
            return 0
        places = 0
        for power, ours in enumerate(self.mine):
            if ours:
                places |= self.board.homes[power] & centres[power] & ~standing
        return min(surplus, places.bit_count())

    def _decided(self, strongest: int, most: int) -> float:
        """Whether a power has the centres to win; in the game for two, units are counted later."""
        if self.two or max(strongest, most) < self.needed or strongest == most:
            return 0.0
        return 1.0 if strongest > most else -1.0


class Sides:
    """The provinces of own and other units, and those to which the seat, or the strongest other
    power, can bring at least one, two or three units."""

    __slots__ = (
        "near",
        "one",
        "one_",
        "own",
        "standing",
        "their",
        "three",
        "three_",
        "two",
        "two_",
    )

    def __init__(self, evaluator: CentreEvaluator, units: Sequence[Unit]) -> None:
        board, mine, chart = evaluator.board, evaluator.mine, evaluator.chart
        province_of, fleet_mask, army = board.province_of, board.fleet_mask, board.army
        standing = [0] * len(mine)
        one, two, three = standing[:], standing[:], standing[:]
        near = 0.0
        for power, fleet, location in units:
            place = 1 << province_of[location]
            standing[power] |= place
            reach = place | (fleet_mask if fleet else army)[location]
            if mine[power]:
                near += (chart.fleets if fleet else chart.armies)[location]
            three[power] |= two[power] & reach
            two[power] |= one[power] & reach
            one[power] |= reach
        self.standing, self.near = standing, near
        self.own = self.one = self.two = self.three = 0
        self.their = self.one_ = self.two_ = self.three_ = 0
        for power, ours in enumerate(mine):
            if ours:
                self.own |= standing[power]
                self.three |= three[power] | self.two & one[power] | self.one & two[power]
                self.two |= two[power] | self.one & one[power]
                self.one |= one[power]
            else:
                self.their |= standing[power]
                self.one_ |= one[power]
                self.two_ |= two[power]
                self.three_ |= three[power]
