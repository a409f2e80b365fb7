"""4.8.2, scoring a battle: both sides score with the same dice; shields against hits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from entente.games.attrition.board import ARTILLERY, BRITAIN, ELITE, TANK, Board
from entente.kernel.bag import Bag

SPECIAL = (4, 5, 6)


class BattleSetup(NamedTuple):
    """A battle with all tiles face up, before or after the roll.

    `rolling` are the attacker's rolling tiles, `dice` the number of their dice; `trenches` are the
    defender's. `per_tile` is the ruling on elites (10.5), `barrage` whether card EP2 is in force.
    """

    attackers: Bag
    defenders: Bag
    rolling: Bag
    dice: int
    trenches: int = 0
    per_tile: bool = False
    barrage: bool = False

    @property
    def is_barrage(self) -> bool:
        """Card EP2: every 2 hits while British artillery attacks."""
        return self.barrage and f"{BRITAIN}-{ARTILLERY}" in self.attackers


class Hits(NamedTuple):
    """The hits of a side; `infantry` counts those scored by infantry (elites included)."""

    total: int
    infantry: int


def both_score(board: Board, fight: BattleSetup, dice: Sequence[int]) -> tuple[Hits, Hits]:
    """4.8.2: the hits of attacker and defender."""
    per_tile, barrage = fight.per_tile, fight.is_barrage
    return (
        score(board, fight.attackers, dice, per_tile=per_tile, barrage=barrage),
        score(board, fight.defenders, dice, per_tile=per_tile),
    )


def tank_shields(board: Board, rolling: Bag, hits: int) -> bool:
    """9.5: a tank among the tiles that roll may ignore one hit, if there is one."""
    return hits > 0 and any(board.tiles[name].type == TANK for name in rolling)


def hunters_shield(board: Board, defenders: Bag, infantry_hits: int) -> bool:
    """10.6.1: defending Jagdkommandos may ignore one hit that infantry scored (E8)."""
    corps = (elite.corps for name in defenders if (elite := board.tiles[name].elite) is not None)
    return infantry_hits > 0 and "jagdkommandos" in corps


def trenches_lost(trenches: int, hits: int) -> int:
    """17.3: the defender's trenches take hits before the tiles do (E7)."""
    return min(trenches, hits)


def most_of(board: Board, tiles: Bag) -> list[str]:
    """4.8.2: the nations with the most of these tiles; one of them rolls."""
    count: dict[str, int] = {}
    for name, number in tiles.items():
        nation = board.tiles[name].nation
        count[nation] = count.get(nation, 0) + number
    most = max(count.values())
    return [nation for nation, number in count.items() if number == most]


def score(
    board: Board, tiles: Bag, dice: Sequence[int], *, per_tile: bool = False, barrage: bool = False
) -> Hits:
    """Return the most hits these tiles can score with these dice.

    A die serves a side once and a tile scores once, so each face gives the lesser of dice and
    tiles. 10.5: an elite also scores once on a special face. `barrage` (card EP2) lets every 2 hit.
    """
    needing = {1: 0, 2: 0, 3: 0}
    specials: list[int] = []
    for name, number in tiles.items():
        tile = board.tiles[name]
        if tile.face:
            needing[tile.face] += number
        if tile.type == ELITE and tile.elite is not None:
            specials += [tile.elite.special_face] * number
    infantry = min(needing[1], dice.count(1)) + special_hits(specials, dice, per_tile=per_tile)
    artillery = dice.count(2) if barrage else min(needing[2], dice.count(2))
    airplanes = min(needing[3], dice.count(3))
    return Hits(infantry + artillery + airplanes, infantry)


def scoring_dice(
    board: Board, tiles: Bag, dice: Sequence[int], *, per_tile: bool = False, barrage: bool = False
) -> list[bool]:
    """For each die, whether it scores for these tiles; the total matches `score`."""
    needing = dict.fromkeys(range(1, 7), 0)
    special = 0
    for name, number in tiles.items():
        tile = board.tiles[name]
        if tile.face:
            needing[tile.face] += number
        if tile.type == ELITE and tile.elite is not None:
            if per_tile:
                needing[tile.elite.special_face] += number
            else:
                special += number
    if barrage:
        needing[2] = len(dice)
    scoring = []
    for die in dice:
        hits = needing[die] > 0
        if hits:
            needing[die] -= 1
        elif die in SPECIAL and special:
            hits, special = True, special - 1
        scoring.append(hits)
    return scoring


def special_hits(faces: list[int], dice: Sequence[int], *, per_tile: bool) -> int:
    """10.5: one special hit per elite, on any of 4 to 6 or (E2) on its own face."""
    if not per_tile:
        return min(len(faces), sum(die in SPECIAL for die in dice))
    return sum(min(faces.count(face), dice.count(face)) for face in SPECIAL)
