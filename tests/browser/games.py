"""Games played without a browser, as far as a test needs them, and handed in as records."""

from __future__ import annotations

from random import Random
from typing import Any

from entente.kernel import Match, registry
from entente.kernel.record import dump, record_of
from tests.browser.people import Person


def played(game: str, moves: int | None = None, seed: str = "browser") -> bytes:
    """The record of a game at random, of so many moves or to its end."""
    match: Match[Any, Any] = Match(registry.load(game), seed=seed)
    random = Random(seed)
    while not match.over and (moves is None or len(match.moves) < moves):
        decision = match.position.asked[0]
        match.act(decision.seat, decision.menu.sample(random))
    return dump(record_of(match))


def given(person: Person, record: bytes) -> str:
    """Hand a record in; the analysis table, at which one plays all seats."""
    made: dict[str, Any] = person.call("POST", "/records", record.decode())
    assert "id" in made, made
    return str(made["id"])
