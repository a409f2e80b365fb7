"""The bot of the bot author's guide plays a whole game against a running server."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.server.running import WAIT, Server

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
PATIENCE = 240  # seconds for a whole game on a slow machine


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), ENTENTE_GAMES="examples.race") as running:
        yield running


GAMES = {
    "race": (8, ()),
    "attrition": (20, ()),
    "pax": (30, ("players=4", "turns=1", "offer_limit=1")),
    "diplomacy": (20, ("end_year=1902",)),
    "turmoil": (20, ()),
}


def loaded() -> Any:
    """The bot as a module."""
    spec = importlib.util.spec_from_file_location("guide_bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    return bot


@pytest.mark.parametrize("game", GAMES)
def test_the_bot_of_the_guide_plays_a_whole_game(server: Server, game: str) -> None:
    moves, options = GAMES[game]
    with httpx2.Client(base_url=server.address, timeout=WAIT) as client:
        csrf = client.post("/api/guest", json={"name": "Anna"}).json()["csrf"]
        headers = {"x-csrf-token": csrf}
        token = client.post("/api/me/tokens", json={"label": "bot"}, headers=headers).json()
        played = subprocess.run(
            [sys.executable, str(BOT), server.address, token["secret"], game, "random", *options],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert played.returncode == 0, played.stderr
        outcome = ast.literal_eval(played.stdout.strip().splitlines()[-1])
        assert "reason" in outcome
        (table,) = client.get("/api/tables?scope=mine").json()
        assert table["status"] == "over"
        assert table["moves"] >= moves


@pytest.mark.parametrize("players", [4, 8])
def test_the_bot_seats_the_table_that_the_options_ask_for(
    server: Server, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    """The seats of `/api/games` are those of the usual seven."""
    bot, client = loaded(), httpx2.Client(base_url=server.address, timeout=WAIT)
    played = list[str]()
    monkeypatch.setattr(bot, "play", lambda *given: played.extend(given[2:]))
    with client:
        csrf = client.post("/api/guest", json={"name": "Anna"}).json()["csrf"]
        headers = {"x-csrf-token": csrf}
        token = client.post("/api/me/tokens", json={"label": "bot"}, headers=headers).json()
        bot.main(server.address, token["secret"], "pax", "random", f"players={players}", "turns=1")
        table, seat = played
        seats = client.get(f"/api/tables/{table}").json()["seats"]
    assert len(seats) == players
    assert [name for name, each in seats.items() if each["me"]] == [seat]


def test_the_bot_goes_on_after_a_refusal(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = loaded()
    choose, chosen = bot.choose, list[str]()

    def wrong_at_first(menu: dict[str, Any]) -> str:
        chosen.append("nonsense" if not chosen else choose(menu))
        return chosen[-1]

    monkeypatch.setattr(bot, "choose", wrong_at_first)
    with httpx2.Client(base_url=server.address, timeout=WAIT) as client:
        csrf = client.post("/api/guest", json={"name": "Anna"}).json()["csrf"]
        headers = {"x-csrf-token": csrf}
        token = client.post("/api/me/tokens", json={"label": "bot"}, headers=headers).json()
    bot.main(server.address, token["secret"], "race", "random")
    refusal, *_, outcome = capsys.readouterr().out.strip().splitlines()
    assert refusal != outcome
    assert "reason" in ast.literal_eval(outcome)
    assert len(chosen) > 2


def test_the_bot_is_short() -> None:
    """Lines of code, without imports, docstrings and what is empty."""
    tree = ast.parse(BOT.read_text(encoding="utf-8"))
    parts = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    lines = sum((part.end_lineno or 0) - part.lineno + 1 for part in parts)
    assert lines <= 60
