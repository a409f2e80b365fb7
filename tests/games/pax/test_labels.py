"""Actions in words, also where one verb belongs to several questions."""

from __future__ import annotations

import re

import pytest

from entente.kernel import Choose
from entente.kernel.reading import read
from entente.kernel.text import LANGUAGES, package_texts, slug
from entente.kernel.typography import typeset
from entente.kernel.wording import in_words
from entente.wire.prompts import label
from tests.games.pax.random_games import the_game


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("decline persia", "decline to attack in Persia"),
        ("decline france.italy-1", "decline "),
        ("sign", "sign"),
        ("abandon persia", "abandon Persia"),
        ("france none", "lose nothing (France)"),
        ("yield egypt none", "yield in Egypt and remove your marker"),
        ("yield egypt interest", "yield in Egypt and keep an interest"),
        ("austria yield egypt none", "Austria-Hungary: yield in Egypt and remove the marker"),
        ("france 3 1", "lose (France): 3 + 1"),
        ("austria decline serbia", "Austria-Hungary: decline to attack in Serbia"),
    ],
)
def test_an_action_is_labelled_by_its_subject(action: str, said: str) -> None:
    game = the_game()
    assert game.catalog("en").strict.say(game.presentation.label(action)).startswith(said)


@pytest.mark.parametrize(
    ("language", "action", "said"),
    [
        (
            "en",
            "decline baluchistan; attack tanganyika",
            "Decline to attack in Baluchistan; attack in Tanganyika",
        ),
        (
            "fr",
            "decline baluchistan; attack tanganyika; austria attack serbia",
            typeset(
                "Refuser d’attaquer au Baloutchistan ; attaquer au Tanganyika ; "
                "Autriche-Hongrie : attaquer en Serbie"
            ),
        ),
        ("en", "france none; italy 3 1", "Lose nothing (France); lose (Italy): 3 + 1"),
    ],
)
def test_all_orders_given_together_are_labelled(language: str, action: str, said: str) -> None:
    game = the_game()
    catalog = game.catalog(language)
    assert catalog.strict.line(game.presentation.label(action)) == said
    assert in_words(game, action, catalog) == said
    assert label("pax", language, action) == said


def test_an_order_without_a_label_is_shown_as_typed() -> None:
    game = the_game()
    text = game.catalog("en").strict.line(game.presentation.label("attack serbia; nonsense here"))
    assert text == "Attack in Serbia; nonsense here"


def test_a_form_is_one_action() -> None:
    game = the_game()
    draft = "draft clauses=[remove power=italy; area=tunis]"
    assert game.presentation.label(draft).key == "action.draft"


# A name alone is all there is to say and to type; losses are labelled by powers.
NAMES_ALONE = ("site", "name", "lose")
STEM = 4  # letters that a verb keeps in all its forms


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verb_of_a_label_is_the_one_to_type(language: str) -> None:
    texts = package_texts("entente.games.pax", language)
    verbs = [key.removeprefix("names.verb.") for key in texts if key.startswith("names.verb.")]
    for key, said in texts.items():
        action = key.removeprefix("action.")
        if key == action or action.startswith(NAMES_ALONE):
            continue
        verb = max((v for v in verbs if f"{action}_".startswith(f"{v}_")), key=len, default="")
        assert verb, f"{key}: there is no verb to type for it"
        typed = slug(texts[f"names.verb.{verb}"]).split("-")[0]
        words = slug(re.sub(r"\{.*?\}", "", said))
        assert any(w.startswith(typed[:STEM]) for w in words.split("-")), f"{key}: {typed!r}"


def test_typed_french_needs_no_accents() -> None:
    catalog = the_game().catalog("fr")
    menu = Choose(("raise algiers state", "retreat navy 3 algiers guiana", "help_empire"))
    for typed in ("élever Algérie État", "elever algerie etat", "ÉLEVER ALGÉRIE ÉTAT"):
        assert read(typed, menu, catalog) == ["raise algiers state"], typed
    assert read("aider l’Empire", menu, catalog) == ["help_empire"]
    assert read("aider l'empire", menu, catalog) == ["help_empire"]
