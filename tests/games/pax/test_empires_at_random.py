"""Every rebellion and every Ottoman war ends, with any play (11.2, 11.3)."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.pax.belligerents import wars
from entente.games.pax.board import CHINA, OTTOMAN_EMPIRE, STRENGTHS, Status
from entente.games.pax.colonies.ottoman_expansion import expand
from entente.games.pax.context import PaxContext
from tests.games.pax.worlds import answer, army, call, question, world


def scattered(made: PaxContext, rng: Random, areas: list[str]) -> None:
    """Markers and armies at random in some areas."""
    for area in areas:
        for power in rng.sample(list(made.board.powers), rng.randrange(3)):
            status = Status(rng.randrange(1, 5))
            if made.can_have(power, area, status) and not made.markers(area):
                made.put_marker(power, area, status)
                if status.is_control:
                    army(made, power, area, *rng.choices(STRENGTHS, k=rng.randrange(1, 3)))


def play_out(made: PaxContext, rng: Random) -> int:
    """Answers at random, mostly those that go on; how many there were."""
    for number in range(4000):
        if made.state.outcome is not None or not made.state.stack:
            return number
        ask, frame = question(made)
        seats = ask.seats(made, frame)
        asked = seats if ask.sealed else (rng.choice(seats),)
        given = {}
        for seat in asked:
            menu = ask.menu(made, frame, seat)
            away = ask.default_answer(made, frame, seat)
            hurry = frame.step == "manoeuvre" and rng.random() < 0.6
            given[seat] = away if hurry and away is not None else menu.sample(rng)
        answer(made, given)
    raise AssertionError("it does not end")


def settled(made: PaxContext, empire: str) -> None:
    """What must hold when such a war is over."""
    if made.state.outcome is not None:
        return
    assert wars(made) == []
    left = set(made.army_places(empire)) - set(made.state.ottoman_areas)
    assert not left
    for power in made.board.powers:
        for place in made.army_places(power):
            if place in made.board.areas and power in made.majors:
                assert made.holds(power, place), (power, place)
            assert place not in made.board.seas
        for pool in ("strength_1", "strength_3", "strength_10"):
            assert made.counters(power, pool) >= -2  # as many as were scattered above


@pytest.mark.parametrize("seed", range(8))
def test_a_rebellion_ends(seed: int) -> None:
    rng = Random(seed)
    made = world(rng.choice((4, 5, 7, 8)), attack_empty_china=bool(seed % 2))
    made.state.chance.seed = str(seed)
    scattered(made, rng, rng.sample(sorted(made.board.chinese), 8))
    made.state.rebellion = True
    call(made, "rebellion")
    play_out(made, rng)
    settled(made, CHINA)
    assert made.state.outcome is not None or not made.state.rebellion


@pytest.mark.parametrize("seed", range(10))
def test_an_ottoman_war_ends(seed: int) -> None:
    rng = Random(seed)
    made = world(rng.choice((4, 5, 7, 8)), ottoman_expansion=bool(seed % 2))
    made.state.chance.seed = str(seed)
    areas = ["anatolia", "quwait", "tripoli", "egypt"]
    scattered(made, rng, areas)
    if seed % 2:
        for area in ("persia", "bulgaria"):
            expand(made, area, ())
    made.state.ottoman_offenders = tuple(
        (power, area) for area in areas[:3] for power in made.controllers(area)
    )
    call(made, "ottoman_war")
    play_out(made, rng)
    settled(made, OTTOMAN_EMPIRE)
