"""What an editor has struck out of the games' texts stays out."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from entente.kernel import registry
from entente.kernel.text import LANGUAGES, package_texts
from entente.kernel.text_check import KERNEL, PLAYERS

RAW_VALUE = re.compile(r"\((\w+)\)")
# A name without its article before a verb: "{power:power} buys". Diplomacy's powers take none.
BARE_SUBJECT = re.compile(r"^\{\w+:(?:power|seat|nation|tile|area|region)\} (?!\()[a-z]")
SENTENCES = ("log.", "refusal.", "why.", "hint.", "caution.", "prompt.")


def texts(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield the game, the key and the text of everything a game says, rules and cards apart."""
    for name in registry.available():
        for key, text in package_texts(registry.load(name).info.package, language).items():
            if not key.startswith(("rules.", "cards.")):
                yield name, key, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_an_option_names_no_raw_value(language: str) -> None:
    for name in registry.available():
        game = registry.load(name)
        catalog = game.catalog(language)
        for option in game.info.options:
            written = set(map(str, option.values))
            found = RAW_VALUE.findall(catalog.get(f"option.{option.id}.help"))
            assert not written & set(found), f"{name}: {option.id}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_of_an_ending_does_not_name_the_winner_again(language: str) -> None:
    """Every screen says who has won beside it."""
    named = [
        f"{name}: {key}"
        for name, key, text in texts(language)
        if key.startswith("outcome.") and re.search(r"\{(winner|side)[:}]", text)
    ]
    assert not named


def test_an_english_per_cent_sign_follows_its_number() -> None:
    found = [f"{name}: {key}" for name, key, text in texts("en") if re.search(r"[}\d] %", text)]
    for package in (KERNEL, PLAYERS):
        found += [key for key, text in package_texts(package, "en").items() if "} %" in text]
    assert not found


def test_an_english_sentence_does_not_begin_with_a_bare_name() -> None:
    found = [
        f"{name}: {key}: {text}"
        for name, key, text in texts("en")
        if name != "diplomacy" and key.startswith(SENTENCES) and BARE_SUBJECT.match(text)
    ]
    assert not found
