"""The evaluation of the levels: what regions and tiles are worth when the other side moves next.

Everything is counted in industry points: a point brings a tile each turn and counts at the end.
Lost tiles return through the pouch: they cost time, not strength. An empty region falls to the
first tile that comes, so the side to move is a threat to every region it can reach with the tiles
in its capitals and those it is likely to draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import tanh
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from entente.games.attrition.board import (
    AIRPLANE,
    ARTILLERY,
    CENTRAL,
    CONTESTED,
    DECOY,
    ELITE,
    ENTENTE,
    INFANTRY,
    NEUTRAL,
    TANK,
    other_side,
)
from entente.games.attrition.context import AttritionContext
from entente.games.attrition.engine.battle_odds import Faces, cleared, exchange
from entente.games.attrition.movement import any_step
from entente.games.attrition.state import AttritionState
from entente.kernel import Options, Position, Seat
from entente.kernel.bag import size

AttritionPosition = Position[AttritionState, AttritionContext]


class AttritionWeights(msgspec.Struct, frozen=True):
    """The weights, in industry points. They are not the coefficients of a sum, so they cannot be
    fitted to outcomes; the most important ones were found by play, from random sets towards those
    that won more games. `entente arena fit attrition` does that with sets around these."""

    ground: float = 0.3  # any region, besides its points
    capital: float = 0.6  # where tiles enter and start
    infantry: float = 0.22
    artillery: float = 0.33
    airplane: float = 0.25
    tank: float = 0.5
    elite: float = 0.5
    decoy: float = 0.08
    idle: float = 0.26  # share of its value for a tile far from any enemy
    drawable: float = 0.06  # a tile in the pouch or the destroyed pile
    waiting: float = 0.1  # a tile in the reserves that will not be lost
    trench: float = 0.15
    card: float = 0.2
    lean: float = 0.16  # a contested region, for the stronger side
    fear: float = 0.12  # of an attack on a garrison
    fear_empty: float = 0.48  # of an advance into an empty region
    fear_contested: float = 0.18
    raided: float = 0.6  # what a contested region costs its owner
    hope: float = 0.08  # of taking an enemy region next time
    share: float = 0.36  # share of the possible attackers that do come
    advance: float = 0.65  # for an empty region next to one that is taken


USUAL_WEIGHTS = AttritionWeights()
# Only the evaluation of a whole position uses these; the policy does not.
BEHIND = ("drawable", "waiting", "trench", "card")
OPTIONAL = {"tank": "tanks", "elite": "elites", "decoy": "fog_of_war"}
NO_GOALS: Mapping[str, float] = MappingProxyType({})
SCALE = 6.0
LATE = 6  # player-turns before the end from which points count more and more


class RegionForce(NamedTuple):
    """The tiles of a side in a region."""

    number: int
    faces: Faces
    largest: int  # number of tiles of one nation: the dice it rolls
    worth: float


EMPTY_FORCE = RegionForce(0, (0, 0, 0, 0), 0, 0.0)


class RegionEvaluator:
    """Evaluates regions for a side that has just moved or is planning its move."""

    def __init__(
        self,
        war: AttritionContext,
        side: str,
        weights: AttritionWeights = USUAL_WEIGHTS,
        goals: Mapping[str, float] = NO_GOALS,
    ) -> None:
        self.war = war
        self.goals = goals  # factors for regions
        self.side = side
        self.foe = other_side(side)
        self.weights = weights
        self.left = left_after(war, side)
        self.late = min(1.0, self.left / LATE)
        self.worths = {
            INFANTRY: weights.infantry,
            ARTILLERY: weights.artillery,
            AIRPLANE: weights.airplane,
            TANK: weights.tank,
            ELITE: weights.elite,
            DECOY: weights.decoy,
        }
        self._weigh: dict[str, float] = {}
        self._enemies: dict[str, RegionForce] = {}
        self._known: dict[tuple[object, ...], tuple[float, bool]] = {}

    @property
    def evaluations(self) -> int:
        """How many regions were evaluated: the cost of planning."""
        return len(self._known)

    # -- forces

    @cached_property
    def threats(self) -> dict[str, float]:
        """The regions that the enemy could reach, with the approximate number of tiles."""
        return strengths(self.war, self.foe) if self.left else {}

    @cached_property
    def chances(self) -> dict[str, float]:
        """The same for this side, when it moves again."""
        return strengths(self.war, self.side) if self.left > 1 else {}

    def force(self, tiles: Mapping[str, int]) -> RegionForce:
        """Return the tiles of a side as a force."""
        if not tiles:
            return EMPTY_FORCE
        kinds, worths = self.war.board.tiles, self.worths
        faces, nations = [0, 0, 0, 0], dict[str, int]()
        number, worth = 0, 0.0
        for name, count in tiles.items():
            tile = kinds[name]
            number += count
            worth += count * worths[tile.type]
            if tile.face:
                faces[tile.face - 1] += count
                if tile.type == ELITE:
                    faces[3] += count
                nations[tile.nation] = nations.get(tile.nation, 0) + count
        largest = max(nations.values(), default=0)
        return RegionForce(number, (faces[0], faces[1], faces[2], faces[3]), largest, worth)

    def enemies(self, region: str) -> RegionForce:
        """Return the enemy's tiles in a region."""
        known = self._enemies.get(region)
        if known is None:
            known = self._enemies[region] = self.force(self.war.tiles_in(region, self.foe))
        return known

    # -- regions

    def weigh(self, region: str) -> float:
        """Return the value of holding a region."""
        known = self._weigh.get(region)
        if known is None:
            facts, weights = self.war.board.regions[region], self.weights
            known = self.war.value(region) + self.late * weights.ground
            if facts.capital:
                known += self.late * weights.capital
            known *= self.goals.get(region, 1.0)
            self._weigh[region] = known
        return known

    def after(self, region: str, status: str, number: int, enemy: int) -> float:
        """Return the value of a region with these numbers of own and enemy tiles."""
        weights, weigh = self.weights, self.weigh(region)
        if not number and not enemy:
            if status == NEUTRAL:
                return 0.0
            if status == CONTESTED:
                status = self.war.board.regions[region].allegiance
            if status != self.side:
                return -weigh * (1.0 - self._hope(region, 0))
        elif enemy and not number:
            return -weigh * (1.0 - self._hope(region, enemy))
        coming = self.threats.get(region, 0.0) * weights.share
        if enemy:
            lean = weights.lean * (number - enemy) / (number + enemy)
            if not self.left:
                return 0.0
            attackers = enemy + coming
            return weigh * (lean - weights.fear_contested * cleared(number, int(attackers + 0.5)))
        if not coming:
            return weigh
        if not number:
            return weigh * (1.0 - 2.0 * weights.fear_empty)
        lost = cleared(number, int(coming + 0.5))
        return weigh * (1.0 - weights.fear * (2.0 * lost + weights.raided * (1.0 - lost)))

    def _hope(self, region: str, enemy: int) -> float:
        coming = self.chances.get(region, 0.0) * self.weights.share
        if not coming:
            return 0.0
        if not enemy:
            return self.weights.hope
        return self.weights.hope * cleared(enemy, int(coming + 0.5))

    def region(
        self, region: str, own: Mapping[str, int], *, may_fight: bool = True
    ) -> tuple[float, bool]:
        """Return the value of a region with these own tiles, and whether to fight a battle there
        (or having to)."""
        return self.judged(region, self.force(own), may_fight=may_fight)

    def judged(self, region: str, ours: RegionForce, *, may_fight: bool) -> tuple[float, bool]:
        """Return the same for a force."""
        worth = round(ours.worth, 6)  # a tank rolls like artillery
        key = (region, ours.faces, ours.number, ours.largest, worth, may_fight)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._region(region, ours, may_fight=may_fight)
        return known

    def _region(self, region: str, ours: RegionForce, *, may_fight: bool) -> tuple[float, bool]:
        war, theirs = self.war, self.enemies(region)
        status = war.status(region)
        enemy_marker = status == self.foe
        engaged = theirs.number or region in self.threats
        facts = war.board.regions[region]
        starts = facts.capital and facts.allegiance == self.side
        rate = self.late * (1.0 if engaged or starts else self.weights.idle)
        calm = self.after(region, status, ours.number, theirs.number)
        calm += rate * ours.worth - self.late * theirs.worth
        if not ours.number or status == NEUTRAL or not may_fight:
            return calm, False
        if enemy_marker and not theirs.number:
            return calm + self._beyond(region), True
        if not theirs.number:
            return calm, False
        fought = self._fought(region, status, ours, theirs, rate)
        if enemy_marker and facts.allegiance != self.side:
            return fought, True
        return (fought, True) if fought > calm else (calm, False)

    def _fought(
        self, region: str, status: str, ours: RegionForce, theirs: RegionForce, rate: float
    ) -> float:
        """Return the mean value over all results of a battle."""
        trenches = self.war.state.trenches.get(self.foe, {}).get(region, 0)
        sizes = (ours.number, theirs.number)
        mine = rate * ours.worth / ours.number
        other = self.late * theirs.worth / theirs.number
        value, beyond = 0.0, self._beyond(region)
        for fall in exchange(ours.faces, theirs.faces, sizes, ours.largest, trenches):
            number = ours.number - fall.attackers_lost
            enemy = theirs.number - fall.defenders_lost
            worth = self.after(region, status, number, enemy) + mine * number - other * enemy
            if number and not enemy:
                worth += beyond
            value += fall.chance * worth
        return value

    def _beyond(self, region: str) -> float:
        """4.8.4: the winner may advance, best of all into empty land."""
        war, best = self.war, 0.0
        for end in war.board.land[region]:
            if war.status(end) == self.foe and not war.state.board[end]:
                best = max(best, self.weigh(end))
        return self.weights.advance * best

    # -- the whole position

    def total(self) -> float:
        """Return the value of the whole position, in points."""
        war, value = self.war, 0.0
        for region in war.board.regions:
            own = war.tiles_in(region, self.side) if war.state.board[region] else {}
            value += self.region(region, own, may_fight=False)[0]
        return value + self._behind(self.side) - self._behind(self.foe)

    def _behind(self, side: str) -> float:
        """Return the value of what is not on the map."""
        state, weights = self.war.state, self.weights
        number = size(state.pouch[side]) + size(state.destroyed[side])
        value = weights.drawable * number
        value += weights.waiting * (size(state.reserves[side]) + size(state.airfield[side]))
        value += weights.trench * size(state.trenches.get(side, {}))
        value += weights.card * len(state.hand.get(side, ()))
        return self.late * value


