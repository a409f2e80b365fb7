"""The expiry of treaties (9.4)."""

from __future__ import annotations

import msgspec

from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import EXPIRED, FULFILLED, Clause, Treaty
from entente.games.pax.treaties.conditions import can_still_hold


def expire_if_done(world: PaxContext, treaty: Treaty) -> Treaty:
    """9.4: end a treaty once none of its clauses can take effect."""
    left = [clause for n, clause in enumerate(treaty.clauses) if n not in treaty.done]
    if any(_is_ahead(world, treaty, clause) for clause in left):
        return treaty
    return msgspec.structs.replace(treaty, state=EXPIRED if left else FULFILLED)


def _is_ahead(world: PaxContext, treaty: Treaty, clause: Clause) -> bool:
    """Return whether an open clause may still take effect in this turn or a later one."""
    turn = world.state.turn
    if (clause.until and clause.until < turn) or not can_still_hold(world, clause.when):
        return False
    due = clause.text("due")
    return not due.startswith("turn_") or int(due.removeprefix("turn_")) >= turn
