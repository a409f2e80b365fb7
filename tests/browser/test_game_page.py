"""The page of a game: what it is, not how computers fare at it."""

from __future__ import annotations

import pytest

from tests.browser.pages import visit
from tests.browser.people import GAMES, Crowd


@pytest.mark.parametrize("game", ["pax", *GAMES])
def test_the_page_of_a_game_prints_no_table_of_who_wins(crowd: Crowd, game: str) -> None:
    """`entente games` does, and docs/strength.md."""
    person = crowd.person(None)
    visit(person, f"/games/{game}")
    main = person.page.locator("main")
    main.locator("h2").first.wait_for()
    assert main.locator("table").count() == 0
    assert "%" not in main.inner_text()
