"""European tension (13.1): it rises the moment a condition is met, and has an author."""

from __future__ import annotations

from collections.abc import Iterable

from entente.games.pax.board import STRENGTHS, Power, Status
from entente.games.pax.scoring import great_war
from entente.games.pax.state import Rise
from entente.games.pax.world import World
from entente.kernel import Seat


def raise_tension(
    world: World,
    kind: str,
    blame: Seat | None,
    *,
    times: int = 1,
    amount: int | None = None,
    starter: Seat | None = None,
    also: Iterable[Seat] = (),
) -> None:
    """Raise the index for a condition, with the seat that is to blame; None: nobody is.

    `starter` is the first declarer of the war in whose course it happens: he shares the blame if
    the index reaches its end (13.3), as are those who are to blame `also`.
    """
    added = board_amount(world, kind) * times if amount is None else amount
    if added <= 0 or world.state.outcome is not None:
        return
    state = world.state
    state.tension += added
    state.rises = (*state.rises, Rise(state.turn, kind, added, blame, state.tension))
    if blame is None:
        world.log("log.tension", kind=kind, amount=added, total=state.tension)
    else:
        world.log("log.tension_by", kind=kind, amount=added, total=state.tension, seat=blame)
    if state.tension >= world.board.constants.great_war_at:
        great_war(world, "tension", {seat for seat in (blame, starter, *also) if seat is not None})


def board_amount(world: World, kind: str) -> int:
    return world.board.tension[kind].amount


def naval_build(world: World, power: Power, strength: int) -> None:
    """A navy was built: the three powers that live by the sea alarm nobody."""
    kind = "large_naval_build" if strength == max(STRENGTHS) else "small_naval_build"
    if power not in world.board.tension[kind].exempt:
        raise_tension(world, kind, world.seat_of(power))


def status_lowered(world: World, before: Status, after: Status, blame: Power | None) -> None:
    """Each step by which a marker is lowered over a dispute counts (9.2, 10.5)."""
    seat = world.seat_of(blame) if blame is not None else None
    raise_tension(world, "status_lowered", seat, times=before - after)
