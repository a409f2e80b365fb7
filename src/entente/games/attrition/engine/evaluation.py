"""The quick evaluation of An Attrition of Souls.

Everything is counted in industry points. A region counts for the side that will hold it: fully if
no one can reach it, less if the enemy can march in, and by the odds if a battle is planned. Tiles
count for what they can still do; far from any front that is little.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from random import Random

from entente.games.attrition.board import (
    AIRPLANE,
    ARTILLERY,
    CONTESTED,
    DECOY,
    ELITE,
    INFANTRY,
    NEUTRAL,
    TANK,
    Region,
    other_side,
)
from entente.games.attrition.context import DONE, AttritionContext
from entente.games.attrition.engine.battle_odds import at_least, mean_hits
from entente.games.attrition.engine.features import AttritionPosition
from entente.games.attrition.engine.turn_policy import EAGER
from entente.games.attrition.view import Slot, put_tile, redeploying, unknown_tiles
from entente.kernel import Decision, Pick, Seat, parse_action
from entente.kernel.bag import Bag, size
from entente.players.engines.dice import spread

WORLDS = 6
TRIED = 40

# A region besides its industry points; tiles enter and start from capitals.
GROUND, CAPITAL = 0.25, 0.5

TILES = {INFANTRY: 0.3, ARTILLERY: 0.36, AIRPLANE: 0.36, TANK: 0.5, ELITE: 0.45, DECOY: 0.05}
HIDDEN = 0.3  # a face-down tile
IDLE = 0.5  # share of its value for a tile that no enemy can reach and that reaches none
WAITING, DRAWABLE, LOST = 0.2, 0.08, 0.04  # in the reserves, in the pouch, destroyed
TRENCH, CARD, CARD_AT_WORK = 0.15, 0.1, 0.2
RAID = 1.5  # tiles that may come from the reserves if an enemy capital is near
SCALE = 6.0


class TileForce:
    """The tiles of a side in a region: their number, the faces that score, the largest nation and
    the sum of their values."""

    __slots__ = ("faces", "largest", "number", "worth")

    def __init__(self) -> None:
        self.number = 0
        self.faces = [0, 0, 0]
        self.largest = 0
        self.worth = 0.0


# -- the position


def evaluate(position: AttritionPosition, seat: Seat) -> float:
    """Score a position for a seat, from -1 (lost) to 1 (won)."""
    outcome = position.outcome
    if outcome is not None:
        return 2.0 * outcome.scores[seat] - 1.0
    return tanh(Count(position.context, seat).total() / SCALE)


class Count:
    """Counts a position from the side of a seat."""

    def __init__(self, war: AttritionContext, seat: Seat) -> None:
        self.war = war
        self.seat = seat
        self.foe = other_side(seat)
        steps = {frame.step for frame in war.state.stack}
        self.mobilising = war.active == seat and "mobilise" in steps
        self.fighting = "update_status" in steps  # control markers have not yet followed the tiles
        self.threats = {side: threats(war, side) for side in (seat, self.foe)}

    def total(self) -> float:
        war, value = self.war, 0.0
        for region in war.board.regions.values():
            there = war.state.board[region.id]
            forces = self._forces(there) if there else {}
            held = self._held(region.id, forces)
            value += held * (war.value(region.id) + GROUND + CAPITAL * region.capital)
            for side, force in forces.items():
                engaged = len(forces) > 1 or region.id in self.threats[other_side(side)]
                worth = self._tiles(region, side, force, engaged=engaged)
                value += worth if side == self.seat else -worth
        return value + self._behind(self.seat) - self._behind(self.foe) + self._extras()

    def _forces(self, there: Bag) -> dict[str, TileForce]:
        tiles, forces, nations = self.war.board.tiles, dict[str, TileForce](), dict[str, int]()
        for name, number in there.items():
            tile = tiles[name]
            side = tile.side
            hidden = side == self.foe and tile.is_down
            force = forces.get(side)
            if force is None:
                force = forces[side] = TileForce()
            force.number += number
            # an unknown tile is most likely infantry
            force.faces[tile.face - 1 if tile.face and not hidden else 0] += number
            force.worth += number * (HIDDEN if hidden else TILES[tile.type])
            of_nation = nations[tile.nation] = nations.get(tile.nation, 0) + number
            force.largest = max(force.largest, of_nation)
        return forces

    # -- regions

    def _held(self, region: str, forces: dict[str, TileForce]) -> float:
        """Who will hold a region: 1 for the seat, -1 for the enemy, 0 for neither."""
        war = self.war
        status = war.status(region)
        if status == NEUTRAL:
            return 0.0
        own, enemy = forces.get(self.seat), forces.get(self.foe)
        if own and enemy:
            return self._contested(region, own, enemy)
        if own or enemy:
            status = self.seat if own else self.foe
        elif status == CONTESTED:
            status = war.board.regions[region].allegiance
        if status == self.seat:
            return self._safe(region, self.foe, own)
        return -self._safe(region, self.seat, enemy)

    def _safe(self, region: str, by: str, garrison: TileForce | None) -> float:
        """How surely the owner keeps a region that the other side can reach."""
        threat = self.threats[by].get(region, 0.0)
        number = garrison.number if garrison else 0
        return 1.0 - 0.5 * threat / (threat + 2 * number + 0.5) if threat else 1.0

    def _contested(self, region: str, own: TileForce, enemy: TileForce) -> float:
        """By numbers; if a battle is planned, by its expected losses."""
        war = self.war
        if not (self.fighting and region in war.state.battles):
            return tilt(own.number, enemy.number)
        active, passive = (own, enemy) if war.active == self.seat else (enemy, own)
        dice = active.largest
        trenches = war.state.trenches.get(war.passive, {}).get(region, 0)
        won = at_least(tuple(active.faces), dice, passive.number + trenches)
        fallen = max(0.0, mean_hits(tuple(active.faces), dice) - trenches)
        lost = mean_hits(tuple(passive.faces), dice)
        value = won + (1 - won) * tilt(active.number - lost, passive.number - fallen)
        value += 0.3 * (min(fallen, passive.number) - min(lost, active.number))
        return value if war.active == self.seat else -value

    # -- tiles

    def _tiles(self, region: Region, side: str, force: TileForce, *, engaged: bool) -> float:
        """Return the value of a side's tiles in a region."""
        kinds = len(force.faces) - force.faces.count(0)
        value = force.worth * (1.0 + 0.08 * (kinds - 1))  # different tiles hit on different dice
        starts = region.capital and region.allegiance == side
        return value if engaged or starts else value * IDLE

    def _behind(self, side: str) -> float:
        """Return the value of tiles that are not on the board."""
        war, state = self.war, self.war.state
        value = DRAWABLE * size(state.pouch[side]) + LOST * size(state.destroyed[side])
        value += WAITING * size(state.airfield[side])
        if side == self.foe:  # drawn or not, they will come
            return value + DRAWABLE * size(state.reserves[side])
        for name, number in state.reserves[side].items():
            tile = war.tile(name)
            kept = tile.type in (ELITE, DECOY) or war.is_neutral(tile.nation)
            value += number * (WAITING if kept or self.mobilising else LOST)
        return value

    def _extras(self) -> float:
        """Trenches and cards; cards are worth more played than kept."""
        state = self.war.state
        value = TRENCH * (size(state.trenches[self.seat]) - size(state.trenches[self.foe]))
        value += CARD * len(state.hand[self.seat])
        side_of = self.war.board.cards
        for card in (*state.in_force, *state.coming):
            value += CARD_AT_WORK if side_of[card].side == self.seat else -CARD_AT_WORK
        return value


