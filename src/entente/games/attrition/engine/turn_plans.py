"""Plans of whole turns: which tiles go where, by rail, mobilisation, march and advance.

Regions are evaluated one by one (see `features`), so a change costs two evaluations. Whole stacks
move first, since an attack with a single tile is worth nothing, then single tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from entente.games.attrition.board import DECOY, ELITE, NEUTRAL, Board
from entente.games.attrition.context import AttritionContext
from entente.games.attrition.engine.features import AttritionWeights, RegionEvaluator, RegionForce
from entente.games.attrition.mobilisation import carries_flag, no_pay, open_capitals
from entente.games.attrition.movement import is_grounded, may_start, reach
from entente.games.attrition.rail import NO_RAIL, has_station, leads_home, line_from
from entente.games.attrition.routes import LAND
from entente.kernel import parse_action

ORDER = ("rail", "mobilise", "scramble", "move", "sail", "advance", "redeploy")
ROUNDS = 8  # of moving stacks, and of moving tiles
LITTLE = 1e-9


class Option(NamedTuple):
    """A destination of a tile, and the actions that bring it there."""

    end: str
    actions: tuple[str, ...] = ()


class Unit(NamedTuple):
    """A tile that may move. Its first option is its present or first region."""

    tile: str  # its id on the board
    origin: str
    options: dict[str, Option]


BITS = 5  # per kind of tile: there are fewer than 32 of each
MOST_FORCES = 20_000  # kept by code


@lru_cache(maxsize=16)
def forces_of(board: Board, weights: AttritionWeights) -> dict[int, RegionForce]:
    """Return the forces by code that all plans with these weights share."""
    return {}


class TileLayout:
    """Own tiles on the map, with units that can still be moved.

    The tiles of a region are one integer in which each kind has its own digits, so a change is
    evaluated without carrying it out.
    """

    def __init__(self, evaluator: RegionEvaluator, *, may_fight: bool = True) -> None:
        self.evaluator = evaluator
        war, side = evaluator.war, evaluator.side
        battles = war.state.battles
        self.fights = {region: may_fight or region in battles for region in war.board.regions}
        self.rank = war.board.rank
        self.own: dict[str, int] = {
            region: self._code(war.tiles_in(region, side)) if war.state.board[region] else 0
            for region in war.board.regions
        }
        self.units: list[Unit] = []
        self.codes: list[int] = []  # by unit
        self.ends: list[str] = []
        self._known: dict[tuple[str, int], float] = {}
        self._forces = forces_of(war.board, evaluator.weights)

    def _code(self, tiles: Mapping[str, int]) -> int:
        return sum(number << (BITS * self.rank[name]) for name, number in tiles.items())

    def _tiles_of(self, code: int) -> dict[str, int]:
        tiles, order = dict[str, int](), self.evaluator.war.board.order
        while code:
            place = ((code & -code).bit_length() - 1) // BITS
            number = (code >> (BITS * place)) & ((1 << BITS) - 1)
            tiles[order[place]] = number
            code -= number << (BITS * place)
        return tiles

    def add(self, units: Iterable[Unit], *, standing: bool) -> None:
        """Add units that are on the board already, or that come onto it."""
        for unit in units:
            end, code = next(iter(unit.options)), 1 << (BITS * self.rank[unit.tile])
            self.units.append(unit)
            self.codes.append(code)
            self.ends.append(end)
            if not standing:
                self.own[end] += code

    def remove(self, first: int) -> None:
        """Forget all units from this one on; they stay where they were."""
        del self.units[first:], self.codes[first:], self.ends[first:]

    def value(self, region: str, code: int) -> float:
        """Return the value of a region with the tiles of a code."""
        known = self._known.get((region, code))
        if known is None:
            ours = self._force(code)
            known = self.evaluator.judged(region, ours, may_fight=self.fights[region])[0]
            self._known[region, code] = known
        return known

    def _force(self, code: int) -> RegionForce:
        ours = self._forces.get(code)
        if ours is None:
            if len(self._forces) >= MOST_FORCES:
                self._forces.clear()
            ours = self._forces[code] = self.evaluator.force(self._tiles_of(code))
        return ours

    def total(self) -> float:
        return sum(self.value(region, code) for region, code in self.own.items())

    def place(self, numbers: Sequence[int], end: str) -> None:
        for number in numbers:
            self.own[self.ends[number]] -= self.codes[number]
            self.own[end] += self.codes[number]
            self.ends[number] = end

    def gain(self, numbers: Sequence[int], end: str) -> float:
        """Return the gain of moving units of one region to another."""
        self.evaluator.changes += 1
        start, own, value = self.ends[numbers[0]], self.own, self.value
        moved = 0
        for number in numbers:
            moved += self.codes[number]
        here, there = own[start], own[end]
        before = value(start, here) + value(end, there)
        return value(start, here - moved) + value(end, there + moved) - before

    # -- climbing

    def climb(self, among: Sequence[int] | None = None) -> None:
        """Move stacks, then tiles, until nothing gets better. Each time, the fear of an advance
        follows from what now guards the way."""
        chosen = list(range(len(self.units))) if among is None else list(among)
        for _ in range(3):
            self._expect()
            moved = self._stacks(chosen)
            if not self._tiles(chosen) and not moved:
                return

    def _expect(self) -> None:
        if self.evaluator.weights.fear_beyond:
            changed = self.evaluator.expect(self._number)
            for key in [key for key in self._known if key[0] in changed]:
                del self._known[key]

    def _number(self, region: str) -> int:
        code = self.own[region]
        return self._force(code).number if code else 0

    def _stacks(self, chosen: Sequence[int]) -> bool:
        moved = False
        for _ in range(ROUNDS):
            best, change = LITTLE, None
            stacks: dict[str, list[int]] = {}
            for number in chosen:
                stacks.setdefault(self.ends[number], []).append(number)
            for start, stack in stacks.items():
                ends = dict.fromkeys(end for n in stack for end in self.units[n].options)
                for end in ends:
                    able = [n for n in stack if end in self.units[n].options]
                    if end == start or len(able) < 2:
                        continue
                    for part in dict.fromkeys(
                        (len(able), (2 * len(able) + 2) // 3, (len(able) + 1) // 2)
                    ):
                        if part < 2:
                            continue
                        gain = self.gain(able[:part], end)
                        if gain > best:
                            best, change = gain, (able[:part], end)
            if change is None:
                return moved
            self.place(*change)
            moved = True
        return moved

    def _tiles(self, chosen: Sequence[int]) -> bool:
        moved = False
        for _ in range(ROUNDS):
            better = False
            tried = set[tuple[str, str]]()
            for number in chosen:
                unit, here = self.units[number], self.ends[number]
                if (unit.tile, here) in tried or len(unit.options) < 2:
                    continue
                tried.add((unit.tile, here))
                gain, end = max(
                    (self.gain([number], end), end) for end in unit.options if end != here
                )
                if gain > LITTLE:
                    self.place([number], end)
                    better = moved = True
            if not better:
                break
        return moved

    def actions(self) -> tuple[str, ...]:
        """All actions of the plan, in the order of a turn."""
        by_verb: dict[str, list[str]] = {}
        for unit, end in zip(self.units, self.ends, strict=True):
            for action in unit.options[end].actions:
                verb = parse_action(action).verb
                by_verb.setdefault(verb, []).append(action)
        return tuple(action for verb in ORDER for action in by_verb.get(verb, ()))


# -- the units of a turn


def movers(war: AttritionContext) -> list[Unit]:
    """4.6: the tiles that may still march."""
    units = list[Unit]()
    starts = war.state.movable
    for start, tiles in starts.items():
        for name, number in tiles.items():
            if not is_grounded(war, war.tile(name)):
                units += [Unit(name, start, marches(war, name, start))] * number
    return units


def marches(war: AttritionContext, tile: str, start: str, *before: str) -> dict[str, Option]:
    """Staying, and all marches from a region."""
    options = {start: Option(start, before)}
    for end, ways in reach(war, start).ends.items():
        verb = "move" if LAND in ways else "sail"
        options.setdefault(end, Option(end, (*before, f"{verb} {tile} {start} {end}")))
    return options


def standing(war: AttritionContext) -> list[Unit]:
    """Before the movement: the tiles in capitals, which will march."""
    units = list[Unit]()
    for start in war.board.capitals[war.active]:
        if may_start(war, start):
            for name, number in war.tiles_in(start, war.active).items():
                if not is_grounded(war, war.tile(name)):
                    units += [Unit(name, start, marches(war, name, start))] * number
    return units


def recruits(war: AttritionContext) -> list[Unit]:
    """4.5: the tiles of the reserves that can come in, and march on."""
    state, side, units = war.state, war.active, list[Unit]()
    open_ = open_capitals(war)
    left = dict(state.reserves[side])
    for tile in war.listed(state.reserves[side]):
        if tile.type == ELITE and no_pay(war, tile) is None:
            regular = f"{tile.nation}-infantry"
            price = price_of(war, tile.id)
            if left.get(regular, 0) >= price and any(carries_flag(war, tile, r) for r in open_):
                left[regular] -= price
                units.append(_recruit(war, tile.id, open_, "mobilise"))
    for tile in war.listed(left):
        if tile.type != ELITE and any(carries_flag(war, tile, region) for region in open_):
            units += [_recruit(war, tile.id, open_, "mobilise")] * left[tile.id]
    for tile in war.listed(state.airfield[side]):
        if any(carries_flag(war, tile, region) for region in open_):
            units += [_recruit(war, tile.id, open_, "scramble")] * state.airfield[side][tile.id]
    return units


def price_of(war: AttritionContext, elite: str) -> int:
    facts = war.tile(elite).elite
    assert facts is not None
    return facts.later_cost if elite in war.state.hired else facts.first_cost


def _recruit(
    war: AttritionContext, name: str, open_: Sequence[str], verb: str, *before: str
) -> Unit:
    tile = war.tile(name)
    laid = war.as_placed(tile)
    options: dict[str, Option] = {}
    for region in open_:
        if carries_flag(war, tile, region):
            comes = f"{verb} {tile.up} {region}"
            options[region] = Option(region, (*before, comes))
            if is_grounded(war, tile):
                continue
            for end, option in marches(war, laid, region, *before, comes).items():
                options.setdefault(end, option)
    return Unit(laid, "", options)


def trains(war: AttritionContext) -> dict[str, list[Unit]]:
    """4.4: by region, the tiles that could go home by rail and set out again."""
    state, side = war.state, war.active
    if any(card in state.in_force for card in NO_RAIL):
        return {}
    open_ = open_capitals(war)
    by_region: dict[str, list[Unit]] = {}
    for region in [state.railed] if state.railed else war.board.regions:
        if not state.board[region] or not war.has_tiles(region, side):
            continue
        if may_start(war, region) or not has_station(war, region):
            continue
        line = line_from(war, region)
        for name, number in war.tiles_in(region, side).items():
            tile = war.tile(name)
            if tile.type in (ELITE, DECOY) or not leads_home(war, tile, line):
                continue
            if not any(carries_flag(war, tile, home) for home in open_):
                continue
            again = _recruit(war, tile.up, open_, "mobilise", f"rail {name} {region}")
            options = {region: Option(region)}
            for end, option in again.options.items():
                options.setdefault(end, option)
            by_region.setdefault(region, []).extend([Unit(name, region, options)] * number)
    return by_region


# -- planning


def turn_plan(evaluator: RegionEvaluator, *, rails: bool) -> tuple[str, ...]:
    """Return the whole turn from the rail transfer or the mobilisation on."""
    war = evaluator.war
    layout = TileLayout(evaluator)
    layout.add(standing(war), standing=True)
    layout.add(recruits(war), standing=False)
    layout.climb()
    if rails:
        _by_rail(layout, trains(war))
    return layout.actions()


def _by_rail(layout: TileLayout, lines: dict[str, list[Unit]]) -> None:
    """Use the region from which going home pays most."""
    best, chosen = LITTLE, ""
    first = len(layout.units)
    for region, units in lines.items():
        before = layout.total()
        layout.add(units, standing=True)
        among = range(first, len(layout.units))
        layout.climb(among)
        gain = layout.total() - before
        if gain > best:
            best, chosen = gain, region
        for number in among:
            layout.place([number], region)
        layout.remove(first)
    if chosen:
        layout.add(lines[chosen], standing=True)
        layout.climb()


def march_plan(evaluator: RegionEvaluator) -> tuple[str, ...]:
    """Return the rest of the movement."""
    layout = TileLayout(evaluator)
    layout.add(movers(evaluator.war), standing=True)
    layout.climb()
    return layout.actions()


def step_plan(evaluator: RegionEvaluator, ends: Sequence[str], verb: str) -> tuple[str, ...]:
    """4.8.4, 4.10.2: tiles that may take a step each, by an advance or a redeployment."""
    war = evaluator.war
    layout = TileLayout(evaluator, may_fight=False)
    for start, tiles in war.state.movable.items():
        for name, number in tiles.items():
            if is_grounded(war, war.tile(name)):
                continue
            options = {start: Option(start)}
            for end in ends:
                if war.status(end) != NEUTRAL:
                    options[end] = Option(end, (f"{verb} {name} {start} {end}",))
            layout.add([Unit(name, start, options)] * number, standing=True)
    layout.climb()
    return layout.actions()
