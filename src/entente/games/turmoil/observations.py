"""Europe in Turmoil as numbers."""

from __future__ import annotations

from operator import attrgetter

from entente.games.turmoil.board import ERAS, REGIONS, SIDES
from entente.games.turmoil.game import EuropeInTurmoil
from entente.games.turmoil.naval import ADVANTAGES
from entente.games.turmoil.view import TurmoilView
from entente.kernel.blocks import Block, BlockInfo, counts, grid, number, one_of

MAX_CHOICES = 5_000  # of an episode
LEVELS = ("none", "presence", "domination", "control")
HELD = (*LEVELS, "spaces", "battlegrounds", "neighbours")

BLOCKS = {
    "turn": BlockInfo(10, "the turn"),
    "round": BlockInfo(10, "the action round"),
    "rounds": BlockInfo(10, "the action rounds of this turn"),
    "era": BlockInfo(1, "the era"),
    "phasing": BlockInfo(1, "the side whose action round it is"),
    "support": BlockInfo(20, "support points of each side in each space"),
    "holder": BlockInfo(1, "the side that controls each space"),
    "standing": BlockInfo(
        20,
        "for each region and side: nothing, presence, domination or control, and its spaces, "
        "battlegrounds and neighbours",
    ),
    "vp": BlockInfo(25, "victory points; above 0 the Liberals lead"),
    "tension": BlockInfo(10, "the tension"),
    "most_tension": BlockInfo(10, "how far the tension can rise now"),
    "high_water": BlockInfo(13, "the German Navy High Water Mark on the naval track; 0 for none"),
    "status": BlockInfo(20, "the number on the Great War status track"),
    "navy": BlockInfo(20, "the navy of each side"),
    "improved": BlockInfo(1, "whether the naval marker of each side shows its +1 side"),
    "advantages": BlockInfo(1, "the boxes of the naval track in which each side leads"),
    "deck": BlockInfo(110, "cards left in the deck"),
    "discard": BlockInfo(1, "cards in the discard pile"),
    "removed": BlockInfo(1, "cards removed from the game"),
    "table": BlockInfo(1, "cards in play"),
    "hand": BlockInfo(1, "cards in the seat's hand"),
    "seen": BlockInfo(1, "cards of the other hand that the seat has seen"),
    "happened": BlockInfo(1, "events that have happened"),
    "worth": BlockInfo(6, "operations points of each card in the seat's hand"),
    "cards": BlockInfo(12, "cards in each hand"),
    "lasting": BlockInfo(1, "for each side, the lasting events that work for it"),
    "land": BlockInfo(255, "permanent changes to the map, as a bit mask"),
    "gone": BlockInfo(1, "spaces that are removed from the map"),
    "closed": BlockInfo(1, "spaces that cannot be entered yet"),
    "track": BlockInfo(1, "markers on the Great War status track"),
    "beside": BlockInfo(1, "markers in the boxes above it"),
    "war_die": BlockInfo(6, "the least crisis roll that would start the war; 0 for none"),
    "black_hand": BlockInfo(1, "the space of the Black Hand"),
    "stability": BlockInfo(1, "stability cards that are available to each side"),
    "chosen": BlockInfo(1, "secret cards that the seat has chosen"),
    "laid": BlockInfo(8, "stability cards of each side that are chosen and not yet revealed"),
    "revealed": BlockInfo(1, "secret cards of each side that are revealed"),
    "attempts": BlockInfo(6, "naval attempts of each side that count this turn"),
    "standard": BlockInfo(6, "naval attempts that Two-power Standard still demands"),
    "more_rounds": BlockInfo(4, "extra action rounds of the Authoritarian in this turn"),
    "reach": BlockInfo(1, "spaces in reach of this action"),
    "die": BlockInfo(6, "the last die; 0 for none"),
    "winner": BlockInfo(1, "the winner"),
    "walled": BlockInfo(1, "whether German spaces neither gain nor lose"),
}


def blocks(game: EuropeInTurmoil) -> list[Block]:
    board = game.board
    names = game.vocabulary.names
    spaces, cards = tuple(board.rows), names["card"]
    stability, mobilization = names["stability_card"], names["mobilization_card"]
    secret = (*stability, *mobilization)

    def figure(name: str, unit: float = 1) -> Block:
        return number(name, attrgetter(name), unit)

    def listed(name: str) -> Block:
        return counts(name, cards, attrgetter(name))

    return [
        figure("turn", 10),
        figure("round", 10),
        figure("rounds", 10),
        one_of("era", ERAS, lambda view: view.era),
        one_of("phasing", SIDES, lambda view: view.phasing),
        grid("support", SIDES, spaces, attrgetter("support")),
        grid("holder", SIDES, spaces, _holder, source=attrgetter("holder")),
        grid("standing", _region_sides(), HELD, _standing, source=attrgetter("standing")),
        *(figure(name, 10) for name in ("vp", "tension", "most_tension", "high_water", "status")),
        counts("navy", SIDES, lambda view: view.navy, 10),
        counts("improved", SIDES, lambda view: view.improved),
        grid(
            "advantages",
            SIDES,
            tuple(map(str, ADVANTAGES)),
            _advantages,
            source=attrgetter("advantages"),
        ),
        figure("deck", 50),
        *map(listed, ("discard", "removed", "table", "hand", "seen", "happened")),
        counts("worth", cards, lambda view: view.worth),
        counts("cards", SIDES, lambda view: view.cards, 10),
        grid("lasting", SIDES, cards, _lasting, source=attrgetter("lasting")),
        figure("land"),
        counts("gone", spaces, lambda view: view.terrain.gone),
        counts("closed", spaces, lambda view: view.terrain.closed),
        counts("track", names["marker"], lambda view: view.track),
        counts("beside", names["marker"], lambda view: view.beside),
        number("war_die", lambda view: view.war_die or 0, 6),
        one_of("black_hand", spaces, lambda view: view.black_hand),
        grid("stability", SIDES, stability, _stability, source=attrgetter("stability")),
        counts("chosen", secret, lambda view: view.chosen),
        counts("laid", SIDES, lambda view: view.laid),
        grid("revealed", SIDES, secret, _revealed, source=attrgetter("revealed")),
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
