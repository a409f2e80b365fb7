"""Engines draw from a hash of what they see: it must not change with the names of fields."""

from __future__ import annotations

from random import Random

import pytest

from entente.kernel import registry
from entente.players.trials import hash_of

# At the beginning of a game, and after forty random answers.
HASHES = {
    "attrition": ("6ee6380e0c112e76b09645347518d04c", "e11b1073807bb3092094164fa7a69fcd"),
    "diplomacy": ("23963dc85c925330ea68ea6b464de2a1", "8aaec6ed4a2312eb5c08f5aa27a76e3c"),
    "pax": ("68e7c4ec1e2562b0247c92528b2bc714", "10ef6d0663bf61fa83d4030fb99e158c"),
    "turmoil": ("6e23404cb108a06cf4e6ad6c23fb5094", "e8d480b10858245277a19cf632711235"),
}


@pytest.mark.parametrize("game_id", HASHES)
def test_a_view_has_the_hash_it_always_had(game_id: str) -> None:
    """A change of rules or of a view's content changes these values; a rename must not."""
    position, rng = registry.load(game_id).begin({}, "1914"), Random(1)
    first = hash_of(position.view(position.decisions[0].seat))
    for _ in range(40):
        decision = position.decisions[0]
        position.apply(decision.seat, decision.menu.sample(rng), decision.window)
    assert (first, hash_of(position.view(position.decisions[0].seat))) == HASHES[game_id]
