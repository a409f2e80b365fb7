"""The map as a seat sees it: which centres to win, which to hold, and how far away they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from entente.games.diplomacy.board import Board, Unit, bits
from entente.games.diplomacy.context import DiplomacyContext
from entente.kernel import Seat

# The value of a centre as a goal.
UNOWNED, THEIRS, UNGUARDED, OURS, ENDANGERED = 2.0, 1.5, 0.4, 0.3, 0.5
FADING = 0.5  # share of a goal's value that is left one move further away
MOVES = 5  # moves to look ahead

# Weights of a position, in centres.
STANDING_ON, ENEMY_ON = 0.55, 0.6  # in spring; autumn decides
EXPOSED = {
    True: 0.12,
    False: 0.3,
}  # an empty centre that an enemy can enter, after autumn or before
UNIT, NEARNESS, RIVAL = 0.3, 0.35, 0.08

REMEMBERED = 64  # cached charts: enough for one decision


class Chart:
    """The goals of a seat in a position, and how near each place is to them."""

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
        """Return the chart of a seat, cached."""
        camp = frozenset(europe.board.power[power] for power in europe.powers_of(seat))
        return _chart(europe.board, europe.position.units, tuple(europe.centre_masks()), camp)

    def near(self, fleet: bool, location: int) -> float:
        """How good a place is for a unit, from 0 to 1."""
        return (self.fleets if fleet else self.armies)[location] / self.highest

    def _goals(self, units: Sequence[Unit]) -> list[float]:
        """Return the value of each province as a goal."""
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
        """For each place its own value, plus a decreasing share of what is beyond it."""
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
        """Return the value of a position in centres; after autumn, occupied centres change
        hands."""
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
