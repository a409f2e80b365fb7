"""The games and what can be read about them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from entente.kernel import registry
from entente.kernel.text import LANGUAGES
from entente.server.desk import Json

router = APIRouter(tags=["games"])


@router.get("/api/games")
def games(lang: Annotated[str, Query(max_length=2)] = "en") -> list[Json]:
    """The games, with their seats and options in words."""
    language = lang if lang in LANGUAGES else LANGUAGES[0]
    return [_game(name, language) for name in registry.available()]


def _game(name: str, language: str) -> Json:
    game = registry.load(name)
    catalog = game.catalog(language)
    return {
        "id": name,
        "version": game.info.version,
        "title": catalog.get("info.title"),
        "summary": catalog.get("info.summary"),
        "seats": {seat: catalog.name("seat", seat) for seat in game.info.seats},
        "options": [
            {
                "id": option.id,
                "section": option.section,
                "default": option.default,
                "values": list(option.values),
                "kind": option.kind,
                "name": catalog.get(f"option.{option.id}.name"),
                "help": catalog.get(f"option.{option.id}.help"),
            }
            for option in game.info.options
        ],
        "reconstructed": len(game.marks()),
    }
