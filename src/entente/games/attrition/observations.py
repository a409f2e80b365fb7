"""An Attrition of Souls as numbers."""

from __future__ import annotations

from operator import attrgetter

from entente.games.attrition.board import CONTESTED, NEUTRAL, SIDES, unknown
from entente.games.attrition.game import Attrition
from entente.games.attrition.view import AttritionView
from entente.kernel.blocks import Block, BlockInfo, counts, grid, number, one_of

MAX_CHOICES = 5_000  # of an episode
FACES = tuple("123456")

BLOCKS = {
    "number": BlockInfo(10, "the number of the turn"),
    "active": BlockInfo(1, "the side whose turn it is"),
    "industry": BlockInfo(40, "industry points of each side"),
    "status": BlockInfo(1, "for each region: controlled by a side, neutral or contested"),
    "value": BlockInfo(4, "the industry value of each region"),
    "board": BlockInfo(10, "for each region, how many of each tile are there"),
    "pouch": BlockInfo(30, "tiles in the pouch of each side"),
    "reserves": BlockInfo(30, "tiles in the reserves of each side"),
    "destroyed": BlockInfo(30, "tiles of each side that are destroyed"),
    "to_come": BlockInfo(30, "tiles of each side beside the turn track"),
    "airfield": BlockInfo(10, "tiles on the airfield of each side"),
    "removed": BlockInfo(30, "tiles removed from the game"),
    "surrendered": BlockInfo(1, "whether Russia has surrendered"),
    "ruhr": BlockInfo(1, "whether the Ruhr counts for the Central Powers"),
    "peace": BlockInfo(1, "whether entering an enemy region is forbidden (6.1)"),
    "mulligans": BlockInfo(4, "mulligans left to each side"),
    "generals": BlockInfo(1, "generals of each side in play"),
    "trenches": BlockInfo(4, "trenches of each side in each region"),
    "hand": BlockInfo(1, "cards in the seat's hand"),
    "dropped": BlockInfo(1, "cards dealt to the seat that it did not keep"),
    "cards": BlockInfo(20, "cards in each hand"),
    "played": BlockInfo(1, "cards that each side has played"),
    "in_force": BlockInfo(1, "cards in force"),
    "coming": BlockInfo(1, "cards in force in the next player-turn"),
    "battles": BlockInfo(1, "regions with a battle to fight"),
    "movable": BlockInfo(10, "for each region, tiles that can still move"),
    "battle": BlockInfo(1, "the region of the battle"),
    "nation": BlockInfo(1, "the nation that rolls"),
    "dice": BlockInfo(20, "how many dice show each face"),
    "due": BlockInfo(20, "losses that each side must take"),
    "won": BlockInfo(1, "whether the battle is won"),
}


def blocks(game: Attrition) -> list[Block]:
    board = game.board
    regions, cards, nations = tuple(board.regions), tuple(board.cards), tuple(board.nations)
    tiles = (*board.tiles, *(unknown(side) for side in SIDES))

    def piles(name: str) -> Block:
        return grid(name, SIDES, tiles, attrgetter(name))

    def flag(name: str) -> Block:
        return number(name, attrgetter(name))

    return [
        number("number", lambda view: view.number, 10),
        one_of("active", SIDES, lambda view: view.active),
        counts("industry", SIDES, lambda view: view.industry, 10),
        grid("status", regions, (*SIDES, NEUTRAL, CONTESTED), _status, source=attrgetter("status")),
        counts("value", regions, lambda view: view.value),
        grid("board", regions, tiles, lambda view: view.board),
        *map(piles, ("pouch", "reserves", "destroyed", "to_come", "airfield")),
        counts("removed", tiles, lambda view: view.removed),
        *map(flag, ("surrendered", "ruhr", "peace")),
        counts("mulligans", SIDES, lambda view: view.mulligans),
        grid("generals", SIDES, tuple(board.generals), _generals, source=attrgetter("generals")),
        grid("trenches", SIDES, regions, lambda view: view.trenches),
        counts("hand", cards, lambda view: view.hand),
        counts("dropped", cards, lambda view: view.dropped),
        counts("cards", SIDES, lambda view: view.cards),
        grid("played", SIDES, cards, _played, source=attrgetter("played")),
        counts("in_force", cards, lambda view: view.in_force),
        counts("coming", cards, lambda view: view.coming),
        counts("battles", regions, lambda view: view.battles),
        grid("movable", regions, tiles, lambda view: view.movable),
        one_of("battle", regions, lambda view: view.battle and view.battle.region),
        one_of("nation", nations, lambda view: view.battle and view.battle.nation),
        counts("dice", FACES, _dice),
        counts("due", SIDES, lambda view: view.battle.due if view.battle else {}),
        number("won", lambda view: float(view.battle is not None and view.battle.won)),
    ]


def _status(view: AttritionView) -> dict[str, dict[str, float]]:
    return {region: {status: 1} for region, status in view.status.items()}


def _generals(view: AttritionView) -> dict[str, dict[str, float]]:
    return {side: dict.fromkeys(names, 1) for side, names in view.generals.items()}


def _played(view: AttritionView) -> dict[str, dict[str, float]]:
    return {side: dict.fromkeys(cards, 1) for side, cards in view.played.items()}


def _dice(view: AttritionView) -> list[str]:
    return [str(die.face) for die in view.battle.dice] if view.battle else []
