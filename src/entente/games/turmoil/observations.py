"""Europe in Turmoil as numbers."""

from __future__ import annotations

from entente.games.turmoil.board import ERAS, REGIONS, SIDES
from entente.games.turmoil.game import EuropeInTurmoil
from entente.games.turmoil.naval import ADVANTAGES
from entente.games.turmoil.view import TurmoilView
from entente.kernel.blocks import Block, counts, grid, number, one_of

MAX_CHOICES = 5_000  # of an episode
LEVELS = ("none", "presence", "domination", "control")
HELD = (*LEVELS, "spaces", "battlegrounds", "neighbours")


def blocks(game: EuropeInTurmoil) -> list[Block]:
    board = game.board
    names = game.vocabulary.names
    spaces, cards = tuple(board.rows), names["card"]
    stability, mobilization = names["stability_card"], names["mobilization_card"]
    secret = (*stability, *mobilization)

    def figure(name: str, unit: float = 1) -> Block:
        return number(name, lambda view: float(getattr(view, name)), unit)

    def listed(name: str) -> Block:
        return counts(name, cards, lambda view: getattr(view, name))

    return [
        figure("turn", 10),
        figure("round", 10),
        figure("rounds", 10),
        one_of("era", ERAS, lambda view: view.era),
        one_of("phasing", SIDES, lambda view: view.phasing),
        grid("support", SIDES, spaces, lambda view: view.support),
        grid("holder", SIDES, spaces, _holder),
        grid("standing", _region_sides(), HELD, _standing),
        *(figure(name, 10) for name in ("vp", "tension", "most_tension", "high_water", "status")),
        counts("navy", SIDES, lambda view: view.navy, 10),
        counts("improved", SIDES, lambda view: view.improved),
        grid("advantages", SIDES, tuple(map(str, ADVANTAGES)), _advantages),
        figure("deck", 50),
        *map(listed, ("discard", "removed", "table", "hand", "seen", "happened")),
        counts("worth", cards, lambda view: view.worth),
        counts("cards", SIDES, lambda view: view.cards, 10),
        grid("lasting", SIDES, cards, _lasting),
        figure("land"),
        counts("gone", spaces, lambda view: view.terrain.gone),
        counts("closed", spaces, lambda view: view.terrain.closed),
        counts("track", names["marker"], lambda view: view.track),
        counts("beside", names["marker"], lambda view: view.beside),
        number("war_die", lambda view: view.war_die or 0, 6),
        one_of("black_hand", spaces, lambda view: view.black_hand),
        grid("stability", SIDES, stability, _stability),
        counts("chosen", secret, lambda view: view.chosen),
        counts("laid", SIDES, lambda view: view.laid),
        grid("revealed", SIDES, secret, _revealed),
        counts("attempts", SIDES, lambda view: view.attempts),
        figure("standard"),
        figure("more_rounds"),
        counts("reach", spaces, lambda view: view.reach),
        figure("die", 6),
        one_of("winner", SIDES, lambda view: view.winner),
        figure("walled"),
    ]


def _region_sides() -> tuple[str, ...]:
    return tuple(f"{region} {side}" for region in REGIONS for side in SIDES)


def _holder(view: TurmoilView) -> dict[str, dict[str, float]]:
    by_side: dict[str, dict[str, float]] = {side: {} for side in SIDES}
    for space, side in view.holder.items():
        if side:
            by_side[side][space] = 1
    return by_side


def _standing(view: TurmoilView) -> dict[str, dict[str, float]]:
    return {
        f"{region} {side}": {
            held.level: 1,
            "spaces": held.spaces,
            "battlegrounds": held.battlegrounds,
            "neighbours": held.neighbours,
        }
        for region, sides in view.standing.items()
        for side, held in sides.items()
    }


def _advantages(view: TurmoilView) -> dict[str, dict[str, float]]:
    return {side: dict.fromkeys(map(str, boxes), 1) for side, boxes in view.advantages.items()}


def _lasting(view: TurmoilView) -> dict[str, dict[str, float]]:
    by_side: dict[str, dict[str, float]] = {side: {} for side in SIDES}
    for card, sides in view.lasting.items():
        for side in sides:
            by_side[side][card] = 1
    return by_side


def _stability(view: TurmoilView) -> dict[str, dict[str, float]]:
    return {side: dict.fromkeys(cards, 1) for side, cards in view.stability.items()}


def _revealed(view: TurmoilView) -> dict[str, dict[str, float]]:
    return {side: dict.fromkeys(cards, 1) for side, cards in view.revealed.items()}
