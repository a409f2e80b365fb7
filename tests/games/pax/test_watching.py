"""Watch lists (6.6, C6): whoever watches is told, and nobody else."""

from __future__ import annotations

from entente.games.pax.movement.sealed_plans import log_to_watchers
from tests.games.pax.worlds import world


def test_a_sealed_round_is_told_to_those_who_watch() -> None:
    made = world()
    made.state.watched = {"japan": ("siam",), "italy": ("france",), "france": ("siam",)}
    log_to_watchers(made, {"siam": ("france",), "persia": ("russia",)})
    told = {tuple(e.to or ()): e.message.args["areas"] for e in made.state.news}
    assert told == {("japan",): ["siam"], ("italy",): ["siam"]}
