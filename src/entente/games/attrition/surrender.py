"""Section 4.3: Russia surrenders."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.attrition.board import (
    CENTRAL,
    CONTESTED,
    ELITE,
    ENTENTE,
    NEUTRAL,
    RUSSIA,
)
from entente.games.attrition.context import DONE, AttritionContext, steps
from entente.games.attrition.pouch import arrive, draw
from entente.games.attrition.questions import TurnQuestion
from entente.kernel import Action, Frame, Message, Seat, say
from entente.kernel.bag import Bags, put_in, size, take_from


@steps.ask("surrender")
class Surrender(TurnQuestion):
    """4.3: the Entente player may withdraw Russia from the war, once."""

    section = "4.3"
    grammar = ("surrender", DONE)
    irreversible = ("surrender",)

    def offers(self, war: AttritionContext, frame: Frame) -> Iterator[str]:
        if war.active == ENTENTE and not war.state.surrendered:
            yield "surrender"

    def hint(
        self, war: AttritionContext, frame: Frame, seat: Seat, action: Action
    ) -> Message | None:
        return surrender_effect(war) if action == "surrender" else None

    def do(self, war: AttritionContext, frame: Frame, action: Action) -> None:
        surrender(war)


def surrender_effect(war: AttritionContext) -> Message:
    """Return the effect of a surrender: industry points and tiles lost."""
    regions = war.board.nations[RUSSIA].regions
    points = sum(war.value(region) for region in regions if war.status(region) == ENTENTE)
    state = war.state
    tiles = sum(
        number
        for there in (*state.board.values(), state.reserves[ENTENTE], state.airfield[ENTENTE])
        for name, number in there.items()
        if war.tile(name).nation == RUSSIA
    )
    now = war.industry(ENTENTE)
    then = now - points
    if not tiles:
        return say("hint.surrender_without_tiles", now=now, then=then)
    return say("hint.surrender", tiles=tiles, now=now, then=then)


def surrender(war: AttritionContext) -> None:
    """4.3: resolve the surrender, in the book's order."""
    state = war.state
    state.surrendered = True
    war.log("log.surrender")
    lost = discard_russians(war, state.reserves, ENTENTE)
    if lost:
        draw(war, lost)
    lost += sum(discard_russians(war, state.board, region) for region in state.board)
    if lost and war.fog:
        state.reveal()
    discard_russians(war, state.airfield, ENTENTE)
    for region in war.board.nations[RUSSIA].regions:
        leave(war, region)
    for tile in list(war.listed(state.to_come[CENTRAL])):
        if tile.type == ELITE and tile.arrival == "russian_surrender":
            arrive(war, tile, 1)
            war.log("log.arrive", seat=CENTRAL, tiles={tile.id: 1})


def discard_russians(war: AttritionContext, bags: Bags, place: str) -> int:
    """Move all Russian tiles of a place to the destroyed pile; return how many there were."""
    russians = {name: n for name, n in bags[place].items() if war.tile(name).nation == RUSSIA}
    for name, number in russians.items():
        take_from(bags, place, name, number)
        put_in(war.state.destroyed, ENTENTE, war.tile(name).up, number)
    return size(russians)


def leave(war: AttritionContext, region: str) -> None:
    """Turn a Russian region neutral unless the enemy holds it or it stays contested.

    A region stays contested if it has tiles of both sides, or if it was contested and has Entente
    tiles.
    """
    if war.status(region) == CENTRAL:
        return
    ours, theirs = war.has_tiles(region, ENTENTE), war.has_tiles(region, CENTRAL)
    stays = ours and (theirs or war.status(region) == CONTESTED)
    war.set_status(region, CONTESTED if stays else NEUTRAL)
