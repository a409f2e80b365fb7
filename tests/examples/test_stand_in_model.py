"""The endpoint without a model plays the choices that it reads in the prompts, to the end."""

from __future__ import annotations

from threading import Thread

import pytest

import entente
from examples.stand_in_model import server


@pytest.mark.parametrize("game", entente.list_games())
def test_the_model_of_the_guide_plays_a_whole_game(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint = server()
    Thread(target=endpoint.serve_forever, daemon=True).start()
    monkeypatch.setenv("ENTENTE_LLM_URL", f"http://127.0.0.1:{endpoint.server_port}/v1")
    monkeypatch.setenv("ENTENTE_LLM_MODEL", "stand-in")
    monkeypatch.setenv("ENTENTE_LLM_TRIES", "1")
    monkeypatch.delenv("ENTENTE_LLM_AFTER", raising=False)
    loaded = entente.load(game)
    position = loaded.begin(loaded.info.short, seed="9")
    player = entente.make_player("llm", game, seed="1")
    computer = entente.make_player("random", game, seed="1")
    mine = position.to_move[0]
    while position.outcome is None:
        seat = position.to_move[0]
        chooser = player if seat == mine else computer
        position.play(chooser.choose(entente.PlayerView(position, seat)), seat)
    endpoint.shutdown()
    endpoint.server_close()
