"""The rules without JavaScript."""

from __future__ import annotations

import pytest

from entente.kernel import LANGUAGES, registry
from tests.server.people import House

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_its_rules_on_a_page(house: House, language: str) -> None:
    client = house.person("Ann").client
    links = client.get(f"/rules?lang={language}")
    for game in registry.available():
        assert f"/rules/{game}?lang={language}" in links.text
        page = client.get(f"/rules/{game}?lang={language}")
        assert page.status_code == 200
        assert page.text.count("<h2 ") > 3


@pytest.mark.parametrize("game", ["nothing", "x" * 300, "<b>pax", "%22%3E%3Cs%3E"])
@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "does not exist."), ("fr", "n’existe pas.")]
)
def test_an_unknown_game_is_a_page_that_says_so(
    house: House, game: str, language: str, sentence: str
) -> None:
    page = house.person("Ann").client.get(f"/rules/{game}?lang={language}")
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert sentence in page.text
    assert "problem.game.unknown" not in page.text
    assert f"/rules/pax?lang={language}" in page.text
    assert "<b>" not in page.text
    assert "<s>" not in page.text
