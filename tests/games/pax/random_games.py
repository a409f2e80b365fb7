"""Random games of Pax Britannica and their invariants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from random import Random

from entente.games.pax.areas.causes import illegal_together
from entente.games.pax.belligerents import at_war, wars
from entente.games.pax.board import AUSTRIA_HUNGARY, GERMANY, place_of
from entente.games.pax.context import POOLS, PaxContext, steps
from entente.games.pax.game import PaxBritannica
from entente.games.pax.state import PaxState
from entente.kernel import Frame, OptionValue, Position
from entente.kernel.conformance.playthrough import choose

MOST = 30_000
PLACING = ("movement", "combat", "adjustment")  # when control may be new (P54)

Table = Position[PaxState, PaxContext]
Check = Callable[[PaxContext], None]


@cache
def the_game() -> PaxBritannica:
    return PaxBritannica({})


def begin(seed: int | str, **options: OptionValue) -> Table:
    return the_game().begin(options, str(seed))


def play(table: Table, rng: Random, each: Check = lambda world: None) -> int:
    """Play at random to the end; how many decisions that took."""
    for number in range(MOST):
        if table.outcome is not None:
            return number
        decision, action = choose(table, rng)
        where = f"decision {number}, turn {table.state.turn}, {decision.seat}: {action[:200]}"
        try:
            table.apply_unchecked(decision, action)
            each(table.context)
        except Exception as error:
            raise AssertionError(where) from error
    raise AssertionError(f"it does not end: {[frame.step for frame in table.state.stack]}")


# -- what holds at every moment


class Watcher:
    """Holds every state against the one before, and against what no state may be."""

    def __init__(self) -> None:
        self.tension = 0

    def __call__(self, world: PaxContext) -> None:
        assert world.state.tension >= self.tension, "tension falls"
        self.tension = world.state.tension
        counters_are_enough(world)
        purses_are_not_empty_below_zero(world)
        fleets_are_alone(world)
        homes_are_free(world)
        if world.state.phase not in PLACING:
            nothing_is_new(world)


def counters_are_enough(world: PaxContext) -> None:
    for power in world.board.powers:
        for pool in POOLS:
            assert world.counters(power, pool) >= 0, f"{power} has overdrawn {pool}"


def purses_are_not_empty_below_zero(world: PaxContext) -> None:
    for power, money in world.state.treasury.items():
        assert money >= 0, f"{power} has {money}"
        assert power in world.majors or not money, f"{power} has money, being a minor"


def fleets_are_alone(world: PaxContext) -> None:
    for power, seas in world.state.fleets.items():
        assert len(set(seas)) == len(seas), f"{power} has two merchant fleets in a sea"


def homes_are_free(world: PaxContext) -> None:
    """1, 12.5: German armies may pass through Austria-Hungary in a war of both."""
    for side in (world.state.armies, world.state.navies):
        for where, forces in side.items():
            place = place_of(where)
            if not world.board.is_home(place):
                continue
            allowed = {power for power in world.board.powers if world.home(power) == place}
            if AUSTRIA_HUNGARY in allowed and wars(world):
                allowed.add(GERMANY)
            assert set(forces) <= allowed, f"{set(forces) - allowed} in {place}"


def nothing_is_new(world: PaxContext) -> None:
    for area, markers in world.state.markers.items():
        for power, marker in markers.items():
            assert not (marker.is_control and marker.is_new), f"{power} is new in {area}"


# -- what holds at certain steps


@contextmanager
def watched_steps() -> Iterator[None]:
    """While this lasts, what must hold before and after certain steps is looked at there."""
    kept = dict(steps.automatic)
    bare: set[tuple[str, str]] = set()

    def around(name: str, before: Check | None = None, after: Check | None = None) -> None:
        def run(world: PaxContext, frame: Frame) -> None:
            if before is not None:
                before(world)
            kept[name](world, frame)
            if after is not None and world.state.outcome is None:
                after(world)

        steps.automatic[name] = run

    def note_garrisons(world: PaxContext) -> None:
        bare.clear()
        bare.update(world.state.ungarrisoned)

    def garrisons_stand(world: PaxContext) -> None:
        for power, area in bare:
            assert not world.status(power, area).is_control, f"{power} keeps {area} without army"

    around("movement_ends", after=note_garrisons)
    around("negotiation", before=garrisons_stand)
    around("default_settlement", after=all_is_legal)
    around("victory_points", before=the_world_is_at_peace, after=purses_are_empty)
    try:
        yield
    finally:
        steps.automatic.clear()
        steps.automatic.update(kept)


def all_is_legal(world: PaxContext) -> None:
    """9.3: no markers stand together that cannot, unless their owners are at war."""
    for area, markers in world.state.markers.items():
        powers = list(markers)
        for number, one in enumerate(powers):
            for other in powers[number + 1 :]:
                legal = not illegal_together(world, area, one, other) or at_war(world, one, other)
                assert legal, f"{one} and {other} in {area}: {markers}"


def the_world_is_at_peace(world: PaxContext) -> None:
    """12.10: every war and congress is over, and what it left is legal."""
    assert not world.state.wars, "a war goes on"
    assert world.state.congress is None, "a congress goes on"
    all_is_legal(world)
    for power in world.board.powers:
        for place in world.army_places(power):
            legal = world.home(power) == place or world.holds(power, place)
            assert legal, f"{power} has an army in {place}"


def purses_are_empty(world: PaxContext) -> None:
    assert not any(world.state.treasury.values()), "money is left"
