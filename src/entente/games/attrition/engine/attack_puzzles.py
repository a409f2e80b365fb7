"""Puzzles of An Attrition of Souls about one battle: which tiles march, for the best odds.

Both sides score with the attacker's dice, and only the largest nation rolls: more tiles are not
always better, and the right ones matter. All sets of tiles that can march to a region are compared
by the odds over all rolls, so the answer is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from entente.games.attrition.battle_hints import fight_in, percent
from entente.games.attrition.context import AttritionContext
from entente.games.attrition.engine.features import AttritionPosition
from entente.games.attrition.odds import odds
from entente.games.attrition.scoring import most_of
from entente.kernel import Seat, parse_action, say
from entente.kernel.bag import Bag, put, size
from entente.players.puzzles.mining import MinedPosition
from entente.players.puzzles.puzzle import REACHED, PuzzleVerdict, in_one

ATTACK = "attack"
FEWEST_MOVES, MOST_MOVES = 2, 4
LEAST_KINDS = 3  # of tiles that can march
MOST_THERE = 9  # attackers, with those that are there already
MOST_SETS = 1_500
MOST_RIGHT = 2
LOWEST, HIGHEST = 25, 95  # per cent of the best odds
LEAD = 3  # per cent on the obvious sets, and on the second best
MARCHES = ("move", "sail")


class March(NamedTuple):
    """Tiles that can go to a region, and how many of them."""

    action: str
    tile: str
    number: int


def check_orders(
    position: AttritionPosition, seat: Seat, actions: Sequence[str], theme: str, target: str
) -> PuzzleVerdict:
    """Judge marches by the odds of the battle. ValueError if one is not legal."""
    del theme
    region, wanted = target.split()
    after = position.copy()
    for action in actions:
        if after.find(seat, action) is None:
            raise ValueError(f"{action!r} is not legal for {seat}")
        after.apply(seat, action)
    war = after.context
    chance = percent(chance_of_clearing(war, region, war.tiles_in(region, seat)))
    reached = say("puzzle.attack_is", place=region, n=chance)
    return PuzzleVerdict(chance >= int(wanted), reached=reached)


def chance_of_clearing(war: AttritionContext, region: str, attackers: Bag) -> float:
    """Return the probability that attackers clear a region; of equal nations the better rolls."""
    defenders = war.tiles_in(region, war.passive)
    if not attackers:
        return 0.0
    return max(
        odds(war.board, fight_in(war, region, attackers, defenders, nation)).cleared
        for nation in most_of(war.board, attackers)
    )


def find_battle(position: AttritionPosition, seat: Seat, rng: Random) -> MinedPosition | None:
    """Return a puzzle about an attack that the seat may prepare now, if there is
    one."""
    war, menu = position.context, position.decisions_for(seat)[0].menu
    if war.peace:
        return None
    marches = dict[str, list[March]]()
    for action in menu:
        parsed = parse_action(action)
        if parsed.verb in MARCHES:
            tile, start, end = parsed.args
            number = war.state.movable[start][tile]
            marches.setdefault(end, []).append(March(action, tile, number))
    regions = list(marches)
    rng.shuffle(regions)
    for region in regions:
        able = _by_tile(marches[region])
        if size(war.tiles_in(region, war.passive)) > 1:
            mined = _attack(war, seat, region, able)
            if mined is not None:
                return mined
    return None


def _by_tile(marches: Sequence[March]) -> list[March]:
    """Return one march for each tile: from where it starts makes no difference to the battle."""
    most = dict[str, March]()
    for each in marches:
        if each.tile not in most or most[each.tile].number < each.number:
            most[each.tile] = each
    return list(most.values())


def _attack(
    war: AttritionContext, seat: Seat, region: str, marches: Sequence[March]
) -> MinedPosition | None:
    """Return the puzzle of the best set of tiles, if it leads clearly and is not the obvious
    one."""
    there, able = war.tiles_in(region, seat), sum(each.number for each in marches)
    most = min(MOST_MOVES, able - 1, MOST_THERE - size(there))
    if len(marches) < LEAST_KINDS or most < FEWEST_MOVES:
        return None
    sets = list(_sets(marches, most))
    if len(sets) > MOST_SETS:
        return None
    chances = {
        _key(each): percent(chance_of_clearing(war, region, _joined(there, each))) for each in sets
    }
    best = max(chances.values())
    right = [each for each in sets if chances[_key(each)] == best]
    second = max((chance for chance in chances.values() if chance < best), default=best)
    if not LOWEST <= best <= HIGHEST or best - second < LEAD or len(right) > MOST_RIGHT:
        return None
    if any(chances[_key(each)] == best for each in _obvious(marches, most)):
        return None
    used, kinds = size(right[0]), len(right[0])
    return MinedPosition(
        step="move",
        solution=tuple(in_one(_actions(marches, each)) for each in right),
        theme=ATTACK,
        rating=1000 + 120 * kinds + 100 * (most - used) + 25 * max(0, 12 - best + second),
        margin=float(best - second),
        how=REACHED,
        target=f"{region} {best}",
        most=most,
    )


def _sets(marches: Sequence[March], most: int) -> list[Bag]:
    """Return all sets of at most this many tiles, or a few more than are looked at."""
    found: list[Bag] = [{}]
    for march in marches:
        found += [
            {**each, march.tile: number}
            for each in found
            for number in range(1, min(march.number, most - size(each)) + 1)
        ]
        if len(found) > MOST_SETS + 1:
            break
    return found[1:]


def _joined(there: Bag, tiles: Bag) -> Bag:
    both = dict(there)
    for tile, number in tiles.items():
        put(both, tile, number)
    return both


def _key(tiles: Bag) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(tiles.items()))


def _obvious(marches: Sequence[March], most: int) -> Iterator[Bag]:
    """Yield the sets that one would think of first: as many as may march of the most numerous
    tile and then the next, in the order of the list, and the other way round."""
    for ordered in (
        sorted(marches, key=lambda each: -each.number),
        list(marches),
        list(reversed(marches)),
    ):
        tiles: Bag = {}
        for each in ordered:
            number = min(each.number, most - size(tiles))
            if number:
                tiles[each.tile] = number
        yield tiles


def _actions(marches: Sequence[March], tiles: Bag) -> list[str]:
    return [each.action for each in marches for _ in range(tiles.get(each.tile, 0))]
