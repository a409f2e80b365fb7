"""Everything a game declares needs a text; the check names each text that is missing."""

from __future__ import annotations

import re

import msgspec
import pytest

from entente.kernel import Catalog, registry
from entente.kernel.game_texts import check_game
from entente.kernel.info import Option
from entente.kernel.text import LANGUAGES
from tests.open_play import Concert


class Lacking(Concert):
    """Open play whose catalogue lacks some texts in French, and has an option with words."""

    def __init__(self, *lacking: str) -> None:
        self.lacking = lacking
        words = Option("tone", "1", "soft", ("soft", "loud"))
        self.info = msgspec.structs.replace(Concert.info, options=(*Concert.info.options, words))

    def catalog(self, language: str) -> Catalog:
        own = {f"option.tone.{key}": key for key in ("name", "help", "value.soft", "value.loud")}
        texts = {**super().catalog(language).texts, **own}
        gone = self.lacking if language == "fr" else ()
        return Catalog(language, {key: texts[key] for key in texts if key not in gone})


def test_a_game_with_all_its_words_has_no_problems() -> None:
    assert list(check_game(Lacking())) == []


@pytest.mark.parametrize(
    ("key", "what"),
    [
        ("info.title", "the game's title"),
        ("names.seat.france", "the seat france"),
        ("option.rounds.help", "the option rounds, in a sentence"),
        ("option.tone.value.loud", "the value loud of the option tone"),
        ("names.word_kind.place", "the kind of word <place>, with its article"),
    ],
)
def test_a_missing_text_is_named_with_its_use(key: str, what: str) -> None:
    assert list(check_game(Lacking(key))) == [f"concert: fr: {key}: missing text ({what})"]


def test_an_action_that_cannot_be_said_is_named_by_its_pattern() -> None:
    assert list(check_game(Lacking("action.buy"))) == [
        "concert: fr: no fr text for 'action.buy' (the action 'buy <place>' of market)"
    ]


def test_a_name_that_an_action_needs_is_named() -> None:
    problems = list(check_game(Lacking("names.opinion.aye")))
    assert problems == [
        "concert: fr: no fr name for the opinion 'aye' (the action 'vote <opinion>' of congress)"
    ]


def test_a_kind_that_the_game_does_not_have_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Lacking("info.title")
    monkeypatch.setattr(game.steps.asking["market"], "grammar", ("buy <nothing>",))
    assert list(check_game(game)) == [
        "concert: the grammar of market: 'buy <nothing>': the game has no kind 'nothing'",
        "concert: fr: info.title: missing text (the game's title)",
    ]


@pytest.mark.parametrize("name", ["attrition", "diplomacy", "turmoil"])
def test_the_games_of_this_house_have_their_words(name: str) -> None:
    assert list(check_game(registry.load(name))) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["attrition", "diplomacy", "turmoil"])
def test_options_are_spoken_of_in_words(name: str, language: str) -> None:
    """Neither their own texts nor the rules name an option or a value as it is typed."""
    game = registry.load(name)
    texts = game.catalog(language).texts
    options = game.info.options
    values = (value for option in options for value in option.values if isinstance(value, str))
    typed = [word for word in (*(each.id for each in options), *values) if "_" in word]
    spoken = [texts[key] for key in texts if key.startswith(("option.", "rules."))]
    assert len(spoken) > 50
    named = {word for word in typed for text in spoken if re.search(rf"\b{word}\b", text)}
    assert named == set()
