"""Accusations (9.5): what becomes of them when the treaty becomes known."""

from __future__ import annotations

from entente.games.pax.bonds import publish
from entente.games.pax.desk import accuse, judge, open_charges
from entente.games.pax.treaty import BROKEN, IN_FORCE, Clause, Treaty
from entente.games.pax.world import World
from tests.games.pax.worlds import world

SECRET = "france.germany.great_britain.italy-1"


def with_secret_treaty() -> tuple[World, Treaty]:
    made = world()
    treaty = Treaty(
        id=SECRET,
        by="france",
        parties=("france", "germany", "great_britain", "italy"),
        clauses=(Clause("text", {"power": "germany", "words": "Behave."}),),
        secret=True,
        state=IN_FORCE,
        turn=1,
    )
    made.state.treaties = {SECRET: treaty}
    return made, treaty


def test_a_charge_follows_its_treaty_when_it_is_published() -> None:
    made, treaty = with_secret_treaty()
    accuse(made, "france", treaty, "germany")
    known = publish(made, treaty)
    for seat in ("france", "great_britain", "italy"):
        (charge,) = open_charges(made, seat)
        assert charge.treaty == known.id
        judge(made, seat, charge, BROKEN)
    assert made.state.charges == ()
    assert made.state.treaties[known.id].breakers == ("germany",)
