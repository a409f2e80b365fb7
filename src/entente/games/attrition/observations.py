"""An Attrition of Souls as numbers."""

from __future__ import annotations

from entente.games.attrition.board import CONTESTED, NEUTRAL, SIDES, unknown
from entente.games.attrition.game import Attrition
from entente.games.attrition.view import AttritionView
from entente.kernel.blocks import Block, counts, grid, number, one_of

MAX_CHOICES = 5_000  # of an episode
FACES = tuple("123456")


def blocks(game: Attrition) -> list[Block]:
    board = game.board
    regions, cards, nations = tuple(board.regions), tuple(board.cards), tuple(board.nations)
    tiles = (*board.tiles, *(unknown(side) for side in SIDES))

    def piles(name: str) -> Block:
        return grid(name, SIDES, tiles, lambda view: getattr(view, name))

    def flag(name: str) -> Block:
        return number(name, lambda view: float(getattr(view, name)))

    return [
        number("number", lambda view: view.number, 10),
        one_of("active", SIDES, lambda view: view.active),
        counts("industry", SIDES, lambda view: view.industry, 10),
        grid("status", regions, (*SIDES, NEUTRAL, CONTESTED), _status),
        counts("value", regions, lambda view: view.value),
        grid("board", regions, tiles, lambda view: view.board),
        *map(piles, ("pouch", "reserves", "destroyed", "to_come", "airfield")),
        counts("removed", tiles, lambda view: view.removed),
        *map(flag, ("surrendered", "ruhr", "peace")),
        counts("mulligans", SIDES, lambda view: view.mulligans),
        grid("generals", SIDES, tuple(board.generals), _generals),
        grid("trenches", SIDES, regions, lambda view: view.trenches),
        counts("hand", cards, lambda view: view.hand),
        counts("dropped", cards, lambda view: view.dropped),
        counts("cards", SIDES, lambda view: view.cards),
        grid("played", SIDES, cards, _played),
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