def figures(options: Options) -> dict[str, float]:
    """Return the weights that `entente arena fit` can tune by play with these options."""
    unused = {name for name, option in OPTIONAL.items() if not options[option]}.union(BEHIND)
    table: dict[str, float] = msgspec.structs.asdict(USUAL_WEIGHTS)
    return {name: each for name, each in table.items() if name not in unused}


def left_after(war: AttritionContext, side: str) -> int:
    """How many player-turns follow the current one, or the one a side has just ended."""
    whole, now = 2 * len(war.board.turns), 2 * war.state.turn + (war.active == ENTENTE)
    return whole - 1 - now if side == war.active else whole - now


def strengths(war: AttritionContext, side: str) -> dict[str, float]:
    """Return the regions a side could reach next turn, with the approximate number of tiles."""
    state, strength = war.state, dict[str, float]()
    fresh = expected(war, side)
    step = any_step(war)
    side_of = war.board.side_of
    peace = state.turn == 0 and side == ENTENTE and war.active == CENTRAL
    for capital in war.board.capitals[side]:
        if state.status[capital] not in (side, CONTESTED):
            continue
        number = fresh.get(capital, 0.0)
        if state.status[capital] == CONTESTED:
            strength[capital] = strength.get(capital, 0.0) + number
        number += sum(n for name, n in state.board[capital].items() if side_of[name] == side)
        if not number:
            continue
        for end in war.marked.march(side, capital, peace=peace, any_step=step).ends:
            if state.status[end] != side or end not in war.board.capitals[side]:
                strength[end] = strength.get(end, 0.0) + number
    return strength


