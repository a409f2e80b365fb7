"""Invariants of every game: the accounts of counters, money and markers."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.pax.context import PaxContext
from entente.kernel import OptionValue, Seat
from tests.amount import THOROUGH, amount
from tests.games.pax.random_games import Table, Watcher, begin, play, watched_steps

SEVERAL = ((4, "open"), (6, "sealed"))
MANY = (*SEVERAL, (5, "sealed"), (7, "open"), (8, "open"), (7, "sealed"))
GAMES: list[tuple[int, dict[str, OptionValue]]] = [
    (seed, {"players": players, "turns": amount(2, 10), "phase_mode": mode})
    for seed in range(amount(1, 40))
    for players, mode in (MANY if THOROUGH else SEVERAL)
]


@pytest.mark.amount
@pytest.mark.parametrize(("seed", "options"), GAMES, ids=str)
def test_every_game_keeps_its_accounts(seed: int, options: dict[str, OptionValue]) -> None:
    """P54: among other things no marker is new outside phases 4 to 6, and after the settlement no
    markers stand together that cannot, unless their owners are at war."""
    with watched_steps():
        play(begin(seed, **options), Random(seed), Watcher())


# -- sealed plans


def with_plans(seed: int) -> tuple[Table, Seat]:
    """A table at which all have planned at random and one has still to seal; who that is."""
    table, rng = begin(seed, players=7, phase_mode="sealed"), Random(seed)
    while table.state.step != "plans":
        decision = table.decisions[0]
        table.apply_unchecked(decision, decision.menu.sample(rng))
    *seats, last = table.context.seats
    for seat in (*seats, last):
        for _ in range(12):
            decision = next(each for each in table.decisions_for(seat) if each.step == "plans")
            action = decision.menu.sample(rng)
            if not action.startswith(("seal", "canal")):
                table.apply_unchecked(decision, action)
        finish_plan(table, seat)
        if seat != last:
            table.apply(seat, "seal")
    return table, last


def finish_plan(table: Table, seat: Seat) -> None:
    """What a seat must still plan before it may seal."""
    while True:
        decision = next(each for each in table.decisions_for(seat) if each.step == "plans")
        action = table.bind(decision).default_answer()
        assert action is not None
        if action == "seal":
            return
        table.apply_unchecked(decision, action)


def what_was_done(world: PaxContext) -> tuple[object, ...]:
    state = world.state
    causes = sorted((c.kind, c.holder, c.against, c.area) for c in state.causes)
    amounts = (state.tension, state.resentment, state.treasury, causes)
    markers = {area: dict(sorted(there.items())) for area, there in state.markers.items()}
    forces = [
        {place: dict(sorted(there.items())) for place, there in side.items()}
        for side in (state.armies, state.navies)
    ]
    return (markers, *forces, state.fleets, *amounts)


@pytest.mark.amount
@pytest.mark.parametrize("seed", range(amount(2, 40)))
def test_the_order_in_which_plans_are_opened_does_not_matter(seed: int) -> None:
    """6.1, 6.7: canals, and the blame for tension, apart."""
    table, last = with_plans(seed)
    found = []
    for order in (table.state.order, tuple(reversed(table.state.order))):
        twin = table.copy()
        twin.state.order = order
        twin.apply(last, "seal")
        found.append(what_was_done(twin.context))
    assert found[0] == found[1]


# -- secret treaties


SECRET = (
    "offer with=[russia]; secret=yes; clauses=[defensive power=russia; protected=germany; "
    "against=[anyone] | no_placement power=germany; areas=[persia]]"
)


@pytest.mark.amount
@pytest.mark.parametrize("seed", range(amount(1, 30)))
def test_no_other_seat_can_detect_a_secret_treaty(seed: int) -> None:
    """14: the same moves in two games, in one of them after a secret treaty."""
    plain, rng = begin(seed, players=7, turns=2), Random(seed)
    secret = plain.copy()
    secret.apply("germany", SECRET)
    (name,) = secret.state.treaties
    secret.apply("russia", f"sign {name}")
    outsiders = [*(s for s in plain.context.seats if s not in ("germany", "russia")), None]
    while plain.outcome is None:
        waiting = [each for each in plain.decisions if each.must]
        decision = rng.choice(waiting)
        action = decision.menu.sample(rng)
        if secret.find(decision.seat, action) is None:
            break  # the treaty calls for an answer of its own
        for table in (plain, secret):
            table.apply(decision.seat, action)
        viewer = rng.choice(outsiders)
        over = plain.outcome is not None  # then everything is public
        assert over or plain.view(viewer) == secret.view(viewer), (viewer, action)
