"""The agent of the guide plays a whole game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from entente.kernel import registry
from tests.amount import daily_first

AGENT = Path(__file__).parents[2] / "examples" / "agent.py"
PATIENCE = 240  # seconds for a whole game on a slow machine
GAMES = {  # as short as each can be
    "diplomacy": ["players=2", "end_year=1915"],
    "pax": ["players=4", "turns=1"],
    "turmoil": [],
    "attrition": [],
}


def test_every_game_is_played() -> None:
    assert set(GAMES) == set(registry.available())


@pytest.mark.parametrize("game", daily_first(GAMES, 3))
def test_the_agent_of_the_guide_plays_a_whole_game(game: str) -> None:
    options = [f"--option={option}" for option in GAMES[game]]
    played = subprocess.run(
        [sys.executable, str(AGENT), game, *options, "--against", "random"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "ENTENTE_LANG": "en"},
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert played.stdout.startswith("Recent events:")
