"""The evaluation of the levels: what regions and tiles are worth when the other side moves next.

Everything is counted in industry points: a point brings a tile each turn and counts at the end.
Lost tiles return through the pouch: they cost time, not strength. An empty region falls to the
first tile that comes, so the side to move is a threat to every region it can reach with the tiles
in its capitals and those it is likely to draw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    fear_beyond: float = 0.15  # of an advance through a cleared region into an empty one
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
CHANGES = 8  # cost as much as the evaluation of a region
LATE = 6  # player-turns before the end from which points count more and more


class RegionForce(NamedTuple):
    """The tiles of a side in a region."""

    number: int
    faces: Faces
    largest: int  # number of tiles of one nation: the dice it rolls
    worth: float


EMPTY_FORCE = RegionForce(0, (0, 0, 0, 0), 0, 0.0)
NOTHING = (EMPTY_FORCE.faces, 0, 0, 0.0)  # the part of a key that says so


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
        self._open: dict[str, float] | None = None
        self._behind_fronts: dict[str, float] = {}  # what an advance from a region would cost
        self.changes = 0  # of a plan that were tried

    @property
    def operations(self) -> int:
        """The cost of planning: regions evaluated, and changes looked up."""
        return len(self._known) + self.changes // CHANGES

    # -- forces

    @cached_property
    def threats(self) -> dict[str, float]:
        """The regions that the enemy could reach, with the approximate number of tiles."""
        return strengths(self.war, self.foe) if self.left else {}

    @cached_property
    def chances(self) -> dict[str, float]:
        """The same for this side, when it moves again."""
        return strengths(self.war, self.side) if self.left > 1 else {}

    @cached_property
    def fronts(self) -> dict[str, tuple[str, ...]]:
        """The regions that an enemy can enter only by an advance, with those that it would have to
        clear first (4.8.4)."""
        war, threats, found = self.war, self.threats, dict[str, tuple[str, ...]]()
        for region in war.board.regions:
            if region in threats or war.status(region) in (self.foe, NEUTRAL):
                continue
            before = tuple(
                end
                for end in war.board.land[region]
                if end in threats and war.status(end) in (self.side, CONTESTED)
            )
            if before:
                found[region] = before
        return found

    def open_to_advance(self, numbers: Callable[[str], int] | None = None) -> dict[str, float]:
        """Return the probability that the enemy clears the way into each region of `fronts`;
        `numbers` are the own tiles in a region, those on the board if None."""
        if numbers is None:
            numbers = self._number
        chances = dict[str, float]()
        cleared_ = {
            end: self._cleared(end, numbers(end))
            for end in dict.fromkeys(end for ends in self.fronts.values() for end in ends)
        }
        for region, ends in self.fronts.items():
            held = 1.0
            for end in ends:
                held *= 1.0 - cleared_[end]
            chances[region] = 1.0 - held
        return chances

    def expect(self, numbers: Callable[[str], int]) -> set[str]:
        """Expect the own tiles to be in these numbers while a plan changes one region at a time;
        return the regions whose value changes with it."""
        before, behind = self._open, self._behind_fronts
        now = self._open = self.open_to_advance(numbers)
        self._behind_fronts = {}
        for region, ends in self.fronts.items():
            stake = self.weigh(region) * self._stake(numbers(region))
            for end in ends:
                self._behind_fronts[end] = max(stake, self._behind_fronts.get(end, 0.0))
        changed = {region for region in now if before is None or before[region] != now[region]}
        changed |= {end for end, stake in self._behind_fronts.items() if behind.get(end) != stake}
        for key in [key for key in self._known if key[0] in changed]:
            del self._known[key]
        return changed

    def _stake(self, number: int) -> float:
        """Return how much of a region an advance costs, with this number of tiles in it."""
        return self.weights.raided if number else 2.0

    def _number(self, region: str) -> int:
        war = self.war
        return size(war.tiles_in(region, self.side)) if war.state.board[region] else 0

    def _cleared(self, region: str, number: int) -> float:
        """Return the probability that the enemy clears a region in its next turn."""
        coming = self.enemies(region).number + self.threats[region] * self.weights.share
        return cleared(number, int(coming + 0.5))

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
            lost = cleared(number, int(enemy + coming + 0.5))
            return weigh * (lean - weights.fear_contested * lost) - self._behind_fear(region, lost)
        if not coming:
            return weigh * (1.0 - self._beyond_fear(region) * self._stake(number))
        if not number:
            return weigh * (1.0 - 2.0 * weights.fear_empty) - self._behind_fear(region, 1.0)
        lost = cleared(number, int(coming + 0.5))
        value = weigh * (1.0 - weights.fear * (2.0 * lost + weights.raided * (1.0 - lost)))
        return value - self._behind_fear(region, lost)

    def _beyond_fear(self, region: str) -> float:
        """4.8.4: the fear for a region that only an advance can reach."""
        if not self.left or not self.weights.fear_beyond:
            return 0.0
        if self._open is None:
            self._open = self.open_to_advance()
        return self.weights.fear_beyond * self._open.get(region, 0.0)

    def _behind_fear(self, region: str, lost: float) -> float:
        """4.8.4: the fear for what is behind a region, in a plan: its tiles guard that as well."""
        return self.weights.fear_beyond * lost * self._behind_fronts.get(region, 0.0)

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
