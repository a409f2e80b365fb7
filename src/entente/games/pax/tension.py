"""European tension (13.1): it rises the moment a condition is met, and has an author."""

from __future__ import annotations

from collections.abc import Iterable

from entente.games.pax.board import STRENGTHS, Power
from entente.games.pax.context import PaxContext
from entente.games.pax.scoring import great_war
from entente.games.pax.state import TensionRise
from entente.kernel import Seat


def raise_tension(
    world: PaxContext,
    kind: str,
    blame: Seat | None,
    *,
    times: int = 1,
    amount: int | None = None,
    starter: Seat | None = None,
    also: Iterable[Seat] = (),
) -> None:
    """Raise the index for a condition, with the seat to blame; None: no one.

    `starter` is the first declarer of the war in whose course it happens: that seat shares the
    blame if the index reaches its end (13.3), as do the seats in `also`.
    """
    added = board_amount(world, kind) * times if amount is None else amount
    if added <= 0 or world.state.outcome is not None:
        return
    state = world.state
    state.tension += added
    state.rises = (*state.rises, TensionRise(state.turn, kind, added, blame, state.tension))
    if blame is None:
        world.log("log.tension", kind=kind, amount=added, total=state.tension)
    else:
        world.log("log.tension_by", kind=kind, amount=added, total=state.tension, seat=blame)
    if state.tension >= world.board.constants.great_war_at:
        great_war(world, "tension", {seat for seat in (blame, starter, *also) if seat is not None})


def board_amount(world: PaxContext, kind: str) -> int:
    return world.board.tension[kind].amount


def naval_build(world: PaxContext, power: Power, strength: int) -> None:
    """Raise tension for a navy that was built; three naval powers are exempt."""
    kind = "large_naval_build" if strength == max(STRENGTHS) else "small_naval_build"
    if power not in world.board.tension[kind].exempt:
        raise_tension(world, kind, world.seat_of(power))
