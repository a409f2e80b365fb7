"""The game turn (2): ten of them, twelve phases each."""

from __future__ import annotations

from entente.games.pax.context import PaxContext, steps
from entente.games.pax.negotiation.offers import expire
from entente.kernel import Frame


@steps.auto
def next_turn(world: PaxContext, frame: Frame) -> None:
    """2: a new turn; its precedence is drawn and public (1)."""
    state = world.state
    state.turn += 1
    state.events = state.unrest = state.causes = ()
    state.minor_control = state.minor_losses = ()
    state.ottoman_offenders = state.ottoman_declarers = ()
    state.rebellion = state.settled = False
    state.offers_made = {}
    state.purchases_before = len(state.purchases)
    expire(world)
    order = list(world.seats)
    state.chance.shuffle(order)
    state.order = tuple(order)
    world.log("log.turn", turn=state.turn, year=world.year, order=order)
    state.push(
        "events",
        "administration",
        "minors",
        "movement",
        "colonial_combat",
        "adjustment",
        "negotiation",
        "congress",
        "resentment",
        "war",
        "victory_points",
        "final_record",
    )
