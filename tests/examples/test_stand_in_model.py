"""The endpoint without a model plays the choices that it reads in the prompts."""

from __future__ import annotations

from threading import Thread

import pytest

import entente
from examples.stand_in_model import server


@pytest.mark.parametrize("game", ["attrition", "turmoil"])
def test_the_model_of_the_guide_decides(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint = server()
    Thread(target=endpoint.serve_forever, daemon=True).start()
    monkeypatch.setenv("ENTENTE_LLM_URL", f"http://127.0.0.1:{endpoint.server_port}/v1")
    monkeypatch.setenv("ENTENTE_LLM_MODEL", "stand-in")
    monkeypatch.setenv("ENTENTE_LLM_TRIES", "1")
    monkeypatch.delenv("ENTENTE_LLM_AFTER", raising=False)
    position = entente.load(game).begin(seed="9")
    player = entente.make_player("llm", game, seed="1")
    for _ in range(6):
        seat = position.to_move[0]
        position.play(player.choose(entente.PlayerView(position, seat)), seat)
    endpoint.shutdown()
    endpoint.server_close()
