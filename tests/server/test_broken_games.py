"""A third-party package that cannot be used: the server says so and serves the others."""

from __future__ import annotations

import logging

import pytest

from entente.kernel import registry
from entente.server import library
from entente.server.problem import Problem
from tests.broken_games import TROUBLES
from tests.broken_games import broken_games as broken_games


@pytest.mark.usefixtures("broken_games")
def test_the_server_starts_and_reports_the_broken_package(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "entente"):
        library.open_library()
    for name in TROUBLES:
        assert f"the game “{name}” cannot be used" in caplog.text


@pytest.mark.usefixtures("broken_games")
def test_visitors_read_about_the_other_games_only() -> None:
    found = {about.id for about in library.games("en")}
    assert found == set(registry.available())
    with pytest.raises(Problem, match=r"game\.unknown"):
        library.find("fails")
