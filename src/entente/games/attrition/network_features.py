"""An Attrition of Souls in a few hundred numbers, from the point of view of a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from entente.games.attrition.board import CONTESTED, SIDES, other_side, unknown
from entente.games.attrition.game import Attrition
from entente.games.attrition.view import AttritionView
from entente.kernel.bag import Bag, Bags, size
from entente.kernel.blocks import Block, Features, counts, listed, number, one_of

SELF, FOE = "own", "foe"
BOTH = (SELF, FOE)
FACES = 3  # a tile's face decides how often it hits
UNKNOWN = "unknown"
HERE = ("number", "kinds", "strong")

Seen = Callable[[AttritionView], Bags]


def blocks(game: Attrition) -> list[Block]:
    board = game.board
    tiles = {name: (tile.side, tile.type, tile.face) for name, tile in board.tiles.items()}
    tiles |= {unknown(side): (side, UNKNOWN, 0) for side in SIDES}
    regions = tuple(board.regions)
    places = {region: place for place, region in enumerate(regions)}
    kinds = dict.fromkeys(kind for _, kind, _ in tiles.values())
    types = {kind: place for place, kind in enumerate(kinds)}
    side_of_card = {name: card.side for name, card in board.cards.items()}

    def forces(view: AttritionView, out: Features, start: int) -> None:
        """Tiles, faces and better hitters by region and side."""
        seat = view.seat
        for region, there in view.board.items():
            if not there:
                continue
            here, faces = start + 2 * len(HERE) * places[region], set[tuple[str, int]]()
            for name, many in there.items():
                side, _, face = tiles[name]
                at = here if side == seat else here + len(HERE)
                out[at] += many / 4
                if (side, face) not in faces:
                    faces.add((side, face))
                    out[at + 1] += 1 / FACES
                if face > 1:
                    out[at + 2] += many / 4

    def piles(name: str, seen: Seen) -> Block:
        def write(view: AttritionView, out: Features, start: int) -> None:
            for side, there in seen(view).items():
                first = start if side == view.seat else start + len(types)
                for tile, many in there.items():
                    out[first + types[tiles[tile][1]]] += many / 10

        return Block(name, 2 * len(types), write)

    def cards(name: str, shown: Callable[[AttritionView], list[str]]) -> Block:
        def get(view: AttritionView) -> dict[str, float]:
            return {c: 1.0 if side_of_card[c] == view.seat else -1.0 for c in shown(view)}

        return counts(name, tuple(board.cards), get)

    return [
        one_of("number", tuple(map(str, range(1, len(board.turns) + 1))), _number, strict=False),
        number("moving", lambda view: float(view.active == view.seat)),
        counts("industry", BOTH, lambda view: _both(view, view.industry), 10),
        counts("status", regions, _status),
        listed("contested", regions, _contested),
        Block("forces", 2 * len(HERE) * len(regions), forces),
        listed("battles", regions, lambda view: view.battles),
        one_of("battle", regions, lambda view: view.fighting, strict=False),
        counts("due", BOTH, lambda view: _both(view, view.battle.due if view.battle else {}), 3),
        piles("pouch", lambda view: view.pouch),
        piles("reserves", lambda view: view.reserves),
        piles("destroyed", lambda view: view.destroyed),
        piles("to_come", lambda view: view.to_come),
        piles("airfield", lambda view: view.airfield),
        counts("trenches", BOTH, _trenches, 4),
        counts("cards", BOTH, lambda view: _both(view, view.cards), 4),
        cards("hand", lambda view: view.hand),
        cards("at_work", lambda view: [*view.in_force, *view.coming]),
        number("surrendered", lambda view: float(view.surrendered)),
        number("peace", lambda view: float(view.peace)),
    ]


def _number(view: AttritionView) -> str:
    return str(view.number)


def _both(view: AttritionView, of: Mapping[str, float]) -> dict[str, float]:
    seat = view.seat
    return {SELF if side == seat else FOE: many for side, many in of.items()}


def _status(view: AttritionView) -> dict[str, float]:
    own = view.seat or ""
    signs = {own: 1.0, other_side(own): -1.0} if own else {}
    return {region: signs.get(status, 0.0) for region, status in view.status.items()}


def _contested(view: AttritionView) -> list[str]:
    return [region for region, status in view.status.items() if status == CONTESTED]


def _trenches(view: AttritionView) -> dict[str, float]:
    dug: Mapping[str, Bag] = view.trenches
    return _both(view, {side: size(there) for side, there in dug.items()})
