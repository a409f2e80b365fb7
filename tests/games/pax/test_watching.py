"""Watch lists (6.6, C6): only watching seats are notified."""

from __future__ import annotations

from entente.games.pax.movement.sealed_plans import log_to_watchers
from tests.games.pax.worlds import world


def test_watching_seats_are_notified_of_a_sealed_round() -> None:
    made = world()
    made.state.watched = {"japan": ("siam",), "italy": ("france",), "france": ("siam",)}
    log_to_watchers(made, {"siam": ("france",), "persia": ("russia",)})
    notified = {tuple(e.to or ()): e.message.args["areas"] for e in made.state.news}
    assert notified == {("japan",): ["siam"], ("italy",): ["siam"]}
