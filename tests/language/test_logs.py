"""What the log of a game says."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from entente.kernel import Match, Message, registry
from entente.kernel.text import LANGUAGES
from tests.amount import amount

KEY = re.compile(r"\b[a-z][\w-]*(?:\.[a-z][\w-]*){2,}\b")
SEEDS = amount(1, 10)


@cache
def logs(game: str) -> list[Message]:
    """All that anyone reads of some random games."""
    found: dict[str, Message] = {}
    for seed in range(SEEDS):
        match: Match[Any, Any] = Match(registry.load(game), seed=f"log {seed}")
        rng = Random(seed)
        while not match.over:
            decision = match.position.decisions[0]
            match.act(decision.seat, decision.menu.sample(rng))
        for reader in (None, *match.seats):
            found |= {repr(line): line for line in match.log_for(reader)}
    return list(found.values())


@pytest.mark.amount
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.available())
def test_no_line_of_a_log_has_a_raw_key(game: str, language: str) -> None:
    catalog = registry.load(game).catalog(language)
    lines = [catalog.say(message) for message in logs(game)]
    assert len(lines) > 50
    assert not [line for line in lines if KEY.search(line)]
