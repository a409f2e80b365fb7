"""A province in words."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.state import DiplomacyState
from entente.kernel import LANGUAGES
from entente.kernel.typography import typeset
from tests.games.diplomacy.scene import BOARD, GAME, order, seen, start


def description(state: DiplomacyState, place: str, language: str = "en") -> list[str]:
    text = GAME.presentation.describe(seen(state, None), place, GAME.catalog(language))
    assert text is not None
    return text.splitlines()


def test_a_home_centre_with_its_unit() -> None:
    assert description(start(), "VIE") == [
        "Vienna (VIE): inland.",
        "Supply centre of Austria-Hungary.",
        "Home centre of Austria-Hungary.",
        "Austria-Hungary: army (A VIE).",
        "Armies can go to: Bohemia, Budapest, Galicia, Trieste and Tyrolia.",
    ]


def test_a_free_centre_with_two_coasts() -> None:
    lines = description(start(), "SPA/NC")
    assert "Neutral supply centre." in lines
    coasts = [line for line in lines if line.startswith("Fleets on the")]
    assert len(coasts) == 2
    assert all("Mid-Atlantic Ocean" in line for line in coasts)


def test_a_sea_in_french_with_the_codes_of_french_players() -> None:
    lines = description(start(), "NTH", "fr")
    assert lines[0].endswith(typeset("(Nrd) : une mer."))
    assert lines[-1].startswith(typeset("Une flotte peut aller vers "))


def test_a_unit_that_must_retreat() -> None:
    state = start(
        {"AUSTRIA": "A SER", "TURKEY": "A BUL, A GRE"},
        {"AUSTRIA": "VIE", "TURKEY": "CON, ANK, SMY"},
    )
    order(state, turkey="A BUL - SER; A GRE S A BUL - SER")
    lines = description(state, "SER")
    assert "Turkey: army (A SER)." in lines
    assert any(line.startswith("Austria-Hungary: A SER is dislodged") for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_has_a_description(language: str) -> None:
    state = start()
    for place in BOARD.location:
        assert description(state, place, language)


def test_an_unknown_place_has_no_description() -> None:
    assert GAME.presentation.describe(seen(start(), None), "ATLANTIS", GAME.catalog("en")) is None