def tilt(one: float, other: float) -> float:
    """Return the value of a contested region: it leans to the stronger side."""
    one, other = max(0.0, one), max(0.0, other)
    return 0.4 * (one - other) / (one + other) if one + other else 0.0


def threats(war: AttritionContext, side: str) -> dict[str, float]:
    """Return the regions a side could march into in its next turn, with its approximate
    strength."""
    strength: dict[str, float] = {}
    state, board = war.state, war.board
    any_step = state.options["amphibious"] == "any_step"
    for capital in board.capitals[side]:
        if state.status[capital] not in (side, CONTESTED):
            continue
        tiles = sum(n for name, n in state.board[capital].items() if board.tiles[name].side == side)
        ends = war.routes.march(side, capital, state.status, peace=False, any_step=any_step).ends
        for end in ends:
            if state.status[end] != side:
                strength[end] = strength.get(end, RAID) + tiles
    return strength


# -- what is worth trying, and what is answered quickly


def propose(position: AttritionPosition, decision: Decision, rng: Random) -> Sequence[str]:
    """Return the whole menu if it is short, else the moves to where most is to be won or lost."""
    menu = decision.menu
    if menu.size() <= TRIED:
        return tuple(menu)
    if isinstance(menu, Pick):
        cheap = cheapest(position.context, menu)
        return list(dict.fromkeys([cheap, *(menu.sample(rng) for _ in range(TRIED))]))
    promise = Promise(position.context, decision.seat)
    actions = sorted(menu, key=lambda action: (promise(action), rng.random()), reverse=True)
    return [*actions[: TRIED - 1], DONE]


