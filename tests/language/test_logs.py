"""What the log of a game says."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from entente.kernel import Match, Message, registry
from entente.kernel.text import LANGUAGES, Catalog
from tests.amount import amount

SEEDS = amount(1, 10)


@cache
def keys(catalog: Catalog) -> re.Pattern[str]:
    """Words with dots that are no text but a key: with two dots, or one after the name of a file
    of texts."""
    files = "|".join(sorted({re.escape(key.partition(".")[0]) for key in catalog.texts}))
    return re.compile(rf"\b(?:(?:{files})\.|[a-z][\w-]*\.[a-z][\w-]*\.)[a-z][\w-]*")


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
    assert not [line for line in lines if keys(catalog).search(line)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.available())
def test_a_missing_key_is_seen(game: str, language: str) -> None:
    """As a catalogue that is not strict shows it."""
    pattern = keys(registry.load(game).catalog(language))
    for key in ("log.no-such", "names.power.no-such", "prompt.none", "action.none", "x.y.z"):
        assert pattern.search(f"Then {key}.")
    assert not pattern.search("At 10.30 it ends, e.g. here. Then it began.")
