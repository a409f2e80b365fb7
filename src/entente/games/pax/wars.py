"""Who is at war with whom: asked by many chapters, kept by the chapter of war (12.1)."""

from __future__ import annotations

from entente.games.pax.board import Power
from entente.games.pax.world import World


def at_war(world: World, power: Power, other: Power | None = None) -> bool:
    """Whether a power is at war, with this one or with anybody."""
    return any(
        power in pair and (other is None or other in pair) for pair in world.state.hostilities
    )
