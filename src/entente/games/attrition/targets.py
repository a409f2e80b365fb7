"""What a player points at, and why nothing can be done with it wherever a step does not know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from entente.games.attrition.board import ELITE, SIDES, Board, Tile, unknown
from entente.games.attrition.context import AttritionContext
from entente.kernel import Refusal, Seat, refuse

RESERVES, AIRFIELD, DESTROYED, POUCH, TO_COME = (
    "reserves",
    "airfield",
    "destroyed",
    "pouch",
    "to_come",
)
UNKNOWN = tuple(unknown(side) for side in SIDES)


class Target(NamedTuple):
    """A tile in a region or in a pile beside the board, a region, a nation, a card, a general."""

    kind: str
    word: str
    region: str = ""
    pile: str = ""

    def tile(self, war: AttritionContext) -> Tile | None:
        return war.board.tiles.get(self.word) if self.kind == "tile" else None


def own_tile(war: AttritionContext, seat: Seat, thing: Target) -> Tile | None:
    """The tile that is pointed at, if it is the player's own."""
    tile = thing.tile(war)
    return tile if tile is not None and tile.side == seat else None


def parse_target(war: AttritionContext, text: str) -> Target:
    """What the words for a thing stand for: a name, or a tile with its region or its pile.

    Whoever points at a tile in a pile where there is none points at the tile.
    """
    board = war.board
    *before, word = text.split() or [""]
    where = before[-1] if before else ""
    if word in board.regions:
        named = is_tile(board, where)
        return Target("tile", where, word) if named else Target("region", word, word)
    if is_tile(board, word):
        return Target("tile", word, pile=where if where in _piles(war, word) else "")
    kinds: dict[str, Mapping[str, object]] = {
        "nation": board.nations,
        "card": board.cards,
        "general": board.generals,
    }
    return Target(next((kind for kind, known in kinds.items() if word in known), ""), word)


def is_tile(board: Board, word: str) -> bool:
    """Whether this is a tile, or one of those that are hidden from whoever looks."""
    return word in board.tiles or word in UNKNOWN


def parse_targets(board: Board, words: Sequence[str]) -> list[str]:
    """Words without a verb as things: a tile and the region behind it are one."""
    things: list[str] = []
    for word in words:
        if things and word in board.regions and is_tile(board, things[-1]):
            things[-1] += f" {word}"
        else:
            things.append(word)
    return things


def pile_with(war: AttritionContext, tile: Tile) -> str:
    """The pile in which a player has a tile, the nearest to the board first; empty for none."""
    return next(iter(_piles(war, tile.id)), "")


def _piles(war: AttritionContext, word: str) -> list[str]:
    """The piles in which a player has a tile, the nearest to the board first."""
    tile, state = war.board.tiles.get(word), war.state
    if tile is None:
        return []
    bags = {
        RESERVES: state.reserves,
        AIRFIELD: state.airfield,
        DESTROYED: state.destroyed,
        TO_COME: state.to_come,
        POUCH: state.pouch,
    }
    return [pile for pile, each in bags.items() if tile.up in each[tile.side]]


def out_of_play(war: AttritionContext, seat: Seat, thing: Target, section: str) -> Refusal | None:
    """Why no step but its own does anything with a tile or a card; it speaks of one's own only."""
    if thing.kind == "card" and thing.word not in war.state.hand.get(seat, []):
        return refuse("14.2", "refusal.not_in_hand", card=thing.word)
    if thing.kind == "card":
        return refuse("14.2", "refusal.card_later", card=thing.word)
    if thing.kind != "tile":
        return None
    tile = own_tile(war, seat, thing)
    if tile is None:
        return refuse(section, "refusal.enemy_tile", tile=thing.word)
    pile = thing.pile or ("" if thing.region else pile_with(war, tile))
    if pile == POUCH:
        return refuse("4.2", "refusal.in_pouch", tile=tile.id)
    if pile == TO_COME:
        key = "refusal.elite_to_come" if tile.type == ELITE else "refusal.to_come"
        number = "10.2" if tile.type == ELITE else "4.1.1"
        return refuse(number, key, tile=tile.id, turn=tile.arrival)
    if pile == DESTROYED:
        return refuse("4.1.2", "refusal.destroyed_waits", tile=tile.id)
    if pile == AIRFIELD:
        return refuse("11.5", "refusal.airfield_waits", tile=tile.id)
    if pile == RESERVES:
        return why_not_ready(war, tile)
    return None


def why_not_ready(war: AttritionContext, tile: Tile) -> Refusal:
    """Why a tile of the reserves is not at hand: its nation is neutral, or it is not the time."""
    if tile.nation and war.is_neutral(tile.nation):
        return refuse("4.10.1", "refusal.still_neutral", tile=tile.id, nation=tile.nation)
    return refuse("4.5", "refusal.reserve_waits", tile=tile.id)