def expected(war: AttritionContext, side: str) -> dict[str, float]:
    """Return the tiles a side is likely to bring into each of its capitals next turn."""
    state, board = war.state, war.board
    nations: dict[str, int] = {}
    for bag in (state.pouch[side], state.destroyed[side]):
        for name, number in bag.items():
            nation = board.tiles[name].nation
            nations[nation] = nations.get(nation, 0) + number
    whole = sum(nations.values())
    if not whole:
        return {}
    rate = min(1.0, war.industry(side) / whole)
    arrivals: dict[str, float] = {}
    for nation, number in nations.items():
        if not nation or (state.surrendered and nation == "russia"):
            continue
        open_ = [
            region
            for region in board.nations[nation].entry
            if state.status[region] in (side, CONTESTED)
        ]
        for region in open_:
            arrivals[region] = arrivals.get(region, 0.0) + rate * number / len(open_)
    return arrivals


def total_for(war: AttritionContext, seat: str) -> float:
    """Return the value of a position in points for a seat, with the active side to move."""
    moved = other_side(war.active)
    value = RegionEvaluator(war, moved).total()
    return value if moved == seat else -value


def evaluate(position: AttritionPosition, seat: Seat) -> float:
    """Score a position for a seat, from -1 (lost) to 1 (won)."""
    outcome = position.outcome
    if outcome is not None:
        return 2.0 * outcome.scores[seat] - 1.0
    return squash(total_for(position.context, seat))


def squash(points: float) -> float:
    """Points as a value between -1 and 1."""
    return tanh(points / SCALE)
