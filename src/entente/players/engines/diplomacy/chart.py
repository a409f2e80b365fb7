"""The map of Diplomacy as a seat looks at it: which centres to win, which to hold, how far away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from entente.games.diplomacy.board import Board, Unit, bits
from entente.games.diplomacy.context import DiplomacyContext
from entente.kernel import Seat

# What a centre promises to whoever comes to it.
UNOWNED, THEIRS, UNGUARDED, OURS, ENDANGERED = 2.0, 1.5, 0.4, 0.3, 0.5
FADING = 0.5  # a goal that is one move further away promises so much of it
MOVES = 5  # one looks ahead

# What counts in a position, in centres.
STANDING_ON, ENEMY_ON = 0.55, 0.6  # in spring: what autumn will settle
EXPOSED = {True: 0.12, False: 0.3}  # an empty centre that an enemy can enter, after autumn or not
UNIT, NEARNESS, RIVAL = 0.3, 0.35, 0.08

REMEMBERED = 64  # charts: those of a decision, at which each seat looks at some positions


class Chart:
    """The goals of a seat in a position, and how much of them lies within reach of each place."""

    def __init__(
        self, board: Board, units: Sequence[Unit], owned: Sequence[int], camp: frozenset[int]
    ) -> None:
        self.board = board
        self.camp = camp
        self.owned = owned
        self.own = 0
        for power in camp:
            self.own |= owned[power]
        self.goals = self._goals(units)
        places = len(board.provinces)
        steps = [tuple(bits(board.army[province])) for province in range(places)]
        self.armies = self._fade(steps)
        self.fleets = self._fade(board.fleet)
        self.highest = max(1e-9, *self.armies, *self.fleets)

    @classmethod
    def of(cls, europe: DiplomacyContext, seat: Seat) -> Chart:
        """The chart of a seat; those made last are remembered."""
        camp = frozenset(europe.board.power[power] for power in europe.powers_of(seat))
        return _chart(europe.board, europe.position.units, tuple(europe.centre_masks()), camp)

    def near(self, fleet: bool, location: int) -> float:
        """How well a unit stands at a place, from 0 to 1."""
        return (self.fleets if fleet else self.armies)[location] / self.highest

    def _goals(self, units: Sequence[Unit]) -> list[float]:
        """What each province promises."""
        board = self.board
        reached = [0] * len(board.provinces)
        held = 0
        for unit in units:
            held |= 1 << board.province_of[unit.location]
            if unit.power not in self.camp:
                for province in board.beside(unit):
                    reached[province] += 1
        taken = 0
        for centres in self.owned:
            taken |= centres
        goals = [0.0] * len(board.provinces)
        for province in bits(board.centres):
            if self.own >> province & 1:
                goals[province] = OURS + ENDANGERED * min(2, reached[province])
            elif taken >> province & 1:
                goals[province] = THEIRS + UNGUARDED * (not held >> province & 1)
            else:
                goals[province] = UNOWNED
        return goals

    def _fade(self, steps: Sequence[Sequence[int]]) -> list[float]:
        """For each place what it promises itself, and less of what lies beyond it."""
        province_of = self.board.province_of
        goals = [self.goals[province_of[place]] for place in range(len(steps))]
        value = goals
        for _ in range(MOVES):
            value = [
                goal + FADING * max(map(value.__getitem__, ends), default=0.0)
                for goal, ends in zip(goals, steps, strict=True)
            ]
        return value

    # -- positions

    def worth(self, units: Iterable[Unit], *, autumn: bool) -> float:
        """What a position is worth, in centres; after autumn who stands on a centre owns it."""
        board, camp = self.board, self.camp
        own = enemies = reached = number = 0
        near = 0.0
        for unit in units:
            place = 1 << board.province_of[unit.location]
            if unit.power in camp:
                own |= place
                number += 1
                near += (self.fleets if unit.fleet else self.armies)[unit.location]
            else:
                enemies |= place
                reached |= board.reach(unit)
        if autumn:
            mine = (self.own & ~enemies) | (own & board.centres)
            value = float(mine.bit_count())
        else:
            mine = self.own
            value = mine.bit_count() + STANDING_ON * (own & board.centres & ~mine).bit_count()
            value -= ENEMY_ON * (mine & enemies).bit_count()
        value -= EXPOSED[autumn] * (mine & reached & ~own & ~enemies).bit_count()
        taken = sum(
            (centres & ~mine & ~(own if autumn else 0)).bit_count()
            for power, centres in enumerate(self.owned)
            if power not in camp
        )
        return value + UNIT * number + NEARNESS * near / self.highest - RIVAL * taken


@lru_cache(maxsize=REMEMBERED)
def _chart(
    board: Board, units: tuple[Unit, ...], owned: tuple[int, ...], camp: frozenset[int]
) -> Chart:
    return Chart(board, units, owned, camp)
