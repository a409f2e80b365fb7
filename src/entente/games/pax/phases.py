"""The twelve phases of a turn (2), and what begins with each of them."""

from __future__ import annotations

from entente.games.pax.context import PaxContext

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


def begin_phase(world: PaxContext, phase: str) -> None:
    """Begin a phase."""
    world.state.phase = phase
    world.forget()
    world.log("log.phase", phase=phase)
