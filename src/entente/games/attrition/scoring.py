"""4.8.2, the heart of a battle: both sides score with the same dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from entente.games.attrition.board import ELITE, Board
from entente.kernel.bag import Bag

SPECIAL = (4, 5, 6)


class Hits(NamedTuple):
    """What a side scores; `infantry` counts those that infantry (elites included) scored."""

    total: int
    infantry: int


def score(
    board: Board, tiles: Bag, dice: Sequence[int], *, per_tile: bool = False, barrage: bool = False
) -> Hits:
    """The most hits these tiles can take from these dice.

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
    """For each die whether it scores for these tiles; as many do as `score` counts hits."""
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
    found = []
    for die in dice:
        hits = needing[die] > 0
        if hits:
            needing[die] -= 1
        elif die in SPECIAL and special:
            hits, special = True, special - 1
        found.append(hits)
    return found


def special_hits(faces: list[int], dice: Sequence[int], *, per_tile: bool) -> int:
    """10.5: one special hit an elite, on any of 4 to 6 or (E2) on the face of its own tile."""
    if not per_tile:
        return min(len(faces), sum(die in SPECIAL for die in dice))
    return sum(min(faces.count(face), dice.count(face)) for face in SPECIAL)
