"""Targets a player points at, and general reasons why they are of no use now."""

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
    """A target: a tile in a region or a pile, a region, a nation, a card or a general."""

    kind: str
    word: str
    region: str = ""
    pile: str = ""

    def tile(self, war: AttritionContext) -> Tile | None:
        return war.board.tiles.get(self.word) if self.kind == "tile" else None


def own_tile(war: AttritionContext, seat: Seat, thing: Target) -> Tile | None:
    """Return the tile pointed at, if it belongs to the player."""
    tile = thing.tile(war)
    return tile if tile is not None and tile.side == seat else None


def parse_target(war: AttritionContext, text: str) -> Target:
    """Parse the words for a target: a name, or a tile with its region or pile.

    A tile that is not in the named pile is a tile without a place.
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
    """Return whether this is a tile, hidden or not."""
    return word in board.tiles or word in UNKNOWN


def parse_targets(board: Board, words: Sequence[str]) -> list[str]:
    """Parse words without a verb as targets; a tile and the region after it are one target."""
    things: list[str] = []
    for word in words:
        if things and word in board.regions and is_tile(board, things[-1]):
            things[-1] += f" {word}"
        else:
            things.append(word)
    return things


def pile_with(war: AttritionContext, tile: Tile) -> str:
    """Return the first pile, nearest to the board, with a player's tile; empty if there is none."""
    return next(iter(_piles(war, tile.id)), "")


def _piles(war: AttritionContext, word: str) -> list[str]:
    """Return the piles with a player's tile, nearest to the board first."""
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
    """Explain why a tile or card has no use outside its own step; only for the player's own."""
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
    """Explain why a reserve tile cannot be used: its nation is neutral, or it is not the time."""
    if tile.nation and war.is_neutral(tile.nation):
        return refuse("4.10.1", "refusal.still_neutral", tile=tile.id, nation=tile.nation)
    return refuse("4.5", "refusal.reserve_waits", tile=tile.id)
