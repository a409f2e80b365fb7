"""Europe in Turmoil in a few hundred numbers, from the point of view of a seat."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.turmoil.board import LIBERAL, OTHER, REGIONS, SCORING
from entente.games.turmoil.game import EuropeInTurmoil
from entente.games.turmoil.naval import ADVANTAGES
from entente.games.turmoil.view import TurmoilView
from entente.kernel.blocks import Block, Features, counts, listed, number, one_of

SELF, FOE = "own", "foe"
BOTH = (SELF, FOE)
LEVELS = ("none", "presence", "domination", "control")
LEADS = 3  # spaces, battlegrounds, neighbours
TURNS = tuple(map(str, range(1, 11)))


def blocks(game: EuropeInTurmoil) -> list[Block]:
    board = game.board
    spaces, cards = tuple(board.rows), game.vocabulary.names["card"]
    scoring = tuple(card for card in cards if board.cards[card].side == SCORING)
    sides = {card: board.cards[card].side for card in cards}
    width = 2 * len(LEVELS) + LEADS

    def signed(view: TurmoilView, side: str) -> float:
        return 0.0 if not side else 1.0 if side == view.seat else -1.0

    def ahead(view: TurmoilView) -> dict[str, float]:
        own = view.support[view.seat or LIBERAL]
        foe = view.support[OTHER[view.seat or LIBERAL]]
        return {space: many - foe[space] for space, many in own.items()}

    def holder(view: TurmoilView) -> dict[str, float]:
        return {space: signed(view, side) for space, side in view.holder.items() if side}

    def standing(view: TurmoilView, out: Features, start: int) -> None:
        """Write the control level of each side by region, and its leads."""
        for region, there in view.standing.items():
            first = start + width * REGIONS.index(region)
            for side, held in there.items():
                mine = side == view.seat
                out[first + LEVELS.index(held.level) + (0 if mine else len(LEVELS))] = 1.0
                leads = (held.spaces, held.battlegrounds, held.neighbours)
                for place, many in enumerate(leads, first + 2 * len(LEVELS)):
                    out[place] += many / 4 if mine else -many / 4

    def operations(view: TurmoilView) -> dict[str, float]:
        """Return the OPs in hand: own and neutral cards, and the opponent's."""
        points = {SELF: 0.0, FOE: 0.0}
        for card, ops in view.worth.items():
            theirs = sides[card] in view.support and sides[card] != view.seat
            points[FOE if theirs else SELF] += ops
        return points

    def past(view: TurmoilView) -> list[str]:
        return [card for card in (*view.discard, *view.removed) if card in scoring]

    def lasting(view: TurmoilView) -> dict[str, float]:
        return {c: sum(signed(view, each) for each in of) for c, of in view.lasting.items()}

    def advantages(view: TurmoilView) -> dict[str, float]:
        return {
            str(box): signed(view, side) for side, boxes in view.advantages.items() for box in boxes
        }

    def fighting(view: TurmoilView) -> dict[str, float]:
        return {name: signed(view, side) for name, side in view.alliance.items() if name in REGIONS}

    return [
        one_of("turn", TURNS, lambda view: str(view.turn), strict=False),
        number("round", lambda view: view.round / max(1, view.rounds)),
        number("phasing", lambda view: signed(view, view.phasing)),
        number("vp", lambda view: view.vp if view.seat == LIBERAL else -view.vp, 10),
        counts("ahead", spaces, ahead, 3),
        counts("holder", spaces, holder),
        Block("standing", width * len(REGIONS), standing),
        number("tension", lambda view: view.tension, 5),
        number("status", lambda view: view.status, 6),
        number("war", lambda view: 7 - view.war_die if view.war_die else 0, 6),
        number("at_war", lambda view: float(bool(view.alliance))),
        counts("fighting", REGIONS, fighting),
        number("winner", lambda view: signed(view, view.winner)),
        counts("navy", BOTH, lambda view: _both(view, view.navy), 10),
        counts("improved", BOTH, lambda view: _both(view, view.improved)),
        counts("advantages", tuple(map(str, ADVANTAGES)), advantages),
        counts("cards", BOTH, lambda view: _both(view, view.cards), 10),
        counts("operations", BOTH, operations, 10),
        listed("hand", cards, lambda view: view.hand),
        listed("seen", cards, lambda view: view.seen),
        listed("past", scoring, past),
        counts("lasting", cards, lasting),
        listed("track", game.vocabulary.names["marker"], lambda view: view.track),
        counts("stability", BOTH, lambda view: _both(view, _lengths(view.stability)), 10),
        counts("laid", BOTH, lambda view: _both(view, view.laid)),
        counts("attempts", BOTH, lambda view: _both(view, view.attempts), 3),
    ]


def _who(view: TurmoilView, side: str) -> str:
    return SELF if side == view.seat else FOE


def _both(view: TurmoilView, of: Mapping[str, float]) -> dict[str, float]:
    return {_who(view, side): many for side, many in of.items()}


def _lengths(of: Mapping[str, list[str]]) -> dict[str, float]:
    return {side: len(cards) for side, cards in of.items()}