class Promise:
    """A first estimate of a move: what its destination offers."""

    def __init__(self, war: AttritionContext, seat: Seat) -> None:
        self.war = war
        self.seat = seat
        self.foe = other_side(seat)
        self.threats = threats(war, self.foe)

    def __call__(self, action: str) -> float:
        end = parse_action(action).words[-1]
        if end not in self.war.board.regions:
            return 0.0
        war, facts = self.war, self.war.board.regions[end]
        worth = war.value(end) + GROUND + CAPITAL * facts.capital
        own = size(war.tiles_in(end, self.seat))
        enemy = size(war.tiles_in(end, self.foe))
        if war.status(end) == self.seat:
            return worth * self.threats.get(end, 0.0) / (self.threats.get(end, 0.0) + 2 * own + 0.5)
        return 2 * worth if not enemy and not own else worth / (1 + 0.2 * abs(own - enemy))


def cheapest(war: AttritionContext, menu: Pick) -> str:
    """Return the least valuable tiles; one of each kind stays as long as possible."""
    left, chosen = dict(menu.items), list[str]()
    for _ in range(menu.number):
        able = [name for name, number in left.items() if number]
        if all(name in war.board.tiles for name in able):
            able.sort(key=lambda name: (TILES[war.tile(name).type] - 0.05 * left[name], name))
        left[able[0]] -= 1
        chosen.append(able[0])
    return " ".join([menu.verb, *chosen])


def rollout_reply(position: AttritionPosition, decision: Decision, rng: Random) -> str:
    """Return the cheapest losses, an advance into empty land; else no more than required."""
    menu, war = decision.menu, position.context
    if isinstance(menu, Pick):
        return cheapest(war, menu)
    for action in EAGER:
        if action in menu:
            return action
    if decision.step == "advance":
        end = max((a for a in menu if a != DONE), key=Promise(war, decision.seat), default=DONE)
        return (
            end
            if end != DONE and is_empty(war, decision.seat, parse_action(end).words[-1])
            else DONE
        )
    return DONE if DONE in menu else menu.sample(rng)


def is_empty(war: AttritionContext, seat: Seat, region: str) -> bool:
    """Whether a region is the enemy's and empty."""
    return war.status(region) == other_side(seat) and not war.state.board[region]


def is_quiescent(position: AttritionPosition, decision: Decision) -> bool:
    """Order the steps: a battle is fought to its end; repeated steps end first."""
    state = position.state
    if state.sealed or state.battle is not None:
        return False
    return state.top is None or state.top.step != decision.step or decision.step == "choose_battle"


# -- secrets


def redeal_hidden(positions: Sequence[AttritionPosition], seat: Seat, rng: Random) -> None:
    """Under fog of war: redeal the enemy's hidden tiles from what the seat knows."""
    for position in positions:
        if position.context.fog:
            redeal_tiles(position.context, other_side(seat), rng)
    spread(positions, rng)


def redeal_tiles(war: AttritionContext, foe: str, rng: Random) -> None:
    """Any tile to any place that takes it; places that take few kinds come first."""
    nation = redeploying(war)
    tiles, slots = unknown_tiles(war, foe)
    tiles.sort(key=lambda tile: war.board.rank[tile.id])
    rng.shuffle(tiles)
    slots.sort(key=lambda slot: (slot.place, slot.region, slot.movable))
    kinds = {tile.id: tile for tile in tiles}.values()

    def choice(slot: Slot) -> int:
        return sum(slot.takes(war, kind, nation) for kind in kinds)

    for slot in sorted(slots, key=choice):
        fitting = (n for n, tile in enumerate(tiles) if slot.takes(war, tile, nation))
        put_tile(war, tiles.pop(next(fitting, 0)), slot)
