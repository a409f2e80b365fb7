"""Section 4.3: Russia surrenders."""

from __future__ import annotations

from entente.games.attrition.board import (
    CENTRAL,
    CONTESTED,
    ELITE,
    ENTENTE,
    NEUTRAL,
    RUSSIA,
)
from entente.games.attrition.pouch import arrive, draw
from entente.games.attrition.war import DONE, Active, War, choices, steps
from entente.kernel import END, Frame, Menu, Seat
from entente.kernel.bag import Bag, put, size, take


@steps.ask("surrender")
class Surrender(Active):
    """4.3: the Entente player may let Russia leave the war, once."""

    section = "4.3"

    def needed(self, context: War, frame: Frame) -> bool:
        return context.active == ENTENTE and not context.state.surrendered

    def menu(self, context: War, frame: Frame, seat: Seat) -> Menu:
        return choices("surrender", DONE)

    def take(self, context: War, frame: Frame, seat: Seat, action: str) -> bool:
        if action != DONE:
            surrender(context)
        return END


def surrender(war: War) -> None:
    """4.3, in the order of the book."""
    state = war.state
    state.surrendered = True
    war.tell("log.surrender")
    lost = discard_russians(war, state.reserves[ENTENTE])
    if lost:
        draw(war, lost)
    lost += sum(discard_russians(war, there) for there in state.board.values())
    if lost and war.fog:
        state.reveal()
    discard_russians(war, state.airfield[ENTENTE])
    for region in war.board.nations[RUSSIA].regions:
        leave(war, region)
    for tile in list(war.listed(state.to_come[CENTRAL])):
        if tile.type == ELITE and tile.arrival == "russian_surrender":
            arrive(war, tile, 1)
            war.tell("log.arrive", seat=CENTRAL, tiles={tile.id: 1})


def discard_russians(war: War, place: Bag) -> int:
    """All Russian tiles of a place go to the destroyed pile. Returns how many there were."""
    found = {name: n for name, n in place.items() if war.tile(name).nation == RUSSIA}
    for name, number in found.items():
        take(place, name, number)
        put(war.state.destroyed[ENTENTE], war.tile(name).up, number)
    return size(found)


def leave(war: War, region: str) -> None:
    """A Russian region turns neutral unless the enemy holds it or both sides stand in it."""
    if war.status(region) == CENTRAL:
        return
    both = war.has_tiles(region, CENTRAL) and war.has_tiles(region, ENTENTE)
    war.set_status(region, CONTESTED if both else NEUTRAL)
