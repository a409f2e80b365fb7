"""What a position of Diplomacy is worth to a seat, as features and a weight for each.

Most features are numbers of centres. Whether a centre can be won or lost is read off from how many
units each side can bring to it in one move: who brings more than the strongest other power takes it
or keeps it. Everything is counted in centres.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.europe import Europe
from entente.kernel import Seat
from entente.players.evaluation.diplomacy_chart import Chart


class Weights(msgspec.Struct, frozen=True):
    """How many centres each feature is worth."""

    centres: float = 1.0  # owned
    standing: float = 0.6  # spring: foreign centres under one's own units
    lodged: float = -0.6  # spring: one's own centres under foreign units
    units: float = 0.3
    free: float = 0.3  # empty foreign centres that nobody else can reach
    won_free: float = 0.2  # empty ones to which one brings more than anybody else
    even_free: float = 0.08  # as many
    won_held: float = 0.25  # foreign units on centres, against which one brings more
    even_held: float = 0.05
    bare: float = -0.3  # empty centres of one's own to which somebody brings more
    even_bare: float = -0.1
    beset: float = -0.35  # held ones to which somebody brings more
    even_beset: float = -0.03
    near: float = 0.35  # how near the units are to what is worth having
    builds: float = 0.25  # autumn: units that can be built
    rivals: float = -0.08  # centres of others
    leader: float = -0.25  # centres of the strongest of them beyond ten


WEIGHTS = Weights()
NAMES = Weights.__struct_fields__
DANGEROUS = 10  # centres of a rival

Features = list[float]


class Outlook:
    """How a seat looks at positions that may come about in a season."""

    def __init__(self, europe: Europe, seat: Seat, weights: Weights = WEIGHTS) -> None:
        self.board: Board = europe.board
        self.chart = Chart.of(europe, seat)
        self.camp = self.chart.camp
        self.mine = [power in self.camp for power in range(len(self.board.powers))]
        self.owned = self.chart.owned
        self.needed = int(europe.state.options["victory_centres"])
        self.by_units = europe.two
        self.weights = [float(getattr(weights, name)) for name in NAMES]
        self.homes = [self.board.homes[power] for power in sorted(self.camp)]

    def worth(self, units: Sequence[Unit], *, autumn: bool) -> float:
        """What a position is worth, in centres."""
        return sum(map(float.__mul__, self.weights, self.features(units, autumn=autumn)))

    def features(self, units: Sequence[Unit], *, autumn: bool) -> Features:
        """The features in the order of `Weights`. `autumn`: who stands on a centre owns it now."""
        board, mine, chart = self.board, self.mine, self.chart
        province_of, fleet_mask, army = board.province_of, board.fleet_mask, board.army
        powers = len(mine)
        standing = [0] * powers
        one, two, three = [0] * powers, [0] * powers, [0] * powers
        near, number = 0.0, 0
        for power, fleet, location in units:
            place = 1 << province_of[location]
            standing[power] |= place
            if fleet:
                reach = fleet_mask[location] | place
                near += chart.fleets[location] if mine[power] else 0.0
            else:
                reach = army[location] | place
                near += chart.armies[location] if mine[power] else 0.0
            three[power] |= two[power] & reach
            two[power] |= one[power] & reach
            one[power] |= reach
        own = own1 = own2 = own3 = their = their1 = their2 = their3 = 0
        mine_now, rival_now = 0, 0
        most = 0
        taken = 0
        if autumn:
            for place in standing:
                taken |= place
        for power, ours in enumerate(mine):
            centres = self.owned[power]
            if autumn:
                centres = (centres & ~taken) | (standing[power] & board.centres)
            if ours:
                own |= standing[power]
                own3 |= three[power] | (own2 & one[power]) | (own1 & two[power])
                own2 |= two[power] | (own1 & one[power])
                own1 |= one[power]
                mine_now |= centres
                number += standing[power].bit_count()
            else:
                their |= standing[power]
                their1 |= one[power]
                their2 |= two[power]
                their3 |= three[power]
                count = centres.bit_count()
                rival_now += count
                if count > most:
                    most = count
        foreign = board.centres & ~mine_now & ~own
        open_ = foreign & ~their
        closed = foreign & their
        # as many as the other, or more
        more = (own1 & ~their1) | (own2 & ~their2) | (own3 & ~their3)
        even = own1 & their1 & ~(own2 ^ their2) & ~(own3 ^ their3)
        less = (their1 & ~own1) | (their2 & ~own2) | (their3 & ~own3)
        kept = mine_now & ~their
        bare, held = kept & ~own, kept & own
        centres_now = mine_now.bit_count()
        return [
            float(centres_now),
            float((own & board.centres & ~mine_now).bit_count()),
            float((mine_now & their).bit_count()),
            float(number),
            float((open_ & own1 & ~their1).bit_count()),
            float((open_ & more & their1).bit_count()),
            float((open_ & even).bit_count()),
            float((closed & more).bit_count()),
            float((closed & even).bit_count()),
            float((bare & less).bit_count()),
            float((bare & even).bit_count()),
            float((held & less).bit_count()),
            float((held & even).bit_count()),
            near / chart.highest,
            float(self._builds(mine_now, own, centres_now - number)) if autumn else 0.0,
            float(rival_now),
            float(max(0, most - DANGEROUS)),
        ]

    def _builds(self, owned: int, standing: int, surplus: int) -> int:
        """How many units can be built in winter."""
        if surplus <= 0:
            return 0
        places = 0
        for homes in self.homes:
            places |= homes & owned & ~standing
        return min(surplus, places.bit_count())


def features_of(europe: Europe, seat: Seat, units: Iterable[Unit], *, autumn: bool) -> Features:
    """The features of a position for a seat."""
    return Outlook(europe, seat).features(tuple(units), autumn=autumn)
