"""DumbBot's first stage: how much each place is worth to a unit.

A centre of another power is worth its owner's size, one of ours the size of the largest power next
to it. From there the value spreads over the map: in each of ten rounds a place gets its own value
and those of its neighbours, divided by five. The rounds are added up with weights that fall with
the distance. `dumbbot` names the sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from entente.games.diplomacy.board import SEA, Board, Unit, bits
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.state import SPRING

ROUNDS = 10  # of spreading
SPREAD = 5  # what a round divides by

# A power of n centres has the size A n² + B n + C. The unowned centres count as one power.
A, B, C = 1, 4, 16

# Weights of a centre to attack and of one to defend, in spring and later in the year.
SPRING_ATTACK, SPRING_DEFENCE = 700, 300
AUTUMN_ATTACK, AUTUMN_DEFENCE = 600, 400

# Weights of the rounds. In spring a unit wants to be one move away from a centre, in autumn on it.
SPRING_ROUNDS = (100, 1000, 30, 10, 6, 5, 4, 3, 2, 1)
AUTUMN_ROUNDS = (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1)
WINTER_ROUNDS = AUTUMN_ROUNDS  # builds and removals

STRENGTH = 1000  # for each unit of ours that can be in a province
COMPETITION = 1000  # against each unit that the strongest other power can have there
WINTER_DEFENCE = 1000  # of the value of the province to defend

Place = tuple[bool, int]  # fleet or army, and the location


class PlaceValues:
    """The value of every place for a seat, in one position."""

    def __init__(self, europe: DiplomacyContext, camp: frozenset[int]) -> None:
        board, masks = europe.board, europe.centre_masks()
        self.board = board
        self.camp = camp
        self.own_centres = 0
        for power in camp:
            self.own_centres |= masks[power]
        self.sizes = _sizes(board, masks)
        units = europe.position.units
        dislodged = europe.retreating()
        self.strength, self.competition, largest = self._neighbours((*units, *dislodged))
        self.defence = [
            largest[province] if self.own_centres >> province & 1 else 0
            for province in range(len(board.provinces))
        ]
        self._graph = move_graph(board)
        self._spring = europe.state.season == SPRING
        self._rounds = self._spread(self._targets(masks))

    def of_move(self, place: Place) -> float:
        """Return what being in a place is worth after this season's moves."""
        province = self.board.province_of[place[1]]
        weights = SPRING_ROUNDS if self._spring else AUTUMN_ROUNDS
        contest = STRENGTH * self.strength[province] - COMPETITION * self.competition[province]
        return self._weighted(place, weights) + contest

    def of_winter(self, place: Place) -> float:
        """Return what having a unit in a place is worth when units are built and removed."""
        defence = self.defence[self.board.province_of[place[1]]]
        return self._weighted(place, WINTER_ROUNDS) + WINTER_DEFENCE * defence

    def _weighted(self, place: Place, weights: Sequence[int]) -> float:
        number, pairs = self._graph.number[place], zip(self._rounds, weights, strict=True)
        return sum(values[number] * weight for values, weight in pairs)

    def _neighbours(self, units: Iterable[Unit]) -> tuple[list[int], list[int], list[int]]:
        """Return for each province how many of our units can be in it, how many of the strongest
        other power, and the size of the largest other power that can be there."""
        board = self.board
        count = len(board.provinces)
        by_power = [[0] * count for _ in board.powers]
        for unit in units:
            by_power[unit.power][board.province_of[unit.location]] += 1
            for province in board.beside(unit):
                by_power[unit.power][province] += 1
        strength, competition, largest = [0] * count, [0] * count, [0] * count
        for power, counts in enumerate(by_power):
            for province, number in enumerate(counts):
                if power in self.camp:
                    strength[province] += number
                elif number:
                    competition[province] = max(competition[province], number)
                    largest[province] = max(largest[province], self.sizes[power])
        return strength, competition, largest

    def _targets(self, masks: Sequence[int]) -> list[int]:
        """Return the value of each province by itself."""
        attack, defend = (
            (SPRING_ATTACK, SPRING_DEFENCE) if self._spring else (AUTUMN_ATTACK, AUTUMN_DEFENCE)
        )
        values = [defend * each for each in self.defence]
        unowned = len(masks)
        for province in bits(self.board.centres & ~self.own_centres):
            owner = next((p for p, mask in enumerate(masks) if mask >> province & 1), unowned)
            values[province] = attack * self.sizes[owner]
        return values

    def _spread(self, targets: Sequence[int]) -> list[list[float]]:
        """Return the values of all places after each round."""
        graph, province_of = self._graph, self.board.province_of
        rounds = [[float(targets[province_of[location]]) for _, location in graph.number]]
        while len(rounds) < ROUNDS:
            last = rounds[-1]
            worth = last.__getitem__
            values = [
                (own + sum(map(worth, near))) / SPREAD
                for own, near in zip(last, graph.single, strict=True)
            ]
            for place, coasts in graph.coasts:
                values[place] += max(map(worth, coasts)) / SPREAD
            rounds.append(values)
        return rounds


def _sizes(board: Board, masks: Sequence[int]) -> list[int]:
    """Return the size of each power, and last that of the unowned centres."""
    unowned = board.centres
    for mask in masks:
        unowned &= ~mask
    counts = [mask.bit_count() for mask in (*masks, unowned)]
    return [A * count * count + B * count + C for count in counts]


class MoveGraph(NamedTuple):
    """All places by number, and for each the numbers of those one move away.

    A province with two coasts in reach of a fleet counts once, with the better coast: it is not
    in `single`, but in `coasts` with the place it is next to.
    """

    number: dict[Place, int]
    single: list[tuple[int, ...]]
    coasts: list[tuple[int, tuple[int, ...]]]


@lru_cache(maxsize=4)
def move_graph(board: Board) -> MoveGraph:
    """Return the places of a board and the moves between them."""
    near = dict[Place, dict[int, list[Place]]]()
    for province, kind in enumerate(board.kind):
        if kind != SEA:
            ends = bits(board.army[province])
            near[False, province] = {end: [(False, end)] for end in ends}
    for location, sea_ends in enumerate(board.fleet):
        if sea_ends:
            together = near[True, location] = {}
            for end in sea_ends:
                together.setdefault(board.province_of[end], []).append((True, end))
    number = {place: position for position, place in enumerate(near)}
    single, coasts = list[tuple[int, ...]](), list[tuple[int, tuple[int, ...]]]()
    for place, provinces in near.items():
        single.append(tuple(number[each[0]] for each in provinces.values() if len(each) == 1))
        coasts += [
            (number[place], tuple(number[each] for each in two))
            for two in provinces.values()
            if len(two) > 1
        ]
    return MoveGraph(number, single, coasts)
