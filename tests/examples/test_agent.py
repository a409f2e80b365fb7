"""The agent of the guide plays a whole game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.amount import THOROUGH

AGENT = Path(__file__).parents[2] / "examples" / "agent.py"
PATIENCE = 240  # seconds for a whole game on a slow machine
SHORT = ["diplomacy", "--option", "players=2", "--option", "end_year=1915"]


@pytest.mark.amount
@pytest.mark.parametrize("game", [SHORT, ["attrition"]] if THOROUGH else [SHORT], ids=" ".join)
def test_the_agent_of_the_guide_plays_a_whole_game(game: list[str]) -> None:
    played = subprocess.run(
        [sys.executable, str(AGENT), *game, "--against", "random"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "ENTENTE_LANG": "en"},
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert played.stdout.startswith("Recent events:")
