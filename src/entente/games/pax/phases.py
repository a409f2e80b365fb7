"""The twelve phases of a turn (2), and what begins with each of them."""

from __future__ import annotations

from entente.games.pax.world import World

PHASES = (
    "events",
    "administration",
    "minors",
    "movement",
    "combat",
    "adjustment",
    "negotiation",
    "congress",
    "resentment",
    "war",
    "victory",
    "final",
)


def begin_phase(world: World, phase: str) -> None:
    """From here on it is this phase."""
    world.state.phase = phase
    world.forget()
    world.log("log.phase", phase=phase)
